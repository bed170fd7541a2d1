"""The engine's map of what is where: the object-ID matrix, and who stands in each of its squares.

``cells`` is the matrix, row after row: 0 floor, 1 wall, 2 light, and from 3 on one code per movable
thing (caps, balls, robots with their lowered grippers). A thing is written into *every* cell that
it touches, whichever way its middle lies within its cell: so a cell of floor means that nothing is
there, and what is written changes only when a thing's middle comes into another cell. Where two
things share a cell it shows the lower code, but the cell of a thing's middle shows that thing.

What shares a cell is never lost, for the same map has a coarser storey: *squares* of 32 by 32
cells, each with the chain of all things whose middle lies in it. The cells answer "is anything
here?", the squares answer "what is near?", and how far it is, exact outlines say.

Things are counted as everywhere in the kernels: disc d is d, robot r is ``discs + r``. The plain
twin is in ``tests/oracles/object_map.py``.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import inline, inner, loop

FLOOR = 0
WALL = 1
LIGHT = 2
FIRST_MOVABLE = 3

SQUARE_SHIFT = 5
SQUARE_CELLS = 1 << SQUARE_SHIFT
"""Cells along the side of a square: 78 mm, so that a robot's sensors reach over three or four."""

GROWTH_CELLS = 1e-6
"""Outlines are grown by this much, so that no cell is lost to rounding at its border."""

# Columns of ``ObjectMap.things``.
NEXT = 0
PREVIOUS = 1
"""Neighbours in the chain of a square, -1 for none."""
ROW = 2
COLUMN = 3
"""Cell of its middle; ``ROW`` is -1 for what is not on the floor."""
REACH = 4
"""It is written into no cell that is more rows or columns away from its middle's cell."""
ROUND_REACH = 5
"""The same of its round part alone, without a lowered gripper."""
THING_COLUMNS = 6

PARTS = 3
"""Outlines of a lowered gripper: left jaw, right jaw, arm."""


class ObjectMap(NamedTuple):
    """The matrix with its squares; made inside the kernels from their arguments."""

    cell_mm: float
    origin_x_mm: float
    origin_y_mm: float
    rows: int
    columns: int
    lights: int
    """Lamps are the first discs."""
    discs: int
    cells: NDArray[np.uint16]
    """[rows * columns] the codes."""
    still: NDArray[np.uint16]
    """[rows * columns] the codes of what never moves: floor, wall or light."""
    squares: NDArray[np.int32]
    """[...] first thing of each square's chain, -1 for none."""
    things: NDArray[np.int32]
    """[D + R, THING_COLUMNS]."""
    widths: NDArray[np.int32]
    """[D + R, n] cells that a thing reaches to either side, in the row of its middle, one row away,
    and so on up to its ``ROUND_REACH``."""
    spans: NDArray[np.int32]
    """[R, PARTS, n, 2] first and last column of each row in which a gripper's outline lies."""
    span_row: NDArray[np.int32]
    """[R, PARTS, 2] first of these rows, and their number."""
    widest: int
    """The largest ``REACH`` that a thing can ever have."""


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
def find_near(
    places: ObjectMap, x_mm: float, y_mm: float, reach_mm: float, near: NDArray[np.int64]
) -> int:
    """Write down, rising, all things of which a part may lie within reach of a point.

    Returns their number. None is missed; some of them may be a cell or two farther away.
    """
    row = row_of(places, y_mm)
    column = column_of(places, x_mm)
    reach = int(reach_mm / places.cell_mm) + 2
    far = reach + places.widest
    across = squares_in_a_row(places)
    first_column = max(column - far, 0) >> SQUARE_SHIFT
    last_column = min(column + far, places.columns - 1) >> SQUARE_SHIFT
    count = 0
    for i in range(
        max(row - far, 0) >> SQUARE_SHIFT, (min(row + far, places.rows - 1) >> SQUARE_SHIFT) + 1
    ):
        for square in range(i * across + first_column, i * across + last_column + 1):
            thing = places.squares[square]
            while thing >= 0:
                limit = reach + places.things[thing, REACH]
                if (
                    abs(places.things[thing, ROW] - row) <= limit
                    and abs(places.things[thing, COLUMN] - column) <= limit
                ):
                    place = count
                    while place > 0 and near[place - 1] > thing:
                        near[place] = near[place - 1]
                        place -= 1
                    near[place] = thing
                    count += 1
                thing = places.things[thing, NEXT]
    return count


@inner
def unlink(places: ObjectMap, thing: int) -> None:
    """Take a thing out of its square's chain."""
    things = places.things
    after = things[thing, NEXT]
    before = things[thing, PREVIOUS]
    if before >= 0:
        things[before, NEXT] = after
    else:
        places.squares[square_of(places, things[thing, ROW], things[thing, COLUMN])] = after
    if after >= 0:
        things[after, PREVIOUS] = before


@inner
def link(places: ObjectMap, thing: int, row: int, column: int) -> None:
    """Put a thing, whose middle lies in a cell, into the chain of that cell's square."""
    things = places.things
    square = square_of(places, row, column)
    head = places.squares[square]
    things[thing, NEXT] = head
    things[thing, PREVIOUS] = -1
    if head >= 0:
        things[head, PREVIOUS] = thing
    places.squares[square] = thing


@inner
def erase_span(places: ObjectMap, row: int, first: int, last: int) -> None:
    """Show what stands still in some cells of a row."""
    if 0 <= row < places.rows:
        start = row * places.columns
        for cell in range(start + max(first, 0), start + min(last, places.columns - 1) + 1):
            places.cells[cell] = places.still[cell]


@inner
def write_span(places: ObjectMap, row: int, first: int, last: int, code: int) -> None:
    """Show a code in some cells of a row, unless they show a lower one that is not floor."""
    if 0 <= row < places.rows:
        start = row * places.columns
        for cell in range(start + max(first, 0), start + min(last, places.columns - 1) + 1):
            shown = places.cells[cell]
            if shown == FLOOR or shown > code:
                places.cells[cell] = code


@inner
def write_disc(places: ObjectMap, thing: int) -> None:
    """Write the round part of a thing into its cells."""
    row = places.things[thing, ROW]
    column = places.things[thing, COLUMN]
    code = code_of(places, thing)
    for away in range(places.things[thing, ROUND_REACH] + 1):
        width = places.widths[thing, away]
        write_span(places, row + away, column - width, column + width, code)
        if away > 0:
            write_span(places, row - away, column - width, column + width, code)


@inner
def shift_disc(places: ObjectMap, thing: int, row: int, column: int) -> None:
    """Move the round part of a thing to another middle: write only the cells that change."""
    old_row = places.things[thing, ROW]
    old_column = places.things[thing, COLUMN]
    code = code_of(places, thing)
    last = places.things[thing, ROUND_REACH]
    low = min(old_row, row) - last if old_row >= 0 else row - last
    high = max(old_row, row) + last
    for k in range(low, high + 1):
        was = places.widths[thing, abs(k - old_row)] if abs(k - old_row) <= last else -1
        will = places.widths[thing, abs(k - row)] if abs(k - row) <= last else -1
        if old_row < 0:
            was = -1
        old_first = old_column - was
        old_last = old_column + was
        first = column - will
        end = column + will
        if was >= 0 and (will < 0 or old_last < first or end < old_first):
            erase_span(places, k, old_first, old_last)
        elif was >= 0:
            erase_span(places, k, old_first, first - 1)
            erase_span(places, k, end + 1, old_last)
        if will >= 0 and (was < 0 or old_last < first or end < old_first):
            write_span(places, k, first, end, code)
        elif will >= 0:
            write_span(places, k, first, old_first - 1, code)
            write_span(places, k, old_last + 1, end, code)


@inner
def erase_disc(places: ObjectMap, thing: int) -> None:
    """Take the round part of a thing out of its cells."""
    row = places.things[thing, ROW]
    column = places.things[thing, COLUMN]
    for away in range(places.things[thing, ROUND_REACH] + 1):
        width = places.widths[thing, away]
        erase_span(places, row + away, column - width, column + width)
        erase_span(places, row - away, column - width, column + width)


@inner
def write_gripper(places: ObjectMap, robot: int) -> None:
    """Write the outlines of a lowered gripper into their cells."""
    code = code_of(places, places.discs + robot)
    for part in range(PARTS):
        low = places.span_row[robot, part, 0]
        for k in range(places.span_row[robot, part, 1]):
            first, last = places.spans[robot, part, k]
            write_span(places, low + k, first, last, code)


@inner
def erase_gripper(places: ObjectMap, robot: int) -> None:
    """Take the outlines of a gripper out of their cells."""
    for part in range(PARTS):
        low = places.span_row[robot, part, 0]
        for k in range(places.span_row[robot, part, 1]):
            first, last = places.spans[robot, part, k]
            erase_span(places, low + k, first, last)


@inner
def span_outline(
    places: ObjectMap, robot: int, part: int, corners: NDArray[np.float64], count: int
) -> None:
    """Note in which cells of each row an outline lies, from its first to its last touched cell."""
    low = 1e30
    high = -1e30
    for k in range(count):
        y = (corners[k, 1] - places.origin_y_mm) / places.cell_mm
        low = min(low, y)
        high = max(high, y)
    first_row = math.floor(low - GROWTH_CELLS)
    rows = math.floor(high + GROWTH_CELLS) - first_row + 1
    spans = places.spans[robot, part]
    places.span_row[robot, part, 0] = first_row
    places.span_row[robot, part, 1] = rows
    for k in range(rows):
        spans[k, 0] = places.columns
        spans[k, 1] = -1
    for k in range(count):
        after = k + 1 if k + 1 < count else 0
        x0 = (corners[k, 0] - places.origin_x_mm) / places.cell_mm
        y0 = (corners[k, 1] - places.origin_y_mm) / places.cell_mm
        x1 = (corners[after, 0] - places.origin_x_mm) / places.cell_mm
        y1 = (corners[after, 1] - places.origin_y_mm) / places.cell_mm
        if y0 > y1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        begin = math.floor(y0 - GROWTH_CELLS)
        for row in range(begin, math.floor(y1 + GROWTH_CELLS) + 1):
            a = x0
            b = x1
            if y1 > y0:  # the part of the edge that lies in this row
                slope = (x1 - x0) / (y1 - y0)
                a = x0 + slope * (min(max(y0, row - GROWTH_CELLS), y1) - y0)
                b = x0 + slope * (max(min(y1, row + 1.0 + GROWTH_CELLS), y0) - y0)
            at = row - first_row
            spans[at, 0] = min(spans[at, 0], math.floor(min(a, b) - GROWTH_CELLS))
            spans[at, 1] = max(spans[at, 1], math.floor(max(a, b) + GROWTH_CELLS))


@inner
def write_again(places: ObjectMap, row: int, column: int, reach: int) -> None:
    """Write all things anew that may have cells in a square about a cell, after some were erased.

    First everything where no lower code is, then the cells of their middles.
    """
    far = reach + places.widest
    across = squares_in_a_row(places)
    first_column = max(column - far, 0) >> SQUARE_SHIFT
    last_column = min(column + far, places.columns - 1) >> SQUARE_SHIFT
    first_row = max(row - far, 0) >> SQUARE_SHIFT
    last_row = min(row + far, places.rows - 1) >> SQUARE_SHIFT
    for middles in range(2):
        for i in range(first_row, last_row + 1):
            for square in range(i * across + first_column, i * across + last_column + 1):
                thing = places.squares[square]
                while thing >= 0:
                    limit = reach + places.things[thing, REACH]
                    if (
                        thing >= places.lights
                        and abs(places.things[thing, ROW] - row) <= limit
                        and abs(places.things[thing, COLUMN] - column) <= limit
                    ):
                        if middles:
                            write_middle(places, thing)
                        else:
                            write_disc(places, thing)
                            if thing >= places.discs:
                                write_gripper(places, thing - places.discs)
                    thing = places.things[thing, NEXT]


@inner
def write_middle(places: ObjectMap, thing: int) -> None:
    """Show a thing in the cell of its middle, unless a lower code has its middle there too."""
    row = places.things[thing, ROW]
    column = places.things[thing, COLUMN]
    code = code_of(places, thing)
    square = square_of(places, row, column)
    other = places.squares[square]
    while other >= 0:
        if (
            places.lights <= other < thing
            and places.things[other, ROW] == row
            and places.things[other, COLUMN] == column
        ):
            return
        other = places.things[other, NEXT]
    places.cells[row * places.columns + column] = code


@inner
def is_alone(places: ObjectMap, thing: int, row: int, column: int) -> bool:
    """Tell whether nothing else may have cells where a thing is, or was one cell ago."""
    reach = places.things[thing, REACH] + 1
    far = reach + places.widest
    across = squares_in_a_row(places)
    first_column = max(column - far, 0) >> SQUARE_SHIFT
    last_column = min(column + far, places.columns - 1) >> SQUARE_SHIFT
    for i in range(
        max(row - far, 0) >> SQUARE_SHIFT, (min(row + far, places.rows - 1) >> SQUARE_SHIFT) + 1
    ):
        for square in range(i * across + first_column, i * across + last_column + 1):
            other = places.squares[square]
            while other >= 0:
                limit = reach + places.things[other, REACH]
                if (
                    other != thing
                    and abs(places.things[other, ROW] - row) <= limit
                    and abs(places.things[other, COLUMN] - column) <= limit
                ):
                    return False
                other = places.things[other, NEXT]
    return True


@inner
def put_thing(places: ObjectMap, thing: int, row: int, column: int) -> None:
    """Bring the map to where the middle of a thing is now; ``row`` -1: it is not on the floor.

    A robot's gripper is lifted before and laid down again afterwards.
    """
    things = places.things
    old_row = things[thing, ROW]
    old_column = things[thing, COLUMN]
    was_there = old_row >= 0
    is_there = row >= 0
    if was_there:
        unlink(places, thing)
    if is_there:
        link(places, thing, row, column)
    if thing >= places.lights:
        if not is_there:
            erase_disc(places, thing)
        else:
            shift_disc(places, thing, row, column)
    things[thing, ROW] = row
    things[thing, COLUMN] = column
    if thing < places.lights:
        return
    reach = things[thing, REACH]
    if was_there:  # the cell of its old middle may have shown it above a wall
        erase_span(places, old_row, old_column, old_column)
    is_short_step = is_there and abs(row - old_row) <= 1 and abs(column - old_column) <= 1
    if was_there and is_short_step and is_alone(places, thing, row, column):
        write_span(places, old_row, old_column, old_column, code_of(places, thing))
        write_middle(places, thing)
        return
    if was_there:
        write_again(places, old_row, old_column, reach)
    if is_there and not (was_there and is_short_step):
        write_again(places, row, column, reach)


@inline
def move_thing(places: ObjectMap, thing: int, x_mm: float, y_mm: float, is_there: bool) -> None:
    """Tell the map where the middle of a thing is now, and whether it is on the floor.

    Cost: 5 ns while the middle stays in its cell; some 100 ns when it comes into another.
    """
    row = row_of(places, y_mm) if is_there else -1
    column = column_of(places, x_mm)
    if row != places.things[thing, ROW] or (row >= 0 and column != places.things[thing, COLUMN]):
        put_thing(places, thing, row, column)


@inner
def lift_gripper(places: ObjectMap, robot: int) -> None:
    """Take a robot's gripper out of the map."""
    thing = places.discs + robot
    erase_gripper(places, robot)
    places.span_row[robot, :, 1] = 0
    reach = places.things[thing, REACH]
    places.things[thing, REACH] = places.things[thing, ROUND_REACH]
    write_again(places, places.things[thing, ROW], places.things[thing, COLUMN], reach)


@inner
def lay_gripper(places: ObjectMap, robot: int) -> None:
    """Write a robot's gripper, whose outlines have been spanned, into the map."""
    thing = places.discs + robot
    row = places.things[thing, ROW]
    column = places.things[thing, COLUMN]
    reach = places.things[thing, REACH]
    for part in range(PARTS):
        low = places.span_row[robot, part, 0]
        rows = places.span_row[robot, part, 1]
        reach = max(reach, row - low, low + rows - 1 - row)
        for k in range(rows):
            first, last = places.spans[robot, part, k]
            reach = max(reach, column - first, last - column)
    places.things[thing, REACH] = reach
    write_again(places, row, column, reach)


@loop
def update_map(
    places: ObjectMap,
    middles_mm: NDArray[np.float64],
    is_there: NDArray[np.uint8],
    corners_mm: NDArray[np.float64],
    corner_counts: NDArray[np.int64],
) -> None:
    """Bring the map to where everything is.

    Args:
        places: The map.
        middles_mm: [D + R, 2] of all things.
        is_there: [D + R] 0 for what is not on the floor.
        corners_mm: [R, PARTS, n, 2] outlines of the lowered grippers in the world.
        corner_counts: [R, PARTS] their corners; 0 for raised ones.

    Mutates:
        ``places``.
    """
    robots = corner_counts.shape[0]
    for robot in range(robots):
        if places.span_row[robot, 0, 1] > 0:
            lift_gripper(places, robot)
    for thing in range(middles_mm.shape[0]):
        move_thing(places, thing, middles_mm[thing, 0], middles_mm[thing, 1], is_there[thing] != 0)
    for robot in range(robots):
        if corner_counts[robot, 0] > 0:
            for part in range(PARTS):
                span_outline(
                    places, robot, part, corners_mm[robot, part], corner_counts[robot, part]
                )
            lay_gripper(places, robot)
