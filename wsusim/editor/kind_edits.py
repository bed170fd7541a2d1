"""Edits of a robot file, without a window: each returns changed tables and leaves the old ones.

They may make of a good file a bad one (two sensors of a name): ``formats.robot_file.robot_of`` says
so.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from typing import Any

from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.robots.file_of import Tables

SNAP_DEG = 5.0
"""Bearings, and places round the body, snap to multiples of this."""
SNAP_MM = 0.5
RIM_MM = 4.0
"""A sensor so near to the place where sensors usually sit, just inside the edge, snaps to it."""
INSIDE_MM = 2.0
"""So far inside the edge."""

Path = Sequence[str | int]


def with_figure(file: Tables, path: Path, value: Any) -> Tables:
    """Return a file with another value at a path such as ``("body", "radius_mm")``."""

    def put(changed: Tables) -> None:
        table: Any = changed
        for step in path[:-1]:
            table = table[step] if isinstance(step, int) else table.setdefault(step, {})
        table[path[-1]] = value

    return _changed(file, put)


def figure_of(file: Tables, path: Path) -> Any:
    """Return the value at a path, ``None`` where the file says nothing."""
    table: Any = file
    for step in path:
        if isinstance(step, str) and step not in table:
            return None
        table = table[step]
    return table


def with_sensor_at(
    file: Tables, sensor: int, x_mm: float, y_mm: float, *, snaps: bool = True
) -> Tables:
    """Return a file with a sensor at another place; it turns as far as it goes round the body."""
    if snaps:
        x_mm, y_mm = _snapped(x_mm, y_mm, file["body"]["radius_mm"])
    mount = file["sensors"][sensor]
    before = math.degrees(math.atan2(mount["y_mm"], mount["x_mm"]))
    turn_deg = math.degrees(math.atan2(y_mm, x_mm)) - before
    bearing = mount["bearing_deg"] + turn_deg
    moved = _changed(file, lambda f: f["sensors"][sensor].update(x_mm=x_mm, y_mm=y_mm))
    return with_bearing(moved, sensor, bearing, snaps=snaps)


def with_bearing(file: Tables, sensor: int, bearing_deg: float, *, snaps: bool = True) -> Tables:
    """Return a file with a sensor that points elsewhere; where it looks goes along."""
    if snaps:
        bearing_deg = SNAP_DEG * round(bearing_deg / SNAP_DEG)

    def turn(changed: Tables) -> None:
        mount = changed["sensors"][sensor]
        turned = _wrapped(bearing_deg) - mount["bearing_deg"]
        for table in (mount, mount.get("own", {})):
            for name in ("bearing_deg", "looks_deg"):
                if name in table:
                    table[name] = _wrapped(table[name] + turned)

    return _changed(file, turn)


def with_new_sensor(file: Tables) -> Tables:
    """Return a file with one more sensor, in the middle of the widest gap between the others."""
    angles = sorted(
        math.degrees(math.atan2(sensor["y_mm"], sensor["x_mm"])) for sensor in file["sensors"]
    )
    gaps = [
        ((following - angle) % 360.0 or 360.0, angle)
        for angle, following in zip(angles, (*angles[1:], *angles[:1]), strict=True)
    ]
    width, start = max(gaps)
    angle = math.radians(SNAP_DEG * round((start + width / 2.0) / SNAP_DEG))
    radius = file["body"]["radius_mm"] - INSIDE_MM
    names = {sensor["name"] for sensor in file["sensors"]}
    name = next(f"sensor_{k}" for k in range(1, 100) if f"sensor_{k}" not in names)
    sensor = {
        "name": name,
        "x_mm": round(radius * math.cos(angle), 1),
        "y_mm": round(radius * math.sin(angle), 1),
        "bearing_deg": _wrapped(math.degrees(angle)),
    }
    return _changed(file, lambda f: f["sensors"].append(sensor))


def without_sensor(file: Tables, sensor: int) -> Tables:
    """Return a file without a sensor; those behind it count down."""
    return _changed(file, lambda f: f["sensors"].pop(sensor))


def with_mirrored(file: Tables, sensor: int) -> Tables:
    """Return a file with a sensor's mirror image on the other side: ``left_x`` for ``right_x``."""
    new = copy.deepcopy(file["sensors"][sensor])
    new["y_mm"] = -new["y_mm"]
    for table in (new, new.get("own", {})):
        for name in ("bearing_deg", "looks_deg"):
            if name in table:
                table[name] = _wrapped(-table[name])
    names = {one["name"] for one in file["sensors"]}
    wanted = _other_side(new["name"])
    new["name"] = next(
        name for name in (wanted, *(f"{wanted}_{k}" for k in range(2, 99))) if name not in names
    )
    return _changed(file, lambda f: f["sensors"].append(new))


def can_add(file: Tables) -> bool:
    """Return whether there is room for one more sensor."""
    return len(file["sensors"]) < MOST_SENSORS


def _other_side(name: str) -> str:
    if "left" in name:
        return name.replace("left", "right")
    return name.replace("right", "left") if "right" in name else f"{name}_mirrored"


def _snapped(x_mm: float, y_mm: float, radius_mm: float) -> tuple[float, float]:
    """Return a place on the grid of angles round the body, on its rim where that is near."""
    distance, angle = math.hypot(x_mm, y_mm), math.degrees(math.atan2(y_mm, x_mm))
    rim = radius_mm - INSIDE_MM
    if abs(distance - rim) <= RIM_MM:
        snapped = math.radians(SNAP_DEG * round(angle / SNAP_DEG))
        return round(rim * math.cos(snapped), 1), round(rim * math.sin(snapped), 1)
    return SNAP_MM * round(x_mm / SNAP_MM), SNAP_MM * round(y_mm / SNAP_MM)


def _wrapped(angle_deg: float) -> float:
    """Return a bearing from above -180 to 180, to a hundredth."""
    return round(180.0 - (180.0 - angle_deg) % 360.0, 2) + 0.0


def _changed(file: Tables, change: Callable[[Tables], object]) -> Tables:
    changed = copy.deepcopy(file)
    change(changed)
    return changed
