"""Driving round: points for each next cell of a loop, of walls or of a line on the floor.

Source: the public simulator's modes 1, 4 and 7, read and compared. More points are better. A robot
that lights its end led keeps only its penalties, as there: to stop early must not pay.
"""

from __future__ import annotations

from wsusim.ciber.arena import Arena
from wsusim.ciber.match_robot import Robot, State
from wsusim.ciber.scoring.collisions import collision_points
from wsusim.ciber.scoring.tracks import Cell, FineTrack, Track, WallTrack, loop_of
from wsusim.errors import BadInput

CELL_POINTS = 10
OFF_LINE_POINTS = 10
"""Lost in each cycle in which the robot's centre is in no cell of the line."""


class Loops:
    """Counts the cells of a loop that each robot enters in their order.

    Args:
        mode: Its name.
        track: Where the cells lie.
    """

    def __init__(self, mode: str, track: Track) -> None:
        self.name = f"{mode} (version 2)"
        self._track = track
        self._follows_line = not isinstance(track, WallTrack)
        self._loops: dict[int, tuple[Cell, ...]] = {}
        self._next: dict[int, int] = {}
        """Which cell of its loop a robot has to enter next."""
        self._points: dict[int, int] = {}
        self._penalties: dict[int, int] = {}

    def prepare(self, arena: Arena) -> None:
        """Find the loops in idle time; those that are missing are told at the start."""
        for start in arena.grid:
            loop_of(self._track, arena.lab, start)

    def begin(self, arena: Arena) -> None:
        """Find the loop of each robot; raises ``BadInput`` where there is none."""
        self._loops = {n: self._loop(arena, n) for n in arena.robots}
        self._next = dict.fromkeys(self._loops, 1)
        self._points = dict.fromkeys(self._loops, 0)
        self._penalties = dict.fromkeys(self._loops, 0)

    def judge(self, arena: Arena, robot: Robot) -> None:
        """Count one cycle of a robot; one that came after the start has no loop and no points."""
        number = robot.number
        if robot.state in (State.FINISHED, State.REMOVED) or number not in self._loops:
            return
        x, y = arena.bodies.poses[number - 1, 0:2].tolist()
        self._penalties[number] += collision_points(arena, robot)
        if self._enters_next(number, x, y):
            self._points[number] += CELL_POINTS
        if self._follows_line and not self._is_on_line(number, x, y):
            self._points[number] -= OFF_LINE_POINTS
        robot.score = self._points[number] - self._penalties[number]
        if robot.leds.end:
            robot.state = State.FINISHED
            robot.score = -self._penalties[number]
        robot.shown_score = robot.score

    def _enters_next(self, number: int, x: float, y: float) -> bool:
        loop, at = self._loops[number], self._next[number]
        if self._track.holds(loop[at], x, y):
            self._next[number] = (at + 1) % len(loop)
            return True
        if isinstance(self._track, FineTrack) and self._cuts_corner(loop, at, x, y):
            # After the loop's last cell the first one is due, even if that was the one cut to.
            self._next[number] = at + 2 if at + 2 < len(loop) else 0
            return True
        return False

    def _cuts_corner(self, loop: tuple[Cell, ...], at: int, x: float, y: float) -> bool:
        """Return whether a robot is in the cell after the next, at a corner sharp enough for that.

        The cell before the corner and the one behind it are neighbours then.
        """
        before, behind = loop[at - 1], loop[(at + 1) % len(loop)]
        is_sharp = abs(behind[0] - before[0]) + abs(behind[1] - before[1]) <= 1
        return is_sharp and self._track.holds(behind, x, y)

    def _is_on_line(self, number: int, x: float, y: float) -> bool:
        return any(self._track.holds(cell, x, y) for cell in self._loops[number])

    def _loop(self, arena: Arena, number: int) -> tuple[Cell, ...]:
        start = arena.grid[number - 1]
        found = loop_of(self._track, arena.lab, start)
        if not found:
            kind = "line" if self._follows_line else "way between the walls"
            raise BadInput(
                f"Scoring mode {self.name.split()[0]} counts the cells of a loop, and no {kind} "
                f"leads from ({start.x:g}, {start.y:g}) towards +x and round to it again in "
                f"{arena.lab.name or 'this lab'}. Choose another lab, or another scoring mode."
            )
        return found
