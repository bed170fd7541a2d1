"""Walls that meet at their ends: closing the notch that two square ends leave at a corner."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from wsusim.editor.objects import wall_ends
from wsusim.model.geometry import Point
from wsusim.model.world import Wall, World

TOUCH_MM = 0.5
"""Ends nearer than this are one corner."""

SQUARE = 0.98
"""Sine of the angle between two walls, at least: lengthening a wall closes square corners only."""


def closed_corners(world: World, ids: Collection[int]) -> list[Wall]:
    """Return the walls of these ids that must be longer, so that no square corner has a notch.

    At each corner one wall goes on by half the thickness of the other. What robots see and touch
    changes with it: a wall is where it is drawn.
    """
    now = {wall.id: wall for wall in world.walls}
    for wall in world.walls:
        if wall.id not in ids or _length_mm(wall) == 0.0:
            continue
        for number, end in enumerate(wall_ends(wall)):
            for other in world.walls:
                gap_mm = 0.0 if other is wall else _notch_mm(wall, number, end, other)
                if gap_mm and not _is_covered(_in_notch(wall, number, end, other), now.values()):
                    now[wall.id] = _lengthened(now[wall.id], number, gap_mm)
    return [now[wall.id] for wall in world.walls if now[wall.id] != wall]


def _notch_mm(wall: Wall, number: int, end: Point, other: Wall) -> float:
    """Return by how much a wall must go on to close its corner with another; 0: there is none."""
    meets = any(math.dist(end, place) <= TOUCH_MM for place in wall_ends(other))
    if not meets or _length_mm(other) == 0.0:
        return 0.0
    along, across = _outward(wall, number), _away_from(other, end)
    sine = abs(along[0] * across[1] - along[1] * across[0])
    return other.thickness_mm / 2.0 if sine >= SQUARE else 0.0


def _in_notch(wall: Wall, number: int, end: Point, other: Wall) -> Point:
    """Return the middle of the square that neither of two walls fills."""
    along, away = _outward(wall, number), _away_from(other, end)
    on, back = other.thickness_mm / 4.0, wall.thickness_mm / 4.0
    return (end[0] + on * along[0] - back * away[0], end[1] + on * along[1] - back * away[1])


def _is_covered(at_mm: Point, walls: Collection[Wall]) -> bool:
    return any(_is_in(at_mm, wall.corners_mm()) for wall in walls)


def _is_in(at_mm: Point, corners_mm: Sequence[Point]) -> bool:
    """Return whether a point is in a convex area whose corners run counter-clockwise."""
    pairs = zip(corners_mm, (*corners_mm[1:], corners_mm[0]), strict=True)
    return all(
        (x1 - x0) * (at_mm[1] - y0) - (y1 - y0) * (at_mm[0] - x0) >= 0.0
        for (x0, y0), (x1, y1) in pairs
    )


def _lengthened(wall: Wall, number: int, by_mm: float) -> Wall:
    dx, dy = (by_mm * part for part in _outward(wall, number))
    if number == 0:
        return replace(wall, x0_mm=wall.x0_mm + dx, y0_mm=wall.y0_mm + dy)
    return replace(wall, x1_mm=wall.x1_mm + dx, y1_mm=wall.y1_mm + dy)


def _outward(wall: Wall, number: int) -> Point:
    """Return the direction in which a wall ends."""
    here, there = wall_ends(wall)[number], wall_ends(wall)[1 - number]
    return _direction(there, here)


def _away_from(wall: Wall, end: Point) -> Point:
    """Return the direction in which a wall leads away from the end that is here."""
    near, far = sorted(wall_ends(wall), key=lambda place: math.dist(place, end))
    return _direction(near, far)


def _direction(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return ((end[0] - start[0]) / length, (end[1] - start[1]) / length)


def _length_mm(wall: Wall) -> float:
    start, end = wall_ends(wall)
    return math.dist(start, end)
