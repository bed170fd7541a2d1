"""Maps of ROS (``map_server``, ``map_saver``): a YAML file, and a picture of what is occupied."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.errors import MazeError
from wsusim.formats.atomic import read_beside
from wsusim.formats.grey_pictures import Grey, read_grey
from wsusim.formats.importers.importer import FOLDER, Imported, Importer, text_of
from wsusim.formats.occupancy_map import SCALE, arena_of_map, checked_scale

_KEYS = ("image", "resolution", "origin")
OCCUPIED, FREE = 0.65, 0.196
"""From and up to which share of black a cell counts, where the file says nothing (map_server)."""


def _takes(content: bytes) -> bool:
    text = text_of(content)
    return all(re.search(rf"^{key}\s*:", text, re.MULTILINE) for key in _KEYS)


def _read(content: bytes, name: str, given: Mapping[str, Any]) -> Imported:
    told = _told(content)
    cell_mm = 1000.0 * _number(told, "resolution", 0.001, 100.0)
    cell_mm *= checked_scale(given.get("scale", 1.0))
    image = told["image"]
    if not isinstance(image, str):
        raise MazeError(f"image is {_named(image)}, but it must be the name of a picture.")
    grey = read_grey(read_beside(given[FOLDER], image, "the picture of the map"), image)
    is_occupied, is_known = _cells(grey, told)
    if not is_occupied.any():
        raise MazeError(f"Nothing is occupied in {image}. Look at negate and occupied_thresh.")
    rows, columns = np.flatnonzero(is_known.any(axis=1)), np.flatnonzero(is_known.any(axis=0))
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    arena = arena_of_map(is_occupied[top:bottom, left:right], cell_mm, name)
    remarks = [arena.remark] if arena.remark else []
    if (bottom - top, right - left) != grey.shape:
        remarks.append("The unknown area around the map was left out.")
    x_m, y_m, yaw_rad = _origin(told)
    scale = given.get("scale", 1.0)
    zero_mm = (
        -1000.0 * scale * x_m - left * cell_mm,
        -1000.0 * scale * y_m - (grey.shape[0] - bottom) * cell_mm,
    )
    if yaw_rad:
        remarks.append("The map's own direction (the third number of origin) was left out.")
    else:
        remarks.append(f"The origin of the map is at x {zero_mm[0]:.0f}, y {zero_mm[1]:.0f} mm.")
    return Imported(arena.world, tuple(remarks))


def _told(content: bytes) -> dict[str, Any]:
    import yaml  # type: ignore[import-untyped]  # seldom wanted

    try:
        told = yaml.safe_load(text_of(content))
    except yaml.YAMLError as error:
        raise MazeError(f"it is no good YAML ({' '.join(str(error).split())[:150]}).") from None
    if not isinstance(told, dict) or not all(key in told for key in _KEYS):
        raise MazeError(f"a map of ROS says {', '.join(_KEYS)}, one a line.")
    return told


def _named(value: object) -> str:
    """Return a value for a message, cut short: lists may contain each other without end."""
    if isinstance(value, list | dict):
        return f"a {type(value).__name__} of {len(value)}"
    return repr(value)[:100]


def _number(told: Mapping[str, Any], name: str, low: float, high: float) -> float:
    value = told[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise MazeError(f"{name} is {_named(value)}, but it must be a number from {low} to {high}.")
    return float(value)


def _origin(told: Mapping[str, Any]) -> tuple[float, float, float]:
    origin = told["origin"]
    if not isinstance(origin, list) or len(origin) not in (2, 3):
        raise MazeError(f"origin is {_named(origin)}, but it must be [x, y, yaw], in metres.")
    named = {f"origin[{place}]": value for place, value in enumerate(origin)}
    x, y, *yaw = (_number(named, name, -1e6, 1e6) for name in named)
    return x, y, yaw[0] if yaw else 0.0


def _cells(grey: Grey, told: Mapping[str, Any]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which cells are occupied, and which are known."""
    limits = {"occupied_thresh": OCCUPIED, "free_thresh": FREE} | dict(told)
    occupied = _number(limits, "occupied_thresh", 0.0, 1.0)
    free = _number(limits, "free_thresh", 0.0, 1.0)
    share = grey / 255.0 if told.get("negate") else (255.0 - grey) / 255.0
    is_occupied = share > occupied
    return is_occupied, is_occupied | (share < free)


ROWS = (
    Importer(
        title="ROS maps",
        words="a map of ROS (.yaml, with its picture beside it)",
        takes=_takes,
        read=_read,
        suffixes=(".yaml", ".yml"),
        options=(SCALE,),
        has_neighbours=True,
    ),
)
