"""The object-ID matrix: which object is at a place. This module is its only writer.

``matrix[row, column]``, row 0 at y = 0: 0 floor, 1 wall (or outside), 2 light, and from 3 on one
code per movable object: caps, then balls, then robots, each in the world's order. The codes are not
the world's ids (these count walls and goals too); ``world_id`` translates.

How the matrix is kept, and the squares that stand behind it, is told in ``kernels.object_map``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.static_map import StaticMap
from wsusim.engine.tables import movables
from wsusim.kernels import object_map as m
from wsusim.kernels.object_map import FIRST_MOVABLE, FLOOR, LIGHT, WALL
from wsusim.model.geometry import Point
from wsusim.model.robot_kind import RobotKind
from wsusim.model.snapshot import RobotSnapshot, Snapshot
from wsusim.model.world import World
from wsusim.robots import robot_kind

Kind = Literal["floor", "wall", "light", "cap", "ball", "robot"]


class Occupancy:
    """The matrix of one simulation; ``rows`` and ``columns`` of cells of the world's size."""

    def __init__(self, world: World, static: StaticMap) -> None:
        self._world = world
        self._kinds = [robot_kind(start.kind) for start in world.robots]
        self.cell_mm = static.cell_mm
        self.rows = max(1, math.ceil(world.arena.height_mm / static.cell_mm - 1e-9))
        self.columns = max(1, math.ceil(world.arena.width_mm / static.cell_mm - 1e-9))
        self.places = new_map(world, static, self._kinds)
        first_row = round(-static.origin_y_mm / static.cell_mm)
        first_column = round(-static.origin_x_mm / static.cell_mm)
        grid = self.places.cells.reshape(static.rows, static.columns)
        self._matrix = grid[
            first_row : first_row + self.rows, first_column : first_column + self.columns
        ]
        self._things: list[tuple[Kind, int]] = [
            *(("cap", cap.id) for cap in world.caps),
            *(("ball", ball.id) for ball in world.balls),
            *(("robot", robot.id) for robot in world.robots),
        ]

    def show(self, snapshot: Snapshot) -> None:
        """Bring the matrix to a moment of a run. Cost: see ``kernels.object_map``."""
        world = self._world
        lowered = {
            robot.id: robot.arm_position >= kind.gripper.arm_down
            for robot, kind in zip(snapshot.robots, self._kinds, strict=True)
        }
        places = {thing.id: thing for thing in snapshot.objects}
        things = [places[thing.id] for thing in movables(world)]
        middles = [
            *((light.x_mm, light.y_mm) for light in world.lights),
            *((thing.x_mm, thing.y_mm) for thing in things),
            *((robot.pose.x_mm, robot.pose.y_mm) for robot in snapshot.robots),
        ]
        is_there = np.ones(len(middles), np.uint8)
        is_there[len(world.lights) : self.places.discs] = [
            thing.held_by is None or lowered[thing.held_by] for thing in things
        ]
        outlines = [
            robot_outlines(kind, robot) if lowered[robot.id] else ()
            for robot, kind in zip(snapshot.robots, self._kinds, strict=True)
        ]
        m.update_map(self.places, np.array(middles).reshape(-1, 2), is_there, *padded(outlines))

    @property
    def matrix(self) -> NDArray[np.uint16]:
        """The codes ``[row, column]``, read-only; later updates show in it."""
        view = self._matrix.view()
        view.flags.writeable = False
        return view

    def world_id(self, code: int) -> int:
        """Return the world's id of the movable object with this code (3 and above)."""
        return self._things[code - FIRST_MOVABLE][1]

    def kind_of(self, code: int) -> Kind:
        """Return what kind of thing a code stands for."""
        if code < FIRST_MOVABLE:
            still: tuple[Kind, ...] = ("floor", "wall", "light")
            return still[code]
        return self._things[code - FIRST_MOVABLE][0]

    def name_of(self, code: int) -> str:
        """Return what people call it: ``wall``, ``cap 7``."""
        kind = self.kind_of(code)
        return kind if code < FIRST_MOVABLE else f"{kind} {self.world_id(code)}"

    def cell_at(self, x_mm: float, y_mm: float) -> tuple[int, int] | None:
        """Return row and column of the cell that a place lies in, ``None`` outside."""
        row, column = math.floor(y_mm / self.cell_mm), math.floor(x_mm / self.cell_mm)
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row, column
        return None

    def code_at(self, x_mm: float, y_mm: float) -> int:
        """Return what the matrix holds at a place; 1 outside."""
        cell = self.cell_at(x_mm, y_mm)
        return WALL if cell is None else int(self._matrix[cell])


def new_map(world: World, static: StaticMap, kinds: Sequence[RobotKind]) -> m.ObjectMap:
    """Return the map of a world in which only walls and lamps stand yet."""
    cell = static.cell_mm
    lights = len(world.lights)
    radii = [thing.diameter_mm / 2.0 for thing in (*world.lights, *movables(world))]
    discs = len(radii)
    radii += [kind.radius_mm for kind in kinds]
    spreads = [disc_widths(radius / cell) for radius in radii]
    widths = np.full((len(radii), max(map(len, spreads), default=1)), -1, np.int32)
    things = np.full((len(radii), m.THING_COLUMNS), -1, np.int32)
    for width, thing, spread in zip(widths, things, spreads, strict=True):
        width[: len(spread)] = spread
        thing[[m.REACH, m.ROUND_REACH]] = len(spread) - 1
    gripper_mm = max((gripper_reach_mm(kind) for kind in kinds), default=0.0)
    gripper_cells = math.ceil(gripper_mm / cell) + 2
    across = -(-static.columns // m.SQUARE_CELLS)
    squares = np.full(across * -(-static.rows // m.SQUARE_CELLS), -1, np.int32)
    still = np.where(static.solid > 0, WALL, FLOOR).astype(np.uint16)
    grid = still.reshape(static.rows, static.columns)
    for light, spread in zip(world.lights, spreads, strict=False):
        row = math.floor((light.y_mm - static.origin_y_mm) / cell)
        column = math.floor((light.x_mm - static.origin_x_mm) / cell)
        for away, reach in enumerate(spread):
            for k in {row - away, row + away} & set(range(static.rows)):
                span = grid[k, max(0, column - reach) : column + reach + 1]
                span[span == FLOOR] = LIGHT
    return m.ObjectMap(
        cell_mm=cell,
        origin_x_mm=static.origin_x_mm,
        origin_y_mm=static.origin_y_mm,
        rows=static.rows,
        columns=static.columns,
        lights=lights,
        discs=discs,
        cells=still.copy(),
        still=still,
        squares=squares,
        things=things,
        widths=widths,
        spans=np.zeros((len(kinds), m.PARTS, 2 * gripper_cells + 2, 2), np.int32),
        span_row=np.zeros((len(kinds), m.PARTS, 2), np.int32),
        widest=max([gripper_cells if kinds else 1, *(len(spread) - 1 for spread in spreads)]),
    )


def disc_widths(radius_cells: float) -> list[int]:
    """Return how many cells a disc may touch to either side of the cell of its middle.

    In the middle's row first, then one row away, and so on to its last row. It holds wherever in
    its cell the middle lies: between that cell and one k rows or columns away lie k - 1 cells.
    """
    widths = []
    for rows_away in range(math.ceil(radius_cells) + 1):
        between = max(0, rows_away - 1)
        across = math.sqrt(max(0.0, radius_cells**2 - between**2))
        widths.append(math.ceil(across))
    return widths


def gripper_reach_mm(kind: RobotKind) -> float:
    """Return how far from the robot's middle a lowered gripper with open jaws comes."""
    outlines = kind.gripper.outlines_mm(kind.gripper.open_gap_mm)
    return max(math.hypot(x, y) for outline in outlines for x, y in outline)


Outlines = Sequence[tuple[Point, ...]]


def robot_outlines(kind: RobotKind, robot: RobotSnapshot) -> Outlines:
    """Return the outlines of a robot's lowered gripper in the world."""
    return [
        tuple(robot.pose.place(point) for point in outline)
        for outline in kind.gripper.outlines_mm(robot.jaw_gap_mm)
    ]


def padded(grippers: Sequence[Outlines]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return outlines as an array [R, PARTS, n, 2], and how many corners each has."""
    most = max((len(part) for outlines in grippers for part in outlines), default=1)
    corners = np.zeros((len(grippers), m.PARTS, most, 2))
    counts = np.zeros((len(grippers), m.PARTS), np.int64)
    for robot, outlines in enumerate(grippers):
        for part, outline in enumerate(outlines):
            counts[robot, part] = len(outline)
            corners[robot, part, : len(outline)] = outline
    return corners, counts
