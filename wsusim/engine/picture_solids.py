"""A world as pictures show it: what stands in it as solids with heights and colours, and its floor.

Positions and outlines are those of the engine; heights and colours are only for the eye, and are
those of the picture in three dimensions that the browser shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from wsusim.engine.floor import grey_of
from wsusim.engine.occupancy import robot_outlines
from wsusim.engine.static_map import build_static_map, wall_corners_mm
from wsusim.kernels.solids import BALL, CYLINDER, FACE, PRISM, SOLID, Ground
from wsusim.model import colours
from wsusim.model.geometry import Point, Pose
from wsusim.model.robot_kind import RobotKind, is_arm_down
from wsusim.model.snapshot import RobotSnapshot, Snapshot
from wsusim.model.world import Ball, Box, Cap, FloorPicture, GoalRegion, Movable, World
from wsusim.robots import robot_kind

WALL_MM = 45.0  # guess: higher than an eye, so that none looks over it
CAP_MM = 13.0  # guess: a bottle cap
BLOCK_MM = 40.0  # guess: boxes and cylinders, a little lower than the walls
LAMP_FOOT_MM, LAMP_MM = 14.0, 62.0  # guess: a small desk lamp
BASE_MM, BODY_MM, MARK_MM = 12.0, 30.0, 33.0  # Khepera manual: 30 mm high; the rest a guess
JAW_MM = 3.0, 15.0  # guess
LIFTED_MM = 60.0  # guess: what a raised gripper holds stands above the robot

SKY = "#cfe3f2"  # guess: the bright wall of a laboratory
OUTSIDE = "#9aa3b2"  # guess: the table around the arena
GOAL = "#66c5ab"  # the window's goal, so strong that a program tells it from the floor
BASE, MARK, FOOT, JAW = "#2c3342", "#14161b", "#8d97a8", "#a9b1bf"

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


class Solids:
    """The solids of a world at a moment, in tables that are filled anew for each moment.

    ``table`` holds what stands still first, then caps and balls, then ``PARTS`` for each robot.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._corners: list[Point] = []
        rows = [*self._borders(), *self._walls(), *self._lamps()]
        self._first_thing = len(rows)
        rows += [self._thing(thing) for thing in world.movables]
        self._first_robot = len(rows)
        self._kinds = [convex(robot_kind(robot.kind)) for robot in world.robots]
        for number, kind in enumerate(self._kinds):
            rows += self._robot(colours.robot_colour(number, world.robots[number].colour), kind)
        self.table: NDArray[Any] = np.array(
            [tuple(row[name] for name in SOLID.names or ()) for row in rows], SOLID
        )
        self.corners_mm = np.array(self._corners, np.float64).reshape(-1, 2)
        self.ground = ground_of(world)

    def parts_of(self, robot: int) -> tuple[int, int]:
        """Return the first solid that a robot's own eye leaves out, and the first one after."""
        first = self._first_robot + PARTS * robot
        return first, first + OWN_PARTS

    def show(self, moment: Snapshot) -> None:
        """Put everything where it is at a moment of a run."""
        lowered = {
            robot.id: is_arm_down(kind, robot.arm_position)
            for robot, kind in zip(moment.robots, self._kinds, strict=True)
        }
        places = {thing.id: thing for thing in moment.objects}
        for row, thing in enumerate(self._world.movables, self._first_thing):
            place = places[thing.id]
            lift = 0.0 if place.held_by is None or lowered[place.held_by] else LIFTED_MM
            if isinstance(thing, Box):
                start = self.table[row]["first"]
                pose = Pose(place.x_mm, place.y_mm, place.heading_rad)
                self.corners_mm[start : start + 4] = thing.corners_mm(pose)
                continue
            height = height_mm(thing)
            _put(self.table[row], place.x_mm, place.y_mm, low_mm=lift, high_mm=lift + height)
        for number, (robot, kind) in enumerate(zip(moment.robots, self._kinds, strict=True)):
            self._show_robot(number, robot, kind, is_lowered=lowered[robot.id])

    def _show_robot(
        self, number: int, robot: RobotSnapshot, kind: RobotKind, *, is_lowered: bool
    ) -> None:
        first = self._first_robot + PARTS * number
        for row in (first, first + 1):
            _put(self.table[row], robot.pose.x_mm, robot.pose.y_mm)
        _put(self.table[first + 2], *robot.pose.place((0.6 * kind.radius_mm, 0.0)))
        outlines = robot_outlines(kind, robot) if is_lowered else ((),) * (PARTS - OWN_PARTS)
        for row, outline in enumerate(outlines, first + OWN_PARTS):
            start = self.table[row]["first"]
            self.table[row]["corners"] = len(outline)
            self.corners_mm[start : start + len(outline)] = outline or np.empty((0, 2))

    # What there is

    def _borders(self) -> Iterable[dict[str, Any]]:
        static = build_static_map(self._world)
        for edge, owner in zip(static.edges_mm, static.edge_wall, strict=True):
            if owner == 0:
                x0, y0, x1, y1 = edge.tolist()
                yield _solid(FACE, self._border_colour(), high_mm=WALL_MM) | self._outline(
                    [(x0, y0), (x1, y1)]
                )

    def _border_colour(self) -> str:
        return colours.shown_colour(self._world.arena.colour, colours.WALL)

    def _walls(self) -> Iterable[dict[str, Any]]:
        for wall in self._world.walls:
            corners = [(x, y) for x, y in wall_corners_mm(wall)[::-1].tolist()]
            colour = colours.shown_colour(wall.colour, colours.WALL)
            yield _solid(PRISM, colour, high_mm=WALL_MM) | self._outline(corners)

    def _lamps(self) -> Iterable[dict[str, Any]]:
        for lamp in self._world.lights:
            place = {"x_mm": lamp.x_mm, "y_mm": lamp.y_mm, "radius_mm": lamp.diameter_mm / 2}
            yield _solid(CYLINDER, FOOT, high_mm=LAMP_FOOT_MM) | place
            colour = colours.LIGHT if lamp.power > 0 else FOOT
            bulb = _solid(CYLINDER, colour, low_mm=LAMP_FOOT_MM, high_mm=LAMP_MM)
            yield bulb | place | {"radius_mm": 0.35 * lamp.diameter_mm, "shines": lamp.power > 0}

    def _thing(self, thing: Movable) -> dict[str, Any]:
        colour = colours.shown_colour(thing.colour, usual_colour(thing), thing.reflectivity)
        if isinstance(thing, Box):
            corners = list(thing.corners_mm(thing.pose))
            return _solid(PRISM, colour, high_mm=BLOCK_MM) | self._outline(corners)
        shape = BALL if isinstance(thing, Ball) else CYLINDER
        return _solid(shape, colour) | {"radius_mm": thing.diameter_mm / 2}

    def _robot(self, colour: str, kind: RobotKind) -> Iterable[dict[str, Any]]:
        radius = kind.radius_mm
        yield _solid(CYLINDER, BASE, high_mm=BASE_MM) | {"radius_mm": 0.93 * radius}
        body = _solid(CYLINDER, colour, low_mm=BASE_MM, high_mm=BODY_MM)
        yield body | {"radius_mm": radius}
        mark = _solid(CYLINDER, MARK, low_mm=BODY_MM, high_mm=MARK_MM)
        yield mark | {"radius_mm": 0.3 * radius}
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
    squares[shapely.contains_xy(floor, middles_x, middles_y)] = number_of(colours.FLOOR)
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
    cos, sin = np.cos(goal.pose.heading_rad), np.sin(goal.pose.heading_rad)
    x, y = x_mm - goal.pose.x_mm, y_mm - goal.pose.y_mm
    u = 2.0 * (cos * x + sin * y) / goal.width_mm
    v = 2.0 * (cos * y - sin * x) / goal.height_mm
    inside: NDArray[np.bool_] = (
        u * u + v * v <= 1.0 if goal.shape == "ellipse" else (np.abs(u) <= 1.0) & (np.abs(v) <= 1.0)
    )
    return inside


def height_mm(thing: Movable) -> float:
    """Return how high a loose thing is."""
    if isinstance(thing, Ball):
        return thing.diameter_mm
    return CAP_MM if isinstance(thing, Cap) else BLOCK_MM


def usual_colour(thing: Movable) -> str:
    """Return the colour of a loose thing that has none of its own."""
    if isinstance(thing, Ball):
        return colours.BALL
    return colours.CAP if isinstance(thing, Cap) else colours.BLOCK


def _solid(shape: int, colour: str, *, low_mm: float = 0.0, high_mm: float = 0.0) -> dict[str, Any]:
    """Return a row of the table for something of this shape, still at the origin."""
    return {
        "shape": shape, "first": 0, "corners": 0, "x_mm": 0.0, "y_mm": 0.0, "radius_mm": 0.0,
        "low_mm": low_mm, "high_mm": high_mm, "colour": number_of(colour), "shines": False,
    }  # fmt: skip


def _put(row: Any, x_mm: float, y_mm: float, **heights_mm: float) -> None:
    row["x_mm"], row["y_mm"] = x_mm, y_mm
    for name, value in heights_mm.items():
        row[name] = value
