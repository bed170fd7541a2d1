"""JSON Schemas of wsusim's own messages."""

from __future__ import annotations

from wsusim.recording.foxglove_schemas import SCHEMAS as FOXGLOVE_SCHEMAS
from wsusim.recording.foxglove_schemas import Json
from wsusim.recording.samples import GROUPS, NOTHING, REALS, WHOLES

_UNITS = {
    "x_mm": "millimetres to the right of the arena's lower-left corner",
    "y_mm": "millimetres up from the arena's lower-left corner",
    "heading_rad": "radians counter-clockwise from +x",
    "left_speed": "pulses of 0.08 mm per 10 ms",
    "right_speed": "pulses of 0.08 mm per 10 ms",
    "arm_position": "0 to 255, larger is lower",
    "jaw_gap_mm": "millimetres between the jaws",
    "left_position": "pulses of 0.08 mm, signed 32 bit",
    "right_position": "pulses of 0.08 mm, signed 32 bit",
    "held_object_id": f"id of the object between the jaws, {NOTHING} for none",
    "object_present": "1 when the light barrier between the jaws is broken",
    "resistivity": "0 to 255",
    "contact_front": "1 when something is touched in front",
    "contact_back": "1 when something is touched behind",
    "proximity": "0 to 1023, 1023 = touching; sensors from left round to back left",
    "ambient": "about 500 in the dark, 50 in bright light; order as proximity",
    "leds": "1 = on; lateral, frontal",
}
"""What each column means."""

_COLUMN_NOTE = "One value a sample, or a single number when it is the same in all of them."


def _column(kind: str, description: str) -> Json:
    return {
        "description": description,
        "anyOf": [{"type": kind}, {"type": "array", "items": {"type": kind}}],
    }


def _properties(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties)}


_WHOLE: Json = {"type": "integer"}
_ROBOT = _properties(
    id=_WHOLE,
    kind={"type": "string"},
    **{name: _column("number", _UNITS[name]) for name in REALS},
    **{name: _column("integer", _UNITS[name]) for name in WHOLES},
    **{
        name: {"type": "array", "description": _UNITS[name], "items": _column("integer", "")}
        for name, _ in GROUPS
    },
    contact_bearings_rad={
        "type": "array",
        "description": "For each sample the directions in which something touches, radians "
        "counter-clockwise from straight ahead; empty when nothing did in the whole block.",
    },
)
_OBJECT = _properties(
    id=_WHOLE,
    kind={"enum": ["cap", "ball"]},
    x_mm=_column("number", _UNITS["x_mm"]),
    y_mm=_column("number", _UNITS["y_mm"]),
    held_by=_column("integer", f"id of the robot that holds it, {NOTHING} for none"),
)

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
                "caps_delivered, ids of the robots in the goal].",
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
