"""Converts between the lines of a maze file and the values of a world."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

from wsusim.formats.entries import (
    OBJECTS_MAX,
    ArenaEntry,
    BoxEntry,
    GoalEntry,
    MazeEntry,
    RobotEntry,
    TuningEntry,
    WallEntry,
    first_free_id,
)
from wsusim.formats.floor_outline import signed_area_mm2
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Pose
from wsusim.model.tuning import (
    RAYS_MODEL,
    SENSOR_MODEL,
    RobotTuning,
)
from wsusim.model.world import Arena, Box, GoalRegion, RobotStart, Wall, World
from wsusim.robots import introduced

ONE_OR_EACH = ("proximity_noise", "light_gain", "light_noise")
"""Figures of a tuning that a file gives as one number when all sensors have the same."""

TRAITS = ("bearing_deg", "width_deg", "threshold", "additive_noise")
"""Figures of a tuning that belong to sensor model 2."""


def world_of_entry(entry: MazeEntry) -> World:
    """Return the world of a file's values; things without an id get the next free ones.

    A ``next_id`` that a hand-written line has overtaken is corrected.
    """
    ids = [thing.id for kind in OBJECTS_MAX for thing in getattr(entry, kind)]
    return World(
        name=entry.name,
        arena=_arena(entry.arena),
        walls=tuple(_wall(wall) for wall in entry.walls),
        lights=tuple(entry.lights),
        caps=tuple(entry.caps),
        balls=tuple(entry.balls),
        cylinders=tuple(entry.cylinders),
        boxes=tuple(Box(**_posed(box)) for box in entry.boxes),
        robots=tuple(
            RobotStart(**_posed(robot) | {"tuning": _tuning(robot.tuning)})
            for robot in entry.robots
        ),
        goals=tuple(GoalRegion(**_posed(goal)) for goal in entry.goals),
        notes=tuple(entry.notes),
        floor_pictures=tuple(FloorPicture(**dict(picture)) for picture in entry.floor_pictures),
        mission=entry.mission,
        arena_camera=entry.arena_camera,
        radio=entry.radio,
        next_id=first_free_id(ids, entry.next_id),
        description=entry.description,
        cell_mm=entry.cell_mm,
    )


def _wall(entry: WallEntry) -> Wall:
    values = dict(entry)
    return Wall(values.pop("id"), *values.pop("from_mm"), *values.pop("to_mm"), **values)


def _posed(entry: BoxEntry | RobotEntry | GoalEntry) -> dict[str, Any]:
    """Return a line's values with a pose."""
    values = dict(entry)
    place = values.pop("x_mm"), values.pop("y_mm")
    return values | {"pose": Pose(*place, math.radians(values.pop("heading_deg")))}


def _arena(entry: ArenaEntry) -> Arena:
    size = (entry.size_mm[0], entry.size_mm[1]) if entry.size_mm else None
    border = (entry.restitution, entry.friction, entry.colour)
    if entry.outline_mm is None:
        assert size is not None
        return Arena(Arena.rectangle(*size).outline_mm, entry.reflectivity, None, *border)
    outline = tuple((x, y) for x, y in entry.outline_mm)
    if signed_area_mm2(outline) < 0.0:
        outline = outline[::-1]
    return Arena(outline, entry.reflectivity, size, *border)


def _tuning(entry: TuningEntry | None) -> RobotTuning | None:
    if entry is None:
        return None
    values = dict(entry)
    values["left_motor_noise"], values["right_motor_noise"] = values.pop("motor_noise")
    for name in ("proximity_gain", *ONE_OR_EACH):
        values[name] = tuple(values[name])
    values["slow_motors"] = tuple(entry.slow_motors)
    if entry.sensor_model is None:
        is_measured = entry.response is not None or entry.network is not None
        values["sensor_model"] = RAYS_MODEL if is_measured else SENSOR_MODEL
    for name in TRAITS:
        values[name] = None if values[name] is None else tuple(values[name])
    return RobotTuning(**values)


def fields_of_world(world: World) -> dict[str, Any]:
    """Return the fields of a world's file in the order in which people read them."""
    fields: dict[str, Any] = {"name": world.name}
    if world.description:
        fields["description"] = world.description
    fields["arena"] = _arena_fields(world.arena)
    fields |= _changed(world, ("cell_mm",))
    mission = _changed(world.mission)
    if mission:
        fields["mission"] = mission
    if world.arena_camera is not None:
        fields["arena_camera"] = dataclasses.asdict(world.arena_camera)
    radio = _changed(world.radio)
    if radio:
        fields["radio"] = radio
    for kind in OBJECTS_MAX:
        own_kinds = introduced(robot.kind for robot in world.robots) if kind == "robots" else []
        if own_kinds:
            fields["robot_kinds"] = own_kinds
        if lines := [_line(thing) for thing in getattr(world, kind)]:
            fields[kind] = lines
    return fields | {"next_id": world.next_id}


def _line(thing: Any) -> dict[str, Any]:
    """Return a thing's line in a file: number and place, then what is not a default."""
    fields = _changed(thing)
    if isinstance(thing, Wall):
        start, end = ((fields.pop(f"x{k}_mm"), fields.pop(f"y{k}_mm")) for k in (0, 1))
        ends = {"from_mm": start, "to_mm": end}
        return {"id": fields.pop("id"), **ends, **fields}
    if "pose" in fields:
        fields = {"id": fields.pop("id"), **_pose_fields(fields.pop("pose")), **fields}
    if fields.get("tuning") is not None:
        fields["tuning"] = _tuning_fields(fields.pop("tuning"))
    return fields


def _changed(value: Any, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Return a dataclass's fields that have no default, or a value other than it."""
    return {
        field.name: getattr(value, field.name)
        for field in dataclasses.fields(value)
        if (names is None or field.name in names) and getattr(value, field.name) != field.default
    }


def _arena_fields(arena: Arena) -> dict[str, Any]:
    rectangle = Arena.rectangle(arena.width_mm, arena.height_mm)
    fields: dict[str, Any] = {}
    if arena.size_mm or arena.outline_mm == rectangle.outline_mm:
        fields["size_mm"] = (arena.width_mm, arena.height_mm)
    if arena.outline_mm != rectangle.outline_mm:
        fields["outline_mm"] = arena.outline_mm
    return fields | _changed(arena, ("reflectivity", "restitution", "friction", "colour"))


def _pose_fields(pose: Pose) -> dict[str, Any]:
    heading = _degrees(pose.heading_rad)
    turned = {"heading_deg": heading} if heading else {}
    return {"x_mm": pose.x_mm, "y_mm": pose.y_mm, **turned}


def _degrees(angle_rad: float) -> float:
    """Return an angle in degrees within one turn, without the last digits of the conversion."""
    return round(math.fmod(math.degrees(angle_rad), 360.0), 9)


def _tuning_fields(tuning: RobotTuning) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in _changed(tuning).items():
        match name:
            case "left_motor_noise" | "right_motor_noise":
                noises = (tuning.left_motor_noise, tuning.right_motor_noise)
                fields["motor_noise"] = _one_or_each(noises)
            case "slow_motors":
                fields[name] = [_changed(slow) for slow in value]
            case "response" | "network":
                fields[name] = dataclasses.asdict(value)
                fields["sensor_model"] = tuning.sensor_model
            case _:
                fields[name] = _one_or_each(value) if name in ONE_OR_EACH else value
    return fields


def _one_or_each(values: Sequence[float]) -> float | Sequence[float]:
    """Return one number for values that are all the same."""
    return values[0] if len(set(values)) == 1 else values
