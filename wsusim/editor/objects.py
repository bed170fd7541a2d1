"""All objects of a world under one roof: find, list, replace, add, move and turn them.

Pure functions over frozen worlds: each returns a new world and leaves the old one alone.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

from wsusim.formats.entries import OBJECTS_MAX
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Point, Pose, wrap_rad
from wsusim.model.world import (
    Ball,
    Box,
    Cap,
    Cylinder,
    GoalRegion,
    Light,
    Note,
    RobotStart,
    Wall,
    World,
)
from wsusim.robots import robot_kind

WorldObject = (
    Wall | Light | Cap | Ball | Cylinder | Box | RobotStart | GoalRegion | Note | FloorPicture
)
"""Anything that has an id and stands in a world."""

Body = Light | Cap | Ball | Cylinder | Box | RobotStart
"""Things that need free floor; of a box the circle around it."""

Ids = frozenset[int]
"""Ids of some objects, such as those selected."""

NOTE_LINE_MM = 22.0
"""Height of one line of a note's text on the floor."""

NOTE_LETTER_MM = 11.5
"""Width kept for one letter of a note."""


class ObjectKind(StrEnum):
    """The kinds of objects; each value is the singular used in names and messages."""

    WALL = "wall"
    LIGHT = "light"
    CAP = "cap"
    BALL = "ball"
    CYLINDER = "cylinder"
    BOX = "box"
    ROBOT = "robot"
    GOAL = "goal"
    NOTE = "note"
    PICTURE = "picture"


PLACEABLE = tuple(kind for kind in ObjectKind if kind is not ObjectKind.PICTURE)
"""What is placed with a click; a picture comes from a file."""

_KINDS: dict[type, tuple[ObjectKind, str]] = {
    FloorPicture: (ObjectKind.PICTURE, "floor_pictures"),
    GoalRegion: (ObjectKind.GOAL, "goals"),
    Wall: (ObjectKind.WALL, "walls"),
    Light: (ObjectKind.LIGHT, "lights"),
    Box: (ObjectKind.BOX, "boxes"),
    Cylinder: (ObjectKind.CYLINDER, "cylinders"),
    Ball: (ObjectKind.BALL, "balls"),
    Cap: (ObjectKind.CAP, "caps"),
    RobotStart: (ObjectKind.ROBOT, "robots"),
    Note: (ObjectKind.NOTE, "notes"),
}
"""The kind of each class and the world's tuple of it, those that lie lowest on the floor first."""


def kind_of(thing: WorldObject) -> ObjectKind:
    """Return which kind of object this is."""
    return _KINDS[type(thing)][0]


def all_objects(world: World) -> Iterator[WorldObject]:
    """Yield every object, those that lie lowest on the floor first."""
    for _, field in _KINDS.values():
        yield from getattr(world, field)


def objects_by_id(world: World) -> dict[int, WorldObject]:
    """Return every object under its id."""
    return {thing.id: thing for thing in all_objects(world)}


def chosen(world: World, ids: Collection[int]) -> tuple[WorldObject, ...]:
    """Return the objects with these ids in the order of ``all_objects``; unknown ids are left."""
    return tuple(thing for thing in all_objects(world) if thing.id in ids)


def with_replaced(world: World, things: Iterable[WorldObject]) -> World:
    """Return the world with these objects in the places of those with the same ids."""
    new = {thing.id: thing for thing in things}
    changed: dict[str, Any] = {}
    for field in {_KINDS[type(thing)][1] for thing in new.values()}:
        changed[field] = tuple(new.get(old.id, old) for old in getattr(world, field))
    return replace(world, **changed)


def without(world: World, ids: Collection[int]) -> World:
    """Return the world without these objects; ``next_id`` stays, so no id is used again."""
    kept: dict[str, Any] = {
        field: tuple(thing for thing in getattr(world, field) if thing.id not in ids)
        for _, field in _KINDS.values()
    }
    return replace(world, **kept)


def with_added(world: World, things: Iterable[WorldObject]) -> tuple[World, tuple[int, ...]]:
    """Return the world with these objects under new ids, and the ids in the same order."""
    fresh = [replace(thing, id=world.next_id + i) for i, thing in enumerate(things)]
    added: dict[str, Any] = {}
    for thing in fresh:
        field = _KINDS[type(thing)][1]
        added[field] = (*added.get(field, getattr(world, field)), thing)
    grown = replace(world, next_id=world.next_id + len(fresh), **added)
    return grown, tuple(thing.id for thing in fresh)


def overfull(world: World) -> tuple[ObjectKind, int] | None:
    """Return a kind of which there is more than a maze may hold, and how many it may."""
    for kind, field in _KINDS.values():
        if len(getattr(world, field)) > OBJECTS_MAX[field]:
            return kind, OBJECTS_MAX[field]
    return None


def centre_mm(thing: WorldObject) -> Point:
    """Return the point by which an object is held."""
    if isinstance(thing, Wall):
        return ((thing.x0_mm + thing.x1_mm) / 2.0, (thing.y0_mm + thing.y1_mm) / 2.0)
    if isinstance(thing, RobotStart | GoalRegion | Box):
        return (thing.pose.x_mm, thing.pose.y_mm)
    return (thing.x_mm, thing.y_mm)


def moved(thing: WorldObject, dx_mm: float, dy_mm: float) -> WorldObject:
    """Return the object shifted by so much."""
    if isinstance(thing, Wall):
        return replace(
            thing,
            x0_mm=thing.x0_mm + dx_mm,
            y0_mm=thing.y0_mm + dy_mm,
            x1_mm=thing.x1_mm + dx_mm,
            y1_mm=thing.y1_mm + dy_mm,
        )
    if isinstance(thing, RobotStart | GoalRegion | Box):
        pose = thing.pose
        return replace(thing, pose=Pose(pose.x_mm + dx_mm, pose.y_mm + dy_mm, pose.heading_rad))
    return replace(thing, x_mm=thing.x_mm + dx_mm, y_mm=thing.y_mm + dy_mm)


def placed(thing: WorldObject, at_mm: Point) -> WorldObject:
    """Return the object with its centre at this point."""
    x_mm, y_mm = centre_mm(thing)
    return moved(thing, at_mm[0] - x_mm, at_mm[1] - y_mm)


def turned(thing: WorldObject, angle_rad: float, about_mm: Point) -> WorldObject:
    """Return the object turned counter-clockwise about a point."""
    frame = Pose(about_mm[0], about_mm[1], angle_rad)

    def turn(x_mm: float, y_mm: float) -> Point:
        return frame.place((x_mm - about_mm[0], y_mm - about_mm[1]))

    if isinstance(thing, Wall):
        x0_mm, y0_mm = turn(thing.x0_mm, thing.y0_mm)
        x1_mm, y1_mm = turn(thing.x1_mm, thing.y1_mm)
        return replace(thing, x0_mm=x0_mm, y0_mm=y0_mm, x1_mm=x1_mm, y1_mm=y1_mm)
    x_mm, y_mm = turn(*centre_mm(thing))
    if isinstance(thing, RobotStart | GoalRegion | Box):
        heading_rad = wrap_rad(thing.pose.heading_rad + angle_rad)
        return replace(thing, pose=Pose(x_mm, y_mm, heading_rad))
    return replace(thing, x_mm=x_mm, y_mm=y_mm)


def wall_ends(wall: Wall) -> tuple[Point, Point]:
    """Return both ends of a wall's centre line."""
    return ((wall.x0_mm, wall.y0_mm), (wall.x1_mm, wall.y1_mm))


def body_radius_mm(body: Body) -> float:
    """Return the radius of the floor a round thing covers."""
    if isinstance(body, RobotStart):
        return robot_kind(body.kind).radius_mm
    return body.diameter_mm / 2.0


def note_size_mm(text: str) -> tuple[float, float]:
    """Return width and height of a note's sheet, margins included."""
    lines = text.split("\n")
    widest = max(len(line) for line in lines)
    return (max(widest, 2) * NOTE_LETTER_MM + 16.0, len(lines) * NOTE_LINE_MM + 10.0)


def outline_mm(thing: WorldObject) -> tuple[Point, ...]:
    """Return the corners of the object's box, turned with it, counter-clockwise."""
    frame, width_mm, height_mm = box_of(thing)
    w, h = width_mm / 2.0, height_mm / 2.0
    return tuple(frame.place(corner) for corner in ((-w, -h), (w, -h), (w, h), (-w, h)))


def box_of(thing: WorldObject) -> tuple[Pose, float, float]:
    """Return where the middle of the object's box is and how it is turned, its width and height."""
    if isinstance(thing, Wall):
        length_mm = math.hypot(thing.x1_mm - thing.x0_mm, thing.y1_mm - thing.y0_mm)
        heading_rad = math.atan2(thing.y1_mm - thing.y0_mm, thing.x1_mm - thing.x0_mm)
        frame = Pose(*centre_mm(thing), heading_rad)
        width_mm, height_mm = length_mm or thing.thickness_mm, thing.thickness_mm
    elif isinstance(thing, GoalRegion):
        frame, width_mm, height_mm = thing.pose, thing.width_mm, thing.height_mm
    elif isinstance(thing, FloorPicture):
        frame = Pose(thing.x_mm, thing.y_mm)
        width_mm, height_mm = thing.size_mm
    elif isinstance(thing, Note):
        frame = Pose(thing.x_mm, thing.y_mm)
        width_mm, height_mm = note_size_mm(thing.text)
    elif isinstance(thing, Box):
        frame, width_mm, height_mm = thing.pose, thing.width_mm, thing.depth_mm
    else:
        frame = Pose(*centre_mm(thing))
        width_mm = height_mm = 2.0 * body_radius_mm(thing)
    return frame, width_mm, height_mm


def bounds_mm(things: Iterable[WorldObject]) -> tuple[float, float, float, float] | None:
    """Return ``(left, bottom, right, top)`` around the objects; ``None`` when there are none."""
    points = [point for thing in things for point in outline_mm(thing)]
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))
