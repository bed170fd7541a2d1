"""The messages that other programs know: poses, transforms, scene and log.

They are a view of the samples, coarser and in metres, for Foxglove and similar programs. wsusim
itself reads only ``foxglove.Log`` back.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from wsusim.model.commands import Draw
from wsusim.model.elementary import atan2, cos, hypot, sin
from wsusim.model.geometry import Point, Pose
from wsusim.model.shades import squares_of
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import World
from wsusim.recording.file_layout import TICK_NS
from wsusim.recording.foxglove_schemas import Json
from wsusim.recording.typed import json_bytes
from wsusim.scene.heights import BODY_MM
from wsusim.scene.shapes import Area, Disc, Ink, Robot, What, Words
from wsusim.scene.walk import shapes_of

WORLD_FRAME = "world"
INFO_LEVEL = 2
"""Foxglove's number for a log line that tells something."""


def timestamp(tick: int) -> Json:
    """Return a tick's time as seconds and nanoseconds."""
    return {"sec": tick // TICKS_PER_SECOND, "nsec": tick % TICKS_PER_SECOND * TICK_NS}


def tick_of(seconds: int, nanoseconds: int) -> int:
    """Return the tick from which ``timestamp`` was made."""
    return seconds * TICKS_PER_SECOND + nanoseconds // TICK_NS


def robot_frame(number: int) -> str:
    """Return the name of the frame that moves with robot ``number`` (from 0)."""
    return f"robot_{number + 1}"


def object_frame(object_id: int) -> str:
    """Return the name of the frame that moves with a cap or ball."""
    return f"object_{object_id}"


def log_json(tick: int, name: str, text: str) -> bytes:
    """Return a Log message."""
    line = {"timestamp": timestamp(tick), "level": INFO_LEVEL, "message": text, "name": name,
            "file": "", "line": 0}  # fmt: skip
    return json_bytes(line)


def image_json(tick: int, frame: str, form: str, data: bytes) -> bytes:
    """Return a CompressedImage message; ``form``: png or jpeg."""
    return json_bytes({"timestamp": timestamp(tick), "frame_id": frame, "format": form,
                       "data": base64.b64encode(data).decode()})  # fmt: skip


# Millimetres become metres with six digits, a thousandth of a millimetre: enough for a picture.
_POSE_TEXT = '{"position":{"x":%.6f,"y":%.6f,"z":0},"orientation":{"x":0,"y":0,"z":%.6f,"w":%.6f}}'
_TRANSFORM_TEXT = (
    '{"timestamp":%s,"parent_frame_id":"world","child_frame_id":"%s",'
    '"translation":{"x":%.6f,"y":%.6f,"z":0},"rotation":{"x":0,"y":0,"z":%.6f,"w":%.6f}}'
)


def pose_messages(
    tick: int,
    robots: Sequence[tuple[float, float, float]],
    objects: Iterable[tuple[int, float, float, float]],
) -> tuple[bytes, bytes]:
    """Return the PosesInFrame and the FrameTransforms message of one tick.

    Args:
        tick: Their tick.
        robots: (x_mm, y_mm, heading_rad) of each robot.
        objects: (id, x_mm, y_mm, heading_rad) of each object whose place is written.
    """
    when = '{"sec":%d,"nsec":%d}' % (  # noqa: UP031 - the fastest way, and this is hot
        tick // TICKS_PER_SECOND,
        tick % TICKS_PER_SECOND * TICK_NS,
    )
    poses = []
    transforms = []
    for number, (x_mm, y_mm, heading_rad) in enumerate(robots):
        place = (x_mm * 1e-3, y_mm * 1e-3, sin(heading_rad / 2), cos(heading_rad / 2))
        poses.append(_POSE_TEXT % place)
        transforms.append(_TRANSFORM_TEXT % (when, robot_frame(number), *place))
    for object_id, x_mm, y_mm, heading_rad in objects:
        place = (x_mm * 1e-3, y_mm * 1e-3, sin(heading_rad / 2), cos(heading_rad / 2))
        transforms.append(_TRANSFORM_TEXT % (when, object_frame(object_id), *place))
    return (
        f'{{"timestamp":{when},"frame_id":"world","poses":[{",".join(poses)}]}}'.encode(),
        f'{{"transforms":[{",".join(transforms)}]}}'.encode(),
    )


# The scene


def scene_json(world: World) -> bytes:
    """Return the SceneUpdate that draws the maze; robots and objects move with their frames."""
    fixed = _entity(0, WORLD_FRAME, "maze")
    entities = [fixed]
    for shape in shapes_of(world):
        match shape:
            case Area(what=What.BORDER):
                pass  # Foxglove shows the floor as a line around it
            case Area(what=What.FLOOR):
                outline = (*shape.corners_mm, shape.corners_mm[0])
                fixed["lines"].append(_polyline(outline, 3e-3, _rgba(shape.look.edge)))
            case Area(what=What.GOAL):
                fixed["triangles"].append(_fan(shape))
            case Area(what=What.BOX):
                entities.append(_box_entity(world, shape))
            case Area():
                fixed["cubes"].append(_wall_cube(shape))
            case Disc(what=What.LAMP):
                place = (shape.x_mm, shape.y_mm)
                fixed["cylinders"].append(_upright(shape, place))
            case Disc():
                entity = _entity(0, object_frame(shape.id), object_frame(shape.id))
                entity["cylinders"] = [_upright(shape)]
                entities.append(entity)
            case Ink():
                pass  # its scenes have no pictures
            case Words():
                place_mm, colour = (shape.x_mm, shape.y_mm), _rgba(shape.look.edge)
                fixed["texts"].append(_words(shape.text, place_mm, colour))
            case Robot():
                entities.append(_robot_entity(shape))
            case _:
                assert_never(shape)
    return json_bytes({"deletions": [], "entities": entities})


def _robot_entity(robot: Robot) -> Json:
    frame, radius_mm, height_m = robot_frame(robot.number), robot.kind.radius_mm, BODY_MM * 1e-3
    entity = _entity(0, frame, frame)
    entity["cylinders"] = [_cylinder(2 * radius_mm, height_m, _rgba(robot.fill))]
    nose = Pose(0.75 * radius_mm, 0.0)
    entity["cubes"] = [_cube(nose, 0.5 * radius_mm, 4.0, 1.2 * height_m, (1, 1, 1, 1))]
    return entity


def _box_entity(world: World, area: Area) -> Json:
    """Return a box in its own frame, which turns it."""
    box = next(box for box in world.boxes if box.id == area.id)
    entity = _entity(0, object_frame(box.id), object_frame(box.id))
    middle, height_m = Pose(0.0, 0.0), area.look.high_mm * 1e-3
    entity["cubes"] = [_cube(middle, box.width_mm, box.depth_mm, height_m, _rgba(area.look.fill))]
    return entity


def _upright(disc: Disc, place_mm: Point = (0.0, 0.0)) -> Json:
    height_m = (disc.look.high_mm - disc.look.low_mm) * 1e-3
    return _cylinder(2 * disc.radius_mm, height_m, _rgba(disc.look.fill), place_mm)


def _rgba(colour: str, opacity: float = 1.0) -> tuple[float, ...]:
    """Return ``#rrggbb`` as ratios."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red / 255, green / 255, blue / 255, opacity


def _fan(area: Area) -> Json:
    """Return a flat area as triangles; all goal regions are convex."""
    points = [_vector(x * 1e-3, y * 1e-3, 1e-3) for x, y in area.corners_mm]
    corners = [index for k in range(1, len(points) - 1) for index in (0, k, k + 1)]
    colour = _colour(_rgba(area.look.edge, 0.4))
    return {
        "pose": _pose(Pose(0.0, 0.0)), "points": points, "color": colour, "colors": [],
        "indices": corners,
    }  # fmt: skip


def drawing_json(tick: int, robot: int, number: int, drawing: Draw) -> bytes:
    """Return the SceneUpdate that adds a drawing of a controller."""
    entity = _entity(tick, WORLD_FRAME, _drawing_name(robot, number))
    colour = (0.1, 0.3, 0.9, 1.0)
    if drawing.shape == "text":
        entity["texts"] = [_words(drawing.text, drawing.points_mm[0], colour)]
    elif drawing.shape == "grid":
        entity["lines"] = [
            _polyline(square, 2e-3, (*colour[:3], strength))
            for square, strength in _squares(drawing)
        ]
    elif drawing.shape == "dots":
        entity["cylinders"] = [_cylinder(6.0, 2e-3, colour, point) for point in drawing.points_mm]
    else:
        entity["lines"] = [_polyline(drawing.points_mm, 2e-3, colour)]
    return json_bytes({"deletions": [], "entities": [entity]})


def _squares(grid: Draw) -> Iterator[tuple[tuple[Point, ...], float]]:
    """Yield outline and strength of the squares of a grid."""
    (left, bottom), (right, top) = grid.points_mm
    rows = grid.text.split("/")
    width, height = (right - left) / len(rows[0]), (top - bottom) / len(rows)
    for column, row, strength in squares_of(grid.text):
        x, y = left + column * width, bottom + row * height
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
        yield corners, strength


def clear_json(tick: int, robot: int, drawings: int) -> bytes:
    """Return the SceneUpdate that removes a controller's first ``drawings`` drawings."""
    when = timestamp(tick)
    deletions = [
        {"timestamp": when, "type": 0, "id": _drawing_name(robot, number)}
        for number in range(drawings)
    ]
    return json_bytes({"deletions": deletions, "entities": []})


def _drawing_name(robot: int, number: int) -> str:
    return f"drawing_{robot + 1}_{number}"


def _entity(tick: int, frame: str, name: str) -> Json:
    return {
        "timestamp": timestamp(tick), "frame_id": frame, "id": name,
        "lifetime": {"sec": 0, "nsec": 0}, "frame_locked": True, "metadata": [], "arrows": [],
        "cubes": [], "spheres": [], "cylinders": [], "lines": [], "triangles": [], "texts": [],
        "models": [],
    }  # fmt: skip


def _vector(x: float, y: float, z: float = 0.0) -> Json:
    return {"x": x, "y": y, "z": z}


def _pose(pose: Pose, z_m: float = 0.0) -> Json:
    half = pose.heading_rad / 2
    return {
        "position": _vector(pose.x_mm * 1e-3, pose.y_mm * 1e-3, z_m),
        "orientation": {"x": 0.0, "y": 0.0, "z": sin(half), "w": cos(half)},
    }


def _colour(rgba: tuple[float, ...]) -> Json:
    return dict(zip("rgba", rgba, strict=True))


def _wall_cube(wall: Area) -> Json:
    """Return a wall whose corners 0 and 1 are the ends of one side."""
    (x0, y0), (x1, y1), (x2, y2), _ = wall.corners_mm
    heading_rad = atan2(y1 - y0, x1 - x0)
    middle = Pose((x0 + x2) / 2, (y0 + y2) / 2, heading_rad)
    length_mm, thickness_mm = hypot(x1 - x0, y1 - y0), hypot(x2 - x1, y2 - y1)
    height_m = wall.look.high_mm * 1e-3
    return _cube(middle, length_mm, thickness_mm, height_m, _rgba(wall.look.fill))


def _cube(
    pose: Pose, length_mm: float, width_mm: float, height_m: float, rgba: tuple[float, ...]
) -> Json:
    return {
        "pose": _pose(pose, height_m / 2),
        "size": _vector(length_mm * 1e-3, width_mm * 1e-3, height_m),
        "color": _colour(rgba),
    }


def _cylinder(
    diameter_mm: float,
    height_m: float,
    rgba: tuple[float, ...],
    place_mm: tuple[float, float] = (0.0, 0.0),
) -> Json:
    return {
        "pose": _pose(Pose(*place_mm), height_m / 2),
        "size": _vector(diameter_mm * 1e-3, diameter_mm * 1e-3, height_m),
        "bottom_scale": 1.0,
        "top_scale": 1.0,
        "color": _colour(rgba),
    }


def _polyline(
    points_mm: Sequence[tuple[float, float]], thickness_m: float, rgba: tuple[float, ...]
) -> Json:
    return {
        "type": 0, "pose": _pose(Pose(0.0, 0.0)), "thickness": thickness_m,
        "scale_invariant": False,
        "points": [_vector(x * 1e-3, y * 1e-3, 2e-3) for x, y in points_mm],
        "color": _colour(rgba), "colors": [], "indices": [],
    }  # fmt: skip


def _words(text: str, place_mm: Point, rgba: tuple[float, ...]) -> Json:
    return {
        "pose": _pose(Pose(*place_mm), 0.05), "billboard": True, "font_size": 0.03,
        "scale_invariant": False, "color": _colour(rgba), "text": text,
    }  # fmt: skip
