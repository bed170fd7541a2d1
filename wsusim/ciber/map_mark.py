"""Marks a map that an agent wrote, character by character, as the course's own program does.

Source: the public ``mapping_score`` of the course, compared with ours over some hundred maps of
our own, right and wrong. Its oddities are the same here, as the course's marks have them.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

RIGHT_POINTS, WRONG_POINTS = 10, -5
MOST_SHIFTS = 2
SHIFT_FACTOR = 0.85
"""A map that is right but out of place loses so much for each diameter (up to ``MOST_SHIFTS``)."""

BLANK = " "

_SHIFTS = tuple(
    (down, left) for down, left in itertools.product(range(-MOST_SHIFTS, MOST_SHIFTS + 1), repeat=2)
)
"""In the order in which they are tried; of equals the first one counts."""


@dataclass(frozen=True, slots=True)
class MapMark:
    """The mark of a map, and why.

    Attributes:
        points: All in all.
        up: How many rows up it had to be moved to be right.
        left: How many columns to the left.
        rows: The map as it was written.
        truth: The right one.
    """

    points: float
    up: int
    left: int
    rows: tuple[str, ...]
    truth: tuple[str, ...]

    def earned(self, row: int, column: int) -> int:
        """Return what a character of the right map earned, before the share for being moved."""
        sign = self.sign(row, column)
        if sign == BLANK:
            return 0
        return RIGHT_POINTS if self.truth[row][column] == sign else WRONG_POINTS

    def sign(self, row: int, column: int) -> str:
        """Return what was written for a character of the right map; a blank where nothing was."""
        there = self.rows[row + self.up] if 0 <= row + self.up < len(self.rows) else ""
        at = column + self.left
        return there[at] if 0 <= at < len(there) else BLANK

    @property
    def remark(self) -> str:
        """Why it isn't more, if its size is wrong or it is out of place."""
        height, width = len(self.truth), len(self.truth[0])
        told = []
        if len(self.rows) != height or any(len(row) != width for row in self.rows):
            longest = max((len(row) for row in self.rows), default=0)
            told.append(
                f"The map is {len(self.rows)} x {longest} characters, but should be {height} x "
                f"{width}."
            )
        if self.points > 0 and (self.up or self.left):
            moved = [
                f"{abs(count)} {word}"
                for count, word in (
                    (self.up, "up" if self.up > 0 else "down"),
                    (self.left, "to the left" if self.left > 0 else "to the right"),
                )
                if count
            ]
            told.append(f"It is out of place: it was moved {' and '.join(moved)}.")
        return " ".join(told)


def map_mark(text: str, truth: tuple[str, ...]) -> MapMark:
    """Mark a map: ten points for each right character, five less for a wrong one.

    All shifts of up to two rows and columns are tried. The one with the most points counts, and
    those points, above zero or below, are multiplied for each row and column.
    """
    rows = tuple(text.removesuffix("\n").split("\n")) if text else ()
    best, at = -float("inf"), (0, 0)
    for shift in _SHIFTS:
        points = _points(rows, truth, *shift)
        if points > best:
            best, at = points, shift
    factor = SHIFT_FACTOR ** (abs(at[0]) + abs(at[1]))
    return MapMark(best * factor, -at[0], at[1], rows, truth)


def _points(rows: tuple[str, ...], truth: tuple[str, ...], down: int, left: int) -> float:
    """Return the points with row r compared to row r + ``down`` of the right map."""
    points = 0
    for number, row in enumerate(rows):
        if row and 0 <= number + down < len(truth):
            right = truth[number + down]
            if left < 0:
                # Moved to the right, each row begins with nothing, which counts as a wrong
                # character (and as zero, where that is right).
                points += RIGHT_POINTS if right[-left - 1] == "0" else WRONG_POINTS
            for column in range(max(0, -left), min(len(right), len(row) - left)):
                sign = row[column + left]
                if sign != BLANK:
                    points += RIGHT_POINTS if right[column] == sign else WRONG_POINTS
    return float(points)
