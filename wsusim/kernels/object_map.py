"""The engine's map of what is where: the object-ID matrix, and what stands in each of its squares.

``cells`` is the matrix, row after row: 0 floor, 1 wall, 2 light, and from 3 on one code per movable
thing (caps, balls, robots with their lowered grippers). A thing is written into *every* cell that
it touches, whichever way its middle lies within its cell: so a cell of floor means that nothing is
there, and what is written changes only when a thing's middle comes into another cell. Where two
things share a cell it shows the lower code, but the cell of a thing's middle shows that thing.

The cells answer the first question of contacts, sensors and grippers, and people look at them. In
crowds and batches, where a matrix costs more than it tells, they are not brought up to date
(``is_kept``): the squares are enough to drive and to see.

What shares a cell is never lost, for the same map has a coarser storey: *squares* of 32 by 32
cells, each with the chain of all things whose middle lies in it. The cells answer "is anything
here?", the squares answer "what is near?", and exact outlines say how far it is. What never moves
stands in the same map: walls and lamps in the cells, two fields that say how far it is to the next
wall, and for each square the straight *edges* that come near it.

Things are counted as everywhere in the kernels: disc d is d, robot r is ``discs + r``. How the
cells are kept is in ``stamps``; the plain twin of both is ``tests/oracles/object_map.py``.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import inline, inner
from wsusim.kernels.records import Place, Rows

FLOOR = 0
WALL = 1
LIGHT = 2
FIRST_MOVABLE = 3

SQUARE_SHIFT = 5
SQUARE_CELLS = 1 << SQUARE_SHIFT
"""Cells along the side of a square: 78 mm, so that a robot's sensors reach over three or four."""

NOWHERE = -(1 << 20)
"""What a thing reaches to either side in a row in which it is not."""

LARGE_CHANGE = 1 << 20
"""More than any two things are steps apart."""

PARTS = 3
"""Outlines of a lowered gripper: left jaw, right jaw, arm."""


class ObjectMap(NamedTuple):
    """What is where: the matrix, its squares, and what never moves."""

    cell_mm: float
    origin_x_mm: float
    origin_y_mm: float
    rows: int
    columns: int
    cells: NDArray[np.uint16]
    """[rows * columns] the codes."""
    still: NDArray[np.uint16]
    """[rows * columns] the codes of what never moves: floor, wall or light."""
    jump_cells: NDArray[np.uint8]
    """[rows * columns] Chebyshev distance to the nearest wall cell, at most 255; 0 in walls."""
    clear_cells: NDArray[np.uint8]
    """[rows * columns] floor of the distance, between their borders, to the nearest wall cell."""
    edges_mm: NDArray[np.float64]
    """[E, 4] x0, y0, x1, y1 of arena and walls; the free floor is on the left."""
    edge_reflectivity: NDArray[np.float64]
    """[E] ratio to white plastic."""
    edge_start: NDArray[np.int32]
    """[squares + 1]; edges near square k: ``edge_list[edge_start[k]:edge_start[k + 1]]``."""
    edge_list: NDArray[np.int32]
    edge_gap_mm: NDArray[np.float64]
    """Distance of that edge to the square, rising: small bodies stop reading early."""
    lights: int
    """Lamps are the first discs."""
    discs: int
    widest_round: int
    """The largest ``round_reach`` of all things."""
    widest_gripper: int
    """The largest ``reach`` of a robot with a lowered gripper."""
    is_kept: NDArray[np.int64]
    """[1] whether the cells are brought up to date with every move."""
    lowered: NDArray[np.int64]
    """[1] how many grippers are written."""
    district_shift: int
    """A *district* is a square of ``1 << district_shift`` cells along its side: no sensor and no
    contact reaches across one, see ``floor_around``."""
    districts_across: int
    """How many stand side by side, one at each border included in which nothing ever is."""
    changes: NDArray[np.int64]
    """[districts] counts steps of things from cell to cell in a district and the eight around it;
    anything else that changes cells is a ``LARGE_CHANGE``."""
    look_stride: int
    """Rows of cells this far apart cross all things that there are; 0: the cells can't tell, as
    there are boxes or very small things. See ``floor_around``."""
    look_aside: int
    """So many cells farther to the side than a thing's widest row it may be crossed."""
    looked: NDArray[np.int64]
    """[R, 2, 3] what robots were told: ``changes`` then, how far there was floor, in which district
    that was asked."""
    squares: NDArray[np.int32]
    """[squares] first thing of each square's chain, -1 for none."""
    things: Rows[Place]
    """[D + R]."""
    widths: NDArray[np.int32]
    """[D + R, n, 2] cells that a thing reaches to left and right in the row of its middle,
    one row above, and so on up to its ``round_reach``; below, left and right change places. Both
    are ``NOWHERE`` where it is not."""
    spans: NDArray[np.int32]
    """[R, PARTS, n, 2] first and last column of each row in which a gripper's outline lies."""
    span_row: NDArray[np.int32]
    """[R, PARTS, 2] first of these rows, and their number: 0 for a raised gripper."""
    gripper_mm: NDArray[np.float64]
    """[R] how far from a robot's middle its lowered gripper comes at most."""
    laid: NDArray[np.float64]
    """[R, 4] x, y, heading and gap with which the gripper was written last."""
    found: NDArray[np.int64]
    """[D + R + 1] scratch of ``stamps``."""


@inline
def code_of(places: ObjectMap, thing: int) -> int:
    """Return what the matrix shows of a thing."""
    if thing < places.lights:
        return LIGHT
    return FIRST_MOVABLE + thing - places.lights


@inline
def row_of(places: ObjectMap, y_mm: float) -> int:
    """Return the row of cells that a point lies in; the nearest one for a point off the map."""
    row = math.floor((y_mm - places.origin_y_mm) / places.cell_mm)
    return int(min(max(row, 0), places.rows - 1))


@inline
def column_of(places: ObjectMap, x_mm: float) -> int:
    """Return the column of cells that a point lies in; the nearest one for a point off the map."""
    column = math.floor((x_mm - places.origin_x_mm) / places.cell_mm)
    return int(min(max(column, 0), places.columns - 1))


@inline
def squares_in_a_row(places: ObjectMap) -> int:
    """Return how many squares stand side by side."""
    return ((places.columns - 1) >> SQUARE_SHIFT) + 1


@inline
def square_of(places: ObjectMap, row: int, column: int) -> int:
    """Return the square that a cell lies in."""
    return (row >> SQUARE_SHIFT) * squares_in_a_row(places) + (column >> SQUARE_SHIFT)


@inline
def square_at(places: ObjectMap, x_mm: float, y_mm: float) -> int:
    """Return the square that a point lies in; the nearest one for a point off the map."""
    return square_of(places, row_of(places, y_mm), column_of(places, x_mm))


@inline
def district_of(places: ObjectMap, row: int, column: int) -> int:
    """Return the district that a cell lies in."""
    shift = places.district_shift
    return ((row >> shift) + 1) * places.districts_across + (column >> shift) + 1


@inline
def count_changes(places: ObjectMap, row: int, column: int, changes: int) -> None:
    """Count changes in a cell, for its district and those around it."""
    middle = district_of(places, row, column)
    for beside in range(-1, 2):
        first = middle + beside * places.districts_across - 1
        for district in range(first, first + 3):
            places.changes[np.uint64(district)] += changes


@inline
def clearance_mm(places: ObjectMap, x_mm: float, y_mm: float) -> float:
    """Return a lower bound of the distance from a point to the nearest edge; 0 off the map."""
    cell = np.uint64(row_of(places, y_mm) * places.columns + column_of(places, x_mm))
    return float(places.clear_cells[cell]) * places.cell_mm


@inline
def is_near(place: Place, row: int, column: int, reach: int) -> bool:
    """Return whether a thing may be written into cells within reach of a cell."""
    limit = reach + place.reach
    is_here = place.row >= 0 and abs(place.row - row) <= limit
    return bool(is_here and abs(place.column - column) <= limit)


@inner
def search_squares(
    squares: NDArray[np.int32],
    things: Rows[Place],
    rows: int,
    columns: int,
    far: int,
    row: int,
    column: int,
    reach: int,
    near: NDArray[np.int64],
) -> int:
    """Do the work of ``find_within``; ``far`` is the widest thing's reach more than ``reach``."""
    first_column = max(column - far, 0) >> SQUARE_SHIFT
    last_column = min(column + far, columns - 1) >> SQUARE_SHIFT
    first_row = max(row - far, 0) >> SQUARE_SHIFT
    last_row = min(row + far, rows - 1) >> SQUARE_SHIFT
    count = 0
    if things.size <= (last_row - first_row + 1) * (last_column - first_column + 1):
        for thing in range(things.size):  # fewer things than squares: look at all of them
            if is_near(things[thing], row, column, reach):
                count += 1
                near[count] = thing
        near[0] = count
        return count
    across = ((columns - 1) >> SQUARE_SHIFT) + 1
    for i in range(first_row, last_row + 1):
        for square in range(i * across + first_column, i * across + last_column + 1):
            thing = squares[square]
            while thing >= 0:
                if is_near(things[thing], row, column, reach):
                    count += 1
                    at = count
                    while at > 1 and near[at - 1] > thing:
                        near[at] = near[at - 1]
                        at -= 1
                    near[at] = thing
                thing = things[thing].next
    near[0] = count
    return count


@inline
def find_within(
    places: ObjectMap, row: int, column: int, reach: int, near: NDArray[np.int64]
) -> int:
    """Write down, rising, all things that may be written into cells within reach of a cell.

    ``near[0]`` becomes their number, which is returned too, and they follow it.

    Cost: a nanosecond a square, some more for each thing; at most one or two for each thing that
    there is at all.
    """
    widest = places.widest_gripper if places.lowered[0] > 0 else places.widest_round
    return search_squares(
        places.squares,
        places.things,
        places.rows,
        places.columns,
        reach + widest,
        row,
        column,
        reach,
        near,
    )


@inline
def find_near(
    places: ObjectMap, x_mm: float, y_mm: float, reach_mm: float, near: NDArray[np.int64]
) -> int:
    """Write down, rising, all things of which a part may lie within reach of a point.

    None is missed; some of them may be a cell or two farther away. See ``find_within``.
    """
    reach = int(reach_mm / places.cell_mm) + 2
    return find_within(places, row_of(places, y_mm), column_of(places, x_mm), reach, near)


@inline
def rows_beside(places: ObjectMap, y_mm: float, end_y_mm: float) -> tuple[int, int]:
    """Return the first and the last row of squares in which round things may meet a line."""
    far_mm = (places.widest_round + 2) * places.cell_mm
    first = row_of(places, min(y_mm, end_y_mm) - far_mm)
    last = row_of(places, max(y_mm, end_y_mm) + far_mm)
    return first >> SQUARE_SHIFT, last >> SQUARE_SHIFT


@inline
def squares_beside(
    places: ObjectMap, i: int, x_mm: float, y_mm: float, end_x_mm: float, end_y_mm: float
) -> tuple[int, int]:
    """Return first and last square, of the i-th row of squares, where round things may meet a line.

    The line goes from (x, y) to its end.
    """
    far_mm = (places.widest_round + 2) * places.cell_mm
    side_mm = places.cell_mm * SQUARE_CELLS
    low_y, high_y = min(y_mm, end_y_mm), max(y_mm, end_y_mm)
    at_begin, at_end = x_mm, end_x_mm
    if high_y > low_y:  # the part of the line that a thing of this row may reach
        bottom = places.origin_y_mm + i * side_mm - far_mm
        begin = min(max(bottom, low_y), high_y)
        end = min(max(bottom + side_mm + 2.0 * far_mm, low_y), high_y)
        slope = (end_x_mm - x_mm) / (end_y_mm - y_mm)
        at_begin = x_mm + (begin - y_mm) * slope
        at_end = x_mm + (end - y_mm) * slope
    row = i * squares_in_a_row(places)
    first = column_of(places, min(at_begin, at_end) - far_mm) >> SQUARE_SHIFT
    last = column_of(places, max(at_begin, at_end) + far_mm) >> SQUARE_SHIFT
    return row + first, row + last


@inline
def unlink(places: ObjectMap, thing: int) -> None:
    """Take a thing out of its square's chain."""
    place = places.things[thing]
    if place.previous >= 0:
        places.things[place.previous].next = place.next
    else:
        places.squares[square_of(places, place.row, place.column)] = place.next
    if place.next >= 0:
        places.things[place.next].previous = place.previous


@inline
def link(places: ObjectMap, thing: int, row: int, column: int) -> None:
    """Put a thing, whose middle lies in a cell, into the chain of that cell's square."""
    square = square_of(places, row, column)
    head = places.squares[square]
    places.things[thing].next = head
    places.things[thing].previous = -1
    if head >= 0:
        places.things[head].previous = thing
    places.squares[square] = thing
