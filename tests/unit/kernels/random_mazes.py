"""Random mazes for the sensing kernels' tests."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from shapely import Point, Polygon

from wsusim.engine.occupancy import map_of
from wsusim.engine.static_map import StaticMap, build_static_map, wall_corners_mm
from wsusim.kernels.object_map import FLOOR, ObjectMap
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Ball, Box, Cap, Light, RobotStart, Wall, World

PENTAGON = ((40.0, 0.0), (410.0, 25.0), (500.0, 300.0), (200.0, 480.0), (0.0, 210.0))


def random_maze(seed: int, *, walls: int = 12, arena: Arena | None = None) -> World:
    """Return an arena of about 500 mm with walls at all angles, some of them 1 mm thin."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(walls):
        x, y = rng.uniform(30, 470, 2)
        angle = rng.uniform(0, math.tau) if number % 2 else rng.integers(0, 4) * math.pi / 2
        length = rng.uniform(20, 200)
        end = x + length * math.cos(angle), y + length * math.sin(angle)
        thickness = 1.0 if number % 3 == 0 else 19.5
        made.append(Wall(number + 1, x, y, *end, thickness, reflectivity=rng.uniform(0.1, 1)))
    return World("random", arena or Arena.rectangle(500.0, 500.0), walls=tuple(made))


def populated_maze(seed: int, *, boxes: int = 0) -> World:
    """Return a random maze with lamps, caps, balls, boxes and robots, all over the place."""
    rng = np.random.default_rng(1000 + seed)
    maze = random_maze(seed, walls=5)
    spot = iter(rng.uniform(40, 460, (16, 2)).tolist())
    world = World(
        "populated",
        maze.arena,
        walls=maze.walls,
        lights=tuple(Light(20 + k, *next(spot), power=0.5 + k) for k in range(3)),
        caps=tuple(Cap(30 + k, *next(spot), reflectivity=0.8) for k in range(4)),
        balls=tuple(Ball(40 + k, *next(spot)) for k in range(2)),
        robots=tuple(
            RobotStart(50 + k, Pose(*next(spot), rng.uniform(-3, 3)), f"khepera{1 + k % 2}")
            for k in range(6)
        ),
    )
    return replace(world, boxes=random_boxes(world, boxes, seed))


def random_boxes(world: World, count: int, seed: int) -> tuple[Box, ...]:
    """Return boxes that stand in nothing that stands in a world, robots excepted."""
    rng = np.random.default_rng(2000 + seed)
    taken = [Polygon(wall_corners_mm(wall)) for wall in world.walls]
    things = (*world.lights, *world.movables)
    taken += [Point(thing.x_mm, thing.y_mm).buffer(thing.diameter_mm / 2) for thing in things]
    boxes: list[Box] = []
    while len(boxes) < count:
        pose = Pose(*rng.uniform(40, 460, 2).tolist(), rng.uniform(-3, 3))
        size, reflectivity = rng.uniform(4, 90, 2).tolist(), rng.uniform(0.1, 1)
        box = Box(60 + len(boxes), pose, *size, reflectivity=reflectivity)
        outline = Polygon(box.corners_mm(pose))
        if not any(outline.intersects(other) for other in taken):
            boxes.append(box)
            taken.append(outline)
    return tuple(boxes)


def maze_and_map(world: World) -> tuple[StaticMap, ObjectMap]:
    """Return what never moves in a world, and the map of it that the kernels get."""
    static = build_static_map(world)
    return static, map_of(world, static, (), 0.0)


def free_points(static: StaticMap, count: int, seed: int) -> list[tuple[float, float]]:
    """Return points on the floor, none of them in a cell that an edge touches."""
    rng = np.random.default_rng(seed)
    cells = rng.choice(np.flatnonzero(static.still == FLOOR), count)
    inside = rng.uniform(size=(count, 2))
    x = static.origin_x_mm + (cells % static.columns + inside[:, 0]) * static.cell_mm
    y = static.origin_y_mm + (cells // static.columns + inside[:, 1]) * static.cell_mm
    return list(zip(x.tolist(), y.tolist(), strict=True))
