"""Plain twins of ``wsusim.kernels.raster``: each cell by itself, from the definition."""

from __future__ import annotations

import math


def touches(edge, row, column, grown=0.0):
    """Return whether a segment touches a cell that is grown on all sides."""
    x0, y0, x1, y1 = edge
    first, last = 0.0, 1.0
    for start, step, low, high in (
        (x0, x1 - x0, column - grown, column + 1 + grown),
        (y0, y1 - y0, row - grown, row + 1 + grown),
    ):
        if step == 0:
            if not low <= start <= high:
                return False
            continue
        a, b = sorted(((low - start) / step, (high - start) / step))
        first, last = max(first, a), min(last, b)
    return first <= last


def is_inside(polygon, x, y):
    """Return whether a point lies inside of a polygon (even-odd rule)."""
    inside = False
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y0 <= y) != (y1 <= y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            inside = not inside
    return inside


def square_distance(solid, rows, columns, row, column):
    """Return the Chebyshev distance of a cell to the nearest solid one, at most 254."""
    return min(
        (
            max(abs(r - row), abs(c - column))
            for r in range(rows)
            for c in range(columns)
            if solid[r * columns + c]
        ),
        default=254,
    )


def clear_distance(solid, rows, columns, row, column):
    """Return the distance between borders to the nearest solid cell, rounded down, at most 64."""
    return min(
        (
            math.floor(math.hypot(max(abs(r - row) - 1, 0), max(abs(c - column) - 1, 0)))
            for r in range(rows)
            for c in range(columns)
            if solid[r * columns + c]
        ),
        default=64,
    )
