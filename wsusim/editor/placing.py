"""Where a round thing may stand: free floor, the nearest free place, and what is in the way.

Pure geometry in millimetres. Two things may touch; they must not overlap.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wsusim.editor.objects import (
    Body,
    WorldObject,
    body_radius_mm,
    centre_mm,
    moved,
    outline_mm,
    wall_ends,
    with_replaced,
)
from wsusim.formats.world_check import TOUCH_MM
from wsusim.model.clearance import Clearance
from wsusim.model.geometry import Point
from wsusim.model.world import Arena, Light, Wall, World

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

SLIDE_REACH_MM = 150.0
"""A thing dropped where there is no room slides at most this far; beyond, the drop is refused."""

CLEARANCE_MM = 0.5
"""Room left around a thing that slid to its place."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A world whose moved bodies stand on free floor.

    ``slid_mm`` holds how far each body had to move aside; ``refused`` the bodies for which there
    is no room within reach (they stand where they were dropped, and the edit must not be made).
    """

    world: World
    slid_mm: dict[int, float]
    refused: tuple[int, ...]


class Floor:
    """The floor of a world without some objects: where bodies fit between walls and each other.

    The rules are those of the maze file: a lamp's foot may lean into a wall, its middle not, and
    lamps may stand in one another.
    """

    def __init__(self, world: World, ignored: Collection[int] = ()) -> None:
        self._border = world.arena.outline_mm
        self._walls = tuple(wall for wall in world.walls if wall.id not in ignored)
        self._clearance = Clearance(world.arena, self._walls)
        self._bodies = [body for body in bodies(world) if body.id not in ignored]

    def is_free(self, body: Body, at_mm: Point) -> bool:
        """Return whether a body fits here; it is not in its own way."""
        fixed_mm = float(self._clearance.fixed_mm(np.array([at_mm]))[0])
        return fixed_mm >= _stand_off_mm(body) - TOUCH_MM and all(
            math.dist(centre, at_mm) >= room_mm - TOUCH_MM
            for centre, room_mm in self._neighbours(body)
        )

    def nearest(self, body: Body, at_mm: Point) -> Point | None:
        """Return the free place nearest to a point, the point itself when it is free.

        ``None`` when there is none within ``SLIDE_REACH_MM``. Cost: some milliseconds (shapely).
        """
        if self.is_free(body, at_mm):
            return at_mm
        from shapely import Point as Spot
        from shapely.ops import nearest_points

        places = self._places(body, at_mm)
        if places.is_empty:
            return None
        spot = nearest_points(places, Spot(at_mm))[0]
        place = (float(spot.x), float(spot.y))
        return place if math.dist(place, at_mm) <= SLIDE_REACH_MM else None

    def _neighbours(self, body: Body) -> Iterator[tuple[Point, float]]:
        """Yield the centre of each other body and how far from it this one must stay."""
        for other in self._bodies:
            both_lamps = isinstance(body, Light) and isinstance(other, Light)
            if other.id != body.id and not both_lamps:
                yield centre_mm(other), body_radius_mm(other) + body_radius_mm(body)

    def _places(self, body: Body, at_mm: Point) -> BaseGeometry:
        """Return all places within reach where a body's centre may be."""
        from shapely import Point as Spot
        from shapely import Polygon, union_all

        reach_mm = SLIDE_REACH_MM + 1.0
        off_mm = _stand_off_mm(body) + CLEARANCE_MM
        near = Spot(at_mm).buffer(reach_mm)
        (to_walls_mm,) = self._clearance.to_walls_mm(np.array([at_mm]))
        taken = [
            Polygon(outline_mm(wall)).buffer(off_mm)
            for wall, distance_mm in zip(self._walls, to_walls_mm, strict=True)
            if distance_mm < reach_mm + off_mm
        ]
        for centre, room_mm in self._neighbours(body):
            if math.dist(centre, at_mm) < reach_mm + room_mm:
                taken.append(Spot(centre).buffer(room_mm + CLEARANCE_MM, quad_segs=32))
        floor = Polygon(self._border).buffer(-off_mm).intersection(near)
        return floor.difference(union_all(taken)) if taken else floor


def bodies(world: World) -> Iterator[Body]:
    """Yield everything round that needs free floor."""
    yield from world.lights
    yield from world.movables
    yield from world.robots


def is_inside(arena: Arena, thing: WorldObject) -> bool:
    """Return whether an object's centre, or both ends of a wall, lie in the box round the arena."""
    return all(
        -TOUCH_MM <= x <= arena.width_mm + TOUCH_MM and -TOUCH_MM <= y <= arena.height_mm + TOUCH_MM
        for x, y in _anchors(thing)
    )


def brought_inside(arena: Arena, things: Sequence[WorldObject]) -> tuple[WorldObject, ...]:
    """Return the objects, shifted together by as little as brings them into the arena's box."""
    points = [point for thing in things for point in _anchors(thing)]
    if not points:
        return ()
    dx_mm = _shift_inside([x for x, _ in points], arena.width_mm)
    dy_mm = _shift_inside([y for _, y in points], arena.height_mm)
    if dx_mm == 0.0 and dy_mm == 0.0:
        return tuple(things)
    return tuple(moved(thing, dx_mm, dy_mm) for thing in things)


def conflicts(world: World) -> frozenset[int]:
    """Return the ids of all bodies that overlap a wall, the border or another body."""
    things = list(bodies(world))
    if not things:
        return frozenset()
    places = np.array([centre_mm(body) for body in things])
    radius = np.array([body_radius_mm(body) for body in things])
    stand_off = np.array([_stand_off_mm(body) for body in things])
    is_lamp = np.array([isinstance(body, Light) for body in things])
    in_wall = Clearance(world.arena, world.walls).fixed_mm(places) < stand_off - TOUCH_MM
    apart = places[:, None, :] - places
    overlaps = np.hypot(apart[..., 0], apart[..., 1]) < radius[:, None] + radius - TOUCH_MM
    overlaps &= ~(is_lamp[:, None] & is_lamp)
    np.fill_diagonal(overlaps, val=False)
    crowded = in_wall | overlaps.any(axis=1)
    return frozenset(
        body.id for body, is_crowded in zip(things, crowded, strict=True) if is_crowded
    )


def settle(world: World, ids: Collection[int]) -> Settled:
    """Move each of these bodies to the free place nearest to where it is.

    They are placed one after the other; those still waiting are not in the way. Bodies that fit
    where they are, and objects that need no floor (walls, regions, notes), stay as they are.
    """
    waiting = [body for body in bodies(world) if body.id in ids]
    names = {body.id for body in waiting}
    slid_mm: dict[int, float] = {}
    refused: list[int] = []
    for body in waiting:
        at_mm = centre_mm(body)
        place_mm = Floor(world, names).nearest(body, at_mm)
        if place_mm is None:
            refused.append(body.id)
        elif place_mm != at_mm:
            slid_mm[body.id] = math.dist(at_mm, place_mm)
            aside = moved(body, place_mm[0] - at_mm[0], place_mm[1] - at_mm[1])
            world = with_replaced(world, [aside])
        names.discard(body.id)
    return Settled(world, slid_mm, tuple(refused))


def _stand_off_mm(body: Body) -> float:
    """Return how far from walls and border a body's centre must stay."""
    return 0.0 if isinstance(body, Light) else body_radius_mm(body)


def _anchors(thing: WorldObject) -> tuple[Point, ...]:
    return wall_ends(thing) if isinstance(thing, Wall) else (centre_mm(thing),)


def _shift_inside(values: list[float], high: float) -> float:
    """Return the shift that brings values into 0..``high``, as far as they fit there."""
    return max(0.0, -min(values)) or min(0.0, high - max(values))
