"""JSON Schemas of the messages that other programs know: poses, transforms, scene and log.

Field names and meanings are those of Foxglove's public schemas (docs.foxglove.dev, "Schemas"), in
our own words, with only the fields that are written. Lengths are metres, z points up.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def _object(title: str, **properties: Json) -> Json:
    return {"type": "object", "title": title, "properties": properties}


def _list_of(item: Json) -> Json:
    return {"type": "array", "items": item}


_NUMBER: Json = {"type": "number"}
_WHOLE: Json = {"type": "integer"}
_TEXT: Json = {"type": "string"}
_TIME = _object("Seconds and nanoseconds", sec=_WHOLE, nsec=_WHOLE)
_VECTOR = _object("Vector in metres", x=_NUMBER, y=_NUMBER, z=_NUMBER)
_TURN = _object("Unit quaternion", x=_NUMBER, y=_NUMBER, z=_NUMBER, w=_NUMBER)
_COLOUR = _object("Colour, each part 0 to 1", r=_NUMBER, g=_NUMBER, b=_NUMBER, a=_NUMBER)
_POSE = _object("Position and orientation", position=_VECTOR, orientation=_TURN)
_TRANSFORM = _object(
    "Where a frame is within another",
    timestamp=_TIME, parent_frame_id=_TEXT, child_frame_id=_TEXT, translation=_VECTOR,
    rotation=_TURN,
)  # fmt: skip
_CUBE = _object("Box", pose=_POSE, size=_VECTOR, color=_COLOUR)
_CYLINDER = _object(
    "Cylinder or cone", pose=_POSE, size=_VECTOR, bottom_scale=_NUMBER, top_scale=_NUMBER,
    color=_COLOUR,
)  # fmt: skip
_LINES = _object(
    "Lines through points", type=_WHOLE, pose=_POSE, thickness=_NUMBER,
    scale_invariant={"type": "boolean"}, points=_list_of(_VECTOR), color=_COLOUR,
    colors=_list_of(_COLOUR), indices=_list_of(_WHOLE),
)  # fmt: skip
_WORDS = _object(
    "Text", pose=_POSE, billboard={"type": "boolean"}, font_size=_NUMBER,
    scale_invariant={"type": "boolean"}, color=_COLOUR, text=_TEXT,
)  # fmt: skip
_TRIANGLES = _object(
    "Triangles", pose=_POSE, points=_list_of(_VECTOR), color=_COLOUR, colors=_list_of(_COLOUR),
    indices=_list_of(_WHOLE),
)  # fmt: skip
_ENTITY = _object(
    "Part of the picture",
    timestamp=_TIME, frame_id=_TEXT, id=_TEXT, lifetime=_TIME, frame_locked={"type": "boolean"},
    metadata=_list_of(_object("Remark", key=_TEXT, value=_TEXT)), arrows=_list_of({}),
    cubes=_list_of(_CUBE), spheres=_list_of({}), cylinders=_list_of(_CYLINDER),
    lines=_list_of(_LINES), triangles=_list_of(_TRIANGLES), texts=_list_of(_WORDS),
    models=_list_of({}),
)  # fmt: skip

IMAGE_SCHEMA: Json = _object(
    "Picture",
    timestamp=_TIME, frame_id=_TEXT, format=_TEXT,
    data={"type": "string", "contentEncoding": "base64"},
)  # fmt: skip
"""Of ``foxglove.CompressedImage``; only in recordings with pictures."""

SCHEMAS: dict[str, Json] = {
    "foxglove.PosesInFrame": _object(
        "Poses of all robots, in the maze's order", timestamp=_TIME, frame_id=_TEXT,
        poses=_list_of(_POSE),
    ),
    "foxglove.FrameTransforms": _object(
        "Where robots and objects are", transforms=_list_of(_TRANSFORM)
    ),
    "foxglove.SceneUpdate": _object(
        "Parts of the picture to add or remove",
        deletions=_list_of(_object("Removal", timestamp=_TIME, type=_WHOLE, id=_TEXT)),
        entities=_list_of(_ENTITY),
    ),
    "foxglove.Log": _object(
        "A line of text", timestamp=_TIME, level=_WHOLE, message=_TEXT, name=_TEXT, file=_TEXT,
        line=_WHOLE,
    ),
}  # fmt: skip
