"""The squares of a grid, as text and back."""

from __future__ import annotations

from wsusim.model.shades import shades_to_text, squares_of


def test_there_and_back() -> None:
    """What is 0 is not to be seen."""
    assert list(squares_of(shades_to_text([[0, 15, 3], [0, 0, 6]]))) == [
        (1, 0, 1.0), (2, 0, 0.2), (2, 1, 0.4),
    ]  # fmt: skip
