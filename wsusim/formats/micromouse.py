"""Worlds from micromouse mazes: millimetres for the cells and walls of ``text_maze``."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

from wsusim.errors import MazeError
from wsusim.formats.text_maze import Cell, TextMaze
from wsusim.model.geometry import Pose
from wsusim.model.text import plain
from wsusim.model.world import Arena, GoalRegion, Mission, RobotStart, Wall, World

CLASSIC_CELL_MM = 180.0
HALF_SIZE_CELL_MM = 90.0
"""Contest rules: classic mazes have up to 16 x 16 cells of 180 mm, half-size ones of 90 mm."""

CLASSIC_CELLS_MAX = 16
CELLS_PER_WALL = 15.0
"""Classic: cells of 180 mm and walls of 12 mm."""

CELL_MIN_MM, CELL_MAX_MM = 10.0, 2000.0
WALL_MIN_MM = 0.1


def import_micromouse(
    maze: TextMaze, name: str, *, cell_mm: float | None = None, wall_mm: float | None = None
) -> World:
    """Return the world of a micromouse maze; walls in one line become one long wall.

    Without a start the robot begins in the lower-left cell; without a goal the mission is free.

    Raises:
        MazeError: A size is out of its range.
    """
    half_size = max(maze.columns, maze.rows) > CLASSIC_CELLS_MAX
    cell = cell_mm if cell_mm is not None else HALF_SIZE_CELL_MM if half_size else CLASSIC_CELL_MM
    if not CELL_MIN_MM <= cell <= CELL_MAX_MM:
        raise MazeError(
            f"The cell size is {plain(cell)} mm, but it must be from {plain(CELL_MIN_MM)} to "
            f"{plain(CELL_MAX_MM)} mm. The usual sizes are 180 (classic) and 90 (half-size)."
        )
    wall = wall_mm if wall_mm is not None else cell / CELLS_PER_WALL
    if not WALL_MIN_MM <= wall <= cell / 2.0:
        raise MazeError(
            f"The wall thickness is {plain(wall)} mm, but it must be from {plain(WALL_MIN_MM)} to "
            f"{plain(cell / 2.0)} mm, half a cell. The usual thickness is 12."
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
