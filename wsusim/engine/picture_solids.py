"""A world as cameras see it: the shapes of its scene as solids with heights, and its floor.

Positions and outlines are those of the engine; heights and colours are those of every picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, assert_never

import numpy as np
import shapely
from numpy.typing import NDArray

from wsusim.engine.floor import grey_of
from wsusim.engine.static_map import BORDER, build_static_map
from wsusim.kernels.solids import BALL, CYLINDER, FACE, PRISM, SOLID, Ground
from wsusim.model.elementary import cos, sin
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Point
from wsusim.model.robot_kind import RobotKind
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import GoalRegion, World
from wsusim.robots import robot_kind
from wsusim.scene.heights import BASE_MM, BODY_MM, JAW_MM, LAMP_FOOT_MM, MARK_MM
from wsusim.scene.palette import LIGHT
from wsusim.scene.shapes import Area, Disc, Ink, Robot, What, Words
from wsusim.scene.walk import (
    lifts_mm,
    places_of,
    robot_shape,
    shapes_of,
    thing_shape,
)

SKY = "#cfe3f2"  # guess: the bright wall of a laboratory
OUTSIDE = "#9aa3b2"  # guess: the table around the arena
GOAL = "#66c5ab"  # the window's goal, so strong that a program tells it from the floor
MARK, JAW = "#14161b", "#a9b1bf"

GROUND_SQUARE_MM, PICTURE_SQUARE_MM = 4.0, 2.0
"""Side of a square of the floor; finer ones where a picture lies."""
MOST_GROUND_SQUARES = 600
"""Along a side of the arena: those of a very large one are larger."""

PARTS = 6
"""Solids of a robot: base, body, mark, left jaw, right jaw and arm."""
OWN_PARTS = 3
"""So many of them the robot's own eye does not see: it stands on them."""
CORNERS_MAX = 12
"""Of a part of a gripper."""

Row = dict[str, Any]
"""A row of the table, by its fields."""


class Solids:
    """The solids of a world at a moment, in tables that are filled again for each moment.

    ``table`` holds what stands still first, then loose things, then ``PARTS`` for each robot.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._corners: list[Point] = []
        self._kinds = [convex(robot_kind(robot.kind)) for robot in world.robots]
        still, things, robots = self._rows()
        self._first_thing, self._first_robot = len(still), len(still) + len(things)
        self.table: NDArray[Any] = np.array(
            [tuple(row[name] for name in SOLID.names or ()) for row in still + things + robots],
            SOLID,
        )
        self.corners_mm = np.array(self._corners, np.float64).reshape(-1, 2)
        self.ground = ground_of(world)

    def parts_of(self, robot: int) -> tuple[int, int]:
        """Return the first solid that a robot's own eye leaves out, and the first one after."""
        first = self._first_robot + PARTS * robot
        return first, first + OWN_PARTS

    def show(self, moment: Snapshot) -> None:
        """Put everything where it is at a moment of a run."""
        lifts = lifts_mm(self._world, moment)
        things = zip(self._world.movables, places_of(self._world, moment), strict=True)
        for row, (thing, place) in enumerate(things, self._first_thing):
            lift_mm = 0.0 if place.held_by is None else lifts[place.held_by]
            shape = thing_shape(thing, place, LIGHT, lift_mm)
            heights = {"low_mm": shape.look.low_mm, "high_mm": shape.look.high_mm}
            match shape:
                case Area():
                    self._move_corners(row, shape.corners_mm)
                case Disc():
                    _put(self.table[row], shape.x_mm, shape.y_mm, **heights)
        for number, robot in enumerate(moment.robots):
            start, kind = self._world.robots[number], self._kinds[number]
            self._show_robot(robot_shape(number, start, robot, kind))

    def _show_robot(self, robot: Robot) -> None:
        first = self._first_robot + PARTS * robot.number
        for row in (first, first + 1):
            _put(self.table[row], robot.pose.x_mm, robot.pose.y_mm)
        _put(self.table[first + 2], *robot.pose.place((0.6 * robot.kind.radius_mm, 0.0)))
        outlines = robot.gripper_mm or ((),) * (PARTS - OWN_PARTS)
        for row, outline in enumerate(outlines, first + OWN_PARTS):
            self._move_corners(row, outline)

    def _move_corners(self, row: int, corners_mm: tuple[Point, ...]) -> None:
        start = self.table[row]["first"]
        self.table[row]["corners"] = len(corners_mm)
        self.corners_mm[start : start + len(corners_mm)] = corners_mm or np.empty((0, 2))

    # What there is

    def _rows(self) -> tuple[list[Row], list[Row], list[Row]]:
        """Return what stands still, what is loose, and the robots; the floor is drawn apart."""
        still: list[Row] = []
        things: list[Row] = []
        robots: list[Row] = []
        for shape in shapes_of(self._world):
            match shape:
                case Area(what=What.BORDER):
                    still += self._border(shape)
                case Area(what=What.WALL):
                    still.append(self._area(shape))
                case Area(what=What.FLOOR | What.GOAL) | Ink() | Words():
                    pass
                case Area():
                    things.append(self._area(shape))
                case Disc(what=What.LAMP):
                    still += _lamp(shape)
                case Disc():
                    things.append(_round(BALL if shape.what is What.BALL else CYLINDER, shape))
                case Robot():
                    robots += self._robot(shape)
                case _:
                    assert_never(shape)
        return still, things, robots

    def _border(self, border: Area) -> Iterable[Row]:
        """Yield what the border shows to the inside: a face along each edge of the floor."""
        static = build_static_map(self._world)
        for x0, y0, x1, y1 in static.edges_mm[static.edge_wall == BORDER].tolist():
            face = _solid(FACE, border.look.fill, high_mm=border.look.high_mm)
            yield face | self._outline([(x0, y0), (x1, y1)])

    def _area(self, area: Area) -> Row:
        solid = _solid(PRISM, area.look.fill, low_mm=area.look.low_mm, high_mm=area.look.high_mm)
        return solid | self._outline(list(area.corners_mm))

    def _robot(self, robot: Robot) -> Iterable[Row]:
        radius_mm = robot.kind.radius_mm
        base = _solid(CYLINDER, LIGHT.robot_body, high_mm=BASE_MM)
        yield base | {"radius_mm": 0.93 * radius_mm}
        body = _solid(CYLINDER, robot.fill, low_mm=BASE_MM, high_mm=BODY_MM)
        yield body | {"radius_mm": radius_mm}
        mark = _solid(CYLINDER, MARK, low_mm=BODY_MM, high_mm=MARK_MM)
        yield mark | {"radius_mm": 0.3 * radius_mm}
        for _part in range(PARTS - OWN_PARTS):
            jaw = _solid(PRISM, JAW, low_mm=JAW_MM[0], high_mm=JAW_MM[1])
            yield jaw | self._outline([(0.0, 0.0)] * CORNERS_MAX) | {"corners": 0}

    def _outline(self, corners: list[Point]) -> dict[str, int]:
        first = len(self._corners)
        self._corners += corners
        return {"first": first, "corners": len(corners)}


def ground_of(world: World) -> Ground:
    """Return the floor of a world with its goal regions and the pictures that lie on it."""
    size = max(world.arena.width_mm, world.arena.height_mm)
    usual_mm = PICTURE_SQUARE_MM if world.floor_pictures else GROUND_SQUARE_MM
    square_mm = max(usual_mm, size / MOST_GROUND_SQUARES)
    x = np.arange(0.5 * square_mm, world.arena.width_mm, square_mm)
    y = np.arange(0.5 * square_mm, world.arena.height_mm, square_mm)
    middles_x, middles_y = np.meshgrid(x, y)
    squares = np.full(middles_x.shape, number_of(OUTSIDE), np.uint32)
    floor = shapely.Polygon(world.arena.outline_mm)
    squares[shapely.contains_xy(floor, middles_x, middles_y)] = number_of(LIGHT.floor)
    for goal in world.goals:
        squares[_is_within(goal, middles_x, middles_y)] = number_of(GOAL)
    grey = np.full(squares.shape, 255, np.uint32)
    for picture in world.floor_pictures:
        _lay(picture, grey, x, y)
    red, green, blue = ((squares >> shift & 255) * grey // 255 for shift in (16, 8, 0))
    inked = (red << 16 | green << 8 | blue).astype(np.uint32)
    return Ground(inked, 0.0, 0.0, square_mm, number_of(OUTSIDE), number_of(SKY))


def _lay(
    picture: FloorPicture,
    grey: NDArray[np.uint32],
    x_mm: NDArray[np.float64],
    y_mm: NDArray[np.float64],
) -> None:
    """Write a picture's grey values where it lies, over those that are there."""
    values = grey_of(picture)
    width_mm, height_mm = picture.size_mm
    across = np.floor((x_mm - picture.x_mm + width_mm / 2) / picture.mm_per_px).astype(int)
    down = np.floor((picture.y_mm + height_mm / 2 - y_mm) / picture.mm_per_px).astype(int)
    columns = np.flatnonzero((across >= 0) & (across < values.shape[1]))
    rows = np.flatnonzero((down >= 0) & (down < values.shape[0]))
    grey[np.ix_(rows, columns)] = values[np.ix_(down[rows], across[columns])]


def number_of(colour: str) -> int:
    """Return ``#rrggbb`` as a whole number."""
    return int(colour[1:], 16)


def convex(kind: RobotKind) -> RobotKind:
    """Return a kind whose gripper's parts are convex, as solids must be."""
    if kind.gripper is None:
        return kind
    gripper = replace(
        kind.gripper,
        jaw_outline_mm=_hull(kind.gripper.jaw_outline_mm),
        arm_outline_mm=_hull(kind.gripper.arm_outline_mm),
    )
    return replace(kind, gripper=gripper)


def _hull(outline: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the convex hull of an outline, counter-clockwise."""
    hull = shapely.orient_polygons(shapely.MultiPoint(outline).convex_hull)
    return tuple((x, y) for x, y in hull.exterior.coords)[:-1][:CORNERS_MAX]


def _is_within(
    goal: GoalRegion, x_mm: NDArray[np.float64], y_mm: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Tell for many points whether they are in a goal region; see ``GoalRegion.contains``."""
    c, s = cos(goal.pose.heading_rad), sin(goal.pose.heading_rad)
    x, y = x_mm - goal.pose.x_mm, y_mm - goal.pose.y_mm
    u = 2.0 * (c * x + s * y) / goal.width_mm
    v = 2.0 * (c * y - s * x) / goal.height_mm
    inside: NDArray[np.bool_] = (
        u * u + v * v <= 1.0 if goal.shape == "ellipse" else (np.abs(u) <= 1.0) & (np.abs(v) <= 1.0)
    )
    return inside


def _lamp(lamp: Disc) -> Iterable[Row]:
    """Yield the foot of a lamp, and its bulb."""
    place = {"x_mm": lamp.x_mm, "y_mm": lamp.y_mm}
    foot = _solid(CYLINDER, LIGHT.robot_part, high_mm=LAMP_FOOT_MM)
    yield foot | place | {"radius_mm": lamp.radius_mm}
    bulb = _solid(CYLINDER, lamp.look.fill, low_mm=LAMP_FOOT_MM, high_mm=lamp.look.high_mm)
    yield bulb | place | {"radius_mm": 0.7 * lamp.radius_mm, "shines": lamp.look.shines}


def _round(shape: int, disc: Disc) -> Row:
    look = disc.look
    solid = _solid(shape, look.fill, low_mm=look.low_mm, high_mm=look.high_mm)
    return solid | {"x_mm": disc.x_mm, "y_mm": disc.y_mm, "radius_mm": disc.radius_mm}


def _solid(shape: int, colour: str, *, low_mm: float = 0.0, high_mm: float = 0.0) -> Row:
    """Return a row of the table for something of this shape, still at the origin."""
    return {
        "shape": shape, "first": 0, "corners": 0, "x_mm": 0.0, "y_mm": 0.0, "radius_mm": 0.0,
        "low_mm": low_mm, "high_mm": high_mm, "colour": number_of(colour), "shines": False,
    }  # fmt: skip


def _put(row: Any, x_mm: float, y_mm: float, **heights_mm: float) -> None:
    row["x_mm"], row["y_mm"] = x_mm, y_mm
    for name, value in heights_mm.items():
        row[name] = value
