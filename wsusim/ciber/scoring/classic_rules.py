"""The classic rules: find the target, say so, come back. Fewer points are better.

Source: the public simulator's mode 0, read and compared datagram by datagram. Its mapping and
planning modes (2, 3) count the same way from zero, and there only the end led ends a robot.
"""

from __future__ import annotations

import math

from wsusim.ciber.arena import Arena
from wsusim.ciber.match_robot import Robot, State
from wsusim.ciber.paths import Paths, ways_to
from wsusim.ciber.scoring.collisions import collision_points

TARGET_POINTS = HOME_POINTS = 100
"""What a target and the way home are worth; the public simulator's parameters change neither."""

LED_BONUS = 100
"""While the visiting led is lit on the way there the score shown is so much higher."""

WRONG_LED = 5
"""For each cycle with the visiting led lit outside all targets."""

NOT_HOME = 15
"""For a robot that is still on its way back when the time is up."""


class Contest:
    """Counts points by the classic rules.

    Args:
        mode: Its name.
        begins_at_zero: Without the points that finding and returning take away again, and without
            a way home: mapping and planning.
    """

    def __init__(self, mode: str = "0", *, begins_at_zero: bool = False) -> None:
        self.name = f"{mode} (version 2)"
        self._begins_at_zero = begins_at_zero
        self._bases: dict[int, int] = {}
        self._references: dict[int, float] = {}
        self._left_at: dict[int, int] = {}
        """When each robot set out for home."""

    def prepare(self, arena: Arena) -> None:
        """Compute the ways home in idle time."""
        if arena.lab.targets:
            for place in arena.grid:
                ways_to(arena.lab, place.x, place.y)

    def begin(self, arena: Arena) -> None:
        """Give every robot the points that it can lose."""
        whole = HOME_POINTS + TARGET_POINTS * len(arena.lab.targets)
        self._bases = dict.fromkeys(
            range(1, len(arena.grid) + 1), 0 if self._begins_at_zero else whole
        )
        self._references.clear()
        self._left_at.clear()

    def judge(self, arena: Arena, robot: Robot) -> None:
        """Count one cycle of a robot."""
        if robot.state in (State.FINISHED, State.REMOVED):
            return
        self._bases[robot.number] += collision_points(arena, robot)
        if robot.state is State.RETURNING:
            self._judge_way_home(arena, robot)
        else:
            self._judge_way_there(arena, robot)

    def _judge_way_there(self, arena: Arena, robot: Robot) -> None:
        number, leds = robot.number, robot.leds
        here = _target_at(arena, robot)
        is_through = here is not None and len(robot.visited) == len(arena.lab.targets)
        robot.score = robot.shown_score = self._bases[number]
        if leds.end and is_through:
            self._set_out(arena, robot)
            robot.arrival_time = arena.time
            robot.score = robot.shown_score = self._with_way(arena, robot)
        elif leds.returning and is_through:
            self._set_out(arena, robot)
            self._bases[number] -= HOME_POINTS
            robot.score = robot.shown_score = self._with_way(arena, robot)
        elif leds.visiting:
            self._visit(robot, here)
            robot.score = self._bases[number]
            robot.shown_score = robot.score + LED_BONUS
        if not robot.visited:
            robot.arrival_time = arena.time
        if leds.end:
            robot.state = State.FINISHED
        elif leds.returning and not self._begins_at_zero:
            is_through = here is not None and len(robot.visited) == len(arena.lab.targets)
            robot.state = State.RETURNING if is_through else State.FINISHED

    def _judge_way_home(self, arena: Arena, robot: Robot) -> None:
        number, leds = robot.number, robot.leds
        here = _target_at(arena, robot)
        if 0 < arena.parameters.sim_time_cycles == arena.time and not leds.end:
            self._bases[number] += NOT_HOME
        robot.returning_time = arena.time - self._left_at[number]
        is_through = here is not None and len(robot.visited) == len(arena.lab.targets)
        if robot.was_told_to_return and leds.returning and is_through:
            self._set_out(arena, robot)  # the way home begins again
        elif leds.visiting:
            self._visit(robot, here)
        robot.score = robot.shown_score = self._with_way(arena, robot)
        if leds.end:
            robot.state = State.FINISHED

    def _visit(self, robot: Robot, here: int | None) -> None:
        if here is None:
            self._bases[robot.number] += WRONG_LED
        elif here not in robot.visited:
            robot.visited.add(here)
            self._bases[robot.number] -= TARGET_POINTS

    def _set_out(self, arena: Arena, robot: Robot) -> None:
        self._references[robot.number] = _way_home(arena, robot)
        self._left_at[robot.number] = arena.time
        robot.returning_time = 0

    def _with_way(self, arena: Arena, robot: Robot) -> int:
        """Return the score with what is left of the way home."""
        whole = self._references[robot.number]
        share = _way_home(arena, robot) / whole if whole > 0.0 else 0.0
        points = HOME_POINTS * share
        return self._bases[robot.number] + (int(points) if math.isfinite(points) else 0)


def _way_home(arena: Arena, robot: Robot) -> float:
    start = arena.grid[robot.number - 1]
    ways: Paths = ways_to(arena.lab, start.x, start.y)
    x, y = arena.bodies.poses[robot.number - 1, 0:2].tolist()
    return ways.length(x, y)


def _target_at(arena: Arena, robot: Robot) -> int | None:
    """Return the first target that holds the whole robot."""
    x, y = arena.bodies.poses[robot.number - 1, 0:2].tolist()
    return min(arena.lab.targets_at(x, y), default=None)
