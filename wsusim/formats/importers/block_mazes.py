"""Mazes drawn with blocks: a character a square, ``#`` or another mark for wall.

Such drawings have no standard: they are what programs for mazes print, and what people type. A
drawing in which every second character is a post and every second one a cell is the maze of thin
walls that it stands for; any other one has walls as thick as its squares.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.errors import MazeError
from wsusim.formats.free_places import Floor
from wsusim.formats.importers.importer import Importer, Sure, text_of
from wsusim.formats.importers.micromouse_mazes import OPTIONS
from wsusim.formats.micromouse import CELL_MAX_MM, CELL_MIN_MM, import_micromouse
from wsusim.formats.occupancy_map import with_fitting_cells
from wsusim.formats.solid_blocks import bars_of
from wsusim.formats.text_maze import CELLS_MAX, Cell, TextMaze, lone_posts
from wsusim.model.geometry import Pose
from wsusim.model.text import plain
from wsusim.model.world import Arena, GoalRegion, Mission, RobotStart, Wall, World
from wsusim.robots import robot_kind

WALLS = "#*@%X1█▓▒"
FLOORS = " ._0"
STARTS, GOALS = "S", "GEF"

SQUARE_MM = 100.0
"""Of a maze with thick walls, unless somebody says otherwise: a Khepera and a bit on both sides."""

KIND = "khepera1"

_SEPARATORS = ",;\t"


def _rows(text: str) -> list[str]:
    """Return the drawing's lines, all as long as the longest, without what separates squares."""
    lines = [line.rstrip() for line in re.split(r"\r\n|\r|\n", text)]
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    between = next((mark for mark in _SEPARATORS if lines and mark in lines[0]), "")
    if not between and lines and set(lines[0][::2]) == {"1"} and set(lines[0][1::2]) == {" "}:
        between = " "
    if between:
        lines = ["".join(line.split(between)) for line in lines]
    return lines


def _takes(content: bytes) -> bool:
    rows = _rows(text_of(content))
    if not (3 <= len(rows) <= 2 * CELLS_MAX + 1 and 3 <= len(rows[0]) <= 2 * CELLS_MAX + 1):
        return False
    wall = rows[0][0]
    if wall not in WALLS or set(rows[0]) | set(rows[-1]) != {wall}:
        return False
    known = {wall, *FLOORS, *STARTS, *GOALS, *STARTS.lower(), *GOALS.lower()} - {"1"} | {wall}
    return all(
        len(row) == len(rows[0]) and row[0] == wall == row[-1] and set(row) <= known for row in rows
    )


def _read(content: bytes, name: str, given: Mapping[str, Any]) -> World:
    rows = _rows(text_of(content))
    is_wall = np.array([[square == rows[0][0] for square in row] for row in rows])
    letters = {
        (column, len(rows) - 1 - row): square.upper()
        for row, line in enumerate(rows)
        for column, square in enumerate(line)
        if square.upper() in STARTS + GOALS and square != rows[0][0]
    }
    starts = tuple(at for at, letter in sorted(letters.items()) if letter in STARTS)
    goals = tuple(at for at, letter in sorted(letters.items()) if letter in GOALS)
    if _is_thin(is_wall):
        return import_micromouse(_thin(is_wall, starts, goals), name, **given)
    return _thick(is_wall, starts, goals, name, given)


def _is_thin(is_wall: NDArray[np.bool_]) -> bool:
    """Return whether squares are posts, walls and cells in turn."""
    rows, columns = is_wall.shape
    if not (rows % 2 and columns % 2 and rows > 3 < columns):
        return False
    return bool(is_wall[::2, ::2].all() and not is_wall[1::2, 1::2].any())


def _thin(
    is_wall: NDArray[np.bool_], starts: tuple[Cell, ...], goals: tuple[Cell, ...]
) -> TextMaze:
    upwards = is_wall[::-1]
    rows, columns = upwards.shape[0] // 2, upwards.shape[1] // 2
    lying = {(x, y) for x in range(columns) for y in range(rows + 1) if upwards[2 * y, 2 * x + 1]}
    standing = {
        (x, y) for x in range(columns + 1) for y in range(rows) if upwards[2 * y + 1, 2 * x]
    }
    posts = {(x, y) for x in range(columns + 1) for y in range(rows + 1)}
    return TextMaze(
        columns, rows, frozenset(lying), frozenset(standing), lone_posts(posts, lying, standing),
        tuple((x // 2, y // 2) for x, y in starts), tuple((x // 2, y // 2) for x, y in goals),
    )  # fmt: skip


def _thick(
    is_wall: NDArray[np.bool_],
    starts: tuple[Cell, ...],
    goals: tuple[Cell, ...],
    name: str,
    given: Mapping[str, Any],
) -> World:
    """Return a maze whose walls are squares of the drawing; its frame is the arena's border."""
    side = given.get("cell_mm")
    side = SQUARE_MM if side is None else side
    if not CELL_MIN_MM <= side <= CELL_MAX_MM:
        raise MazeError(
            f"The cell size is {plain(side)} mm, but it must be from {plain(CELL_MIN_MM)} to "
            f"{plain(CELL_MAX_MM)} mm."
        )
    if given.get("wall_mm") is not None:
        raise MazeError("Its walls are as thick as its squares. Leave --wall-mm out.")
    inside = is_wall[::-1][1:-1, 1:-1]
    arena = Arena.rectangle(inside.shape[1] * side, inside.shape[0] * side)
    numbers = itertools.count(1)
    walls = tuple(
        Wall(next(numbers), *bar)
        for x, y, width, height in _rectangles(inside)
        for bar in bars_of(
            Pose((x + width / 2.0) * side, (y + height / 2.0) * side), width * side, height * side
        )
    )
    places = [Pose((x - 0.5) * side, (y - 0.5) * side, math.pi / 2.0) for x, y in starts]
    if not places:
        free = Floor(arena, walls).put_robot(robot_kind(KIND))
        places = [Pose(*free, math.pi / 2.0)] if free is not None else []
    robots = tuple(RobotStart(next(numbers), place, KIND) for place in places)
    regions = tuple(
        GoalRegion(next(numbers), Pose((x - 0.5) * side, (y - 0.5) * side), side, side)
        for x, y in goals
    )
    world = World(
        name, arena, walls=walls, robots=robots, goals=regions, next_id=next(numbers),
        mission=Mission("reach_goal" if regions else "free"),
    )  # fmt: skip
    return with_fitting_cells(world)


def _rectangles(is_wall: NDArray[np.bool_]) -> Iterator[tuple[int, int, int, int]]:
    """Yield rectangles ``x, y, width, height`` that cover the walls: rows first, then columns."""
    rest = is_wall.copy()
    for y, row in enumerate(is_wall):
        for x, width in _runs(row):
            if width > 1:
                rest[y, x : x + width] = False
                yield x, y, width, 1
    for x, column in enumerate(rest.T):
        for y, height in _runs(column):
            yield x, y, 1, height


def _runs(line: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield where each run of walls begins, and how long it is."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], line, [False]))))
    for first, end in edges.reshape(-1, 2).tolist():
        yield first, end - first


ROWS = (
    Importer(
        title="mazes drawn with blocks",
        words="a maze drawn with # and blanks",
        takes=_takes,
        read=_read,
        sure=Sure.BY_LOOKS,
        options=OPTIONS,
    ),
)
