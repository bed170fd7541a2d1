"""Rules that a world must keep beyond its single values: room, order, a mission that can be won."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from wsusim.formats.entries import NO_IDS_LEFT, OBJECTS_MAX
from wsusim.formats.floor_outline import outline_problem
from wsusim.formats.sensor_models import sensor_model_problems
from wsusim.model.clearance import Clearance
from wsusim.model.elementary import hypot
from wsusim.model.geometry import Point
from wsusim.model.limits import SIDE_MAX_MM
from wsusim.model.text import counted, did_you_mean, plain
from wsusim.model.tuning import PER_SENSOR, RobotTuning
from wsusim.model.world import ID_MAX, SIDE_MIN_MM, Box, GoalRegion, Wall, World
from wsusim.robots import ROBOT_KINDS, SHIPPED, robot_kind

TOUCH_MM = 0.05
"""Overlap forgiven: rounding in files and importers, far below what a sensor or contact feels."""

CELLS_MAX = 25_000_000
"""Cells of the object-ID matrix, 50 MB: 12 m a side at the usual cell."""

WALL_MIN_MM = 0.1
GOAL_SAMPLES = 9


@dataclass(frozen=True, slots=True)
class _Disc:
    """Something round that needs room."""

    label: str
    x_mm: float
    y_mm: float
    radius_mm: float
    is_lamp: bool = False


def find_problems(world: World) -> list[str]:
    """Return everything that is wrong with a world, one sentence each; empty if it is valid."""
    problems = list(_identity_problems(world))
    arena = list(_arena_problems(world))
    problems += arena
    if not arena:
        problems += _wall_problems(world)
        if all(_has_length(wall) for wall in world.walls):  # to others nothing has a distance
            clearance = Clearance(world.arena, world.walls)
            problems += _room_problems(world, clearance)
            problems += _goal_problems(world, clearance)
    problems += _mission_problems(world)
    return problems


def _identity_problems(world: World) -> Iterator[str]:
    owner: dict[int, str] = {}
    for kind, most in OBJECTS_MAX.items():
        things = getattr(world, kind)
        if len(things) > most:
            yield f"{kind} has {len(things)} items, but it must have at most {most}."
        for index, thing in enumerate(things):
            label = f"{kind}[{index}]"
            if thing.id in owner:
                yield f"{label} has the id {thing.id} of {owner[thing.id]}. Give it another."
            owner.setdefault(thing.id, label)
    if owner and world.next_id <= max(owner):
        yield f"next_id is {world.next_id}, but it must be above the greatest id, {max(owner)}."
    if world.next_id > ID_MAX + 1:
        yield NO_IDS_LEFT


def _arena_problems(world: World) -> Iterator[str]:
    arena = world.arena
    problem = outline_problem(arena.outline_mm)
    if problem:
        yield f"arena.outline_mm is not a simple polygon: {problem}."
    for index, (x, y) in enumerate(arena.outline_mm):
        if not (0.0 <= x <= arena.width_mm and 0.0 <= y <= arena.height_mm):
            yield (
                f"arena.outline_mm[{index}] is {_point(x, y)}, but it must lie within "
                f"{_point(0.0, 0.0)} to {_point(arena.width_mm, arena.height_mm)}."
            )
    sides = (arena.width_mm, arena.height_mm)
    if min(sides) < SIDE_MIN_MM or max(sides) > SIDE_MAX_MM:
        yield (
            f"The arena is {plain(arena.width_mm)} x {plain(arena.height_mm)} mm, but each side "
            f"must be from {plain(SIDE_MIN_MM)} to {plain(SIDE_MAX_MM)} mm."
        )
    cells = arena.width_mm * arena.height_mm / world.cell_mm**2
    if cells > CELLS_MAX:
        yield (
            f"The arena has {cells / 1e6:.0f} million cells of {plain(world.cell_mm)} mm, but at "
            f"most {CELLS_MAX / 1e6:.0f} million are possible. Make the arena smaller, or cell_mm "
            "larger."
        )


def _has_length(wall: Wall) -> bool:
    return hypot(wall.x1_mm - wall.x0_mm, wall.y1_mm - wall.y0_mm) >= WALL_MIN_MM


def _wall_problems(world: World) -> Iterator[str]:
    width, height = world.arena.width_mm, world.arena.height_mm
    for index, wall in enumerate(world.walls):
        if not _has_length(wall):
            yield f"walls[{index}] has no length: from_mm and to_mm are the same point. Move one."
        for end, x, y in (("from_mm", wall.x0_mm, wall.y0_mm), ("to_mm", wall.x1_mm, wall.y1_mm)):
            spare = wall.thickness_mm
            if not (-spare <= x <= width + spare and -spare <= y <= height + spare):
                yield (
                    f"walls[{index}].{end} is {_point(x, y)}, outside the arena of {plain(width)} "
                    f"x {plain(height)} mm. Move it inside."
                )


def _discs(world: World) -> Iterator[_Disc]:
    for kind in ("lights", "caps", "balls", "cylinders", "boxes"):
        for i, thing in enumerate(getattr(world, kind)):
            # The engine moves corners of boxes apart that overlap.
            is_box = isinstance(thing, Box)
            across = min(thing.width_mm, thing.depth_mm) if is_box else thing.diameter_mm
            yield _Disc(f"{kind}[{i}]", thing.x_mm, thing.y_mm, across / 2.0, kind == "lights")
    for i, robot in enumerate(world.robots):
        known = ROBOT_KINDS.get(robot.kind)
        radius = known.radius_mm if known else 0.0
        yield _Disc(f"robots[{i}]", robot.pose.x_mm, robot.pose.y_mm, radius)


def _room_problems(world: World, clearance: Clearance) -> Iterator[str]:
    discs = list(_discs(world))
    for disc in discs:
        yield from _fixed_problems(disc, clearance)
    for index, disc in enumerate(discs):
        crowding = next((one for one in discs[:index] if _overlap_mm(one, disc) > TOUCH_MM), None)
        if crowding:
            overlap = _overlap_mm(crowding, disc)
            yield f"{disc.label} overlaps {crowding.label} by {overlap:.1f} mm. Move one of them."


def _overlap_mm(one: _Disc, other: _Disc) -> float:
    """Return how far two things overlap, 0 or less: not at all; lamps may overlap lamps."""
    dx_mm, dy_mm = one.x_mm - other.x_mm, one.y_mm - other.y_mm
    reach_mm = one.radius_mm + other.radius_mm
    # Most pairs of a thousand robots are far apart, and a distance that is exact takes long.
    if abs(dx_mm) >= reach_mm or abs(dy_mm) >= reach_mm or (one.is_lamp and other.is_lamp):
        return 0.0
    return reach_mm - hypot(dx_mm, dy_mm)


def _fixed_problems(disc: _Disc, clearance: Clearance) -> Iterator[str]:
    """Yield what is wrong with a thing's place; a lamp may lean into a wall, its middle not."""
    radius = 0.0 if disc.is_lamp else disc.radius_mm
    at = f"{disc.label} at {_point(disc.x_mm, disc.y_mm)}"
    point = np.array([(disc.x_mm, disc.y_mm)])
    border = float(clearance.to_border_mm(point)[0])
    if border < -TOUCH_MM:
        yield f"{at} is outside the arena's floor. Move it inside."
        return
    if border < radius - TOUCH_MM:
        yield f"{at} is {radius - border:.1f} mm too close to the arena's border. Move it inward."
    walls = clearance.to_walls_mm(point)[0]
    for index in np.flatnonzero(walls < radius - TOUCH_MM)[:1]:
        yield f"{at} is {radius - walls[index]:.1f} mm too close to walls[{index}]. Move it away."


def _goal_problems(world: World, clearance: Clearance) -> Iterator[str]:
    for index, goal in enumerate(world.goals):
        middle = [(goal.pose.x_mm, goal.pose.y_mm)]
        if not (_is_on_floor(middle, clearance) or _is_on_floor(_samples(goal), clearance)):
            yield f"goals[{index}] at {_point(*middle[0])} covers no free floor. Move it."


def _is_on_floor(points: Sequence[Point], clearance: Clearance) -> bool:
    """Return whether any of the points lies on floor without a wall."""
    return bool((clearance.fixed_mm(np.array(points)) > 0.0).any())


def _samples(goal: GoalRegion) -> list[Point]:
    """Return points spread over a goal, its middle among them."""
    steps = [(k + 0.5) / GOAL_SAMPLES - 0.5 for k in range(GOAL_SAMPLES)]
    grid = itertools.product(steps, steps)
    points = (goal.pose.place((u * goal.width_mm, v * goal.height_mm)) for u, v in grid)
    return [point for point in points if goal.contains(*point)]


def _mission_problems(world: World) -> Iterator[str]:
    mission = world.mission
    for index, robot in enumerate(world.robots):
        if robot.kind not in ROBOT_KINDS:
            hint = did_you_mean(robot.kind, SHIPPED)
            yield f"robots[{index}].kind is {robot.kind!r}, which does not exist.{hint}"
        if robot.tuning is not None and robot.kind in ROBOT_KINDS:
            for problem in sensor_model_problems(robot.tuning, robot.kind):
                yield f"robots[{index}].tuning.{problem}"
            for name, count in _short_lists(robot.tuning, len(robot_kind(robot.kind).sensors)):
                yield (
                    f"robots[{index}].tuning.{name} has {count} items, but it must have at least "
                    f"{len(robot_kind(robot.kind).sensors)}."
                )
        for k, slow in enumerate(robot.tuning.slow_motors if robot.tuning else ()):
            if slow.until_s <= slow.from_s:
                yield (
                    f"robots[{index}].tuning.slow_motors[{k}].until_s is {plain(slow.until_s)}, "
                    f"but it must be above from_s, {plain(slow.from_s)}."
                )
    if mission.kind == "soccer":
        yield from _soccer_problems(world)
    if mission.kind in ("free", "soccer"):
        return
    if not world.goals:
        yield f"The mission {mission.kind!r} can't be won: there are no goals. Add one to goals."
    if not world.robots:
        yield f"The mission {mission.kind!r} can't be won: there are no robots. Add one to robots."
    if mission.kind == "deliver_caps":
        wanted, caps = mission.caps_to_deliver or 1, len(world.caps)
        if not caps:
            yield f"The mission {mission.kind!r} can't be won: there are no caps. Add one to caps."
        elif caps < wanted:
            yield (
                f"mission.caps_to_deliver is {wanted}, but the maze has only "
                f"{counted(caps, 'cap')}. Add caps, or ask for fewer."
            )


def _short_lists(tuning: RobotTuning, sensors: int) -> Iterator[tuple[str, int]]:
    """Yield the lists of figures that are too short for so many sensors, and their lengths."""
    for name in PER_SENSOR:
        values = getattr(tuning, name)
        if values is not None and len(values) < sensors:
            yield name, len(values)


def _soccer_problems(world: World) -> Iterator[str]:
    if len(world.goals) < 2:
        yield "Soccer needs two goals, one on the left and one on the right. Add them to goals."
    if not world.balls:
        yield "Soccer needs a ball. Add one to balls."
    elif not world.balls[0].rolls:
        yield "balls[0].rolls is false, but soccer needs a ball that rolls. Write true."


def _point(x_mm: float, y_mm: float) -> str:
    return f"[{plain(round(x_mm, 3))}, {plain(round(y_mm, 3))}]"
