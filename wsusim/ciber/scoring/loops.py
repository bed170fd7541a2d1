"""Driving round: points for each next cell of a loop, of walls or of a line on the floor.

Source: the public simulator's modes 1, 4 and 7, read. More points are better. A robot that lights
its end led keeps nothing but its penalties, as there: to stop early must not pay.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from wsusim.ciber.arena import Arena
from wsusim.ciber.contest_lab import Lab, Place
from wsusim.ciber.match_robot import Robot, State
from wsusim.ciber.scoring.classic_rules import gap_to_lines
from wsusim.errors import BadInput
from wsusim.kernels.contest import is_hidden

CELL_POINTS = 10
OFF_LINE_PENALTY = 10
"""For each cycle in which the robot's centre is in no cell of the loop."""

WALL_CELL_UM = 2.0

Cell = tuple[int, int]
Step = tuple[int, int]
IsOpen = Callable[[Cell, Step], bool]

AHEAD = 0.0
LEFT, RIGHT = math.pi / 2.0, -math.pi / 2.0
SLIGHTLY_LEFT, SLIGHTLY_RIGHT = math.pi / 4.0, -math.pi / 4.0


class Loops:
    """Counts the cells of a loop that each robot enters in their order.

    Args:
        mode: Its name.
        cell_um: Side of a cell.
        turns_rad: In which order ways on are tried from cell to cell; left is positive.
        follows_line: The loop is that of a line on the floor, and leaving it costs points.
        may_skip: A cell may be left out: corners are cut.
    """

    def __init__(
        self,
        mode: str,
        cell_um: float,
        turns_rad: tuple[float, ...],
        *,
        follows_line: bool,
        may_skip: bool = False,
    ) -> None:
        self.name = f"{mode} (version 1)"
        self._cell_um = cell_um
        self._turns_rad = turns_rad
        self._follows_line = follows_line
        self._reach = 2 if may_skip else 1
        self._loops: dict[int, list[Cell]] = {}
        self._entered: dict[int, int] = {}
        self._penalties: dict[int, int] = {}

    def begin(self, arena: Arena) -> None:
        """Find the loop of each robot; raises ``BadInput`` where there is none."""
        self._loops = {n: self._loop(arena.lab, arena.grid[n - 1]) for n in arena.robots}
        self._entered = dict.fromkeys(self._loops, 0)
        self._penalties = dict.fromkeys(self._loops, 0)

    def judge(self, arena: Arena, robot: Robot) -> None:
        """Count one cycle of a robot; one that came after the start has no loop and no points."""
        number = robot.number
        if robot.state in (State.FINISHED, State.REMOVED) or number not in self._loops:
            return
        p, loop = arena.parameters, self._loops[number]
        x, y, _ = arena.bodies.poses[number - 1]
        here = self._cell(x, y)
        self._penalties[number] += p.wall_penalty * arena.has_begun_to_hit_wall(robot)
        self._penalties[number] += p.robot_penalty * arena.has_begun_to_hit_robot(robot)
        if self._follows_line and here not in loop:
            self._penalties[number] += OFF_LINE_PENALTY
        for ahead in range(1, self._reach + 1):
            if here == loop[(self._entered[number] + ahead) % len(loop)]:
                self._entered[number] += ahead
                break
        robot.arrival_time = arena.time
        robot.score = CELL_POINTS * self._entered[number] - self._penalties[number]
        if robot.leds.end:
            robot.state = State.FINISHED
            robot.score = -self._penalties[number]
        robot.shown_score = robot.score

    def _cell(self, x: float, y: float) -> Cell:
        return math.floor(x / self._cell_um), math.floor(y / self._cell_um)

    def _loop(self, lab: Lab, start: Place) -> list[Cell]:
        """Return the cells of the loop from the start, first towards +x."""
        is_open = _line_ways(lab, self._cell_um) if self._follows_line else _cell_ways(lab)
        first = self._cell(start.x, start.y)
        cells, heading = [first], 0.0
        for _ in range(int(lab.width / self._cell_um) * int(lab.height / self._cell_um) + 1):
            way = next(_ways(cells[-1], heading, self._turns_rad, is_open), None)
            if way is None:
                break
            heading += way[0]
            if way[1] == first:
                return cells
            cells.append(way[1])
        raise BadInput(
            f"Scoring mode {self.name.split()[0]} counts the cells of a loop, and from "
            f"({start.x:g}, {start.y:g}) towards +x there is none in {lab.name or 'this lab'}. "
            "Choose another lab, or another scoring mode."
        )


def _ways(
    cell: Cell, heading: float, turns_rad: Iterable[float], is_open: IsOpen
) -> Iterator[tuple[float, Cell]]:
    for turn in turns_rad:
        step = (round(math.cos(heading + turn)), round(math.sin(heading + turn)))
        if is_open(cell, step):
            yield turn, (cell[0] + step[0], cell[1] + step[1])


def _cell_ways(lab: Lab) -> IsOpen:
    """Return whether no wall stands between the middles of two neighbouring cells."""
    edges = lab.edges()

    def is_open(cell: Cell, step: Step) -> bool:
        x, y = (cell[0] + 0.5) * WALL_CELL_UM, (cell[1] + 0.5) * WALL_CELL_UM
        to_x, to_y = x + step[0] * WALL_CELL_UM, y + step[1] * WALL_CELL_UM
        return not is_hidden(x, y, to_x, to_y, 0.0, edges)

    return is_open


def _line_ways(lab: Lab, cell_um: float) -> IsOpen:
    """Return whether the line on the floor leads from one cell into a neighbouring one.

    It does where it passes the middle of their common side (of their corner, diagonally).
    """

    def is_open(cell: Cell, step: Step) -> bool:
        x = (cell[0] + 0.5 + step[0] / 2.0) * cell_um
        y = (cell[1] + 0.5 + step[1] / 2.0) * cell_um
        return gap_to_lines(lab, x, y) <= cell_um / 4.0

    return is_open
