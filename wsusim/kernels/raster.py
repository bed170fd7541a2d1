"""The grid behind the edges: which cells an edge touches, which are solid, how far to the next one.

All coordinates here are in cells: x = column, y = row, cell ``[row, column]`` covers
``column <= x < column + 1``. Cell arrays are flat, ``row * columns + column``. The plain twins are
in ``tests/oracles/raster.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.contact import box_meets_segment, from_segment
from wsusim.kernels.elementary import hypot
from wsusim.kernels.jit import inner, loop

GROWTH_CELLS = 1e-6
"""Cells are grown by this much, so that no edge is lost to rounding at a cell's border."""

CAP = 254
"""Squares are kept in a byte; larger ones are stored as this."""

SOLID = 255
"""Stands for a cell in the depth of a wall or outside, which no edge touches."""

CLEAR_CAP = 64
"""Clear distances beyond this (156 mm) don't matter: it is farther than any sensor sees."""


@loop
def mark_edges(
    cells: NDArray[np.uint8], edges: NDArray[np.float64], rows: int, columns: int, value: int
) -> None:
    """Write ``value`` into every cell that an edge touches.

    Args:
        cells: [rows * columns].
        edges: [E, 4] x0, y0, x1, y1 in cells, all inside the grid.
        rows: Height of the grid.
        columns: Width of the grid.
        value: What to write.

    Mutates:
        ``cells``.
    """
    for edge in range(edges.shape[0]):
        x0, y0, x1, y1 = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        if y0 > y1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        for row in range(
            max(0, math.floor(y0 - GROWTH_CELLS)),
            min(rows - 1, math.floor(y1 + GROWTH_CELLS)) + 1,
        ):
            a, b = x0, x1
            if y1 > y0:  # the part of the edge that lies in this row
                slope = (x1 - x0) / (y1 - y0)
                a = x0 + slope * (max(y0, row - GROWTH_CELLS) - y0)
                b = x0 + slope * (min(y1, row + 1.0 + GROWTH_CELLS) - y0)
            first = max(0, math.floor(min(a, b) - GROWTH_CELLS))
            last = min(columns - 1, math.floor(max(a, b) + GROWTH_CELLS))
            for column in range(first, last + 1):
                cells[row * columns + column] = value


def fill_polygon(
    solid: NDArray[np.uint8], columns: int, polygon: NDArray[np.float64], value: int
) -> None:
    """Write ``value`` into every cell whose centre lies inside the polygon.

    Args:
        solid: [rows * columns].
        columns: Width of the grid.
        polygon: [n, 2] corners in cells, all inside the grid.
        value: What to write.

    Mutates:
        ``solid``.
    """
    low = max(0, math.floor(polygon[:, 1].min()))
    high = min(solid.size // columns - 1, math.floor(polygon[:, 1].max()))
    _fill_rows(solid, columns, polygon, value, low, high, np.empty(len(polygon)))


@loop
def _fill_rows(
    solid: NDArray[np.uint8],
    columns: int,
    polygon: NDArray[np.float64],
    value: int,
    low: int,
    high: int,
    crossings: NDArray[np.float64],
) -> None:
    """Do what ``fill_polygon`` does in the rows from ``low`` to ``high``; ``crossings`` is scratch.

    Mutates:
        ``solid``, ``crossings``.
    """
    n = polygon.shape[0]
    for row in range(low, high + 1):
        y = row + 0.5
        count = 0
        for i in range(n):
            j = i + 1 if i + 1 < n else 0
            x0, y0 = polygon[i, 0], polygon[i, 1]
            x1, y1 = polygon[j, 0], polygon[j, 1]
            if (y0 <= y) != (y1 <= y):
                crossing = x0 + (x1 - x0) * (y - y0) / (y1 - y0)
                place = count
                while place > 0 and crossings[place - 1] > crossing:  # from left to right
                    crossings[place] = crossings[place - 1]
                    place -= 1
                crossings[place] = crossing
                count += 1
        for i in range(0, count, 2):
            first = max(0, math.ceil(crossings[i] - 0.5))
            last = min(columns - 1, math.ceil(crossings[i + 1] - 0.5) - 1)
            for column in range(first, last + 1):
                solid[row * columns + column] = value


def square_field(solid: NDArray[np.uint8], rows: int, columns: int) -> NDArray[np.uint8]:
    """Return each cell's Chebyshev distance (cells, at most ``CAP``) to the nearest solid one.

    A value q means: the square of cells less than q away, across corners too, is free. Cells that
    are 2 in ``solid`` become ``SOLID``.
    """
    field = np.empty(rows * columns, np.uint8)
    _fill_square_field(solid, rows, columns, field)
    return field


@loop
def _fill_square_field(
    solid: NDArray[np.uint8], rows: int, columns: int, field: NDArray[np.uint8]
) -> None:
    for k in range(rows * columns):
        field[k] = 0 if solid[k] else CAP
    for backwards in range(2):
        towards = 1 if backwards else -1
        for i in range(rows):
            row = rows - 1 - i if backwards else i
            beside = row + towards
            for j in range(columns):
                column = columns - 1 - j if backwards else j
                best = np.int64(field[row * columns + column])
                if best == 0:
                    continue
                if 0 <= beside < rows:
                    for other in range(max(0, column - 1), min(columns, column + 2)):
                        best = min(best, np.int64(field[beside * columns + other]) + 1)
                if 0 <= column + towards < columns:
                    best = min(best, np.int64(field[row * columns + column + towards]) + 1)
                field[row * columns + column] = best
    for k in range(rows * columns):
        if solid[k] > 1:
            field[k] = SOLID


def clear_field(solid: NDArray[np.uint8], rows: int, columns: int) -> NDArray[np.uint8]:
    """Return each cell's distance to the nearest solid one, between their borders, rounded down.

    In cells, at most ``CLEAR_CAP``: a lower bound of the distance from any point of the cell to any
    edge.
    """
    field = np.empty(rows * columns, np.uint8)
    _fill_clear_field(solid, rows, columns, np.empty(rows * columns, np.int64), field)
    return field


@loop
def _fill_clear_field(
    solid: NDArray[np.uint8],
    rows: int,
    columns: int,
    up_down: NDArray[np.int64],
    field: NDArray[np.uint8],
) -> None:
    """Do what ``clear_field`` does.

    Mutates:
        ``up_down``: gap to the nearest solid cell of the column; ``field``.
    """
    for column in range(columns):
        for backwards in range(2):
            gap = CLEAR_CAP
            for i in range(rows):
                k = (rows - 1 - i if backwards else i) * columns + column
                gap = -1 if solid[k] else min(gap + 1, CLEAR_CAP)
                nearest = max(gap, 0)
                up_down[k] = min(up_down[k], nearest) if backwards else nearest
    for row in range(rows):
        line = row * columns
        for column in range(columns):
            gap = up_down[line + column]
            best = gap * gap
            for away in range(1, max(column, columns - 1 - column) + 1):
                across = (away - 1) * (away - 1)
                if across >= best:
                    break
                if column >= away:
                    gap = up_down[line + column - away]
                    best = min(best, across + gap * gap)
                if column + away < columns:
                    gap = up_down[line + column + away]
                    best = min(best, across + gap * gap)
            field[line + column] = math.floor(math.sqrt(best))


@inner
def segment_to_square(
    edges_mm: NDArray[np.float64], edge: int, low_x: float, low_y: float, side: float
) -> float:
    """Return the distance of an edge to an upright square."""
    x0, y0, x1, y1 = edges_mm[edge, 0], edges_mm[edge, 1], edges_mm[edge, 2], edges_mm[edge, 3]
    high_x = low_x + side
    high_y = low_y + side
    if box_meets_segment(low_x, low_y, high_x, high_y, x0, y0, x1, y1):
        return 0.0
    least = 1e30
    for corner in range(4):  # apart: the distance is at a corner of the square or an end
        x = low_x + side * (corner % 2)
        y = low_y + side * (corner // 2)
        dx, dy = from_segment(x0, y0, x1, y1, x, y)
        least = min(least, hypot(dx, dy))
    for end in range(2):
        x, y = (x1, y1) if end else (x0, y0)
        dx = x - min(max(x, low_x), high_x)
        dy = y - min(max(y, low_y), high_y)
        least = min(least, hypot(dx, dy))
    return least


def list_near_edges(
    edges_mm: NDArray[np.float64],
    origin_x_mm: float,
    origin_y_mm: float,
    side_mm: float,
    rows: int,
    columns: int,
    margin_mm: float,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]:
    """Return ``edge_start``, ``edge_list`` and ``edge_gap_mm`` of ``object_map.ObjectMap``.

    Args:
        edges_mm: [E, 4] x0, y0, x1, y1.
        origin_x_mm: Left side of square 0.
        origin_y_mm: Lower side of square 0.
        side_mm: Side of a square.
        rows: Squares along y.
        columns: Squares along x.
        margin_mm: Edges within this distance of a square are listed.
    """
    squares = rows * columns
    start, end = np.zeros(squares + 1, np.int32), np.zeros(squares, np.int32)
    listed, gaps = np.empty(0, np.int32), np.empty(0, np.float64)
    grid = edges_mm, origin_x_mm, origin_y_mm, side_mm, rows, columns, margin_mm
    _list_edges(*grid, start, end, listed, gaps)
    np.cumsum(end, dtype=np.int32, out=start[1:])
    end[:] = start[:-1]
    listed, gaps = np.empty(start[-1], np.int32), np.empty(start[-1], np.float64)
    _list_edges(*grid, start, end, listed, gaps)
    return start, listed, gaps


@loop
def _list_edges(
    edges_mm: NDArray[np.float64],
    origin_x_mm: float,
    origin_y_mm: float,
    side_mm: float,
    rows: int,
    columns: int,
    margin_mm: float,
    start: NDArray[np.int32],
    end: NDArray[np.int32],
    listed: NDArray[np.int32],
    gaps: NDArray[np.float64],
) -> None:
    """Put edges into the lists of the squares near them; without room in ``listed``, count them.

    Mutates:
        ``end``: where each square's list ends; ``listed`` and ``gaps``.
    """
    for edge in range(edges_mm.shape[0]):
        x0, y0, x1, y1 = edges_mm[edge, 0], edges_mm[edge, 1], edges_mm[edge, 2], edges_mm[edge, 3]
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
                if listed.size > 0:
                    place = end[k]
                    while place > start[k] and gaps[place - 1] > gap:  # nearest first
                        listed[place] = listed[place - 1]
                        gaps[place] = gaps[place - 1]
                        place -= 1
                    listed[place] = edge
                    gaps[place] = gap
                end[k] += 1
