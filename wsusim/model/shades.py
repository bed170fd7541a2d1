"""Shades of a grid's squares, written as text: a line for each row from below, a sign a square."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

STEPS = 15
"""Shades from the lightest, 1, to the darkest; 0 is nothing at all."""

_SIGNS = "0123456789abcdef"


def shades_to_text(rows: Sequence[Sequence[int]]) -> str:
    """Return shades, 0 to ``STEPS``, as text.

    Example:
        >>> shades_to_text([[0, 15], [1, 2]])
        '0f/12'
    """
    return "/".join("".join(_SIGNS[shade] for shade in row) for row in rows)


def squares_of(text: str) -> Iterator[tuple[int, int, float]]:
    """Yield (column, row, strength from 0 to 1) of the visible squares.

    Example:
        >>> list(squares_of("0f/10"))[0]
        (1, 0, 1.0)
    """
    for row, line in enumerate(text.split("/")):
        for column, sign in enumerate(line):
            shade = _SIGNS.find(sign)
            if shade > 0:
                yield column, row, shade / STEPS
