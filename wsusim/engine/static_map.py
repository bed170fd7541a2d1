"""Everything in a world that never moves, as flat arrays for the kernels.

All fixed outlines (arena border, walls) are straight *edges*. The cells say where there are any,
and how far it is to them at least; distances always come from the edges themselves, so that a
reading never jumps by cells.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.object_map import FLOOR, LIGHT, WALL
from wsusim.kernels.raster import clear_field, fill_polygon, mark_edges, square_field
from wsusim.model.world import Arena, Light, Wall, World

RING_CELLS = 2
"""Solid cells all around the arena's bounding box."""

DEPTH = 2
"""Marks cells that are solid throughout, for ``raster.square_field``."""

MAPS_KEPT = 4
"""Maps of arenas that were asked for last; one of the WSU arena takes 1 MB."""

BORDER = 0
"""What ``edge_wall`` says of the arena's border."""


@dataclass(frozen=True, slots=True, eq=False)
class StaticMap:
    """Edges and cells. Cell ``[row, column]`` covers x = column * cell_mm ...

    The grid covers the arena with at least one solid cell all around it: cell (0, 0) has its
    lower-left corner at ``(origin_x_mm, origin_y_mm)``. Every edge has the free floor on its left,
    seen from its first point.
    """

    cell_mm: float
    origin_x_mm: float
    origin_y_mm: float
    rows: int
    columns: int
    edges_mm: NDArray[np.float64]
    """[E, 4] x0, y0, x1, y1."""
    edge_reflectivity: NDArray[np.float64]
    """[E] ratio to white plastic."""
    edge_wall: NDArray[np.int32]
    """[E] id of the wall an edge belongs to; ``BORDER`` (0) for the arena's border."""
    still: NDArray[np.uint16]
    """[rows * columns] what stands in a cell: ``WALL`` where an edge passes or all is solid,
    ``LIGHT`` where a lamp may be, else ``FLOOR``."""
    jump_cells: NDArray[np.uint8]
    """[rows * columns] Chebyshev distance to the nearest wall cell, at most ``raster.CAP``; 0 where
    an edge passes, ``raster.SOLID`` in the depth of walls and outside."""
    clear_cells: NDArray[np.uint8]
    """[rows * columns] floor of the Euclidean distance (cells, between cell borders: a lower bound
    for any point of the cell) to the nearest wall cell, capped at 64."""


def wall_corners_mm(wall: Wall) -> NDArray[np.float64]:
    """Return the four corners [4, 2] of a wall, clockwise: the floor is on each edge's left."""
    return np.array(wall.corners_mm()[::-1])


def build_static_map(world: World) -> StaticMap:
    """Return the edges and the grid of a world's arena and walls.

    Everything outside the arena's outline and inside a wall is solid. The outline may be
    given in either direction. Cost: some 10 ms for the WSU arena, the first time: every run of a
    class or a sweep needs the same arena, and nothing writes into its map.
    """
    return _static_map(world.arena, world.walls, world.lights, world.cell_mm)


@lru_cache(MAPS_KEPT)
def _static_map(
    floor: Arena, world_walls: tuple[Wall, ...], lights: tuple[Light, ...], cell: float
) -> StaticMap:
    arena = np.array(floor.outline_mm, np.float64)
    if _signed_area(arena) < 0.0:
        arena = arena[::-1]
    walls = [wall_corners_mm(wall) for wall in world_walls]
    polygons = [arena, *walls]
    owners = [BORDER, *(wall.id for wall in world_walls)]
    reflectivities = [floor.reflectivity, *(wall.reflectivity for wall in world_walls)]

    frame = np.array([(0.0, 0.0), (floor.width_mm, floor.height_mm)])
    corners = np.concatenate([*polygons, frame])  # a wall may reach beyond the arena
    low = np.floor(corners.min(axis=0) / cell + 1e-9) - RING_CELLS
    high = np.ceil(corners.max(axis=0) / cell - 1e-9) + RING_CELLS
    columns, rows = (int(n) for n in high - low)

    edges = np.concatenate([np.hstack([p, np.roll(p, -1, axis=0)]) for p in polygons])
    solid = np.full(rows * columns, DEPTH, np.uint8)
    fill_polygon(solid, columns, arena / cell - low, 0)
    for wall in walls:
        fill_polygon(solid, columns, wall / cell - low, DEPTH)
    mark_edges(solid, edges / cell - np.tile(low, 2), rows, columns, 1)
    still = np.where(solid > 0, WALL, FLOOR).astype(np.uint16)
    for light in lights:
        row = math.floor(light.y_mm / cell) - int(low[1])
        column = math.floor(light.x_mm / cell) - int(low[0])
        _put_lamp(still.reshape(rows, columns), row, column, light.diameter_mm / 2.0 / cell)

    sizes = [len(p) for p in polygons]
    return StaticMap(
        cell_mm=cell,
        origin_x_mm=float(low[0] * cell),
        origin_y_mm=float(low[1] * cell),
        rows=rows,
        columns=columns,
        edges_mm=edges,
        edge_reflectivity=np.repeat(np.array(reflectivities, np.float64), sizes),
        edge_wall=np.repeat(np.array(owners, np.int32), sizes),
        still=still,
        jump_cells=square_field(solid, rows, columns),
        clear_cells=clear_field(solid, rows, columns),
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


def _put_lamp(grid: NDArray[np.uint16], row: int, column: int, radius_cells: float) -> None:
    """Write a lamp into all cells of floor that it may touch."""
    for away, width in enumerate(disc_widths(radius_cells)):
        for k in {row - away, row + away} & set(range(len(grid))):
            span = grid[k, max(0, column - width) : max(0, column + width + 1)]
            span[span == FLOOR] = LIGHT


def _signed_area(polygon: NDArray[np.float64]) -> float:
    """Return twice the area; positive when the corners run counter-clockwise."""
    x, y = polygon[:, 0], polygon[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
