"""The contact index: which edges are near a place, without looking at all of them.

The map is laid out in square bins. Each lists the edges that come within a margin of it, nearest
first, so that a small body stops reading early and a large one reads on. ``Scene`` gathers all
arrays that contacts need.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.contact import box_meets_segment, from_segment
from wsusim.kernels.jit import entry, inline, inner
from wsusim.kernels.records import Disc, Grid, Push, Rows
from wsusim.model.robot_table import Robot


class Scene(NamedTuple):
    """All that moves and all it can run into."""

    robots: Rows[Robot]
    """[R]."""
    discs: Rows[Disc]
    """[D] lights, caps, balls."""
    grids: Rows[Grid]
    """[1]."""
    edges_mm: NDArray[np.float64]
    clear_cells: NDArray[np.uint8]
    bin_start: NDArray[np.int32]
    """[bins + 1]; edges near bin k: ``bin_edges[bin_start[k]:bin_start[k + 1]]``."""
    bin_edges: NDArray[np.int32]
    bin_gap_mm: NDArray[np.float64]
    """Distance of that edge to the bin's square, rising within a bin."""
    pushes: Rows[Push]
    """[D] scratch of ``push``."""


@inline
def clearance_mm(scene: Scene, x_mm: float, y_mm: float) -> float:
    """Return a lower bound of the distance from a point of the floor to the nearest edge."""
    grid = scene.grids[0]
    column = np.uint64((x_mm - grid.x_mm) / grid.cell_mm)
    row = np.uint64((y_mm - grid.y_mm) / grid.cell_mm)
    cells = scene.clear_cells[row * np.uint64(grid.columns) + column]
    return float(cells * grid.cell_mm)


@inline
def bin_of(scene: Scene, x_mm: float, y_mm: float) -> int:
    """Return the bin that a point lies in; any bin for one that was squeezed off the map."""
    grid = scene.grids[0]
    column = int((x_mm - grid.x_mm) / grid.bin_mm)
    row = int((y_mm - grid.y_mm) / grid.bin_mm)
    return min(max(row * grid.bin_columns + column, 0), scene.bin_start.size - 2)


@inner
def is_floor(scene: Scene, x_mm: float, y_mm: float) -> bool:
    """Tell whether a point lies in the arena and in no wall, by all edges: for rare questions.

    The arena's border runs round its floor to the left, each wall's outline to the right: the
    rounds about a point add up to 1 on the floor, and to less in walls and outside.
    """
    rounds = 0
    for edge in range(scene.edges_mm.shape[0]):
        x0, y0, x1, y1 = scene.edges_mm[edge]
        if (y0 <= y_mm) != (y1 <= y_mm):
            beside = (x1 - x0) * (y_mm - y0) - (x_mm - x0) * (y1 - y0)
            if y1 > y0 and beside > 0.0:
                rounds += 1
            elif y1 < y0 and beside < 0.0:
                rounds -= 1
    return rounds == 1


@inner
def segment_to_square(
    edges_mm: NDArray[np.float64], edge: int, low_x: float, low_y: float, side: float
) -> float:
    """Return the distance of an edge to an upright square."""
    x0, y0, x1, y1 = edges_mm[edge]
    high_x = low_x + side
    high_y = low_y + side
    if box_meets_segment(low_x, low_y, high_x, high_y, x0, y0, x1, y1):
        return 0.0
    least = 1e30
    for corner in range(4):  # apart: the distance is at a corner of the square or an end
        x = low_x + side * (corner % 2)
        y = low_y + side * (corner // 2)
        dx, dy = from_segment(x0, y0, x1, y1, x, y)
        least = min(least, math.hypot(dx, dy))
    for end in range(2):
        x, y = (x1, y1) if end else (x0, y0)
        dx = x - min(max(x, low_x), high_x)
        dy = y - min(max(y, low_y), high_y)
        least = min(least, math.hypot(dx, dy))
    return least


@entry
def index_edges(
    edges_mm: NDArray[np.float64],
    origin_x_mm: float,
    origin_y_mm: float,
    side_mm: float,
    rows: int,
    columns: int,
    margin_mm: float,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]:
    """Return ``bin_start``, ``bin_edges`` and ``bin_gap_mm`` of ``Scene``.

    Args:
        edges_mm: [E, 4] x0, y0, x1, y1.
        origin_x_mm: Left side of bin 0.
        origin_y_mm: Lower side of bin 0.
        side_mm: Side of a bin.
        rows: Bins along y.
        columns: Bins along x.
        margin_mm: Edges within this distance of a bin are listed.
    """
    bins = rows * columns
    start = np.zeros(bins + 1, np.int32)
    end = np.zeros(bins, np.int32)
    listed = np.empty(0, np.int32)
    gaps = np.empty(0, np.float64)
    for filling in range(2):
        for edge in range(edges_mm.shape[0]):
            x0, y0, x1, y1 = edges_mm[edge]
            first_row = int((min(y0, y1) - margin_mm - origin_y_mm) / side_mm)
            last_row = int((max(y0, y1) + margin_mm - origin_y_mm) / side_mm)
            first_column = int((min(x0, x1) - margin_mm - origin_x_mm) / side_mm)
            last_column = int((max(x0, x1) + margin_mm - origin_x_mm) / side_mm)
            for row in range(max(first_row, 0), min(last_row, rows - 1) + 1):
                for column in range(max(first_column, 0), min(last_column, columns - 1) + 1):
                    low_x = origin_x_mm + column * side_mm
                    low_y = origin_y_mm + row * side_mm
                    gap = segment_to_square(edges_mm, edge, low_x, low_y, side_mm)
                    if gap > margin_mm:
                        continue
                    k = row * columns + column
                    if filling:
                        place = end[k]
                        while place > start[k] and gaps[place - 1] > gap:  # nearest first
                            listed[place] = listed[place - 1]
                            gaps[place] = gaps[place - 1]
                            place -= 1
                        listed[place] = edge
                        gaps[place] = gap
                    end[k] += 1
        if not filling:
            for k in range(bins):
                start[k + 1] = start[k] + end[k]
                end[k] = start[k]
            listed = np.empty(start[bins], np.int32)
            gaps = np.empty(start[bins], np.float64)
    return start, listed, gaps
