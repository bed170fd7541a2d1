"""Micromouse mazes drawn as text: posts, ``---`` and ``|`` walls, ``S`` start, ``G`` goal.

Lines with posts and lines with cells take turns. Posts stand in the same columns of all lines;
their distance in characters is read off the first line. The maze is recognised by its first line,
where a post is an ``o``, an ``x`` or a mark such as ``+`` and ``*``. Blanks at the ends of lines
may be missing.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wsusim.errors import MazeError
from wsusim.formats.values import plain
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, GoalRegion, Mission, RobotStart, Wall, World

CLASSIC_CELL_MM = 180.0
HALF_SIZE_CELL_MM = 90.0
"""Contest rules: classic mazes have up to 16 x 16 cells of 180 mm, half-size ones of 90 mm."""

CLASSIC_CELLS_MAX = 16
CELLS_PER_WALL = 15.0
"""Classic: cells of 180 mm and walls of 12 mm."""

CELLS_MAX = 256
"""Columns or rows."""

CELL_MIN_MM, CELL_MAX_MM = 10.0, 2000.0
WALL_MIN_MM = 0.1

_POST = "[oOxX!#-,./:-@^-`~]"
_FIRST_LINE = re.compile(rf"{_POST}(?:(?: +|-+){_POST})+ *")

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


def is_micromouse(text: str) -> bool:
    """Tell whether the first line that is not blank is a line of posts."""
    first = next((line for line in _lines(text) if line.strip()), "")
    return _FIRST_LINE.fullmatch(first) is not None


def import_micromouse(
    text: str, name: str, *, cell_mm: float | None = None, wall_mm: float | None = None
) -> World:
    """Return the world of a micromouse maze; walls in one line become one long wall.

    Without an ``S`` the robot starts in the lower-left cell; without a ``G`` the mission is free.

    Raises:
        MazeError: The drawing is wrong, or a size is out of its range.
    """
    maze = read_text_maze(text)
    half_size = max(maze.columns, maze.rows) > CLASSIC_CELLS_MAX
    cell = cell_mm if cell_mm is not None else HALF_SIZE_CELL_MM if half_size else CLASSIC_CELL_MM
    if not CELL_MIN_MM <= cell <= CELL_MAX_MM:
        raise MazeError(
            f"The cell size is {plain(cell)} mm, but it must be from {plain(CELL_MIN_MM)} to "
            f"{plain(CELL_MAX_MM)} mm. Usual are 180 (classic) and 90 (half-size)."
        )
    wall = wall_mm if wall_mm is not None else cell / CELLS_PER_WALL
    if not WALL_MIN_MM <= wall <= cell / 2.0:
        raise MazeError(
            f"The wall thickness is {plain(wall)} mm, but it must be from {plain(WALL_MIN_MM)} to "
            f"{plain(cell / 2.0)} mm, half a cell. Usual is 12."
        )
    return _build(maze, name, cell, wall)


def _build(maze: TextMaze, name: str, cell_mm: float, wall_mm: float) -> World:
    numbers = itertools.count(1)
    half = wall_mm / 2.0

    def line(k: float) -> float:
        """Return where grid line ``k`` runs; halves are the middles of cells."""
        return half + k * cell_mm

    lying = (
        (line(first) - half, line(y), line(last + 1) + half, line(y))
        for y, first, last in _runs((y, x) for x, y in maze.lying)
    )
    standing = (
        (line(x), line(first) - half, line(x), line(last + 1) + half)
        for x, first, last in _runs(maze.standing)
    )
    posts = ((line(x) - half, line(y), line(x) + half, line(y)) for x, y in maze.lone_posts)
    walls = tuple(Wall(next(numbers), *w, wall_mm) for w in (*lying, *standing, *posts))
    robots = tuple(
        RobotStart(next(numbers), Pose(line(x + 0.5), line(y + 0.5), _open_side_rad(maze, x, y)))
        for x, y in maze.starts or ((0, 0),)
    )
    goals = tuple(
        GoalRegion(next(numbers), Pose(line(x + 0.5), line(y + 0.5)), cell_mm, cell_mm)
        for x, y in maze.goals
    )
    return World(
        name=name,
        arena=Arena.rectangle(maze.columns * cell_mm + wall_mm, maze.rows * cell_mm + wall_mm),
        walls=walls,
        robots=robots,
        goals=goals,
        mission=Mission("reach_goal" if goals else "free"),
        next_id=next(numbers),
        description=f"Imported from a micromouse maze of {maze.columns} x {maze.rows} cells.",
    )


def _runs(pieces: Iterable[Cell]) -> Iterator[tuple[int, int, int]]:
    """Yield ``(line, first, last)`` for the longest runs of neighbouring ``(line, place)``."""
    for line, group in itertools.groupby(sorted(pieces), key=lambda piece: piece[0]):
        places = [place for _, place in group]
        start = places[0]
        for here, following in itertools.pairwise([*places, -1]):
            if following != here + 1:
                yield line, start, here
                start = following


def _open_side_rad(maze: TextMaze, column: int, row: int) -> float:
    """Return the heading out of a cell: up if that is open, else right, left, down."""
    if (column, row + 1) not in maze.lying:
        return math.pi / 2.0
    if (column + 1, row) not in maze.standing:
        return 0.0
    if (column, row) not in maze.standing:
        return math.pi
    return math.pi / 2.0 if (column, row) in maze.lying else -math.pi / 2.0


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
            f"1 to {CELLS_MAX} columns and rows. Begin and end it with a line of posts."
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

    def read_line(self, index: int, line: str) -> None:
        """Take in the line ``index`` below the top border."""
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
        elif between.strip():
            self._refuse(index, column * self._pitch + 1, between, "neither a wall --- nor a gap")

    def _read_cell(self, index: int, column: int, row: int, side: str, between: str) -> None:
        if side == "|":
            self._standing.add((column, row))
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
        touched = {(x + dx, y) for x, y in self._lying for dx in (0, 1)}
        touched |= {(x, y + dy) for x, y in self._standing for dy in (0, 1)}
        return TextMaze(
            self._columns,
            self._rows,
            frozenset(self._lying),
            frozenset(self._standing),
            tuple(sorted(self._posts - touched)),
            tuple(self._letters["S"]),
            tuple(self._letters["G"]),
        )
