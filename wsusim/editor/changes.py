"""What each edit does to a world: pure functions from a world to the next one.

Every function returns a ``Change``: the new world, the ids that it is about (the new selection)
and what a person should be told. Three rules hold after each of them: objects stay within the
arena; a body that would stand in a wall or in another body gives way to the nearest free place,
also when it is the wall that was moved; and where there is no such place within reach, nothing is
changed at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from wsusim.editor.objects import (
    WorldObject,
    all_objects,
    bounds_mm,
    centre_mm,
    chosen,
    kind_of,
    moved,
    outline_mm,
    overfull,
    turned,
    with_added,
    with_replaced,
    without,
)
from wsusim.editor.placing import brought_inside, conflicts, is_inside, settle
from wsusim.formats.entries import MM_PER_PX_MAX, MM_PER_PX_MIN
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Point, Pose
from wsusim.model.world import GoalRegion, RobotStart, Wall, World

WALL_LENGTH_MIN_MM = 5.0
"""A wall is not pulled shorter than this by hand."""

GOAL_SIDE_MIN_MM = 10.0


class Alignment(StrEnum):
    """How several objects are lined up."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"
    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


_LINES = {
    Alignment.LEFT: (0, 0.0),
    Alignment.CENTRE: (0, 0.5),
    Alignment.RIGHT: (0, 1.0),
    Alignment.BOTTOM: (1, 0.0),
    Alignment.MIDDLE: (1, 0.5),
    Alignment.TOP: (1, 1.0),
}
"""Whether x or y is made the same, and where it is in the box around an object."""


@dataclass(frozen=True, slots=True)
class Change:
    """The outcome of an edit.

    ``intended`` holds the bodies that gave way, where they would have stood; ``refused`` the
    objects that found no room, or of which there would be more than ``most``: when there are any,
    ``world`` is the old one.
    """

    world: World
    ids: tuple[int, ...]
    intended: tuple[WorldObject, ...] = ()
    refused: tuple[WorldObject, ...] = ()
    most: int | None = None

    @property
    def is_refused(self) -> bool:
        """Whether nothing was changed because there is no room, or too much there already."""
        return bool(self.refused)


def add(world: World, things: Sequence[WorldObject]) -> Change:
    """Add objects under new ids, unless there would be more of a kind than a maze may hold."""
    grown, ids = with_added(world, things)
    if (full := overfull(grown)) is not None:
        kind, most = full
        refused = tuple(thing for thing in chosen(grown, ids) if kind_of(thing) is kind)
        return Change(world, ids, refused=refused, most=most)
    return _settled(world, grown, ids)


def delete(world: World, ids: Collection[int]) -> Change:
    """Remove objects."""
    return Change(without(world, ids), ())


def move(world: World, ids: Collection[int], dx_mm: float, dy_mm: float) -> Change:
    """Shift objects together."""
    return _changed(world, ids, lambda thing: moved(thing, dx_mm, dy_mm))


def rotate(
    world: World, ids: Collection[int], angle_rad: float, about_mm: Point | None = None
) -> Change:
    """Turn objects counter-clockwise, about their common middle unless a point is given."""
    pivot = about_mm or pivot_mm(chosen(world, ids))
    return _changed(world, ids, lambda thing: turned(thing, angle_rad, pivot))


def move_wall_end(world: World, wall_id: int, end: int, to_mm: Point) -> Change:
    """Put end 0 or 1 of a wall somewhere else; it stays longer than ``WALL_LENGTH_MIN_MM``."""

    def pull(thing: WorldObject) -> WorldObject:
        assert isinstance(thing, Wall)
        fixed = (thing.x1_mm, thing.y1_mm) if end == 0 else (thing.x0_mm, thing.y0_mm)
        if math.dist(fixed, to_mm) < WALL_LENGTH_MIN_MM:
            return thing
        if end == 0:
            return replace(thing, x0_mm=to_mm[0], y0_mm=to_mm[1])
        return replace(thing, x1_mm=to_mm[0], y1_mm=to_mm[1])

    return _changed(world, [wall_id], pull)


def resize_goal(world: World, goal_id: int, corner: int, to_mm: Point) -> Change:
    """Pull one corner of a goal region (0 to 3, counter-clockwise); the opposite one stays."""

    def pull(thing: WorldObject) -> WorldObject:
        assert isinstance(thing, GoalRegion)
        fixed = outline_mm(thing)[(corner + 2) % 4]
        heading_rad = thing.pose.heading_rad
        back = Pose(0.0, 0.0, -heading_rad)
        u, v = back.place((to_mm[0] - fixed[0], to_mm[1] - fixed[1]))
        u = _at_least(u, -1.0 if corner in (0, 3) else 1.0)
        v = _at_least(v, -1.0 if corner in (0, 1) else 1.0)
        x_mm, y_mm = Pose(fixed[0], fixed[1], heading_rad).place((u / 2.0, v / 2.0))
        pose = Pose(x_mm, y_mm, heading_rad)
        return replace(thing, pose=pose, width_mm=abs(u), height_mm=abs(v))

    return _changed(world, [goal_id], pull)


def scale_picture(world: World, picture_id: int, corner: int, to_mm: Point) -> Change:
    """Pull one corner of a picture (0 to 3, counter-clockwise); the opposite one stays."""

    def pull(thing: WorldObject) -> WorldObject:
        assert isinstance(thing, FloorPicture)
        corners = outline_mm(thing)
        fixed, own = corners[(corner + 2) % 4], corners[corner]
        across = (own[0] - fixed[0], own[1] - fixed[1])
        along = (to_mm[0] - fixed[0]) * across[0] + (to_mm[1] - fixed[1]) * across[1]
        times = along / (across[0] ** 2 + across[1] ** 2)
        mm_per_px = min(MM_PER_PX_MAX, max(MM_PER_PX_MIN, thing.mm_per_px * times))
        times = mm_per_px / thing.mm_per_px
        x_mm, y_mm = fixed[0] + across[0] * times / 2.0, fixed[1] + across[1] * times / 2.0
        return replace(thing, mm_per_px=mm_per_px, x_mm=x_mm, y_mm=y_mm)

    return _changed(world, [picture_id], pull)


def stretch(world: World, ids: Collection[int], dx_mm: float, dy_mm: float) -> Change:
    """Move the second end of walls and the upper right corner of the others: resizing by keys."""
    after = world
    for thing in chosen(world, ids):
        if isinstance(thing, Wall):
            to_mm = (thing.x1_mm + dx_mm, thing.y1_mm + dy_mm)
            after = move_wall_end(after, thing.id, 1, to_mm).world
        elif isinstance(thing, GoalRegion):
            x_mm, y_mm = outline_mm(thing)[2]
            after = resize_goal(after, thing.id, 2, (x_mm + dx_mm, y_mm + dy_mm)).world
        elif isinstance(thing, FloorPicture):
            x_mm, y_mm = outline_mm(thing)[2]
            after = scale_picture(after, thing.id, 2, (x_mm + dx_mm, y_mm + dy_mm)).world
    return _settled(world, after, tuple(ids))


def align(world: World, ids: Collection[int], how: Alignment) -> Change:
    """Line objects up at one side, or by the middle, of the box around all of them."""
    box = bounds_mm(chosen(world, ids))
    if box is None:
        return Change(world, ())
    axis, share = _LINES[how]

    def line(bounds: tuple[float, float, float, float]) -> float:
        return (1.0 - share) * bounds[axis] + share * bounds[axis + 2]

    def line_up(thing: WorldObject) -> WorldObject:
        own = bounds_mm([thing])
        assert own is not None
        by_mm = line(box) - line(own)
        return moved(thing, by_mm, 0.0) if axis == 0 else moved(thing, 0.0, by_mm)

    return _changed(world, ids, line_up)


def duplicate(world: World, ids: Collection[int], dx_mm: float, dy_mm: float) -> Change:
    """Add copies of objects, shifted by so much."""
    return add(world, [moved(thing, dx_mm, dy_mm) for thing in chosen(world, ids)])


def exchange(world: World, things: Sequence[WorldObject]) -> Change:
    """Put changed objects in the places of those with the same ids (properties typed in)."""
    return _settled(world, with_replaced(world, things), [thing.id for thing in things])


def change_maze(world: World, after: World) -> Change:
    """Change the maze's name, description, mission or floor; its objects stay in their places.

    On a smaller floor bodies give way from its border; other objects left outside refuse it.
    """
    outside = tuple(t for t in all_objects(after) if not is_inside(after.arena, t))
    if outside:
        return Change(world, (), refused=outside)
    return _settled(world, after, ())


def pivot_mm(things: Sequence[WorldObject]) -> Point:
    """Return the point about which objects turn: one object's centre, or the middle of the box."""
    if len(things) == 1:
        return centre_mm(things[0])
    box = bounds_mm(things)
    assert box is not None, "nothing is selected"
    return ((box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0)


def can_rotate(things: Sequence[WorldObject]) -> bool:
    """Return whether turning these objects changes anything."""
    return len(things) > 1 or any(isinstance(t, Wall | RobotStart | GoalRegion) for t in things)


def _changed(
    world: World, ids: Collection[int], change: Callable[[WorldObject], WorldObject]
) -> Change:
    things = chosen(world, ids)
    after = with_replaced(world, [change(thing) for thing in things])
    return _settled(world, after, [thing.id for thing in things])


def _settled(before: World, after: World, ids: Sequence[int]) -> Change:
    """Apply the three rules to an edit of the objects ``ids``."""
    things = chosen(after, ids)
    after = with_replaced(after, brought_inside(after.arena, things))
    outside = tuple(thing for thing in chosen(after, ids) if not is_inside(after.arena, thing))
    if outside:
        return Change(before, tuple(ids), refused=outside)
    placed = settle(after, conflicts(after).intersection(ids))
    pushed = settle(placed.world, conflicts(placed.world) - conflicts(before))
    refused = {*placed.refused, *pushed.refused}
    if refused:
        return Change(before, tuple(ids), refused=chosen(after, refused))
    slid = placed.slid_mm.keys() | pushed.slid_mm.keys()
    return Change(pushed.world, tuple(ids), intended=chosen(after, slid))


def _at_least(length: float, sign: float) -> float:
    return sign * max(length * sign, GOAL_SIDE_MIN_MM)
