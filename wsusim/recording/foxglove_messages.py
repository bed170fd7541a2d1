"""The messages that other programs know: poses, transforms, scene and log.

They are a view of what the samples hold, coarser and in metres, for Foxglove and its like. wsusim
itself reads only ``foxglove.Log`` back.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Sequence

from wsusim.model.colours import NAMED
from wsusim.model.commands import Draw
from wsusim.model.geometry import Pose
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import Ball, Box, Cap, Cylinder, Movable, Wall, World
from wsusim.recording.file_layout import TICK_NS
from wsusim.recording.foxglove_schemas import Json
from wsusim.recording.typed import json_bytes

WORLD_FRAME = "world"
INFO_LEVEL = 2
"""Foxglove's number for a log line that tells something."""

WALL_HEIGHT_M = 0.04
"""Only for the picture (guess: WSU's walls were about as high as the robot)."""
ROBOT_HEIGHT_M = 0.03
"""Khepera manual: 30 mm."""
CAP_COLOUR = (0.85, 0.3, 0.3, 1.0)
BALL_COLOUR = (0.95, 0.6, 0.1, 1.0)
BLOCK_COLOUR = (0.79, 0.64, 0.42, 1.0)
OBJECT_HEIGHT_M = 0.015
"""Only for the picture (guess: a bottle cap)."""


def timestamp(tick: int) -> Json:
    """Return a tick's time as seconds and nanoseconds."""
    return {"sec": tick // TICKS_PER_SECOND, "nsec": tick % TICKS_PER_SECOND * TICK_NS}


def tick_of(seconds: int, nanoseconds: int) -> int:
    """Return the tick that ``timestamp`` was made of."""
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
        tick: When.
        robots: (x_mm, y_mm, heading_rad) of each robot.
        objects: (id, x_mm, y_mm, heading_rad) of each object whose place is to be told.
    """
    when = '{"sec":%d,"nsec":%d}' % (  # noqa: UP031 - the fastest way, and this is hot
        tick // TICKS_PER_SECOND,
        tick % TICKS_PER_SECOND * TICK_NS,
    )
    poses = []
    transforms = []
    for number, (x_mm, y_mm, heading_rad) in enumerate(robots):
        place = (x_mm * 1e-3, y_mm * 1e-3, math.sin(heading_rad / 2), math.cos(heading_rad / 2))
        poses.append(_POSE_TEXT % place)
        transforms.append(_TRANSFORM_TEXT % (when, robot_frame(number), *place))
    for object_id, x_mm, y_mm, heading_rad in objects:
        place = (x_mm * 1e-3, y_mm * 1e-3, math.sin(heading_rad / 2), math.cos(heading_rad / 2))
        transforms.append(_TRANSFORM_TEXT % (when, object_frame(object_id), *place))
    return (
        f'{{"timestamp":{when},"frame_id":"world","poses":[{",".join(poses)}]}}'.encode(),
        f'{{"transforms":[{",".join(transforms)}]}}'.encode(),
    )


# The scene


def scene_json(world: World, robot_radii_mm: Sequence[float]) -> bytes:
    """Return the SceneUpdate that draws the maze; robots and objects move with their frames."""
    fixed = _entity(0, WORLD_FRAME, "maze")
    fixed["cubes"] = [_wall_cube(wall) for wall in world.walls]
    fixed["cubes"] += [
        _cube(goal.pose, goal.width_mm, goal.height_mm, 1e-3, (0.4, 0.8, 0.4, 0.5))
        for goal in world.goals
    ]
    fixed["cylinders"] = [
        _cylinder(light.diameter_mm, WALL_HEIGHT_M, (1.0, 0.85, 0.2, 1.0), (light.x_mm, light.y_mm))
        for light in world.lights
    ]
    outline = (*world.arena.outline_mm, world.arena.outline_mm[0])
    fixed["lines"] = [_polyline(outline, 3e-3, (0.2, 0.2, 0.2, 1.0))]
    entities = [fixed]
    for number, radius_mm in enumerate(robot_radii_mm):
        entity = _entity(0, robot_frame(number), robot_frame(number))
        entity["cylinders"] = [_cylinder(2 * radius_mm, ROBOT_HEIGHT_M, (0.25, 0.45, 0.8, 1.0))]
        nose = Pose(0.75 * radius_mm, 0.0)
        entity["cubes"] = [_cube(nose, 0.5 * radius_mm, 4.0, 1.2 * ROBOT_HEIGHT_M, (1, 1, 1, 1))]
        entities.append(entity)
    for item in world.movables:
        entity = _entity(0, object_frame(item.id), object_frame(item.id))
        colour = _own_colour(item)
        if isinstance(item, Box):
            middle, sides = Pose(0.0, 0.0), (item.width_mm, item.depth_mm)
            entity["cubes"] = [_cube(middle, *sides, WALL_HEIGHT_M, colour)]
        else:
            height_m = WALL_HEIGHT_M if isinstance(item, Cylinder) else OBJECT_HEIGHT_M
            entity["cylinders"] = [_cylinder(item.diameter_mm, height_m, colour)]
        entities.append(entity)
    return json_bytes({"deletions": [], "entities": entities})


def _own_colour(item: Movable) -> tuple[float, ...]:
    """Return a loose thing's colour, or the usual one of its kind."""
    if item.colour:
        red, green, blue = bytes.fromhex(NAMED.get(item.colour, item.colour)[1:])
        return red / 255, green / 255, blue / 255, 1.0
    if isinstance(item, Ball):
        return BALL_COLOUR
    return CAP_COLOUR if isinstance(item, Cap) else BLOCK_COLOUR


def drawing_json(tick: int, robot: int, number: int, drawing: Draw) -> bytes:
    """Return the SceneUpdate that adds a drawing of a controller."""
    entity = _entity(tick, WORLD_FRAME, _drawing_name(robot, number))
    colour = (0.1, 0.3, 0.9, 1.0)
    if drawing.shape == "text":
        entity["texts"] = [_words(drawing, colour)]
    elif drawing.shape == "dots":
        entity["cylinders"] = [_cylinder(6.0, 2e-3, colour, point) for point in drawing.points_mm]
    else:
        entity["lines"] = [_polyline(drawing.points_mm, 2e-3, colour)]
    return json_bytes({"deletions": [], "entities": [entity]})


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
        "orientation": {"x": 0.0, "y": 0.0, "z": math.sin(half), "w": math.cos(half)},
    }


def _colour(rgba: tuple[float, ...]) -> Json:
    return dict(zip("rgba", rgba, strict=True))


def _wall_cube(wall: Wall) -> Json:
    length_mm = math.hypot(wall.x1_mm - wall.x0_mm, wall.y1_mm - wall.y0_mm)
    heading_rad = math.atan2(wall.y1_mm - wall.y0_mm, wall.x1_mm - wall.x0_mm)
    middle = Pose((wall.x0_mm + wall.x1_mm) / 2, (wall.y0_mm + wall.y1_mm) / 2, heading_rad)
    return _cube(middle, length_mm, wall.thickness_mm, WALL_HEIGHT_M, (0.55, 0.5, 0.45, 1.0))


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


def _words(drawing: Draw, rgba: tuple[float, ...]) -> Json:
    x_mm, y_mm = drawing.points_mm[0]
    return {
        "pose": _pose(Pose(x_mm, y_mm), 0.05), "billboard": True, "font_size": 0.03,
        "scale_invariant": False, "color": _colour(rgba), "text": drawing.text,
    }  # fmt: skip
