"""Brackets that belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

PAIRS = {"(": ")", "[": "]", "{": "}"}
_BACK = {closing: opening for opening, closing in PAIRS.items()}

FARTHEST_LINES = 1000
"""A partner that is farther away is not looked for."""

Place = tuple[int, int]
"""(line, column), from 0."""


def partner(
    lines: Sequence[str], line: int, column: int, is_code: Callable[[int, int], bool]
) -> Place | None:
    """Return where the bracket's partner is; ``None``: nowhere.

    Args:
        lines: The text.
        line: Where the bracket is.
        column: Where the bracket is.
        is_code: Returns whether a place is neither in a string nor in a comment.
    """
    own = lines[line][column]
    step = 1 if own in PAIRS else -1
    other = PAIRS[own] if step == 1 else _BACK[own]
    depth, place = 0, column
    for number in range(line, line + step * FARTHEST_LINES, step):
        if not 0 <= number < len(lines):
            return None
        text = lines[number]
        if number != line:
            place = 0 if step == 1 else len(text) - 1
        while 0 <= place < len(text):
            if text[place] in (own, other) and is_code(number, place):
                depth += 1 if text[place] == own else -1
                if depth == 0:
                    return number, place
            place += step
    return None


def is_bracket(character: str) -> bool:
    """Return whether a character is a bracket of Python's."""
    return character in PAIRS or character in _BACK
