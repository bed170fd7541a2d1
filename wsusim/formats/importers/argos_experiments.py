"""Experiments of ARGoS: the boxes, cylinders, lights and robots of their arenas.

Lengths are in metres, angles in degrees with the one about the vertical first, the origin is
wherever ``center`` says. What ARGoS places by chance stands in fixed places here, spread over the
same area. Sources: the experiments that ARGoS and its robots come with (argos3-examples,
argos3-kheperaiv, argos3-epuck) and what ``argos3 -q all`` says of ``<arena>`` and ``<distribute>``.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from wsusim.errors import MazeError
from wsusim.formats.free_places import Floor
from wsusim.formats.importers.importer import Imported, Importer
from wsusim.formats.occupancy_map import SCALE, checked_scale, with_fitting_cells
from wsusim.formats.solid_blocks import bars_of
from wsusim.formats.spread_places import Spot, spots_of
from wsusim.model.colours import NAMED
from wsusim.model.elementary import hypot
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.limits import SIDE_MAX_MM
from wsusim.model.text import plain
from wsusim.model.world import SIDE_MIN_MM, Arena, Box, Cylinder, Light, RobotStart, Wall, World
from wsusim.robots import robot_kind

KINDS = {"e-puck": "epuck", "epuck": "epuck", "e-puck2": "epuck", "thymio": "thymio"}
KHEPERA = "khepera1"
"""What other robots become that drive."""

FLYERS = ("eye-bot", "eyebot", "spiri", "drone", "quadrotor")

HEAVY_G = 10_000.0
"""Of what can't be moved there: no robot can move it here either."""

HEAVIEST_G = 100_000.0
SMALLEST_MM, LARGEST_MM = 5.0, 500.0
"""Sizes of what is loose, and of cylinders."""

MOST_THINGS, MOST_ROBOTS = 500, 100
"""Taken over of one kind; experiments may distribute thousands."""


@dataclass(frozen=True, slots=True)
class _Thing:
    """An entity of the arena, and where it stands."""

    entity: Element
    spot: Spot


def _takes(content: bytes) -> bool:
    return re.search(rb"<argos-configuration[\s>]", content[:20_000]) is not None


def _read(content: bytes, name: str, given: Mapping[str, Any]) -> Imported:
    try:
        root = fromstring(content)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise MazeError(f"it is no good XML ({error}).") from None
    arena = root.find("arena")
    if arena is None:
        raise MazeError("an experiment has an <arena> with a size; this one has none.")
    return _Experiment(arena, checked_scale(given.get("scale", 1.0))).imported(name)


class _Experiment:
    """One arena on its way to a maze."""

    def __init__(self, arena: Element, scale: float) -> None:
        self._mm = 1000.0 * scale
        size, centre = _numbers(arena, "size", 2), _numbers(arena, "center", 2, "0,0,0")
        self._width, self._height = (self._mm * side for side in size[:2])
        for side in (self._width, self._height):
            if not SIDE_MIN_MM <= side <= SIDE_MAX_MM:
                raise MazeError(
                    f"its arena has a side of {plain(round(side, 3))} mm, but that must be "
                    f"{plain(SIDE_MIN_MM)} to {plain(SIDE_MAX_MM)}. Choose another --scale."
                )
        self._corner = [centre[axis] - size[axis] / 2.0 for axis in (0, 1)]
        self._ids = iter(range(1, 1_000_000))
        self._left_out: Counter[str] = Counter()
        self._became: Counter[str] = Counter()
        self._by_chance = 0
        self._things = list(self._all_things(arena))

    def imported(self, name: str) -> Imported:
        """Return the maze, and what is not in it."""
        arena = Arena.rectangle(self._width, self._height)
        walls = tuple(self._walls())
        floor = Floor(arena, walls)
        cylinders, boxes = tuple(self._cylinders(floor)), tuple(self._boxes(floor))
        lights = tuple(self._lights(floor))
        robots = tuple(self._robots(floor)) or tuple(self._newcomer(floor))
        world = World(
            name, arena, walls=walls, cylinders=cylinders, boxes=boxes, lights=lights,
            robots=robots, next_id=next(self._ids),
        )  # fmt: skip
        return Imported(with_fitting_cells(world), tuple(self._remarks()))

    def _remarks(self) -> Iterator[str]:
        if self._left_out:
            yield f"Left out: {_listed(self._left_out)}."
        if self._became:
            yield f"Robots that became Kheperas: {_listed(self._became)}."
        if self._by_chance:
            yield f"What ARGoS places by chance stands in fixed places ({self._by_chance})."

    def _all_things(self, arena: Element) -> Iterator[_Thing]:
        """Yield everything in the arena that has a place."""
        for one in arena:
            if one.tag == "distribute":
                yield from self._distributed(one)
            elif one.tag == "light":
                x, y, *_ = _numbers(one, "position", 2)
                yield _Thing(one, (x, y, 0.0))
            elif (body := one.find("body")) is not None:
                x, y, *_ = _numbers(body, "position", 2)
                yield _Thing(one, (x, y, _numbers(body, "orientation", 1, "0,0,0")[0]))
            else:
                self._left_out[one.tag] += 1

    def _distributed(self, distribute: Element) -> Iterator[_Thing]:
        position, turning = distribute.find("position"), distribute.find("orientation")
        if position is None:
            raise MazeError("a <distribute> has a <position>; one of them has none.")
        spots = spots_of(position, turning, _numbers, 1 + self._by_chance)
        for group in distribute.findall("entity"):
            wanted = int(_numbers(group, "quantity", 1, "1")[0])
            count = min(wanted, MOST_THINGS)
            for entity in group:
                self._left_out[entity.tag] += wanted - count
                for _ in range(count):
                    spot = next(spots, None)
                    if spot is None:
                        self._left_out[entity.tag] += 1
                        continue
                    self._by_chance += position.get("method") in ("uniform", "gaussian")
                    yield _Thing(entity, spot)
        self._left_out = +self._left_out

    def _of(self, tag: str) -> Iterator[_Thing]:
        return (thing for thing in self._things if thing.entity.tag == tag)

    def _pose(self, thing: _Thing) -> Pose:
        x, y, turned_deg = thing.spot
        x_mm, y_mm = (self._mm * (at - low) for at, low in zip((x, y), self._corner, strict=True))
        return Pose(round(x_mm, 3), round(y_mm, 3), wrap_rad(math.radians(turned_deg)))

    def _walls(self) -> Iterator[Wall]:
        """Yield what can't be moved, cut off at the border."""
        for thing in self._of("box"):
            if _is_loose(thing.entity):
                continue
            length, thickness = (self._mm * side for side in _numbers(thing.entity, "size", 2)[:2])
            is_seen = False
            for x0, y0, x1, y1, thick in bars_of(self._pose(thing), length, thickness):
                ends = _within(((x0, y0), (x1, y1)), self._width, self._height)
                if ends is not None:
                    is_seen = True
                    yield Wall(next(self._ids), *ends[0], *ends[1], thick)
            self._left_out["box outside the arena"] += not is_seen
        self._left_out = +self._left_out

    def _boxes(self, floor: Floor) -> Iterator[Box]:
        for thing in self._of("box"):
            if not _is_loose(thing.entity):
                continue
            width, depth = (self._mm * side for side in _numbers(thing.entity, "size", 2)[:2])
            is_fit = SMALLEST_MM <= min(width, depth) <= max(width, depth) <= LARGEST_MM
            pose = self._pose(thing)
            place = floor.put(pose.x_mm, pose.y_mm, hypot(width, depth) / 2.0) if is_fit else None
            if place is None:
                self._left_out["loose box"] += 1
                continue
            yield Box(
                next(self._ids), Pose(*place, pose.heading_rad), width, depth,
                mass_g=_mass_g(thing.entity),
            )  # fmt: skip

    def _cylinders(self, floor: Floor) -> Iterator[Cylinder]:
        for thing in self._of("cylinder"):
            radius = self._mm * _numbers(thing.entity, "radius", 1)[0]
            pose = self._pose(thing)
            is_fit = SMALLEST_MM <= 2.0 * radius <= LARGEST_MM
            place = floor.put(pose.x_mm, pose.y_mm, radius) if is_fit else None
            if place is None:
                self._left_out["cylinder"] += 1
                continue
            mass_g = _mass_g(thing.entity) if _is_loose(thing.entity) else HEAVY_G
            yield Cylinder(next(self._ids), *place, diameter_mm=2.0 * radius, mass_g=mass_g)

    def _lights(self, floor: Floor) -> Iterator[Light]:
        for thing in self._of("light"):
            pose, colour = self._pose(thing), thing.entity.get("color", "")
            lamp = Light(next(self._ids), pose.x_mm, pose.y_mm)
            place = floor.put_lamp(pose.x_mm, pose.y_mm, lamp.diameter_mm / 2.0)
            if place is None:
                self._left_out["light"] += 1
                continue
            yield Light(lamp.id, *place, colour=colour if colour in NAMED else "")

    def _robots(self, floor: Floor) -> Iterator[RobotStart]:
        taken = 0
        for thing in self._things:
            if thing.entity.tag in ("box", "cylinder", "light"):
                continue
            tag, place = thing.entity.tag.lower(), None
            kind = KINDS.get(tag, KHEPERA)
            pose = self._pose(thing)
            drives = thing.entity.find("controller") is not None and tag not in FLYERS
            if drives and taken < MOST_ROBOTS:
                place = floor.put(pose.x_mm, pose.y_mm, robot_kind(kind).radius_mm)
            if place is None:
                self._left_out[thing.entity.tag] += 1
                continue
            taken += 1
            self._became[thing.entity.tag] += tag not in KINDS
            yield RobotStart(next(self._ids), Pose(*place, pose.heading_rad), kind)
        self._became = +self._became

    def _newcomer(self, floor: Floor) -> Iterator[RobotStart]:
        """Yield a robot for an experiment whose own are placed by its loop functions."""
        place = floor.put_robot(robot_kind(KHEPERA))
        if place is not None:
            yield RobotStart(next(self._ids), Pose(*place, math.pi / 2.0), KHEPERA)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{what} ({count})" for what, count in sorted(counts.items()))


def _is_loose(entity: Element) -> bool:
    return entity.get("movable", "false").strip().lower() in ("true", "1", "yes")


def _mass_g(entity: Element) -> float:
    """Return a mass, which ARGoS counts in kilograms."""
    return min(HEAVIEST_G, max(0.1, 1000.0 * _numbers(entity, "mass", 1, "1")[0]))


def _numbers(one: Element, name: str, count: int, usual: str = "") -> list[float]:
    """Return the figures of an element; raises ``MazeError`` when there are too few."""
    text = one.get(name, usual)
    try:
        values = [float(word) for word in text.split(",")]
    except ValueError:
        values = []
    if len(values) < count or not all(math.isfinite(v) and abs(v) < 1e6 for v in values):
        raise MazeError(f"<{one.tag}> has {name}={text!r}, but it must be {count} numbers or more.")
    return values


def _within(
    ends: tuple[tuple[float, float], tuple[float, float]], width: float, height: float
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return the part of a line within the arena (Liang and Barsky); ``None``: there is none."""
    (x0, y0), (x1, y1) = ends
    first, last = 0.0, 1.0
    for start, step, low, high in ((x0, x1 - x0, 0.0, width), (y0, y1 - y0, 0.0, height)):
        if step == 0.0:
            if not low <= start <= high:
                return None
            continue
        near, far = sorted(((low - start) / step, (high - start) / step))
        first, last = max(first, near), min(last, far)
    if first >= last:
        return None
    at = [(round(x0 + t * (x1 - x0), 3), round(y0 + t * (y1 - y0), 3)) for t in (first, last)]
    return at[0], at[1]


ROWS = (
    Importer(
        title="ARGoS experiments",
        words="an experiment of ARGoS (.argos)",
        takes=_takes,
        read=_read,
        suffixes=(".argos",),
        options=(SCALE,),
    ),
)
