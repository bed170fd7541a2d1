"""The grips at a selection: where they are and what pulling them does. Pure functions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from wsusim.editor.changes import can_rotate, pivot_mm
from wsusim.editor.objects import Ids, WorldObject, bounds_mm, chosen, outline_mm, wall_ends
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Point
from wsusim.model.world import GoalRegion, RobotStart, Wall, World


class HandleKind(StrEnum):
    """What pulling a handle does."""

    ROTATE = "rotate"
    WALL_END = "wall end"
    GOAL_CORNER = "goal corner"
    PICTURE_CORNER = "picture corner"


@dataclass(frozen=True, slots=True)
class Handle:
    """A grip; ``index`` is the wall's end or the region's corner, ``root_mm`` where its stem is."""

    kind: HandleKind
    at_mm: Point
    index: int = 0
    root_mm: Point | None = None


def handles_of(world: World, ids: Ids, stem_mm: float) -> tuple[Handle, ...]:
    """Return the handles of a selection; the one for turning stands ``stem_mm`` off."""
    things = chosen(world, ids)
    if not things:
        return ()
    kind, places = _grips(things[0]) if len(things) == 1 else (HandleKind.ROTATE, ())
    found = [Handle(kind, place, index) for index, place in enumerate(places)]
    if can_rotate(things):
        found.append(_rotate_handle(world, ids, stem_mm))
    return tuple(found)


def _grips(thing: WorldObject) -> tuple[HandleKind, tuple[Point, ...]]:
    """Return what can be pulled at one object, and where."""
    match thing:
        case Wall():
            return HandleKind.WALL_END, wall_ends(thing)
        case GoalRegion():
            return HandleKind.GOAL_CORNER, outline_mm(thing)
        case FloorPicture():
            return HandleKind.PICTURE_CORNER, outline_mm(thing)
    return HandleKind.ROTATE, ()


def _rotate_handle(world: World, ids: Ids, stem_mm: float) -> Handle:
    """Return the handle for turning: ahead of a robot, beside a wall, above all else."""
    things = chosen(world, ids)
    pivot = pivot_mm(things)
    box = bounds_mm(things)
    assert box is not None
    angle_rad, arm_mm = math.pi / 2.0, box[3] - pivot[1]
    if len(things) == 1:
        thing = things[0]
        if isinstance(thing, RobotStart):
            angle_rad = thing.pose.heading_rad
        elif isinstance(thing, GoalRegion):
            angle_rad, arm_mm = thing.pose.heading_rad + math.pi / 2.0, thing.height_mm / 2.0
        elif isinstance(thing, Wall):
            along = math.atan2(thing.y1_mm - thing.y0_mm, thing.x1_mm - thing.x0_mm)
            angle_rad, arm_mm = along + math.pi / 2.0, thing.thickness_mm / 2.0
    c, s = math.cos(angle_rad), math.sin(angle_rad)
    reach_mm = arm_mm + stem_mm
    at_mm = (pivot[0] + reach_mm * c, pivot[1] + reach_mm * s)
    root_mm = (pivot[0] + arm_mm * c, pivot[1] + arm_mm * s)
    return Handle(HandleKind.ROTATE, at_mm, root_mm=root_mm)
