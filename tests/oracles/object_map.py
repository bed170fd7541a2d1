"""Plain twin of ``kernels.object_map``: all cells drawn from scratch, by definition."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, box

from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import StaticMap, build_static_map
from wsusim.kernels.records import ABSENT
from wsusim.model.geometry import Pose
from wsusim.model.world import Box, World
from wsusim.robots import robot_kind

GROWTH_CELLS = 1e-6
GRIPPER_GROWTH_CELLS = 1.0


@lru_cache(maxsize=4)
def static_of(world: World) -> StaticMap:
    """Return what never moves in a world."""
    return build_static_map(world)


def draw_matrix(simulation: Simulation) -> NDArray[np.uint16]:
    """Return the matrix of a simulation's tick.

    A thing covers a cell when its disc, put anywhere within its middle's cell, may touch it, or
    when its gripper does: between the first and the last touched cell of a row, a cell larger
    than it is, and where it was when it was written last. The lowest code shows, walls and lamps
    first; then each middle's cell shows the lowest code with a middle there.
    """
    world = simulation.world
    static = static_of(world)
    cell = static.cell_mm
    shape = (
        math.ceil(world.arena.height_mm / cell - 1e-9),
        math.ceil(world.arena.width_mm / cell - 1e-9),
    )
    first_row, first_column = round(-static.origin_y_mm / cell), round(-static.origin_x_mm / cell)
    still = static.still.reshape(static.rows, static.columns)[first_row:, first_column:]
    matrix = (still[: shape[0], : shape[1]] == 1).astype(np.uint16)
    for light in world.lights:
        lamp = _disc_cells(shape, cell, light.x_mm, light.y_mm, light.diameter_mm / 2.0)
        matrix[lamp & (matrix == 0)] = 2
    masks, middles = _movables(simulation, shape, cell)
    for code in sorted(masks, reverse=True):
        matrix[masks[code] & ((matrix == 0) | (matrix > 2))] = code
    for code in sorted(middles, reverse=True):
        matrix[middles[code]] = code
    return matrix


def _movables(
    simulation: Simulation, shape: tuple[int, int], cell: float
) -> tuple[dict[int, NDArray[np.bool_]], dict[int, tuple[int, int]]]:
    """Return the covered cells and the middle's cell of each thing on the floor, by code."""
    world, state = simulation.world, simulation.state
    written = simulation.occupancy.places.laid
    lights = len(world.lights)
    masks: dict[int, NDArray[np.bool_]] = {}
    middles: dict[int, tuple[int, int]] = {}
    for code, disc in enumerate(state.discs[lights:], 3):
        if disc.state != ABSENT:
            masks[code] = _thing_cells(simulation, lights + code - 3, shape, cell)
            middles[code] = math.floor(disc.y_mm / cell), math.floor(disc.x_mm / cell)
    for robot, start in enumerate(world.robots):
        kind, me = robot_kind(start.kind), state.robots[robot]
        code = 3 + len(state.discs) - lights + robot
        masks[code] = _disc_cells(shape, cell, me.x_mm, me.y_mm, kind.radius_mm)
        middles[code] = math.floor(me.y_mm / cell), math.floor(me.x_mm / cell)
        if me.arm_is_down:
            x, y, heading, gap = written[robot].tolist()
            for outline in kind.gripper.outlines_mm(gap):
                corners = [Pose(x, y, heading).place(corner) for corner in outline]
                shape_cells = Polygon(np.array(corners) / cell)
                masks[code] |= _polygon_cells(shape, shape_cells, GRIPPER_GROWTH_CELLS)
    return masks, middles


def _thing_cells(
    simulation: Simulation, number: int, shape: tuple[int, int], cell: float
) -> NDArray[np.bool_]:
    disc, body = simulation.state.discs[number], simulation.state.bodies[number]
    thing = simulation.world.movables[number - len(simulation.world.lights)]
    if isinstance(thing, Box):
        corners = thing.corners_mm(Pose(0.0, 0.0, body.heading_rad))
        return _box_cells(shape, disc.x_mm / cell, disc.y_mm / cell, np.array(corners) / cell)
    return _disc_cells(shape, cell, disc.x_mm, disc.y_mm, disc.radius_mm)


def _box_cells(
    shape: tuple[int, int], x: float, y: float, corners: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Return where an outline (cells, about its middle) may lie if that is anywhere in its cell."""
    covered = np.zeros(shape, np.bool_)
    outline, (low_x, low_y), (high_x, high_y) = Polygon(corners), corners.min(0), corners.max(0)
    middle_row, middle_column, growth = math.floor(y), math.floor(x), GROWTH_CELLS
    for up in range(math.floor(low_y - growth) - 1, math.ceil(high_y + growth) + 2):
        band = box(low_x - 1, up - 1 - growth, high_x + 1, up + 1 + growth)
        row = middle_row + up
        if 0 <= row < shape[0] and outline.intersects(band):
            first, _, last, _ = outline.intersection(band).bounds
            start = max(0, middle_column + math.floor(first - growth))
            covered[row, start : middle_column + math.ceil(last + growth) + 1] = True
    return covered


def _disc_cells(
    shape: tuple[int, int], cell: float, x_mm: float, y_mm: float, radius_mm: float
) -> NDArray[np.bool_]:
    covered = np.zeros(shape, np.bool_)
    row, column, reach = math.floor(y_mm / cell), math.floor(x_mm / cell), radius_mm / cell
    rows = np.arange(max(0, row - math.ceil(reach) - 1), min(shape[0], row + math.ceil(reach) + 2))
    columns = np.arange(
        max(0, column - math.ceil(reach) - 1), min(shape[1], column + math.ceil(reach) + 2)
    )
    across = np.maximum(np.abs(columns - column) - 1, 0)
    along = np.maximum(np.abs(rows - row) - 1, 0)
    covered[np.ix_(rows, columns)] = np.hypot(along[:, None], across[None, :]) < reach
    return covered


def _polygon_cells(
    shape: tuple[int, int], polygon: Polygon, growth_cells: float
) -> NDArray[np.bool_]:
    growth = growth_cells + GROWTH_CELLS
    covered = np.zeros(shape, np.bool_)
    low_x, low_y, high_x, high_y = polygon.bounds
    for row in range(math.floor(low_y - growth), math.floor(high_y + growth) + 1):
        band = box(low_x - 1, row - growth, high_x + 1, row + 1 + growth)
        first, _, last, _ = polygon.intersection(band).bounds
        if 0 <= row < shape[0]:
            start = max(0, math.floor(first - growth))
            covered[row, start : max(0, math.floor(last + growth) + 1)] = True
    return covered


def bare_gripper_cells(simulation: Simulation) -> int:
    """Return how many cells that lowered grippers really touch show floor: it must be none."""
    matrix = simulation.occupancy.matrix
    bare = 0
    for me, start in zip(simulation.state.robots, simulation.world.robots, strict=True):
        outlines = robot_kind(start.kind).gripper.outlines_mm(me.jaw_gap_mm)
        for outline in outlines if me.arm_is_down else ():
            pose = Pose(me.x_mm, me.y_mm, me.heading_rad)
            corners = np.array([pose.place(corner) for corner in outline])
            touched = _polygon_cells(matrix.shape, Polygon(corners / simulation.world.cell_mm), 0.0)
            bare += np.count_nonzero(touched & (matrix == 0))
    return bare
