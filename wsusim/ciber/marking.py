"""Marks what agents wrote: the map of the arena, and the path through all targets.

Both count in the contest's cells of 2 x 2 robot diameters, from the cell in which the robot began.
A map has a character for each diameter: cells at even distances from the start, what lies between
two of them at odd ones. Source: the contest's rules of scoring, as its public tools apply them.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from pathlib import Path

import networkx

from wsusim.ciber.contest_lab import CELL_UM, Lab, Place
from wsusim.ciber.scoring.classic_rules import gap_to_lines
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_ordinary
from wsusim.kernels.contest import is_hidden

WALLS_SIZE, LINES_SIZE = (27, 55), (21, 49)
"""Rows and columns of a map: all that can lie around a start anywhere in the arena."""

RIGHT_POINTS, WRONG_POINTS = 10, -5
MOST_SHIFTS = 2
SHIFT_FACTOR = 0.85
"""A map that is right but out of place loses so much for each diameter (up to ``MOST_SHIFTS``)."""

NEAR_LINE = 0.25
MOST_TARGETS = 8
LONGEST_FILE = 100_000

MAPPING, PLANNING, LINE_MODES = ("2", "5"), ("3", "6"), ("5", "6")
"""Scoring modes that ask for a map, for a path, and on lines."""

Cell = tuple[int, int]
"""Cells to the right of and above that of the start."""

_STEPS = {(1, 0): ("-", "|"), (0, 1): ("|", "-"), (1, 1): ("/", ""), (1, -1): ("\\", "")}
"""A step to a neighbour: how a line along it is drawn, and a wall across it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a file is worth.

    Attributes:
        points: Of a map at most ten for each character; of a path at most 1.
        remark: Why it is not more.
    """

    points: float
    remark: str = ""


def mark_file(file: Path, lab: Lab, start: Place, mode: str) -> Mark:
    """Mark the file that a robot's agent wrote in a scoring mode; raises ``BadInput``."""
    check_ordinary(file, "the map or path that an agent wrote")
    try:
        with file.open(encoding="latin-1") as stream:
            text = stream.read(LONGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"{str(file)!r} can't be read: {error.strerror}.") from None
    lines = mode in LINE_MODES
    if mode in MAPPING:
        return mark_map(text, true_map(lab, start, lines=lines))
    return mark_path(text, lab, start, lines=lines)


def true_map(lab: Lab, start: Place, *, lines: bool = False) -> tuple[str, ...]:
    """Return the map that an agent should write, its top row first.

    ``X`` is free, ``-`` and ``|`` are walls, ``I`` is the start; with ``lines``, ``-``, ``|`` and
    the two slashes are lines, and everything else is blank. Digits are targets.
    """
    rows, columns = LINES_SIZE if lines else WALLS_SIZE
    grid = [[" "] * columns for _ in range(rows)]

    def put(right: int, up: int, sign: str) -> None:
        row, column = rows // 2 - up, columns // 2 + right
        if 0 <= row < rows and 0 <= column < columns:
            grid[row][column] = sign

    ways = _ways(lab, start, lines=lines)
    for x, y in ways:
        if not lines:
            put(2 * x, 2 * y, "X")
        for (dx, dy), (line, wall) in _STEPS.items():
            is_open = ways.has_edge((x, y), (x + dx, y + dy))
            if lines and is_open:
                put(2 * x + dx, 2 * y + dy, line)
            elif not lines and wall:
                put(2 * x + dx, 2 * y + dy, "X" if is_open else wall)
                if not ways.has_edge((x, y), (x - dx, y - dy)):
                    put(2 * x - dx, 2 * y - dy, wall)
    for number, (x, y) in enumerate(_target_cells(lab, start)):
        put(2 * x, 2 * y, str(number % 10))
    put(0, 0, "I")
    return tuple("".join(row) for row in grid)


def mark_map(text: str, truth: tuple[str, ...]) -> Mark:
    """Mark a map: ten points for each right character, five less for a wrong one."""
    _check_length(text)
    rows = text.splitlines()
    height, width = len(truth), len(truth[0])
    remark = ""
    if len(rows) != height or any(len(row) != width for row in rows):
        longest = max((len(row) for row in rows), default=0)
        remark = f"The map is {len(rows)} x {longest} characters, but should be {height} x {width}."
    best = -math.inf
    for up, right in itertools.product(range(-MOST_SHIFTS, MOST_SHIFTS + 1), repeat=2):
        points = _agreement(rows, truth, up, right)
        factor = SHIFT_FACTOR ** (abs(up) + abs(right))
        best = max(best, points * factor if points > 0 else float(points))
    return Mark(best, remark)


def _agreement(rows: list[str], truth: tuple[str, ...], up: int, right: int) -> int:
    points = 0
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            if sign != " ":
                y, x = row - up, column + right
                is_inside = 0 <= y < len(truth) and 0 <= x < len(truth[0])
                is_right = is_inside and truth[y][x] == sign
                points += RIGHT_POINTS if is_right else WRONG_POINTS
    return points


def mark_path(text: str, lab: Lab, start: Place, *, lines: bool = False) -> Mark:
    """Mark a path, a line ``x y`` for each cell in robot diameters from the start."""
    _check_length(text)
    path: list[Cell] = []
    for line in text.splitlines():
        words = line.split()
        if words:
            try:
                x, y = (float(word) / CELL_UM for word in words[:2])
            except ValueError:
                return Mark(0.0, f"The line {line[:30]!r} is not x and y.")
            if not (math.isfinite(x) and math.isfinite(y)):
                return Mark(0.0, f"The line {line[:30]!r} is not x and y.")
            if (x, y) != (round(x), round(y)):
                return Mark(0.0, f"The line {line[:30]!r} is not the middle of a cell.")
            path.append((round(x), round(y)))
    if not path or path[0] != (0, 0) or path[-1] != (0, 0):
        return Mark(0.0, "The path must begin and end with 0 0.")
    ways = _ways(lab, start, lines=lines)
    for a, b in itertools.pairwise(path):
        if a != b and not ways.has_edge(a, b):
            at = f"{2 * a[0]} {2 * a[1]} to {2 * b[0]} {2 * b[1]}"
            return Mark(0.0, f"There is no way from {at}.")
    targets = set(_target_cells(lab, start))
    missed = targets.difference(path)
    own = sum(math.dist(a, b) for a, b in itertools.pairwise(path))
    share = _shortest_tour(ways, targets) / own if own else 1.0
    remark = f"{len(missed)} of {len(targets)} targets are not visited." if missed else ""
    return Mark(max(0.0, share - len(missed) / max(1, len(targets))), remark)


def _shortest_tour(ways: networkx.Graph, targets: set[Cell]) -> float:
    """Return the length of the shortest way from the start through all targets and back."""
    stops = sorted(targets - {(0, 0)})
    if len(stops) > MOST_TARGETS:
        raise BadInput(f"A path can be marked with up to {MOST_TARGETS} targets, not {len(stops)}.")
    lengths = {
        stop: networkx.single_source_dijkstra_path_length(ways, stop) for stop in ((0, 0), *stops)
    }
    if any(stop not in lengths[(0, 0)] for stop in stops):
        raise BadInput("A target of this lab can't be reached from the start, cell by cell.")
    return min(
        sum(float(lengths[a][b]) for a, b in itertools.pairwise(((0, 0), *order, (0, 0))))
        for order in itertools.permutations(stops)
    )


def _ways(lab: Lab, start: Place, *, lines: bool) -> networkx.Graph:
    """Return which neighbouring cells are joined: no wall between them, or a line along."""
    left, bottom = _cell(start.x), _cell(start.y)
    cells = [
        (x - left, y - bottom)
        for x in range(int(lab.width // CELL_UM))
        for y in range(int(lab.height // CELL_UM))
    ]
    graph = networkx.Graph()
    graph.add_nodes_from(cells)
    edges = lab.edges()

    def middle(cell: Cell) -> tuple[float, float]:
        return (cell[0] + left + 0.5) * CELL_UM, (cell[1] + bottom + 0.5) * CELL_UM

    for cell in cells:
        for dx, dy in _STEPS:
            other = (cell[0] + dx, cell[1] + dy)
            if other not in graph or (dx and dy and not lines):
                continue
            (x, y), (to_x, to_y) = middle(cell), middle(other)
            if lines:
                is_open = all(
                    gap_to_lines(lab, x + s * (to_x - x), y + s * (to_y - y)) <= NEAR_LINE
                    for s in (0.25, 0.5, 0.75)
                )
            else:
                is_open = not is_hidden(x, y, to_x, to_y, 0.0, edges)
            if is_open:
                graph.add_edge(cell, other, weight=math.hypot(dx, dy))
    return graph


def _target_cells(lab: Lab, start: Place) -> list[Cell]:
    left, bottom = _cell(start.x), _cell(start.y)
    return [(_cell(t.x) - left, _cell(t.y) - bottom) for t in lab.targets]


def _cell(length: float) -> int:
    return math.floor(length / CELL_UM)


def _check_length(text: str) -> None:
    if len(text) > LONGEST_FILE:
        raise BadInput(f"The file has more than {LONGEST_FILE:,} characters: it is no map or path.")
