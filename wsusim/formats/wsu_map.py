"""Worlds from maps of the original WSU simulator.

The simulator's panel is 500 x 500 pixels, 1219.2 mm a side, y down. Its border covers 19 columns on
the left, 18 on the right, 19 rows at the top and 16 at the bottom. The imported arena keeps the
panel's size and place; the border is the solid frame between that size and the floor's outline.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from wsusim.errors import MazeError
from wsusim.formats.entries import OBJECTS_MAX
from wsusim.formats.free_places import Floor
from wsusim.formats.wsu_stream import Vertex, read_vertices
from wsusim.model.elementary import dist, sin
from wsusim.model.geometry import Point, Pose
from wsusim.model.units import CELL_MM
from wsusim.model.world import (
    BALL_DIAMETER_MM,
    CAP_DIAMETER_MM,
    LIGHT_DIAMETER_MM,
    WSU_ARENA_MM,
    Arena,
    Ball,
    Cap,
    Light,
    RobotStart,
    Wall,
    World,
)
from wsusim.robots import robot_kind

PANEL_PX = 500
BORDER_LEFT_PX, BORDER_RIGHT_PX, BORDER_TOP_PX, BORDER_BOTTOM_PX = 19, 18, 19, 16
WALL_LENGTH_PX, WALL_THICKNESS_PX = 50, 8
LIGHT_PX, CAP_PX = 16, 9

MOVES_TOLD = 20

T = TypeVar("T", Light, Cap, Ball)
Put = Callable[[float, float, float], Point | None]
"""Takes x and y (mm) and a radius; returns the nearest room."""

_WALL, _CAP, _BALL, _LIGHT = 1, 2, 3, 4


def import_wsu_map(content: bytes, name: str) -> World:
    """Return the world of a WSU map, with one ``Wall`` for each of its wall sections.

    Caps, balls and lamps that are inside a wall or overlap are moved to the nearest free place, and
    the robot, whose start such a map does not store, to the free place nearest to the middle.

    Raises:
        MazeError: The bytes are no such map, or there is no room for its contents.
    """
    vertices = read_vertices(content)
    _refuse_crowds(vertices)
    numbers = itertools.count(1)
    walls = tuple(_wall(next(numbers), v) for v in vertices if v.kind == _WALL)
    arena = _arena()
    floor = Floor(arena, walls)
    moved: list[str] = []

    def placed(
        kind: int, make: type[T], put: Put, what: str, side_px: int, diameter_mm: float
    ) -> tuple[T, ...]:
        """Return all things of a kind, each where there is room for it."""
        things = []
        for vertex in vertices:
            if vertex.kind != kind:
                continue
            x, y = _point(vertex.x_px + side_px / 2.0, vertex.y_px + side_px / 2.0)
            inside = (min(max(x, 0.0), WSU_ARENA_MM), min(max(y, 0.0), WSU_ARENA_MM))
            number = next(numbers)
            place = put(*inside, diameter_mm / 2.0)
            if place is None:
                raise MazeError(
                    f"There is no room for a {what} of this WSU map. Remove some walls or objects."
                )
            if place != (x, y):
                moved.append(f"a {what} by {dist(place, (x, y)):.1f} mm")
            things.append(make(number, *place))
        return tuple(things)

    lights = placed(_LIGHT, Light, floor.put_lamp, "lamp", LIGHT_PX, LIGHT_DIAMETER_MM)
    caps = placed(_CAP, Cap, floor.put, "cap", CAP_PX, CAP_DIAMETER_MM)
    balls = tuple(
        replace(ball, rolls=False)  # the original's balls were pushed like caps
        for ball in placed(_BALL, Ball, floor.put, "ball", CAP_PX, BALL_DIAMETER_MM)
    )
    # Looking up; none where there is no room.
    place = floor.put_robot(robot_kind("khepera1"))
    robots = () if place is None else (RobotStart(next(numbers), Pose(*place, math.pi / 2.0)),)
    return World(
        name=name,
        arena=arena,
        walls=walls,
        lights=lights,
        caps=caps,
        balls=balls,
        robots=robots,
        next_id=next(numbers),
        description=_description(vertices, moved, has_robot=bool(robots)),
    )


def _refuse_crowds(vertices: list[Vertex]) -> None:
    """Refuse more objects than a maze may hold, before looking for room."""
    for kind, name in ((_WALL, "walls"), (_LIGHT, "lights"), (_CAP, "caps"), (_BALL, "balls")):
        count = sum(vertex.kind == kind for vertex in vertices)
        if count > OBJECTS_MAX[name]:
            raise MazeError(
                f"This WSU map has {count} {name}, but a maze can have at most "
                f"{OBJECTS_MAX[name]}. Remove some in the WSU simulator."
            )


def _point(x_px: float, y_px: float) -> Point:
    """Return a point of the panel (y down) in the world (y up)."""
    return (x_px * CELL_MM, (PANEL_PX - y_px) * CELL_MM)


def _arena() -> Arena:
    left, right = BORDER_LEFT_PX, PANEL_PX - BORDER_RIGHT_PX
    bottom, top = PANEL_PX - BORDER_BOTTOM_PX, BORDER_TOP_PX
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return Arena(tuple(_point(x, y) for x, y in corners), size_mm=(WSU_ARENA_MM, WSU_ARENA_MM))


def _wall(number: int, vertex: Vertex) -> Wall:
    """Return a section; what lies beyond the panel is cut off or moved into the solid frame."""
    horizontal = abs(sin(vertex.theta_rad)) > 0.5
    if horizontal:  # covers y - 8 .. y
        x0, x1 = _within_panel(vertex.x_px, WALL_LENGTH_PX)
        y0, y1 = _within_panel(vertex.y_px - WALL_THICKNESS_PX, WALL_THICKNESS_PX)
        start, end = (x0, (y0 + y1) / 2.0), (x1, (y0 + y1) / 2.0)
    else:
        x0, x1 = _within_panel(vertex.x_px, WALL_THICKNESS_PX)
        y0, y1 = _within_panel(vertex.y_px, WALL_LENGTH_PX)
        start, end = ((x0 + x1) / 2.0, y0), ((x0 + x1) / 2.0, y1)
    return Wall(number, *_point(*start), *_point(*end), WALL_THICKNESS_PX * CELL_MM)


def _within_panel(low_px: float, length_px: float) -> tuple[float, float]:
    """Return the part of an extent that lies on the panel, at least a wall's thickness of it."""
    low = min(max(low_px, 0.0), float(PANEL_PX - WALL_THICKNESS_PX))
    return low, min(max(low_px + length_px, low + WALL_THICKNESS_PX), float(PANEL_PX))


def _description(vertices: list[Vertex], moved: list[str], *, has_robot: bool) -> str:
    parts = ["Imported from a map of the WSU simulator."]
    if moved:
        shown = moved[:MOVES_TOLD]
        rest = f" and {len(moved) - len(shown)} more" if len(moved) > len(shown) else ""
        parts.append(f"Moved to free places: {', '.join(shown)}{rest}.")
    unknown = sum(v.kind not in (_WALL, _CAP, _BALL, _LIGHT) for v in vertices)
    if unknown:
        parts.append(f"Left out {unknown} objects of unknown kinds.")
    if not has_robot:
        parts.append("There is no room for a robot.")
    return " ".join(parts)
