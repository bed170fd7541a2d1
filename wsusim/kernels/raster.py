"""The grid behind the edges: which cells an edge touches, which are solid, how far to the next one.

All coordinates here are in cells: x = column, y = row, cell ``[row, column]`` covers
``column <= x < column + 1``. Cell arrays are flat, ``row * columns + column``. The plain twins are
in ``tests/oracles/raster.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import entry

GROWTH_CELLS = 1e-6
"""Cells are grown by this much, so that no edge is lost to rounding at a cell's border."""

CAP = 255
"""Squares are kept in a byte; larger ones are stored as this."""

CLEAR_CAP = 64
"""Clear distances beyond this (156 mm) interest nobody: it is farther than any sensor sees."""


@entry
def list_edges(
    edges: NDArray[np.float64], rows: int, columns: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """List for every cell the edges that touch it.

    Args:
        edges: [E, 4] x0, y0, x1, y1 in cells, all inside the grid.
        rows: Height of the grid.
        columns: Width of the grid.

    Returns:
        ``start`` [rows * columns + 1] and ``listed``: the edges of cell k are
        ``listed[start[k]:start[k + 1]]``, rising.
    """
    start = np.zeros(rows * columns + 1, np.int32)
    listed = np.empty(0, np.int32)
    for filling in range(2):
        for edge in range(edges.shape[0]):
            x0, y0, x1, y1 = edges[edge]
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
                for cell in range(row * columns + first, row * columns + last + 1):
                    if filling:
                        listed[start[cell]] = edge
                    start[cell] += 1
        # Counts become the ends; after filling, the ends of each cell are the starts of the next.
        if not filling:
            total = 0
            for cell in range(rows * columns + 1):
                count = start[cell]
                start[cell] = total
                total += count
            listed = np.empty(total, np.int32)
    for cell in range(rows * columns, 0, -1):
        start[cell] = start[cell - 1]
    start[0] = 0
    return start, listed


@entry
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
    n = polygon.shape[0]
    crossings = np.empty(n)
    low = max(0, math.floor(polygon[:, 1].min()))
    high = min(solid.size // columns - 1, math.floor(polygon[:, 1].max()))
    for row in range(low, high + 1):
        y = row + 0.5
        count = 0
        for i in range(n):
            x0, y0 = polygon[i]
            x1, y1 = polygon[(i + 1) % n]
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


@entry
def square_field(solid: NDArray[np.uint8], rows: int, columns: int) -> NDArray[np.uint8]:
    """Return each cell's Chebyshev distance (cells, at most 255) to the nearest solid one.

    A value q means: the square of cells less than q away, across corners too, is free.
    """
    field = np.empty(rows * columns, np.uint8)
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
    return field


@entry
def clear_field(solid: NDArray[np.uint8], rows: int, columns: int) -> NDArray[np.uint8]:
    """Return each cell's distance to the nearest solid one, between their borders, rounded down.

    In cells, at most ``CLEAR_CAP``: a lower bound of the distance from any point of the cell to any
    edge.
    """
    up_down = np.empty(rows * columns, np.int64)  # gap to the nearest solid cell of the column
    for column in range(columns):
        for backwards in range(2):
            gap = CLEAR_CAP
            for i in range(rows):
                k = (rows - 1 - i if backwards else i) * columns + column
                gap = -1 if solid[k] else min(gap + 1, CLEAR_CAP)
                nearest = max(gap, 0)
                up_down[k] = min(up_down[k], nearest) if backwards else nearest
    field = np.empty(rows * columns, np.uint8)
    for row in range(rows):
        line = up_down[row * columns : (row + 1) * columns]
        for column in range(columns):
            best = line[column] * line[column]
            for away in range(1, max(column, columns - 1 - column) + 1):
                across = (away - 1) * (away - 1)
                if across >= best:
                    break
                if column >= away:
                    best = min(best, across + line[column - away] * line[column - away])
                if column + away < columns:
                    best = min(best, across + line[column + away] * line[column + away])
            field[row * columns + column] = math.floor(math.sqrt(best))
    return field
