"""The cells of a loop: of walls to drive round in, or of a line on the floor to follow.

Source: the public simulator's modes 1, 4 and 7, read and compared cell by cell. Cells of walls are
counted from the lab's corner; those of lines are centred on multiples of their size, because lines
lie on whole numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from wsusim.ciber.contest_lab import CELL_UM, Lab, Place
from wsusim.ciber.floor import Floor, floor_of
from wsusim.model.elementary import cos, sin

Cell = tuple[int, int]

LINE_CELL_UM, FINE_CELL_UM = 1.0, 0.5
LINE_PROBE_UM, FINE_PROBE_UM = 0.5, 0.2
"""So far before a cell's middle it is looked whether the line goes on."""

WALL_TURNS_DEG = (0, -90, 90)
LINE_TURNS_DEG = (-90, 0, 90)
FINE_TURNS_DEG = (-135, -90, -45, 0, 45, 90, 135)
"""In which order ways on are tried from cell to cell; left is positive."""

MOST_CELLS = 10_000


class Track(Protocol):
    """Where the cells lie, how one leads to the next, and when a robot is in one."""

    def __hash__(self) -> int:
        """Be the same for equal tracks."""

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the cell of a place."""

    def turns_deg(self) -> tuple[int, ...]:
        """Return in which order ways on are tried."""

    def leads_on(self, floor: Floor, cell: Cell, heading_deg: int) -> bool:
        """Return whether the way leads from a cell into the next one."""

    def holds(self, cell: Cell, x: float, y: float) -> bool:
        """Return whether a robot with its centre there is in a cell."""


@dataclass(frozen=True, slots=True)
class WallTrack:
    """Cells of 2 x 2 between walls (mode 1)."""

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the cell of a place."""
        return int(x / CELL_UM), int(y / CELL_UM)

    def turns_deg(self) -> tuple[int, ...]:
        """Return: ahead, right, left."""
        return WALL_TURNS_DEG

    def leads_on(self, floor: Floor, cell: Cell, heading_deg: int) -> bool:
        """Return whether no wall stands between the middles of two cells."""
        x, y = (cell[0] + 0.5) * CELL_UM, (cell[1] + 0.5) * CELL_UM
        heading = math.radians(heading_deg)
        return floor.is_open(x, y, x + CELL_UM * cos(heading), y + CELL_UM * sin(heading))

    def holds(self, cell: Cell, x: float, y: float) -> bool:
        """Return whether a place is in a cell."""
        return cell == self.cell_at(x, y)


@dataclass(frozen=True, slots=True)
class LineTrack:
    """Cells of 1 x 1 along a line with right angles (mode 4)."""

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the cell whose middle is nearest."""
        return int(x / LINE_CELL_UM + 0.5), int(y / LINE_CELL_UM + 0.5)

    def turns_deg(self) -> tuple[int, ...]:
        """Return: right, ahead, left."""
        return LINE_TURNS_DEG

    def leads_on(self, floor: Floor, cell: Cell, heading_deg: int) -> bool:
        """Return whether the line goes on from a cell."""
        return _is_line(floor, cell, LINE_CELL_UM, LINE_PROBE_UM, heading_deg)

    def holds(self, cell: Cell, x: float, y: float) -> bool:
        """Return whether a place is in a cell."""
        return cell == self.cell_at(x, y)


@dataclass(frozen=True, slots=True)
class FineTrack:
    """Cells of 0.5 x 0.5 along a line that may run diagonally (mode 7); they overlap by half."""

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the cell whose middle is nearest."""
        return int(x / FINE_CELL_UM + 0.5), int(y / FINE_CELL_UM + 0.5)

    def turns_deg(self) -> tuple[int, ...]:
        """Return: from sharp right to sharp left."""
        return FINE_TURNS_DEG

    def leads_on(self, floor: Floor, cell: Cell, heading_deg: int) -> bool:
        """Return whether the line goes on from a cell."""
        return _is_line(floor, cell, FINE_CELL_UM, FINE_PROBE_UM, heading_deg)

    def holds(self, cell: Cell, x: float, y: float) -> bool:
        """Return whether a place is nearer than a cell's side to its middle, both ways."""
        return abs(cell[0] - x / FINE_CELL_UM) < 1.0 and abs(cell[1] - y / FINE_CELL_UM) < 1.0


def _is_line(floor: Floor, cell: Cell, size_um: float, probe_um: float, heading_deg: int) -> bool:
    heading = math.radians(heading_deg)
    return floor.is_drawn(
        cell[0] * size_um + probe_um * cos(heading),
        cell[1] * size_um + probe_um * sin(heading),
    )


@lru_cache(maxsize=64)
def loop_of(track: Track, lab: Lab, start: Place) -> tuple[Cell, ...]:
    """Return the cells of the loop from the start, first towards +x; empty where there is none."""
    floor = floor_of(lab)
    first = track.cell_at(start.x, start.y)
    if not track.leads_on(floor, first, 0):
        return ()
    cells, here, heading_deg = [first], (first[0] + 1, first[1]), 0
    while here != first:
        cells.append(here)
        for turn_deg in track.turns_deg():
            if track.leads_on(floor, here, heading_deg + turn_deg):
                heading_deg += turn_deg
                here = _next(here, heading_deg)
                break
        else:
            return ()
        if len(cells) > MOST_CELLS:
            return ()
    return tuple(cells)


def _next(cell: Cell, heading_deg: int) -> Cell:
    heading = math.radians(heading_deg)
    return cell[0] + round(cos(heading)), cell[1] + round(sin(heading))
