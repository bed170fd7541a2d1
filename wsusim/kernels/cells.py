"""Cells of the object-ID matrix, a row at a time: spans of them, and outlines that lie in them.

The rule that all this keeps to is in ``object_map``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import FLOOR, PARTS, ObjectMap, code_of

GROWTH_CELLS = 1e-6
"""Outlines are grown by this much, so that no cell is lost to rounding at its border."""

GRIPPER_GROWTH_CELLS = 1.0
"""A lowered gripper is written this much too large, and again when it has moved so far."""


@inline
def erase_span(places: ObjectMap, row: int, first: int, last: int) -> None:
    """Show what stands still in some cells of a row."""
    if 0 <= row < places.rows:
        start = row * places.columns
        for k in range(start + max(first, 0), start + min(last, places.columns - 1) + 1):
            cell = np.uint64(k)  # an unsigned index costs less: it can't mean "from the end"
            places.cells[cell] = places.still[cell]


@inline
def write_span(places: ObjectMap, row: int, first: int, last: int, code: int) -> None:
    """Show a code in some cells of a row, unless they show a lower one that is not floor."""
    if 0 <= row < places.rows:
        shows = np.uint16(code)
        start = row * places.columns
        for k in range(start + max(first, 0), start + min(last, places.columns - 1) + 1):
            cell = np.uint64(k)
            shown = places.cells[cell]
            places.cells[cell] = shows if shown == FLOOR or shown > shows else shown


@inline
def clip_edge(
    x0: float, y0: float, x1: float, y1: float, row: int, growth: float
) -> tuple[int, int]:
    """Return first and last column that an edge touches in a row of cells that it passes.

    Lengths are in cells; the edge goes upwards or is level.
    """
    a = x0
    b = x1
    if y1 > y0:  # the part of the edge that lies in this row
        slope = (x1 - x0) / (y1 - y0)
        a = x0 + slope * (min(max(y0, row - growth), y1) - y0)
        b = x0 + slope * (max(min(y1, row + 1.0 + growth), y0) - y0)
    return math.floor(min(a, b) - growth), math.floor(max(a, b) + growth)


@inline
def edge_of(
    places: ObjectMap, corners: NDArray[np.float64], k: int, count: int
) -> tuple[float, float, float, float]:
    """Return the k-th edge of an outline in cells, so that it goes upwards or is level."""
    after = k + 1 if k + 1 < count else 0
    x0 = (corners[k, 0] - places.origin_x_mm) / places.cell_mm
    y0 = (corners[k, 1] - places.origin_y_mm) / places.cell_mm
    x1 = (corners[after, 0] - places.origin_x_mm) / places.cell_mm
    y1 = (corners[after, 1] - places.origin_y_mm) / places.cell_mm
    if y0 > y1:
        return x1, y1, x0, y0
    return x0, y0, x1, y1


@inline
def rows_of(places: ObjectMap, corners: NDArray[np.float64], count: int) -> tuple[float, float]:
    """Return the least and the greatest y of an outline, in cells."""
    low = corners[0, 1]
    high = low
    for k in range(1, count):
        low = min(low, corners[k, 1])
        high = max(high, corners[k, 1])
    return (
        (low - places.origin_y_mm) / places.cell_mm,
        (high - places.origin_y_mm) / places.cell_mm,
    )


@inner
def span_outline(
    places: ObjectMap, robot: int, part: int, corners: NDArray[np.float64], count: int
) -> None:
    """Note in which cells of each row an outline lies, from its first to its last touched cell."""
    growth = GROWTH_CELLS + GRIPPER_GROWTH_CELLS
    low, high = rows_of(places, corners, count)
    first_row = math.floor(low - growth)
    rows = math.floor(high + growth) - first_row + 1
    spans = places.spans[robot, part]
    places.span_row[robot, part, 0] = first_row
    places.span_row[robot, part, 1] = rows
    for i in range(rows):
        spans[i, 0] = places.columns
        spans[i, 1] = -1
    for k in range(count):
        x0, y0, x1, y1 = edge_of(places, corners, k, count)
        for row in range(math.floor(y0 - growth), math.floor(y1 + growth) + 1):
            first, last = clip_edge(x0, y0, x1, y1, row, growth)
            i = row - first_row
            spans[i, 0] = min(spans[i, 0], first)
            spans[i, 1] = max(spans[i, 1], last)


@inner
def shows_other(
    places: ObjectMap, corners: NDArray[np.float64], count: int, thing: int, held: int
) -> bool:
    """Return whether a cell that an outline covers shows more than floor and two things.

    It does if the cells are not kept: the caller then looks closer.

    ``corners`` [n, 2] of the outline in the world (mm), ``count`` of them, two for a line;
    ``held`` may be -1.
    """
    if places.is_kept[0] == 0:
        return True
    edges = count if count > 2 else 1
    code = code_of(places, thing)
    held_code = code_of(places, held) if held >= 0 else code
    low, high = rows_of(places, corners, count)
    first_row = math.floor(low - GROWTH_CELLS)
    last_row = math.floor(high + GROWTH_CELLS)
    for row in range(max(first_row, 0), min(last_row, places.rows - 1) + 1):
        first = places.columns
        last = -1
        for k in range(edges):
            x0, y0, x1, y1 = edge_of(places, corners, k, count)
            if y0 < row + 1.0 + GROWTH_CELLS and y1 > row - GROWTH_CELLS:
                a, b = clip_edge(x0, y0, x1, y1, row, GROWTH_CELLS)
                first = min(first, a)
                last = max(last, b)
        start = row * places.columns
        for cell in range(start + max(first, 0), start + min(last, places.columns - 1) + 1):
            shown = places.cells[cell]
            if shown != FLOOR and shown != code and shown != held_code:
                return True
    return False


@inline
def write_gripper(places: ObjectMap, robot: int, row: int, column: int, reach: int) -> None:
    """Write the outlines of a lowered gripper into their cells within reach of a cell."""
    code = code_of(places, places.discs + robot)
    for part in range(PARTS):
        low = places.span_row[robot, part, 0]
        for k in range(places.span_row[robot, part, 1]):
            if abs(low + k - row) <= reach:
                first = max(places.spans[robot, part, k, 0], column - reach)
                last = min(places.spans[robot, part, k, 1], column + reach)
                write_span(places, low + k, first, last, code)


@inline
def erase_gripper(places: ObjectMap, robot: int) -> None:
    """Take a gripper out of its cells, but for those of its robot's round body."""
    place = places.things[places.discs + robot]
    for part in range(PARTS):
        low = places.span_row[robot, part, 0]
        for k in range(places.span_row[robot, part, 1]):
            first = places.spans[robot, part, k, 0]
            last = places.spans[robot, part, k, 1]
            row = low + k
            away = abs(row - place.row)
            if away > place.round_reach:
                erase_span(places, row, first, last)
            else:
                width = places.widths[places.discs + robot, away, 0]
                erase_span(places, row, first, min(last, place.column - width - 1))
                erase_span(places, row, max(first, place.column + width + 1), last)
