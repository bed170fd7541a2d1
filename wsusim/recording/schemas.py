"""JSON Schemas of wsusim's own messages."""

from __future__ import annotations

from typing import get_args

from wsusim.model.robot_table import NOTHING, SEEN, Field
from wsusim.model.world import MovableKind
from wsusim.recording.foxglove_schemas import SCHEMAS as FOXGLOVE_SCHEMAS
from wsusim.recording.foxglove_schemas import Json

_COLUMN_NOTE = "One value a sample, or a single number when it is the same in all of them."


def _numbers(kind: str, description: str) -> Json:
    return {
        "description": description,
        "anyOf": [{"type": kind}, {"type": "array", "items": {"type": kind}}],
    }


def _column(field: Field) -> Json:
    kind = "number" if field.kind == "real" else "integer"
    if field.size == 1:
        return _numbers(kind, field.description)
    return {"type": "array", "description": field.description, "items": _numbers(kind, "")}


def _properties(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _robot(**columns: Json) -> Json:
    schema = _properties(**columns)
    optional = {field.name for field in SEEN if field.is_optional}
    return schema | {"required": [name for name in schema["required"] if name not in optional]}


_COLUMNS = {field.name: _column(field) for field in SEEN}
_WHOLE: Json = {"type": "integer"}
_ROBOT = _robot(
    id=_WHOLE,
    kind={"type": "string"},
    **_COLUMNS,
    contact_bearings_rad={
        "type": "array",
        "description": "For each sample the directions in which something touches, radians "
        "counter-clockwise from straight ahead; empty when nothing did in the whole block.",
    },
)
_OBJECT = _properties(
    id=_WHOLE,
    kind={"enum": list(get_args(MovableKind))},
    x_mm=_COLUMNS["x_mm"],
    y_mm=_COLUMNS["y_mm"],
    held_by=_numbers("integer", f"id of the robot that holds it, {NOTHING} for none"),
)
_OBJECT["properties"]["heading_rad"] = _COLUMNS["heading_rad"]  # of a box only

SCHEMAS: dict[str, Json] = {
    "wsusim.Samples": {
        "title": f"What every robot and object was, 0.8 s a message. {_COLUMN_NOTE}",
        **_properties(
            ticks={
                "description": "Ticks of 10 ms: {first, step, count}, or a list where uneven.",
                "anyOf": [
                    _properties(first=_WHOLE, step=_WHOLE, count=_WHOLE),
                    {"type": "array", "items": _WHOLE},
                ],
            },
            digest={
                "type": "string",
                "description": "Stands for all ticks since the message before, sampled or not.",
            },
            robots={"type": "array", "items": _ROBOT},
            objects={"type": "array", "items": _OBJECT},
            mission={
                "type": "array",
                "description": "Each state: [index of its first sample, achieved, goal_time_s, "
                "caps_delivered, ids of the robots in the goal]; in a game of soccer then goals of "
                "the left and of the right team, and which half it is.",
            },
        ),
    },
    "wsusim.Commands": {
        "title": "Orders in the order in which they took effect",
        **_properties(
            commands={
                "type": "array",
                "description": "Each [tick, robot from 0, name of the order, its values ...].",
            }
        ),
    },
    "wsusim.Readings": {
        "title": "What a real robot answered, as it came in",
        **_properties(
            readings={
                "type": "array",
                "description": "Each [tick, robot from 0, name of the quantity, its values, age "
                "in milliseconds when it was handed over, 1 when the controller had asked and 0 "
                "when wsusim had].",
            }
        ),
    },
    "wsusim.Tape": {
        "title": "What a real robot's program asked and what it was told, call by call",
        **_properties(
            rows={
                "type": "array",
                "description": "Each [tick that the program was told, what, what was asked, the "
                "answer, 'refused' or 'lost' or nothing, the sentence with it]; what: clock "
                "(answer: looks in this tick), read (asked: quantity), order (asked: its name "
                "and values), sleep (asked: until which tick), line (answer: seconds of the last "
                "exchange, age of the proximities), look, stop.",
            }
        ),
    },
    "wsusim.Event": {
        "title": "A contact or a step of the mission",
        **_properties(
            tick=_WHOLE,
            kind={"type": "string"},
            robot={"type": ["integer", "null"], "description": "number of the robot from 0"},
            value={"type": ["integer", "null"]},
        ),
    },
    **FOXGLOVE_SCHEMAS,
}
"""The schema of every message in a recording, by its name."""
