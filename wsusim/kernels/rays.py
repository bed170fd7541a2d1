"""Straight rays through the maze: exact distances to edges and discs.

The map is crossed by jumps as large as the free cells around allow; where an edge passes, the ray
is cut with the edges of that square of the map. Nothing is sampled and nothing rounded to cells.
The plain twin is in ``tests/oracles/rays.py``.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import inline, loop
from wsusim.kernels.object_map import ObjectMap, square_of
from wsusim.kernels.raster import SOLID
from wsusim.kernels.records import Body, Disc, Rows
from wsusim.kernels.sensor_records import Eyes, Piece, View
from wsusim.model.robot_table import Robot

NOTHING = -1
"""What a ray that hits nothing says of the edge or disc."""

INSIDE = -2
"""What a ray says of the edge when it starts where all is solid."""

SLACK_MM = 1e-9
"""Edges are longer by this at both ends, so that no ray slips between two that share a corner."""

TOUCH_MM = 1e-6
"""A ray that starts this far behind an edge still hits it, at distance 0."""

FAR_MM = 1e30
"""Farther than any arena."""

LEVEL = 1e-30
"""Smaller components of a direction count as 0."""


class Found(NamedTuple):
    """Scratch: what has been found by looking at the world. Each thread that looks needs its own.

    B boxes show two sides each; robot r is body ``D + r``.
    """

    bodies_in_reach: NDArray[np.int64]
    """[D + R + 1] of a robot's sensors, see ``field_of_view``."""
    bodies_in_view: NDArray[np.int64]
    """[D + R] of one sensor."""
    edges_in_reach: NDArray[np.int64]
    """[E]."""
    edges_in_view: NDArray[np.int64]
    """[E]."""
    views: Rows[View]
    """[D + R + B + E + 1] what a sensor of model 2 has before it, see ``views``."""
    pieces: Rows[Piece]
    """[2 (D + R + B + E) + 1] what it sees of that, see ``cone``."""


class Bodies(NamedTuple):
    """All that stands about: lamps and loose things as discs, and the robots."""

    discs: Rows[Disc]
    made: Rows[Body]
    """[D] what they are made of: which of them are boxes, and how these are turned."""
    robots: Rows[Robot]
    eyes: Rows[Eyes]
    """Robots that are alike share theirs, see ``eyes_of``."""
    eye_of: NDArray[np.int64]
    """[R] row of each robot's eyes."""
    found: Found


@inline
def eyes_of(bodies: Bodies, robot: int) -> Eyes:
    """Return the sensors of a robot."""
    return bodies.eyes[bodies.eye_of[robot]]


@inline
def cut_edge(
    edges_mm: NDArray[np.float64],
    edge: int,
    x_mm: float,
    y_mm: float,
    dx: float,
    dy: float,
) -> float:
    """Return how far along the ray one edge is met from its free side, or ``FAR_MM``.

    ``(dx, dy)`` has length 1. With that, ``beside`` and ``beside - turn`` are the distances of the
    edge's two ends from the ray's line, on either side of it.
    """
    row = np.uint64(edge)  # an unsigned index costs less: it can't mean "from the end"
    ex = edges_mm[row, 2] - edges_mm[row, 0]
    ey = edges_mm[row, 3] - edges_mm[row, 1]
    turn = dx * ey - dy * ex
    if turn <= 0.0:  # parallel, or seen from its solid side
        return FAR_MM
    wx = edges_mm[row, 0] - x_mm
    wy = edges_mm[row, 1] - y_mm
    beside = wx * dy - wy * dx
    if beside < -SLACK_MM or beside > turn + SLACK_MM:
        return FAR_MM
    if beside < 0.0:
        along = wx * dx + wy * dy
    elif beside > turn:
        along = (wx + ex) * dx + (wy + ey) * dy
    else:
        along = (wx * ey - wy * ex) / turn
    if along < -TOUCH_MM:
        return FAR_MM
    return float(max(along, 0.0))


@inline
def is_faced(
    edges_mm: NDArray[np.float64],
    edge: int,
    x_mm: float,
    y_mm: float,
    behind_mm: float,
    reach_mm: float,
) -> bool:
    """Return whether a ray of some length from a point can meet an edge, as far as its line says.

    It can when the point lies on the edge's free side, at most ``reach_mm`` from its line, or at
    most ``behind_mm`` behind it.
    """
    row = np.uint64(edge)
    ex = edges_mm[row, 2] - edges_mm[row, 0]
    ey = edges_mm[row, 3] - edges_mm[row, 1]
    side = ex * (y_mm - edges_mm[row, 1]) - ey * (x_mm - edges_mm[row, 0])
    limit = reach_mm if side > 0.0 else behind_mm
    return bool(side * side <= limit * limit * (ex * ex + ey * ey))


@loop
def cast_ray(
    places: ObjectMap, x_mm: float, y_mm: float, dx: float, dy: float, reach_mm: float
) -> tuple[float, int]:
    """Return the distance to the first edge and its number.

    Args:
        places: The map.
        x_mm: Start of the ray.
        y_mm: Start of the ray.
        dx: Direction, of length 1.
        dy: Direction, of length 1.
        reach_mm: Edges beyond are not looked for.

    Returns:
        ``(distance_mm, edge)``; ``(reach_mm, NOTHING)`` when nothing is met within reach;
        ``(0, INSIDE)`` when the start lies in solid without an edge near, or off the map.

    Cost: 15 to 50 ns.
    """
    x = (x_mm - places.origin_x_mm) / places.cell_mm
    y = (y_mm - places.origin_y_mm) / places.cell_mm
    if not (0.0 <= x < places.columns and 0.0 <= y < places.rows):
        return 0.0, INSIDE
    # Distance to travel for one cell along each axis, and cells travelled per mm. A direction of 0
    # counts as leftwards or downwards, as it does below.
    mm_per_column = places.cell_mm / dx if abs(dx) > LEVEL else -FAR_MM
    mm_per_row = places.cell_mm / dy if abs(dy) > LEVEL else -FAR_MM
    if abs(dx) <= LEVEL:
        dx = 0.0
    if abs(dy) <= LEVEL:
        dy = 0.0
    columns_per_mm = dx / places.cell_mm
    rows_per_mm = dy / places.cell_mm
    column = int(x)
    row = int(y)
    nearest = FAR_MM
    hit = NOTHING
    cut_square = NOTHING
    while True:
        cell = np.uint64(row * places.columns + column)
        jump = int(places.jump_cells[cell])
        if jump == SOLID:
            return 0.0, INSIDE
        if jump == 0:  # an edge passes: cut the ray with all edges of this square
            square = square_of(places, row, column)
            if square != cut_square:
                cut_square = square
                for k in range(places.edge_start[square], places.edge_start[square + 1]):
                    if places.edge_gap_mm[k] > TOUCH_MM:
                        break
                    edge = int(places.edge_list[k])
                    along = cut_edge(places.edges_mm, edge, x_mm, y_mm, dx, dy)
                    if along < nearest or (along == nearest and edge < hit):
                        nearest = along
                        hit = edge
            jump = 1
        # Leave the free square (or the one cell) through its right, left, upper or lower side.
        side_x = column + jump if dx > 0.0 else column - jump + 1
        side_y = row + jump if dy > 0.0 else row - jump + 1
        to_x = (side_x - x) * mm_per_column
        to_y = (side_y - y) * mm_per_row
        leave = min(to_x, to_y)
        if nearest <= leave + SLACK_MM or leave > reach_mm:
            if nearest <= reach_mm:
                return nearest, hit
            return reach_mm, NOTHING
        if to_x < to_y:
            column = side_x if dx > 0.0 else side_x - 1
            beside = int(y + to_x * rows_per_mm)
            # Rounding must not carry the ray out of the square sideways.
            row = min(max(beside, row), side_y - 1) if dy > 0.0 else max(min(beside, row), side_y)
        else:
            row = side_y if dy > 0.0 else side_y - 1
            beside = int(x + to_y * columns_per_mm)
            column = (
                min(max(beside, column), side_x - 1)
                if dx > 0.0
                else max(min(beside, column), side_x)
            )


@loop
def cut_disc(
    centre_x_mm: float,
    centre_y_mm: float,
    radius_mm: float,
    x_mm: float,
    y_mm: float,
    dx: float,
    dy: float,
) -> float:
    """Return how far along the ray (direction of length 1) a disc is met, or ``FAR_MM``.

    A ray that starts inside of the disc meets it at 0.
    """
    wx = centre_x_mm - x_mm
    wy = centre_y_mm - y_mm
    outside = wx * wx + wy * wy - radius_mm * radius_mm
    if outside <= 0.0:
        return 0.0
    along = wx * dx + wy * dy
    if along <= 0.0:
        return FAR_MM
    inner = along * along - outside
    if inner < 0.0:
        return FAR_MM
    return outside / (along + math.sqrt(inner))
