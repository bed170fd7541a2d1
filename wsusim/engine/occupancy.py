"""The object-ID matrix: which object is at a place. This module is its only writer.

``matrix[row, column]``, row 0 at y = 0: 0 floor, 1 wall (or outside), 2 light, and from 3 on one
code per movable object: caps, balls, cylinders, boxes, robots, each in the world's order. The codes
are not the world's ids (these count walls and goals too); ``world_id`` translates.

How the matrix and the squares behind it are kept is explained in ``kernels.object_map``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.static_map import StaticMap, disc_widths
from wsusim.kernels import object_map as m
from wsusim.kernels.boxes import turn_box
from wsusim.kernels.floor_around import AHEAD_CELLS, HIDDEN_ROWS, LEAST_STRIDE
from wsusim.kernels.object_map import FIRST_MOVABLE, WALL
from wsusim.kernels.raster import list_near_edges
from wsusim.kernels.records import PLACE
from wsusim.kernels.stamps import update_map
from wsusim.model.elementary import hypot
from wsusim.model.geometry import Point
from wsusim.model.robot_kind import RobotKind, is_arm_down
from wsusim.model.snapshot import RobotSnapshot, Snapshot, thing_at_start
from wsusim.model.world import Box, MovableKind, World, kind_of_movable
from wsusim.robots import robot_kind

KEPT_ROBOTS = 50
KEPT_CELLS = 1_100_000
"""Up to so many robots, and cells (four usual arenas, 2 MB), the matrix is kept in every tick. In a
crowd another robot is always near, and squares tell which one without it; a larger one falls out of
the cache of a processor's core."""

DISTRICT_MARGIN_CELLS = 8
"""Cells are written a little farther than things reach, and asked for a little farther, too."""

Kind = Literal["floor", "wall", "light", "robot"] | MovableKind


Outlines = Sequence[tuple[Point, ...]]
"""Polygons in the world: none of a raised gripper."""


class Occupancy:
    """The matrix of one simulation; ``rows`` and ``columns`` of cells of the world's size."""

    def __init__(self, world: World, static: StaticMap, places: m.ObjectMap | None = None) -> None:
        """Use the map of an engine, or a new one that ``show`` fills."""
        self._world = world
        self._kinds = [robot_kind(start.kind) for start in world.robots]
        self.cell_mm = static.cell_mm
        self.rows = max(1, math.ceil(world.arena.height_mm / static.cell_mm - 1e-9))
        self.columns = max(1, math.ceil(world.arena.width_mm / static.cell_mm - 1e-9))
        self.places = map_of(world, static, self._kinds, 0.0) if places is None else places
        first_row = round(-static.origin_y_mm / static.cell_mm)
        first_column = round(-static.origin_x_mm / static.cell_mm)
        grid = self.places.cells.reshape(static.rows, static.columns)
        self._matrix = grid[
            first_row : first_row + self.rows, first_column : first_column + self.columns
        ]
        self._things: list[tuple[Kind, int]] = [
            *((kind_of_movable(thing), thing.id) for thing in world.movables),
            *(("robot", robot.id) for robot in world.robots),
        ]

    def show(self, snapshot: Snapshot | None) -> None:
        """Bring the matrix to a moment of a run; ``None``: to the start in the world's file."""
        world = self._world
        lowered: dict[int, bool] = {}
        if snapshot is None:
            objects = list(map(thing_at_start, world.movables))
            poses = [start.pose for start in world.robots]
            outlines: list[Outlines] = [()] * len(world.robots)
        else:
            pairs = list(zip(snapshot.robots, self._kinds, strict=True))
            lowered = {one.id: is_arm_down(kind, one.arm_position) for one, kind in pairs}
            outlines = [robot_outlines(kind, one) if lowered[one.id] else () for one, kind in pairs]
            things = {thing.id: thing for thing in snapshot.objects}
            objects = [things[thing.id] for thing in world.movables]
            poses = [robot.pose for robot in snapshot.robots]
        middles = [(light.x_mm, light.y_mm) for light in world.lights]
        middles += [(thing.x_mm, thing.y_mm) for thing in objects]
        middles += [(pose.x_mm, pose.y_mm) for pose in poses]
        is_there = [True] * len(middles)
        is_there[len(world.lights) : self.places.discs] = [
            thing.held_by is None or lowered[thing.held_by] for thing in objects
        ]
        self._follow(middles, [thing.heading_rad for thing in objects], is_there, outlines)

    def _follow(
        self,
        middles: Sequence[Point],
        headings_rad: Sequence[float],
        is_there: Sequence[bool],
        outlines: Sequence[Outlines],
    ) -> None:
        places_mm = np.array(middles, np.float64).reshape(-1, 2)
        update_map(self.places, places_mm, np.array(is_there, np.uint8), *padded(outlines))
        first = len(self._world.lights)
        for disc, (thing, heading_rad) in enumerate(
            zip(self._world.movables, headings_rad, strict=True), first
        ):
            if isinstance(thing, Box):
                half_x, half_y = thing.width_mm / 2.0, thing.depth_mm / 2.0
                turn_box(self.places, disc, *middles[disc], heading_rad, half_x, half_y)

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
        """Return the kind of thing that a code stands for."""
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
        """Return the code in the matrix at a place; 1 outside."""
        cell = self.cell_at(x_mm, y_mm)
        return WALL if cell is None else int(self._matrix[cell])


def crossed_cells(start_mm: Point, end_mm: Point, cell_mm: float) -> NDArray[np.int64]:
    """Return the cells [n, 2], row and column, that a straight line goes through, from its start.

    A line that only touches a cell's corner does not go through it.
    """
    start = np.array(start_mm[::-1]) / cell_mm
    way = np.array(end_mm[::-1]) / cell_mm - start
    borders = [
        (np.arange(math.floor(min(a, a + w)) + 1, math.ceil(max(a, a + w))) - a) / w
        for a, w in zip(start.tolist(), way.tolist(), strict=True)
        if w != 0.0
    ]
    shares = np.unique(np.concatenate([[0.0, 1.0], *borders]))
    middles = start + (0.5 * (shares[:-1] + shares[1:]))[:, None] * way
    cells = np.floor(middles).astype(np.int64)
    is_new = np.any(np.diff(cells, axis=0, prepend=cells[:1] - 1) != 0, axis=1)
    crossed: NDArray[np.int64] = cells[is_new]  # rounding may cut a cell in two
    return crossed


def map_of(
    world: World, static: StaticMap, kinds: Sequence[RobotKind], reach_mm: float
) -> m.ObjectMap:
    """Return the map of a world in which nothing that moves stands yet; see ``new_map``."""
    things = (*world.lights, *world.movables)
    radii = [thing.diameter_mm / 2.0 for thing in things]
    has_boxes = len(world.boxes) > 0
    return new_map(static, len(world.lights), radii, kinds, reach_mm, has_boxes=has_boxes)


def new_map(
    static: StaticMap,
    lights: int,
    radii_mm: Sequence[float],
    kinds: Sequence[RobotKind],
    reach_mm: float,
    *,
    has_boxes: bool = False,
) -> m.ObjectMap:
    """Return a map in which nothing that moves stands yet.

    Args:
        static: What never moves.
        lights: How many of the discs are lamps; these come first.
        radii_mm: Of the discs.
        kinds: Of the robots.
        reach_mm: How far from a point its squares are ever asked for edges.
        has_boxes: Whether any of the discs is one: those are not round in the cells.
    """
    cell = static.cell_mm
    discs = len(radii_mm)
    radii = [*radii_mm, *(kind.radius_mm for kind in kinds)]
    spreads = [disc_widths(radius / cell) for radius in radii]
    widths = np.full((len(radii), max(map(len, spreads), default=1), 2), m.NOWHERE, np.int32)
    things = np.zeros(len(radii), PLACE)
    things["row"] = -1
    things["reach"] = things["round_reach"] = [len(spread) - 1 for spread in spreads]
    for width, spread in zip(widths, spreads, strict=True):
        width[: len(spread)] = np.array(spread)[:, None]
    gripper_mm = np.array([gripper_reach_mm(kind) for kind in kinds], np.float64)
    gripper_cells = math.ceil(gripper_mm.max(initial=0.0) / cell) + 3
    across = -(-static.columns // m.SQUARE_CELLS)
    upwards = -(-static.rows // m.SQUARE_CELLS)
    side_mm = m.SQUARE_CELLS * cell
    origin = static.origin_x_mm, static.origin_y_mm
    stride, aside = (0, 0) if has_boxes else look_of(spreads, discs)
    widest = max((len(spread) - 1 for spread in spreads), default=1)
    shift = district_shift_of(reach_mm / cell, widest)
    districts = (static.rows >> shift) + 3, (static.columns >> shift) + 3
    edges = list_near_edges(static.edges_mm, *origin, side_mm, upwards, across, reach_mm + 1.0)
    return m.ObjectMap(
        cell_mm=cell,
        origin_x_mm=static.origin_x_mm,
        origin_y_mm=static.origin_y_mm,
        rows=static.rows,
        columns=static.columns,
        cells=static.still.copy(),
        still=static.still,
        jump_cells=static.jump_cells,
        clear_cells=static.clear_cells,
        edges_mm=static.edges_mm,
        edge_reflectivity=static.edge_reflectivity,
        edge_start=edges[0],
        edge_list=edges[1],
        edge_gap_mm=edges[2],
        lights=lights,
        discs=discs,
        widest_round=widest,
        widest_gripper=max([gripper_cells, *(len(spread) - 1 for spread in spreads)]),
        is_kept=np.ones(1, np.int64),
        lowered=np.zeros(1, np.int64),
        district_shift=shift,
        districts_across=districts[1],
        changes=np.zeros(districts[0] * districts[1], np.int64),
        look_stride=stride,
        look_aside=aside,
        looked=np.tile(np.array([-m.LARGE_CHANGE, -1, 0], np.int64), (len(kinds), 2, 1)),
        squares=np.full(across * upwards, -1, np.int32),
        things=things,
        widths=widths,
        spans=np.zeros((len(kinds), m.PARTS, 2 * gripper_cells + 2, 2), np.int32),
        span_row=np.zeros((len(kinds), m.PARTS, 2), np.int32),
        gripper_mm=gripper_mm,
        laid=np.zeros((len(kinds), 4)),
        found=np.zeros(len(radii) + 1, np.int64),
    )


def look_of(spreads: Sequence[Sequence[int]], discs: int) -> tuple[int, int]:
    """Return ``look_stride`` and ``look_aside`` of a map.

    Args:
        spreads: Of each thing, discs first: cells to either side of its middle, in the row of that
            and each row away from it.
        discs: How many of them are discs. These show above robots and are never hidden by one.
    """
    rows = [len(spread) - 1 for spread in spreads[:discs]]
    rows += [len(spread) - 1 - HIDDEN_ROWS for spread in spreads[discs:]]
    least = min(rows, default=0)
    stride = 2 * least + 1
    if stride < LEAST_STRIDE:
        return 0, 0
    return stride, max(spread[0] - spread[least] for spread in spreads)


def district_shift_of(reach_cells: float, widest_cells: int) -> int:
    """Return ``district_shift`` of a map.

    What stands beyond the next district must not show in any cell that is looked at from a place in
    this one.

    Args:
        reach_cells: How far away anything is ever looked up.
        widest_cells: How far the largest thing reaches from its middle.
    """
    least = math.ceil(reach_cells) + AHEAD_CELLS + widest_cells + DISTRICT_MARGIN_CELLS
    return (least - 1).bit_length()


def is_ordinary(places: m.ObjectMap) -> bool:
    """Return whether the cells are kept in every tick, unasked, since there is no crowd."""
    robots = len(places.gripper_mm)
    return robots <= KEPT_ROBOTS and places.rows * places.columns <= KEPT_CELLS


def keep_cells(places: m.ObjectMap, *, kept: bool = True) -> None:
    """Keep the cells up to date from now on, or not; the map forgets where everything is."""
    places.is_kept[0] = kept
    places.cells[:] = places.still
    places.squares[:] = -1
    things: Any = places.things
    things["row"] = -1
    things["reach"] = things["round_reach"]
    places.span_row[:, :, 1] = 0
    places.lowered[0] = 0
    places.changes[:] += m.LARGE_CHANGE


def gripper_reach_mm(kind: RobotKind) -> float:
    """Return how far from the robot's middle a lowered gripper with open jaws comes at most."""
    gripper = kind.gripper
    if gripper is None:
        return 0.0
    corners = (*gripper.jaw_outline_mm, *gripper.arm_outline_mm)
    return hypot(max(abs(x) for x, _ in corners), gripper.half_width_mm)


def robot_outlines(kind: RobotKind, robot: RobotSnapshot) -> Outlines:
    """Return the outlines of a robot's lowered gripper in the world."""
    if kind.gripper is None:
        return []
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
