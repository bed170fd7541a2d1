"""The map that an agent should write, and the ways of the lab that a path may take.

Both count in cells of 2 x 2 robot diameters from the cell in which the robot begins. A map has a
character for each diameter: cells at even distances from the start, what lies between two of them
at odd ones. Source: what the public simulator's modes 2, 3, 5 and 6 write, compared file by file.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import networkx

from wsusim.ciber.contest_lab import CELL_UM, Beacon, Lab, Place, Target
from wsusim.ciber.floor import Floor, floor_of
from wsusim.errors import BadInput
from wsusim.model.elementary import hypot
from wsusim.model.fixed_order import total_of

FREE, START = "X", "I"
LINE_PROBE_UM = 0.5
"""A line runs from a crossing to the next one where there is something drawn so far along."""

MOST_TARGETS = 8
MOST_NAMED = 10
"""Targets that a digit can stand for."""

Cell = tuple[int, int]
"""Cells to the right of and above that of the start."""

_STEPS = (((0, 1), "|"), ((1, 0), "-"), ((1, 1), "/"), ((1, -1), "\\"))
"""How a piece of line to each neighbour is drawn, in the order in which one hides another."""


@dataclass(frozen=True, slots=True)
class Tour:
    """The tour by which a path is measured.

    Attributes:
        length_um: Of the shortest way through all targets and back.
        targets: The numbers of those that have to be visited.
    """

    length_um: float
    targets: frozenset[int]


def true_map(
    lab: Lab, start: Place, *, lines: bool = False, planning: bool = False
) -> tuple[str, ...]:
    """Return the map that an agent should write, its top row first.

    ``X`` is free, ``-`` and ``|`` are walls; with ``lines``, ``-``, ``|`` and the two slashes are
    pieces of line. Only what can be reached is there. ``I`` is the start of a map; with
    ``planning`` digits are targets, and on walls there is no ``I``.
    """
    sheet = _line_sheet(lab, start) if lines else _wall_sheet(lab, start)
    if lines or not planning:
        sheet.put(0, 0, START)
    if planning:
        for number, target in enumerate(_named_targets(lab)):
            right, up = _target_cell(target, start)
            sheet.put(2 * right, 2 * up, str(number))
    return sheet.rows_from_top()


class _Sheet:
    """A map that is being drawn, with the start in its middle."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self._signs = [[" "] * columns for _ in range(rows)]

    def put(self, right: int, up: int, sign: str) -> None:
        """Write a character, given how far it is from the start; nothing off the sheet."""
        row, column = self.rows // 2 + up, self.columns // 2 + right
        if 0 <= row < self.rows and 0 <= column < self.columns:
            self._signs[row][column] = sign

    def at(self, row: int, column: int) -> str:
        """Return a character by its place on the sheet, counted from below; blank off it."""
        is_there = 0 <= row < self.rows and 0 <= column < self.columns
        return self._signs[row][column] if is_there else " "

    def flood(self) -> None:
        """Mark as free whatever can be reached from the start; corners of cells stay blank."""
        middle = (self.rows // 2, self.columns // 2)
        self._signs[middle[0]][middle[1]] = FREE
        waiting = [middle]
        while waiting:
            row, column = waiting.pop()
            for near in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                is_inside = 0 < near[0] < self.rows - 1 and 0 < near[1] < self.columns
                is_corner = near[0] % 2 == 0 and near[1] % 2 == 0
                if is_inside and not is_corner and self.at(*near) == " ":
                    self._signs[near[0]][near[1]] = FREE
                    waiting.append(near)

    def blot_out_unseen(self) -> None:
        """Remove the walls that can't be seen from any reachable place."""
        for row, column in itertools.product(range(self.rows), range(self.columns)):
            sign = self.at(row, column)
            dy, dx = (1, 0) if sign == "-" else (0, 1)
            if sign in ("-", "|") and FREE not in (
                self.at(row - dy, column - dx),
                self.at(row + dy, column + dx),
            ):
                self._signs[row][column] = " "

    def rows_from_top(self) -> tuple[str, ...]:
        """Return the rows as a file holds them."""
        return tuple("".join(row) for row in reversed(self._signs))


def _wall_sheet(lab: Lab, start: Place) -> _Sheet:
    across, up = int(lab.width) // 2, int(lab.height) // 2
    left, bottom = int(start.x / CELL_UM), int(start.y / CELL_UM)
    sheet, floor = _Sheet(4 * up - 1, 4 * across - 1), floor_of(lab)
    for x, y in itertools.product(range(-1, across), range(-1, up)):
        if y >= 0 and not _is_open(floor, (x, y), (x + 1, y)):
            sheet.put(2 * (x - left) + 1, 2 * (y - bottom), "|")
        if x >= 0 and not _is_open(floor, (x, y), (x, y + 1)):
            sheet.put(2 * (x - left), 2 * (y - bottom) + 1, "-")
    sheet.flood()
    sheet.blot_out_unseen()
    return sheet


def _line_sheet(lab: Lab, start: Place) -> _Sheet:
    across, up = int(lab.width) // 2, int(lab.height) // 2
    left, bottom = int(start.x / CELL_UM), int(start.y / CELL_UM)
    sheet = _Sheet(4 * (up - 2) + 1, 4 * (across - 2) + 1)
    for (dx, dy), sign in _STEPS:
        for x, y in itertools.product(range(1, across), range(1, up)):
            is_inside = y + min(dy, 0) >= 1 and y + max(dy, 0) < up
            if is_inside and _is_line(lab, x, y, dx, dy):
                sheet.put(2 * (x - left) + dx, 2 * (y - bottom) + dy, sign)
    return sheet


def tour_of(lab: Lab, start: Place, *, lines: bool = False) -> Tour:
    """Return the tour by which a path is measured.

    With two beacons or more it is the contest's own: from the first beacon through all others and
    back. In a lab with fewer, for which the contest has no measure, it goes from the start through
    all targets.

    Raises:
        BadInput: There are too many targets, or one can't be reached.
    """
    ways = _line_ways(lab) if lines else _wall_ways(lab)
    if counts_start(lab):
        stops = [_cell(beacon, lines=lines) for beacon in lab.beacons]
        names = frozenset(range(len(stops)))
    else:
        stops = [_cell(start, lines=lines), *(_cell(t, lines=lines) for t in lab.targets)]
        names = frozenset(range(len(lab.targets)))
    if len(stops) - 1 > MOST_TARGETS:
        raise BadInput(
            f"A path can be marked with up to {MOST_TARGETS} targets, not {len(stops) - 1}."
        )
    return Tour(_shortest(ways, stops), names)


def counts_start(lab: Lab) -> bool:
    """Return whether target 0 is where robots start, as the contest has it, and visited there."""
    return len(lab.beacons) > 1


def _shortest(ways: networkx.Graph, stops: list[Cell]) -> float:
    lengths = {
        stop: networkx.single_source_dijkstra_path_length(ways, stop) if stop in ways else {}
        for stop in stops
    }
    if any(stop not in lengths[stops[0]] for stop in stops):
        raise BadInput("A target of this lab can't be reached from the start, cell by cell.")
    return min(
        total_of(float(lengths[a][b]) for a, b in itertools.pairwise((stops[0], *order, stops[0])))
        for order in itertools.permutations(stops[1:])
    )


def _wall_ways(lab: Lab) -> networkx.Graph:
    across, up = int(lab.width) // 2, int(lab.height) // 2
    graph, floor = networkx.Graph(), floor_of(lab)
    for x, y in itertools.product(range(across), range(up)):
        graph.add_node((x, y))
        for other in ((x + 1, y), (x, y + 1)):
            if other[0] < across and other[1] < up and _is_open(floor, (x, y), other):
                graph.add_edge((x, y), other, weight=CELL_UM)
    return graph


def _line_ways(lab: Lab) -> networkx.Graph:
    across, up = math.ceil(lab.width / CELL_UM), math.ceil(lab.height / CELL_UM)
    graph = networkx.Graph()
    for (dx, dy), _ in _STEPS:
        for x, y in itertools.product(range(1, across), range(1, up)):
            other = (x + dx, y + dy)
            if other[0] < across and 1 <= other[1] < up and _is_line(lab, x, y, dx, dy):
                graph.add_edge((x, y), other, weight=CELL_UM * hypot(dx, dy))
    return graph


def _is_open(floor: Floor, cell: Cell, other: Cell) -> bool:
    (x, y), (to_x, to_y) = (((c[0] + 0.5) * CELL_UM, (c[1] + 0.5) * CELL_UM) for c in (cell, other))
    return floor.is_open(x, y, to_x, to_y)


def _is_line(lab: Lab, x: int, y: int, dx: int, dy: int) -> bool:
    return floor_of(lab).is_drawn(
        x * CELL_UM + dx * LINE_PROBE_UM, y * CELL_UM + dy * LINE_PROBE_UM
    )


def _named_targets(lab: Lab) -> tuple[Target, ...]:
    """Return the targets that have a number: one for each beacon, in a lab that has beacons."""
    return lab.targets[: len(lab.beacons) or MOST_NAMED][:MOST_NAMED]


def _target_cell(target: Target, start: Place) -> Cell:
    return (
        int(target.x / CELL_UM) - int(start.x / CELL_UM),
        int(target.y / CELL_UM) - int(start.y / CELL_UM),
    )


def _cell(place: Beacon | Target | Place, *, lines: bool) -> Cell:
    """Return the cell that a place lies in, or the crossing of lines that is nearest."""
    shift = 0.5 if lines else 0.0
    return math.floor(place.x / CELL_UM + shift), math.floor(place.y / CELL_UM + shift)
