"""Everything in a world that never moves, as flat arrays for the kernels.

All fixed outlines (arena border, walls) are straight *edges*. The grid is only a way to find the
few edges near a point or along a ray quickly; distances always come from the edges themselves, so
that a reading never jumps by cells.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.raster import clear_field, fill_polygon, list_edges, square_field
from wsusim.kernels.rays import Walls
from wsusim.model.world import Wall, World

RING_CELLS = 2
"""Solid cells all around the arena's bounding box."""

BORDER = 0
"""What ``edge_wall`` says of the arena's border."""


@dataclass(frozen=True, slots=True, eq=False)
class StaticMap:
    """Edges, and the grid that finds them. Cell ``[row, column]`` covers x = column * cell_mm ...

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
    cell_start: NDArray[np.int32]
    """[rows * columns + 1]; edges of cell k: ``cell_edges[cell_start[k]:cell_start[k + 1]]``."""
    cell_edges: NDArray[np.int32]
    """Every edge that touches the cell (grown by a millionth, so that none is lost to rounding)."""
    solid: NDArray[np.uint8]
    """[rows * columns] 1 where an edge passes or all is solid, 0 for free floor."""
    square_cells: NDArray[np.uint8]
    """[rows * columns] Chebyshev distance to the nearest solid cell, capped at 255; 0 = solid."""
    clear_cells: NDArray[np.uint8]
    """[rows * columns] floor of the Euclidean distance (cells, between cell borders: a lower bound
    for any point of the cell) to the nearest solid cell, capped at 64."""

    @property
    def walls(self) -> Walls:
        """What rays need of the map."""
        return Walls(*(getattr(self, name) for name in Walls._fields))


def wall_corners_mm(wall: Wall) -> NDArray[np.float64]:
    """Return the four corners [4, 2] of a wall, clockwise; a wall without length is a square."""
    length = math.hypot(wall.x1_mm - wall.x0_mm, wall.y1_mm - wall.y0_mm)
    half = wall.thickness_mm / 2.0
    if length > 0.0:
        ux, uy = (wall.x1_mm - wall.x0_mm) / length, (wall.y1_mm - wall.y0_mm) / length
        start, end = (wall.x0_mm, wall.y0_mm), (wall.x1_mm, wall.y1_mm)
    else:
        ux, uy = 1.0, 0.0
        start = (wall.x0_mm - half, wall.y0_mm)
        end = (wall.x0_mm + half, wall.y0_mm)
    across = np.array([-uy * half, ux * half])
    return np.array([start + across, end + across, end - across, start - across])


def build_static_map(world: World) -> StaticMap:
    """Return the edges and the grid of a world's arena and walls.

    Everything outside of the arena's outline and inside of a wall is solid. The outline may be
    given in either direction. Cost: some 10 ms for the WSU arena.
    """
    arena = np.array(world.arena.outline_mm, np.float64)
    if _signed_area(arena) < 0.0:
        arena = arena[::-1]
    walls = [wall_corners_mm(wall) for wall in world.walls]
    polygons = [arena, *walls]
    owners = [BORDER, *(wall.id for wall in world.walls)]
    reflectivities = [world.arena.reflectivity, *(wall.reflectivity for wall in world.walls)]

    cell = world.cell_mm
    frame = np.array([(0.0, 0.0), (world.arena.width_mm, world.arena.height_mm)])
    corners = np.concatenate([*polygons, frame])  # a wall may reach beyond the arena
    low = np.floor(corners.min(axis=0) / cell + 1e-9) - RING_CELLS
    high = np.ceil(corners.max(axis=0) / cell - 1e-9) + RING_CELLS
    columns, rows = (int(n) for n in high - low)

    edges = np.concatenate([np.hstack([p, np.roll(p, -1, axis=0)]) for p in polygons])
    cell_start, cell_edges = list_edges(edges / cell - np.tile(low, 2), rows, columns)

    solid = np.ones(rows * columns, np.uint8)
    fill_polygon(solid, columns, arena / cell - low, 0)
    for wall in walls:
        fill_polygon(solid, columns, wall / cell - low, 1)
    solid[np.diff(cell_start) > 0] = 1

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
        cell_start=cell_start,
        cell_edges=cell_edges,
        solid=solid,
        square_cells=square_field(solid, rows, columns),
        clear_cells=clear_field(solid, rows, columns),
    )


def _signed_area(polygon: NDArray[np.float64]) -> float:
    """Return twice the area; positive when the corners run counter-clockwise."""
    x, y = polygon[:, 0], polygon[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
