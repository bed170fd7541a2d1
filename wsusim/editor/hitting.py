"""Which object lies under a point, inside a rectangle, or next in turn? Pure functions."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from wsusim.editor.objects import (
    WorldObject,
    all_objects,
    body_radius_mm,
    box_of,
    centre_mm,
    outline_mm,
)
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Point, Pose
from wsusim.model.world import Box as Block
from wsusim.model.world import GoalRegion, Note, Wall, World

Box = tuple[float, float, float, float]
"""``(left, bottom, right, top)`` in millimetres."""


def object_at(world: World, at_mm: Point, slack_mm: float = 0.0) -> WorldObject | None:
    """Return the topmost object within ``slack_mm`` of a point, or ``None`` on bare floor.

    An object that really covers the point goes before one that is only near it.
    """
    things = list(all_objects(world))[::-1]
    for slack in (0.0, slack_mm):
        for thing in things:
            if is_hit(thing, at_mm, slack):
                return thing
    return None


def is_hit(thing: WorldObject, at_mm: Point, slack_mm: float) -> bool:
    """Return whether an object covers a point, give or take ``slack_mm``."""
    if not isinstance(thing, Wall | GoalRegion | Note | FloorPicture | Block):
        return math.dist(centre_mm(thing), at_mm) <= body_radius_mm(thing) + slack_mm
    frame, width_mm, height_mm = box_of(thing)
    off_mm = (at_mm[0] - frame.x_mm, at_mm[1] - frame.y_mm)
    if math.hypot(*off_mm) > math.hypot(width_mm, height_mm) / 2.0 + 2.0 * slack_mm:
        return False  # the mouse asks for all objects at each step, and is far from most
    u, v = Pose(0.0, 0.0, -frame.heading_rad).place(off_mm)
    return abs(u) <= width_mm / 2.0 + slack_mm and abs(v) <= height_mm / 2.0 + slack_mm


def objects_within(world: World, box: Box) -> tuple[int, ...]:
    """Return the ids of all objects that lie wholly inside a rectangle."""
    left, bottom, right, top = box
    return tuple(
        thing.id
        for thing in all_objects(world)
        if all(left <= x <= right and bottom <= y <= top for x, y in outline_mm(thing))
    )


def neighbour(things: Iterable[WorldObject], ids: Collection[int], step: int) -> int | None:
    """Return the object after (``step`` 1) or before (-1) the selection, in reading order.

    Objects are read from top to bottom and from left to right. Past the last or the first one
    there is none (``None``), so that the Tab key can leave the arena.
    """

    def reading_order(thing: WorldObject) -> tuple[float, float, int]:
        x_mm, y_mm = centre_mm(thing)
        return (-y_mm, x_mm, thing.id)

    order = sorted(things, key=reading_order)
    names = [thing.id for thing in order]
    if not names:
        return None
    marked = [index for index, name in enumerate(names) if name in ids]
    if not marked:
        return names[0] if step > 0 else names[-1]
    index = (marked[-1] if step > 0 else marked[0]) + step
    return names[index] if 0 <= index < len(names) else None
