"""Keeping the object-ID matrix: what has moved is taken out of its old cells and written into new.

Only cells that change are touched. The rule that all this keeps to is in ``object_map``; the plain
twin, which draws the whole matrix by that rule alone, is in ``tests/oracles/object_map.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.cells import (
    GRIPPER_GROWTH_CELLS,
    erase_gripper,
    erase_span,
    span_outline,
    write_gripper,
    write_span,
)
from wsusim.kernels.jit import inline, inner, loop
from wsusim.kernels.object_map import (
    FLOOR,
    LARGE_CHANGE,
    NOWHERE,
    PARTS,
    ObjectMap,
    code_of,
    column_of,
    count_changes,
    find_within,
    link,
    row_of,
    square_of,
    unlink,
)


@inline
def reach_of(places: ObjectMap, thing: int, up: int) -> tuple[int, int]:
    """Return how far to the left and right of its middle a thing is, so many rows above that."""
    away = abs(up)
    if away > places.things[thing].round_reach:
        return NOWHERE, NOWHERE
    left, right = places.widths[thing, away, 0], places.widths[thing, away, 1]
    if up >= 0:
        return int(left), int(right)
    return int(right), int(left)


@inner
def write_disc(places: ObjectMap, thing: int, row: int, column: int, reach: int) -> None:
    """Write the round part of a thing into its cells within reach of a cell."""
    own_row = places.things[thing].row
    own_column = places.things[thing].column
    code = code_of(places, thing)
    last = places.things[thing].round_reach
    low = max(own_row - last, row - reach)
    high = min(own_row + last, row + reach)
    for k in range(low, high + 1):
        left, right = reach_of(places, thing, k - own_row)
        first = max(own_column - left, column - reach)
        end = min(own_column + right, column + reach)
        write_span(places, k, first, end, code)


@inner
def shift_disc(places: ObjectMap, thing: int, row: int, column: int) -> None:
    """Move the round part of a thing to another middle: write only the cells that change."""
    old_row = places.things[thing].row
    old_column = places.things[thing].column
    code = code_of(places, thing)
    last = places.things[thing].round_reach
    low = min(old_row, row) - last if old_row >= 0 else row - last
    high = max(old_row, row) + last
    for k in range(low, high + 1):
        was_left, was_right = reach_of(places, thing, k - old_row)
        if old_row < 0:
            was_left = was_right = NOWHERE
        left, right = reach_of(places, thing, k - row)
        old_first, old_last = old_column - was_left, old_column + was_right
        first, end = column - left, column + right
        if old_first > old_last or first > end or old_last < first or end < old_first:
            erase_span(places, k, old_first, old_last)
            write_span(places, k, first, end, code)
        else:
            erase_span(places, k, old_first, first - 1)
            erase_span(places, k, end + 1, old_last)
            write_span(places, k, first, old_first - 1, code)
            write_span(places, k, old_last + 1, end, code)


@inline
def step_disc(
    places: ObjectMap, thing: int, row: int, column: int, down: int, aside: int, is_open: bool
) -> None:
    """Move the round part of a thing by one cell, along one axis: write its rim.

    It is at ``row`` and ``column`` before, and nothing else that moves is written where it is
    before or after; all of that is on the map. Exactly one of ``down`` and ``aside`` is 1 or -1,
    the other 0. ``is_open``: there is no wall and no lamp either. A disc is as wide as it is high,
    and the same to all sides.
    """
    code = code_of(places, thing)
    along = down * places.columns + aside
    across = places.columns if down == 0 else 1
    middle = row * places.columns + column
    for away in range(places.things[thing].round_reach + 1):
        width = places.widths[thing, away, 0]
        for side in range(2 if away > 0 else 1):
            base = middle + (away if side == 0 else -away) * across
            old = np.uint64(base - width * along)
            new = np.uint64(base + (width + 1) * along)
            if is_open:
                places.cells[old] = FLOOR
                places.cells[new] = code
            else:
                places.cells[old] = places.still[old]
                places.cells[new] = code if places.still[new] == FLOOR else places.still[new]


@inline
def stands_alone(places: ObjectMap, thing: int, row: int, column: int) -> bool:
    """Return whether only lamps share cells with a thing, or did when it was a cell away.

    Mutates:
        ``places.found``: two numbers or more when a lamp is among what is near.
    """
    reach = places.things[thing].reach + 1
    count = find_within(places, row, column, reach, places.found)
    return count == 1 or places.found[count - 1] < places.lights


@inline
def is_round(places: ObjectMap, thing: int, row: int, column: int) -> bool:
    """Return whether a thing is round, all of it, and all on the map, also when it was a cell away.

    ``row`` and ``column`` are where its middle is.
    """
    place = places.things[thing]
    edge = place.reach + 1
    if place.reach > place.round_reach or place.is_box:
        return False
    is_in = edge <= row < places.rows - edge
    return bool(is_in and edge <= column < places.columns - edge)


@inner
def erase_disc(places: ObjectMap, thing: int) -> None:
    """Take the round part of a thing out of its cells."""
    row = places.things[thing].row
    column = places.things[thing].column
    last = places.things[thing].round_reach
    for up in range(-last, last + 1):
        left, right = reach_of(places, thing, up)
        erase_span(places, row + up, column - left, column + right)


@inner
def write_again(places: ObjectMap, row: int, column: int, reach: int) -> None:
    """Write the cells of a square about a cell again, after some of them were erased.

    First everything where no lower code is, then the cells of middles. Nothing is written beyond
    the square: there may be middles of things that don't come near it.
    """
    count = find_within(places, row, column, reach, places.found)
    for k in range(1, count + 1):
        thing = places.found[k]
        if thing >= places.lights:
            write_disc(places, thing, row, column, reach)
        if thing >= places.discs:
            write_gripper(places, thing - places.discs, row, column, reach)
    for k in range(1, count + 1):
        if places.found[k] >= places.lights:
            write_middle(places, places.found[k])


@inline
def write_middle(places: ObjectMap, thing: int) -> None:
    """Show a thing in the cell of its middle, unless a lower code has its middle there too."""
    row = places.things[thing].row
    column = places.things[thing].column
    code = code_of(places, thing)
    square = square_of(places, row, column)
    other = places.squares[square]
    while other >= 0:
        if (
            places.lights <= other < thing
            and places.things[other].row == row
            and places.things[other].column == column
        ):
            return
        other = places.things[other].next
    places.cells[row * places.columns + column] = code


@inline
def is_open(places: ObjectMap, row: int, column: int, reach: int) -> bool:
    """Return whether no wall is within reach of a cell, and no lamp was found near it."""
    is_far = places.clear_cells[row * places.columns + column] > reach + 1
    return bool(is_far and places.found[0] == 1)


@inline
def step_alone(places: ObjectMap, thing: int, row: int, column: int) -> None:
    """Move a thing by a cell or two where nothing that moves shares cells with it."""
    place = places.things[thing]
    old_row = place.row
    old_column = place.column
    code = code_of(places, thing)
    if is_round(places, thing, row, column):
        is_free = is_open(places, row, column, place.reach)
        if column != old_column:
            step_disc(places, thing, old_row, old_column, 0, column - old_column, is_free)
        if row != old_row:
            step_disc(places, thing, old_row, column, row - old_row, 0, is_free)
        if is_free:
            return
    else:
        shift_disc(places, thing, row, column)
        if place.reach > place.round_reach:
            write_gripper(places, thing - places.discs, old_row, old_column, place.reach)
    # The cell of its old middle may have shown it above a wall, that of the new one must.
    erase_span(places, old_row, old_column, old_column)
    write_span(places, old_row, old_column, old_column, code)
    places.cells[row * places.columns + column] = code


@inner
def put_thing(places: ObjectMap, thing: int, row: int, column: int) -> None:
    """Bring the map to where the middle of a thing is now; ``row`` -1: it is not on the floor.

    A robot's gripper is lifted before and laid down again afterwards, unless it stays written.
    """
    place = places.things[thing]
    old_row = place.row
    old_column = place.column
    was_there = old_row >= 0
    is_there = row >= 0
    is_short_step = (
        was_there and is_there and abs(row - old_row) <= 1 and abs(column - old_column) <= 1
    )
    is_kept = places.is_kept[0] != 0
    if is_kept:
        if was_there and not is_short_step:  # whatever it knew of where it was
            count_changes(places, old_row, old_column, LARGE_CHANGE)
        if is_there:
            count_changes(places, row, column, 1 if is_short_step else LARGE_CHANGE)
    is_kept = is_kept and thing >= places.lights
    is_alone = is_kept and is_short_step and stands_alone(places, thing, row, column)
    if not is_short_step or square_of(places, old_row, old_column) != square_of(
        places, row, column
    ):
        if was_there:
            unlink(places, thing)
        if is_there:
            link(places, thing, row, column)
    if is_alone:
        step_alone(places, thing, row, column)
    elif is_kept:
        if is_there:
            shift_disc(places, thing, row, column)
        else:
            erase_disc(places, thing)
    place.row = row
    place.column = column
    if is_alone or not is_kept:
        return
    reach = place.reach
    if was_there:  # the cell of its old middle may have shown it above a wall
        erase_span(places, old_row, old_column, old_column)
    if was_there:
        write_again(places, old_row, old_column, reach)
    if is_there and not is_short_step:
        write_again(places, row, column, reach)


@inline
def move_thing(places: ObjectMap, thing: int, x_mm: float, y_mm: float, is_there: bool) -> None:
    """Tell the map where the middle of a thing is now, and whether it is on the floor.

    Cost: 5 ns while the middle stays in its cell; some 100 ns when it comes into another.
    """
    row = row_of(places, y_mm) if is_there else -1
    column = column_of(places, x_mm)
    if row != places.things[thing].row or (row >= 0 and column != places.things[thing].column):
        put_thing(places, thing, row, column)


@inner
def lift_gripper(places: ObjectMap, robot: int) -> None:
    """Take a robot's gripper out of the map."""
    thing = places.discs + robot
    place = places.things[thing]
    reach = place.reach
    if places.is_kept[0] != 0:
        erase_gripper(places, robot)
    places.span_row[robot, :, 1] = 0
    places.lowered[0] -= 1
    place.reach = place.round_reach
    if places.is_kept[0] == 0:
        return
    count_changes(places, place.row, place.column, LARGE_CHANGE)
    if find_within(places, place.row, place.column, reach, places.found) > 1:
        write_again(places, place.row, place.column, reach)


@inner
def lay_gripper(places: ObjectMap, robot: int) -> None:
    """Write a robot's gripper, whose outlines have been spanned, into the map."""
    place = places.things[places.discs + robot]
    places.lowered[0] += 1
    place.reach = math.ceil(places.gripper_mm[robot] / places.cell_mm + GRIPPER_GROWTH_CELLS) + 2
    if places.is_kept[0] == 0:
        return
    if find_within(places, place.row, place.column, place.reach, places.found) == 1:
        write_gripper(places, robot, place.row, place.column, place.reach)
    else:
        write_again(places, place.row, place.column, place.reach)


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
