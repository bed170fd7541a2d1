"""Playgrounds of Aseba (Thymio, e-puck): walls, cylinders, robots, and the picture on the floor.

They are XML with the picture beside it, or, since Thymio Suite, both packed into one file (zip).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html.entities import html5
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError

import numpy as np
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from wsusim.errors import MazeError
from wsusim.formats.atomic import read_beside
from wsusim.formats.free_places import Floor
from wsusim.formats.grey_pictures import grey_png, read_grey
from wsusim.formats.importers.importer import FOLDER, Imported, Importer
from wsusim.formats.solid_blocks import bars_of
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.text import counted
from wsusim.model.world import Arena, Box, Cylinder, RobotStart, Wall, World
from wsusim.robots import robot_kind

MM = 10.0
"""Playgrounds count in centimetres."""

KINDS = {"thymio2": "thymio", "e-puck": "epuck"}
HEAVY_G = 10_000.0
"""Of what can't be moved there: no robot can move it here either."""

SMALLEST_MM, LARGEST_MM = 5.0, 500.0
"""Diameters of cylinders that are taken over."""


WORLD = "world.xml"
"""The playground itself, where it is packed with its picture."""


PACKED = b"PK\x03\x04"
"""How a packed file begins."""


def _takes(content: bytes) -> bool:
    if not content.startswith(PACKED):
        return _is_playground(content)
    from wsusim.formats.packed_files import PackedFiles  # slow to load

    try:
        packed = PackedFiles(content)
        return WORLD in packed.names() and _is_playground(packed.read(WORLD))
    except MazeError:
        return False


def _is_playground(content: bytes) -> bool:
    return re.search(rb"<aseba-playground[\s>]", content[:4000]) is not None


def _read(content: bytes, name: str, given: Mapping[str, Any]) -> Imported:
    beside: Callable[[str], bytes] = partial(_picture_in, given[FOLDER])
    if content.startswith(PACKED):
        from wsusim.formats.packed_files import PackedFiles  # slow to load

        packed = PackedFiles(content)
        content, beside = packed.read(WORLD), packed.read
    try:
        root = fromstring(_ENTITY.sub(_character, content.decode("utf-8")))
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise MazeError(f"it is no good XML ({error}).") from None
    return _Playground(root, beside).imported(name)


def _picture_in(folder: Path, name: str) -> bytes:
    return read_beside(folder, name, "a picture")


_ENTITY = re.compile(r"&([A-Za-z]+\d*);")


def _character(entity: re.Match[str]) -> str:
    """Return the character of an HTML entity; Aseba's files use them, though XML has only five."""
    if entity[1] in ("amp", "lt", "gt", "quot", "apos"):
        return entity[0]
    return html5.get(f"{entity[1]};", "")


class _Playground:
    """One file on its way to a maze; ``beside`` returns the content of one beside it."""

    def __init__(self, root: Element, beside: Callable[[str], bytes]) -> None:
        world = root.find("world")
        if world is None:
            raise MazeError("a playground has a <world> with w and h; this one has none.")
        self._root, self._world, self._beside = root, world, beside
        self._arena = Arena.rectangle(MM * _number(world, "w"), MM * _number(world, "h"))
        self._colours = {one.get("name", ""): _colour(one) for one in root.iter("color")}
        self._ids = iter(range(1, 1_000_000))
        self._left_out: Counter[str] = Counter()

    def imported(self, name: str) -> Imported:
        """Return the maze, and what is not in it."""
        walls = tuple(self._walls())
        floor = Floor(self._arena, walls)
        robots = tuple(self._robots(floor))
        cylinders = tuple(self._cylinders(floor))
        pictures = tuple(self._pictures())
        boxes = tuple(self._boxes())
        for one in ("feeder", "activation"):
            self._left_out[one] += len(self._root.findall(one))
        remarks = [
            f"{counted(count, what)} left out." for what, count in self._left_out.items() if count
        ]
        doors = len(self._root.findall("door"))
        if doors:
            remarks.append(f"Doors stay closed and became walls ({doors}).")
        description = " ".join((self._root.findtext("description") or "").split())
        world = World(
            name, self._arena, walls=walls, cylinders=cylinders, boxes=boxes, robots=robots,
            floor_pictures=pictures, next_id=next(self._ids), description=description[:1000],
        )  # fmt: skip
        return Imported(world, tuple(remarks))

    def _walls(self) -> Iterator[Wall]:
        for one in self._root.findall("wall"):
            if not _is_loose(one):
                yield from self._bars(one, _number(one, "x"), _number(one, "y"))
        for one in self._root.findall("door"):
            yield from self._bars(one, _number(one, "closedX"), _number(one, "closedY"))

    def _boxes(self) -> Iterator[Box]:
        for one in self._root.findall("wall"):
            if not _is_loose(one):
                continue
            width_mm, depth_mm = MM * _number(one, "l1"), MM * _number(one, "l2")
            if not SMALLEST_MM <= min(width_mm, depth_mm) <= max(width_mm, depth_mm) <= LARGEST_MM:
                self._left_out["loose wall"] += 1
                continue
            pose = Pose(MM * _number(one, "x"), MM * _number(one, "y"), _number(one, "angle", 0.0))
            yield Box(
                next(self._ids), pose, width_mm, depth_mm, mass_g=_number(one, "mass"),
                colour=self._colours.get(one.get("color", ""), ""),
            )  # fmt: skip

    def _bars(self, one: Element, x: float, y: float) -> Iterator[Wall]:
        """Yield the walls of a block whose middle is there."""
        middle = Pose(MM * x, MM * y, _number(one, "angle", 0.0))
        bars = list(bars_of(middle, MM * _number(one, "l1"), MM * _number(one, "l2")))
        colour = self._colours.get(one.get("color", ""), "")
        for bar in bars:
            yield Wall(next(self._ids), *bar, colour=colour)
        if not bars:
            self._left_out["wall without a size"] += 1

    def _robots(self, floor: Floor) -> Iterator[RobotStart]:
        for one in self._root.findall("robot"):
            kind = KINDS.get(one.get("type", "thymio2"))
            place = None
            if kind is not None:
                spot = MM * _number(one, "x"), MM * _number(one, "y")
                place = floor.put(*spot, robot_kind(kind).radius_mm)
            if kind is None or place is None:
                self._left_out["robot"] += 1
                continue
            heading_rad = wrap_rad(_number(one, "angle", 0.0))
            yield RobotStart(next(self._ids), Pose(*place, heading_rad), kind)

    def _cylinders(self, floor: Floor) -> Iterator[Cylinder]:
        for one in self._root.findall("cylinder"):
            radius_mm = MM * _number(one, "r")
            place = None
            if SMALLEST_MM <= 2.0 * radius_mm <= LARGEST_MM:
                place = floor.put(MM * _number(one, "x"), MM * _number(one, "y"), radius_mm)
            if place is None:
                self._left_out["cylinder"] += 1
                continue
            yield Cylinder(
                next(self._ids), *place, diameter_mm=2.0 * radius_mm,
                mass_g=_number(one, "mass") if _is_loose(one) else HEAVY_G,
                colour=self._colours.get(one.get("color", ""), ""),
            )  # fmt: skip

    def _pictures(self) -> Iterator[FloorPicture]:
        """Yield the picture on the ground, which is stretched over all of it."""
        texture = self._world.get("groundTexture")
        if not texture:
            return
        try:
            grey = read_grey(self._beside(texture), texture)
        except MazeError:
            self._left_out[f"floor picture ({texture})"] += 1
            return
        width, height = self._arena.width_mm, self._arena.height_mm
        rows = max(1, round(grey.shape[1] * height / width))
        picked = (np.arange(rows) + 0.5) * grey.shape[0] / rows
        scale = width / grey.shape[1]
        png = grey_png(grey[picked.astype(int)])
        yield FloorPicture(next(self._ids), width / 2.0, height / 2.0, scale, png)


def _is_loose(one: Element) -> bool:
    """Return whether something can be pushed: it has a mass, in grams."""
    return 0.0 < _number(one, "mass", -1.0) <= HEAVY_G


def _number(one: Element, name: str, usual: float | None = None) -> float:
    """Return a figure of an element; raises ``MazeError`` when it is none."""
    text = one.get(name)
    if text is None and usual is not None:
        return usual
    try:
        value = float(text or "")
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or abs(value) > 1e6:
        raise MazeError(f"<{one.tag}> has {name}={text!r}, but it must be a number.")
    return value


def _colour(one: Element) -> str:
    parts = (round(255.0 * min(1.0, max(0.0, _number(one, part, 0.0)))) for part in "rgb")
    return "#" + "".join(f"{part:02x}" for part in parts)


ROWS = (
    Importer(
        title="Aseba playgrounds",
        words="a playground of Aseba (.playground)",
        takes=_takes,
        read=_read,
        suffixes=(".playground",),
        has_neighbours=True,
    ),
)
