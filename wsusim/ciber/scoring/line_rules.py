"""Mapping and planning on lines: the map or path counts, in the arena only what goes wrong.

Source: the public simulator's modes 5 and 6, read and compared. It counts no targets there, gives
ten points for each cycle away from everything drawn, and subtracts points for collisions.
"""

from __future__ import annotations

from wsusim.ciber.arena import Arena
from wsusim.ciber.floor import floor_of
from wsusim.ciber.match_robot import Robot, State
from wsusim.ciber.scoring.collisions import collision_points

OFF_LINE_POINTS = 10
"""For each cycle in which the robot's centre is far from every line, wall and border."""

NEAR_LINE_UM = 0.5


class OnLines:
    """Counts cycles away from the lines.

    Args:
        mode: Its name.
    """

    def __init__(self, mode: str) -> None:
        self.name = f"{mode} (version 2)"
        self._points: dict[int, int] = {}

    def prepare(self, arena: Arena) -> None:
        """Have the floor ready in idle time."""
        floor_of(arena.lab).gap_to_edge(0.0, 0.0)

    def begin(self, arena: Arena) -> None:
        """Begin at zero."""
        self._points = dict.fromkeys(range(1, len(arena.grid) + 1), 0)

    def judge(self, arena: Arena, robot: Robot) -> None:
        """Count one cycle of a robot; only its end led ends it."""
        if robot.state in (State.FINISHED, State.REMOVED):
            return
        x, y = arena.bodies.poses[robot.number - 1, 0:2].tolist()
        points = -collision_points(arena, robot)
        if floor_of(arena.lab).gap_to_edge(x, y) > NEAR_LINE_UM:
            points += OFF_LINE_POINTS
        self._points[robot.number] += points
        robot.score = robot.shown_score = self._points[robot.number]
        if robot.leds.end:
            robot.state = State.FINISHED
