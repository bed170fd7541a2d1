"""Small worlds for tests, drawn as text.

Each character is a square of ``cell_mm``: ``#`` a wall filling it, ``R`` a robot in its middle
(looking along +x), ``c`` a cap, ``b`` a ball that stays where it is pushed, ``o`` one that rolls,
``L`` a lamp, ``G`` a goal region filling it, anything else floor. The first line is the top
(greatest y).
"""

from __future__ import annotations

from dataclasses import replace

from wsusim.model.geometry import Pose
from wsusim.model.world import (
    Arena,
    Ball,
    Cap,
    GoalRegion,
    Light,
    Mission,
    RobotStart,
    Wall,
    World,
)


def draw_world(text: str, cell_mm: float = 100.0, mission: Mission | None = None) -> World:
    """Return the world that a text shows; ids count from 1 in reading order."""
    lines = [line.strip() for line in text.strip().splitlines()]
    world = World("drawn", Arena.rectangle(len(lines[0]) * cell_mm, len(lines) * cell_mm))
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            x, y = (column + 0.5) * cell_mm, (len(lines) - row - 0.5) * cell_mm
            world = _with(world, letter, x, y, cell_mm)
    return replace(world, mission=mission or Mission())


def empty_world(
    x_mm: float = 300.0, y_mm: float = 300.0, heading_rad: float = 0.0, size_mm: float = 600.0
) -> World:
    """Return a square arena with one robot."""
    start = RobotStart(1, Pose(x_mm, y_mm, heading_rad))
    return World("empty", Arena.rectangle(size_mm, size_mm), robots=(start,), next_id=2)


def _with(world: World, letter: str, x: float, y: float, cell: float) -> World:
    k = world.next_id
    grown = replace(world, next_id=k + 1)
    if letter == "#":
        wall = Wall(k, x - cell / 2, y, x + cell / 2, y, cell)
        return replace(grown, walls=(*world.walls, wall))
    if letter == "R":
        return replace(grown, robots=(*world.robots, RobotStart(k, Pose(x, y))))
    if letter == "c":
        return replace(grown, caps=(*world.caps, Cap(k, x, y)))
    if letter in "bo":
        return replace(grown, balls=(*world.balls, Ball(k, x, y, rolls=letter == "o")))
    if letter == "L":
        return replace(grown, lights=(*world.lights, Light(k, x, y)))
    if letter == "G":
        return replace(grown, goals=(*world.goals, GoalRegion(k, Pose(x, y), cell, cell)))
    return world
