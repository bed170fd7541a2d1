"""The numbers and texts of each kind of object that a person can type in. A table, no widgets."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wsusim.editor.objects import ObjectKind, WorldObject, centre_mm, kind_of, placed
from wsusim.formats.entries import MM_PER_PX_MAX, MM_PER_PX_MIN
from wsusim.model.camera_image import LARGEST_PX, SMALLEST_PX
from wsusim.model.colours import NAMED
from wsusim.model.geometry import Pose
from wsusim.model.limits import SIDE_MAX_MM
from wsusim.model.world import (
    SIDE_MIN_MM,
    Arena,
    ArenaCamera,
    Box,
    GoalRegion,
    RobotStart,
    Wall,
    World,
)
from wsusim.robots import ROBOT_KINDS

FieldValue = float | int | str

NAME_MAX = 100
"""Letters of a maze's name."""

_FAR = (-20_000.0, 20_000.0, 5.0)
_ROUND = (-360.0, 360.0, 15.0)


@dataclass(frozen=True, slots=True)
class Field:
    """One property: ``choices`` makes it a list, ``unit`` a number, neither of them a text.

    ``decimals`` 0 makes a number whole. Ranges are those of the maze file.
    """

    name: str
    get: Callable[[Any], FieldValue]
    put: Callable[[Any, Any], Any]
    unit: str | None = None
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    decimals: int = 1
    choices: tuple[str, ...] = ()
    lines: int = 4
    """Of a text."""
    is_used: Callable[[Any], bool] = lambda _thing: True
    """Whether it counts at all; one that does not can't be typed in."""


def _plain(name: str, unit: str | None = None, *limits: float, **more: Any) -> Field:
    """Return the field for an attribute that is stored as it is shown."""
    low, high, step = limits or (0.0, 0.0, 1.0)

    def put(thing: Any, value: Any) -> WorldObject:
        changed: WorldObject = replace(thing, **{name: value})
        return changed

    return Field(name, lambda thing: getattr(thing, name), put, unit, low, high, step, **more)


def _place(name: str, axis: int) -> Field:
    """Return the field for x (axis 0) or y (1) of an object's centre."""

    def put(thing: Any, value: float) -> WorldObject:
        x_mm, y_mm = centre_mm(thing)
        return placed(thing, (x_mm, value) if axis else (value, y_mm))

    return Field(name, lambda thing: centre_mm(thing)[axis], put, "mm", *_FAR)


def _turn(thing: RobotStart | GoalRegion | Box, heading_deg: float) -> WorldObject:
    pose = Pose(thing.pose.x_mm, thing.pose.y_mm, math.radians(heading_deg))
    return replace(thing, pose=pose)


def _wall_length_mm(wall: Wall) -> float:
    return math.hypot(wall.x1_mm - wall.x0_mm, wall.y1_mm - wall.y0_mm)


def _wall_angle_deg(wall: Wall) -> float:
    return math.degrees(math.atan2(wall.y1_mm - wall.y0_mm, wall.x1_mm - wall.x0_mm))


def _wall_towards(wall: Wall, length_mm: float, angle_deg: float) -> Wall:
    """Return the wall from the same first end, with another length or direction."""
    angle_rad = math.radians(angle_deg)
    return replace(
        wall,
        x1_mm=wall.x0_mm + length_mm * math.cos(angle_rad),
        y1_mm=wall.y0_mm + length_mm * math.sin(angle_rad),
    )


_X, _Y = _place("x_mm", 0), _place("y_mm", 1)
_HEADING = Field(
    "heading_deg", lambda thing: math.degrees(thing.pose.heading_rad), _turn, "°", *_ROUND
)
_DIAMETER = _plain("diameter_mm", "mm", 1.0, 500.0, 1.0)
_REFLECTIVITY = _plain("reflectivity", "", 0.0, 1.0, 0.05, decimals=2)
_MASS = _plain("mass_g", "g", 0.1, 100_000.0, 5.0)
_FRICTION = _plain("friction", "", 0.0, 2.0, 0.01, decimals=3)
_RESTITUTION = _plain("restitution", "", 0.0, 1.0, 0.05, decimals=2)
_COLOUR = _plain("colour", choices=("", *NAMED))
_MATERIAL = (_MASS, _FRICTION, _RESTITUTION, _REFLECTIVITY, _COLOUR)
_ROLLS = Field(
    "rolls",
    lambda ball: "rolls" if ball.rolls else "stays",
    lambda ball, word: replace(ball, rolls=word == "rolls"),
    choices=("rolls", "stays"),
)
_RESISTIVITY = _plain("resistivity", "", 0.0, 255.0, 1.0, decimals=0)

FIELDS: dict[ObjectKind, tuple[Field, ...]] = {
    ObjectKind.WALL: (
        _plain("x0_mm", "mm", *_FAR),
        _plain("y0_mm", "mm", *_FAR),
        _plain("x1_mm", "mm", *_FAR),
        _plain("y1_mm", "mm", *_FAR),
        Field(
            "length_mm",
            _wall_length_mm,
            lambda wall, value: _wall_towards(wall, value, _wall_angle_deg(wall)),
            "mm",
            *(5.0, 28_000.0, 5.0),
        ),
        Field(
            "angle_deg",
            _wall_angle_deg,
            lambda wall, value: _wall_towards(wall, _wall_length_mm(wall), value),
            "°",
            *_ROUND,
        ),
        _plain("thickness_mm", "mm", 0.1, 500.0, 0.5),
        _REFLECTIVITY,
        _RESTITUTION,
        _FRICTION,
        _COLOUR,
    ),
    ObjectKind.LIGHT: (
        _X,
        _Y,
        _plain("power", "", 0.0, 100.0, 0.1, decimals=2),
        _DIAMETER,
        _REFLECTIVITY,
        _RESTITUTION,
        _COLOUR,
    ),
    ObjectKind.CAP: (_X, _Y, _DIAMETER, _RESISTIVITY, *_MATERIAL),
    ObjectKind.BALL: (_X, _Y, _DIAMETER, _ROLLS, _RESISTIVITY, *_MATERIAL),
    ObjectKind.CYLINDER: (_X, _Y, _DIAMETER, _RESISTIVITY, *_MATERIAL),
    ObjectKind.BOX: (
        _X,
        _Y,
        _HEADING,
        _plain("width_mm", "mm", 5.0, 500.0, 5.0),
        _plain("depth_mm", "mm", 5.0, 500.0, 5.0),
        *_MATERIAL,
    ),
    ObjectKind.ROBOT: (_X, _Y, _HEADING, _plain("kind", choices=tuple(ROBOT_KINDS)), _COLOUR),
    ObjectKind.GOAL: (
        _X,
        _Y,
        _HEADING,
        _plain("width_mm", "mm", 1.0, 20_000.0, 5.0),
        _plain("height_mm", "mm", 1.0, 20_000.0, 5.0),
        _plain("shape", choices=("rectangle", "ellipse")),
    ),
    ObjectKind.NOTE: (_X, _Y, _plain("text")),
    ObjectKind.PICTURE: (
        _X,
        _Y,
        _plain("mm_per_px", "mm", MM_PER_PX_MIN, MM_PER_PX_MAX, 0.1, decimals=3),
    ),
}


def _of_part(whole: str, name: str, unit: str | None = None, *limits: float, **more: Any) -> Field:
    """Return the field for an attribute of the maze's mission or camera; 0 stands for no limit."""
    low, high, step = limits or (0.0, 0.0, 1.0)

    def part(world: World) -> Any:
        return getattr(world, whole) or ArenaCamera()

    def get(world: World) -> Any:
        return getattr(part(world), name) or 0

    def put(world: World, value: Any) -> World:
        changed: Any = {name: (value or None) if limits else value}
        return replace(world, **{whole: replace(part(world), **changed)})

    return Field(name, get, put, unit, low, high, step, **more)


def has_rectangular_floor(world: World) -> bool:
    """Return whether the floor is a plain rectangle, whose sides can be typed in."""
    arena = world.arena
    return arena.outline_mm == Arena.rectangle(arena.width_mm, arena.height_mm).outline_mm


def _side(name: str, is_width: bool) -> Field:
    """Return the field for a side of the floor, if that is a rectangle."""

    def put(world: World, value: float) -> World:
        arena = world.arena
        sides = (value, arena.height_mm) if is_width else (arena.width_mm, value)
        outline_mm = Arena.rectangle(*sides).outline_mm
        return replace(world, arena=replace(arena, outline_mm=outline_mm, size_mm=None))

    return Field(
        name,
        lambda world: getattr(world.arena, name),
        put,
        "mm",
        *(SIDE_MIN_MM, SIDE_MAX_MM, 10.0),
        is_used=has_rectangular_floor,
    )


def _with_camera(world: World, answer: str) -> World:
    """Return the maze with a camera above its arena, or without one."""
    camera = (world.arena_camera or ArenaCamera()) if answer == "yes" else None
    return replace(world, arena_camera=camera)


def _has_camera(world: World) -> bool:
    return world.arena_camera is not None


def _rename(world: World, name: str) -> World:
    """Return the maze under another name; it keeps its own when there is none."""
    return replace(world, name=name.strip()[:NAME_MAX] or world.name)


MAZE_FIELDS: tuple[Field, ...] = (
    Field("name", lambda world: world.name, _rename, lines=1),
    _of_part("mission", "kind", choices=("free", "reach_goal", "deliver_caps", "soccer")),
    _of_part("mission", "time_limit_s", "s", 0.0, 1e6, 10.0),
    _of_part(
        *("mission", "caps_to_deliver", ""),
        *(0.0, 500.0, 1.0),
        decimals=0,
        is_used=lambda world: world.mission.kind == "deliver_caps",
    ),
    _of_part(
        *("mission", "winner"),
        choices=("first", "all"),
        is_used=lambda world: world.mission.kind == "reach_goal",
    ),
    _side("width_mm", is_width=True),
    _side("height_mm", is_width=False),
    _plain("description"),
    Field(
        "arena_camera",
        lambda world: "yes" if _has_camera(world) else "no",
        _with_camera,
        choices=("no", "yes"),
    ),
    *(
        _of_part("arena_camera", name, "px", least, most, 1.0, decimals=0, is_used=_has_camera)
        for name, least, most in zip(
            ("width_px", "height_px"), SMALLEST_PX, LARGEST_PX, strict=True
        )
    ),
)
"""What the maze itself has; they are of a ``World`` as those of objects are of an object."""


def shared_fields(things: Sequence[WorldObject]) -> tuple[Field, ...]:
    """Return the fields that all these objects have, in the order of the first one's."""
    kinds = {kind_of(thing) for thing in things}
    if not kinds:
        return ()
    names = set.intersection(*({field.name for field in FIELDS[kind]} for kind in kinds))
    return tuple(field for field in FIELDS[kind_of(things[0])] if field.name in names)


def with_value(
    things: Sequence[WorldObject], name: str, value: FieldValue
) -> tuple[WorldObject, ...]:
    """Return the objects with this value in the field called ``name``."""
    return tuple(field_named(thing, name).put(thing, value) for thing in things)


def field_named(thing: WorldObject, name: str) -> Field:
    """Return the field of an object; it must have one of this name."""
    return next(field for field in FIELDS[kind_of(thing)] if field.name == name)
