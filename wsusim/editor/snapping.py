"""Where a point goes when it is drawn to the grid or to the end of a wall. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from wsusim.editor.objects import WorldObject, centre_mm, wall_ends
from wsusim.model.geometry import Point
from wsusim.model.world import Wall, World

ANGLE_STEP_DEG = 15.0
"""Turning by hand goes in these steps, unless Alt is held."""


@dataclass(frozen=True, slots=True)
class Snapping:
    """What draws a point: a grid of this size (0 = none) and wall ends within ``reach_mm``."""

    grid_mm: float = 0.0
    reach_mm: float = 0.0

    def point(self, at_mm: Point, ends: Collection[Point] = ()) -> Point:
        """Return the wall end within reach, or else the grid point nearest to ``at_mm``."""
        near = min(ends, key=lambda end: math.dist(end, at_mm), default=None)
        if near is not None and math.dist(near, at_mm) <= self.reach_mm:
            return near
        return self.grid_point(at_mm)

    def grid_point(self, at_mm: Point) -> Point:
        """Return the nearest grid point; the point itself without a grid."""
        if self.grid_mm <= 0.0:
            return at_mm
        return (
            round(at_mm[0] / self.grid_mm) * self.grid_mm,
            round(at_mm[1] / self.grid_mm) * self.grid_mm,
        )

    def shift(self, thing: WorldObject, by_mm: Point, ends: Collection[Point]) -> Point:
        """Return the shift nearest to ``by_mm`` that puts the object on the grid or an end.

        A wall snaps by whichever of its ends is nearest to a wall end, and else to the grid by
        its first end; all else by its centre.
        """
        anchors = wall_ends(thing) if isinstance(thing, Wall) else (centre_mm(thing),)
        targets = ends if isinstance(thing, Wall) else ()
        places = [(x + by_mm[0], y + by_mm[1]) for x, y in anchors]
        best = min(
            ((math.dist(end, place), end, place) for place in places for end in targets),
            default=None,
        )
        if best is not None and best[0] <= self.reach_mm:
            place, goal = best[2], best[1]
        else:
            place, goal = places[0], self.grid_point(places[0])
        return (by_mm[0] + goal[0] - place[0], by_mm[1] + goal[1] - place[1])


def snap_ends(world: World, ignored: Collection[int] = ()) -> tuple[Point, ...]:
    """Return the points that draw wall ends: ends of the other walls, corners of the arena."""
    return (*_ends(world, ignored), *world.arena.outline_mm)


def _ends(world: World, ignored: Collection[int]) -> Iterator[Point]:
    for wall in world.walls:
        if wall.id not in ignored:
            yield from wall_ends(wall)


def snap_angle_rad(angle_rad: float) -> float:
    """Return the nearest multiple of ``ANGLE_STEP_DEG``."""
    step = math.radians(ANGLE_STEP_DEG)
    return round(angle_rad / step) * step
