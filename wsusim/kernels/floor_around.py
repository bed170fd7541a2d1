"""The first question of contacts and sensors: does the matrix show anything but floor around?

Where it shows only floor, nothing is near, and squares, things and outlines need not be searched.
Not every cell has to be read for that. A round thing covers whole columns of cells from one side of
its middle to the other, so rows that are some cells apart cross all things; the smallest thing
decides how far apart they may be (``ObjectMap.look_stride``). A cell that another robot shares with
the one that asks shows only one of them. That hides at most a few rows of any robot, so rows a
little farther away are read, too.

An answer lasts for a while. It covers a few cells more than were asked for, and a step of anything
from one cell to the next, also of the robot that asked, brings nothing nearer by more than a cell.
Only steps in the *district* of the robot that asked count, and in those around it: a district is so
large that what stands beyond shows nothing in the cells that were looked at, and counts as soon as
it comes in.
"""

from __future__ import annotations

import numpy as np

from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import FLOOR, ObjectMap, clearance_mm, code_of, district_of

CONTACTS, SENSORS = 0, 1
"""Who asks."""

HIDDEN_ROWS = 4
"""In no more rows than these is all of a robot hidden by another that it touches: each is written
up to a row and a half larger than it is."""

AHEAD_CELLS = 8
"""So many cells farther is looked, and so many steps an answer lasts."""

LEAST_STRIDE = 5
"""Where rows would have to be nearer to each other, reading them costs more than it saves."""


@inner
def shows_floor(places: ObjectMap, thing: int, row: int, column: int, reach: int) -> bool:
    """Return whether cells within reach of a cell, and a little beyond, show floor or one thing."""
    aside = reach + places.look_aside
    first = column - aside
    last = column + aside
    low = row - reach - HIDDEN_ROWS
    high = row + reach + HIDDEN_ROWS + places.look_stride - 1
    if low < 0 or first < 0 or high >= places.rows or last >= places.columns:
        return False
    own = np.uint16(code_of(places, thing))
    for k in range(low, high + 1, places.look_stride):
        start = k * places.columns
        others = np.uint16(0)
        for cell in range(start + first, start + last + 1):
            shown = places.cells[np.uint64(cell)]
            others |= shown if shown != own else np.uint16(FLOOR)
        if others != FLOOR:
            return False
    return True


@inline
def is_floor_around(
    places: ObjectMap, robot: int, who: int, x_mm: float, y_mm: float, reach_mm: float
) -> bool:
    """Return whether only floor is within reach of a robot's middle, as the matrix shows it.

    False, too, when the matrix is not kept, or can't tell: while a gripper is lowered, which is
    narrow, and among boxes and very small things.

    Mutates:
        ``places.looked``: the answer.

    Cost: 2 ns while an answer lasts; 20 to 100 ns when it is found again.
    """
    if places.is_kept[0] == 0 or places.lowered[0] > 0 or places.look_stride == 0:
        return False
    if clearance_mm(places, x_mm, y_mm) <= reach_mm:
        return False
    if places.things.size == 1:
        return True
    reach = int(reach_mm / places.cell_mm) + 2
    looked = places.looked[robot, who]
    steps = places.changes[np.uint64(looked[2])] - looked[0]
    if steps > AHEAD_CELLS:
        steps = 0
        thing = places.discs + robot
        place = places.things[thing]
        far = reach + AHEAD_CELLS
        district = district_of(places, place.row, place.column)
        looked[0] = places.changes[district]
        looked[1] = far if shows_floor(places, thing, place.row, place.column, far) else -1
        looked[2] = district
    return bool(reach + steps <= looked[1])
