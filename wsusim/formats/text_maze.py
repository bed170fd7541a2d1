"""Micromouse mazes drawn as text: posts, ``---`` and ``|`` walls, ``S`` start, ``G`` goal.

Lines with posts and lines with cells alternate. Posts are in the same columns of all lines; their
distance in characters is taken from the first line. The maze is recognised by its first line, where
a post is an ``o``, an ``x`` or a mark such as ``+`` and ``*``. Blanks at the ends of lines may be
missing. A ``.`` where a wall could be is one that nobody knows, as of a maze that was explored or
reconstructed in part (README of kerikun11's micromouse-maze-data): it becomes a gap.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wsusim.errors import MazeError

CELLS_MAX = 256
"""Columns or rows."""

_POST = "[oOxX!#-,./:-@^-`~]"
_FIRST_LINE = re.compile(rf"{_POST}(?:(?: +|-+){_POST})+ *")
_UNKNOWN = "."

Cell = tuple[int, int]
"""``(column, row)``; column 0 is on the left, row 0 at the bottom."""


@dataclass(frozen=True, slots=True)
class TextMaze:
    """A maze of cells. Grid line 0 is the left or the bottom border."""

    columns: int
    rows: int
    lying: frozenset[Cell]
    """Walls along x: ``(column, grid line)``."""
    standing: frozenset[Cell]
    """Walls along y: ``(grid line, row)``."""
    lone_posts: tuple[Cell, ...]
    """Posts that no wall touches: ``(grid line, grid line)``."""
    starts: tuple[Cell, ...]
    goals: tuple[Cell, ...]
    unknown: int = 0
    """How many walls the drawing leaves open (``.``)."""


def is_micromouse(text: str) -> bool:
    """Return whether the first line that is not blank is a line of posts."""
    first = next((line for line in _lines(text) if line.strip()), "")
    return _FIRST_LINE.fullmatch(first) is not None


def read_text_maze(text: str) -> TextMaze:
    """Return the cells and walls of a drawing.

    Raises:
        MazeError: With every spot that is neither wall nor gap, by line and column.
    """
    lines = [line.rstrip() for line in _lines(text)]
    top = next(index for index, line in enumerate(lines) if line)
    drawing = lines[top:]
    while not drawing[-1]:
        drawing.pop()
    pitch = len(drawing[0]) - len(drawing[0][1:].lstrip(" -"))
    columns, odd_width = divmod(max(len(line) for line in drawing[::2]) - 1, pitch)
    rows, odd_height = divmod(len(drawing) - 1, 2)
    if odd_width or odd_height or not rows or max(columns, rows) > CELLS_MAX:
        raise MazeError(
            f"This micromouse maze is {max(map(len, drawing))} characters wide and {len(drawing)} "
            f"lines high, but it must be {pitch} for each column and 2 for each row, plus 1, with "
            f"1 to {CELLS_MAX} columns and rows. It must begin and end with a line of posts."
        )
    reader = _Reader(columns, rows, pitch, top + 1)
    for index, line in enumerate(drawing):
        reader.read_line(index, line)
    return reader.finish()


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


class _Reader:
    """Collects what the lines of a drawing hold, and what is wrong with them."""

    def __init__(self, columns: int, rows: int, pitch: int, first_line: int) -> None:
        self._columns, self._rows, self._pitch = columns, rows, pitch
        self._first_line = first_line
        self._problems: list[str] = []
        self._lying: set[Cell] = set()
        self._standing: set[Cell] = set()
        self._posts: set[Cell] = set()
        self._letters: dict[str, list[Cell]] = {"S": [], "G": []}
        self._unknown = 0

    def read_line(self, index: int, line: str) -> None:
        """Read the line ``index`` below the top border."""
        width = self._columns * self._pitch + 1
        if len(line) > width:
            self._refuse(index, width, line[width:], "beyond the right border")
        line = line[:width].ljust(width)
        row = self._rows - (index + 1) // 2
        for column in range(self._columns + 1):
            start = column * self._pitch
            post, between = line[start], line[start + 1 : start + self._pitch]
            if index % 2 == 0:
                self._read_posts(index, column, row, post, between)
            else:
                self._read_cell(index, column, row, post, between)

    def _read_posts(self, index: int, column: int, line: int, post: str, between: str) -> None:
        if post != " ":
            self._posts.add((column, line))
        if between and between == "-" * len(between):
            self._lying.add((column, line))
        elif between.strip() == _UNKNOWN:
            self._unknown += 1
        elif between.strip():
            self._refuse(index, column * self._pitch + 1, between, "neither a wall --- nor a gap")

    def _read_cell(self, index: int, column: int, row: int, side: str, between: str) -> None:
        if side == "|":
            self._standing.add((column, row))
        elif side == _UNKNOWN:
            self._unknown += 1
        elif side != " ":
            self._refuse(index, column * self._pitch, side, "neither a wall | nor a gap")
        letter = between.strip().upper()
        if letter in self._letters:
            self._letters[letter].append((column, row))
        elif letter:
            self._refuse(index, column * self._pitch + 1, between, "neither S, G nor an empty cell")

    def _refuse(self, index: int, column: int, found: str, why: str) -> None:
        line = self._first_line + index
        self._problems.append(f"Line {line}, column {column + 1}: {found[:20]!r} is {why}.")

    def finish(self) -> TextMaze:
        """Return the maze, or raise with all problems."""
        if self._problems:
            raise MazeError("\n".join(self._problems), tuple(self._problems))
        return TextMaze(
            self._columns,
            self._rows,
            frozenset(self._lying),
            frozenset(self._standing),
            lone_posts(self._posts, self._lying, self._standing),
            tuple(self._letters["S"]),
            tuple(self._letters["G"]),
            self._unknown,
        )


def lone_posts(posts: set[Cell], lying: set[Cell], standing: set[Cell]) -> tuple[Cell, ...]:
    """Return the posts that no wall touches."""
    touched = {(x + dx, y) for x, y in lying for dx in (0, 1)}
    touched |= {(x, y + dy) for x, y in standing for dy in (0, 1)}
    return tuple(sorted(posts - touched))
