"""The classic rules: find the target, say so, come back. Fewer points are better.

Source: the public simulator's mode 0, read and measured; its mapping and planning modes count the
same way from zero.
"""

from __future__ import annotations

import numpy as np

from wsusim.ciber.arena import Arena, Robot, State
from wsusim.ciber.geometry import Floats, distance_to_edges, is_inside
from wsusim.ciber.lab import Lab
from wsusim.ciber.paths import Paths

LED_BONUS = 100
"""While the visiting led is lit the score shown is so much higher."""

WRONG_LED = 5
"""For each cycle with the visiting led lit outside all targets."""

NOT_HOME = 15
"""For a robot that is still on its way back when the time is up."""

NEAR_LINE = 0.5


class Contest:
    """Counts points by the classic rules.

    Args:
        mode: Its name.
        begins_at_zero: Without the points that finding and returning take away again.
        off_line_points: For each cycle in which a robot is away from every line of the floor.
    """

    def __init__(
        self, mode: str = "0", *, begins_at_zero: bool = False, off_line_points: int = 0
    ) -> None:
        self.name = f"{mode} (version 1)"
        self._begins_at_zero = begins_at_zero
        self._off_line_points = off_line_points
        self._paths: dict[int, Paths] = {}
        self._references: dict[int, float] = {}
        self._bases: dict[int, int] = {}

    def begin(self, arena: Arena) -> None:
        """Give every robot the points that it can lose."""
        p = arena.parameters
        whole = p.home_reward + p.target_reward * len(arena.lab.targets)
        self._bases = dict.fromkeys(
            range(1, len(arena.grid) + 1), 0 if self._begins_at_zero else whole
        )
        self._paths.clear()
        self._references.clear()
        if arena.lab.targets:
            for number in arena.robots:
                place = arena.grid[number - 1]
                self._paths[number] = Paths(arena.lab, place.x, place.y)

    def judge(self, arena: Arena, robot: Robot) -> None:
        """Count one cycle of a robot."""
        if robot.state in (State.FINISHED, State.REMOVED):
            return
        p, number = arena.parameters, robot.number
        x, y, _ = arena.bodies.poses[number - 1]
        base = self._bases[number]
        if arena.has_begun_to_hit_wall(robot):
            base += p.wall_penalty
        if arena.has_begun_to_hit_robot(robot):
            base += p.robot_penalty
        if self._off_line_points and self._is_off_line(arena, x, y):
            base += self._off_line_points
        here = [n for n, target in enumerate(arena.lab.targets) if target.holds(x, y)]
        if robot.leds.visiting:
            for target in here:
                if target not in robot.visited:
                    robot.visited.add(target)
                    base -= p.target_reward
            if not here:
                base += WRONG_LED
        if not robot.visited:
            robot.arrival_time = arena.time
        if robot.state is State.RETURNING:
            robot.returning_time += 1
        elif robot.leds.returning:
            if here and len(robot.visited) == len(arena.lab.targets):
                robot.state = State.RETURNING
                base -= p.home_reward
                self._references[number] = max(self._paths[number].length(x, y), 1e-9)
            else:
                robot.state = State.FINISHED
        robot.score = base
        if number in self._references:
            share = self._paths[number].length(x, y) / self._references[number]
            robot.score += int(p.home_reward * share)
        if robot.leds.end:
            robot.state = State.FINISHED
        is_last = 0 < p.sim_time_cycles <= arena.time
        if is_last and robot.state is State.RETURNING:
            base += NOT_HOME
            robot.score += NOT_HOME
        self._bases[number] = base
        robot.shown_score = robot.score + (LED_BONUS if robot.leds.visiting else 0)

    def _is_off_line(self, arena: Arena, x: float, y: float) -> bool:
        """Tell whether a place is more than half a robot from every line on the floor."""
        lines = floor_edges(arena.lab)
        point = np.array([[x, y]])
        if not len(lines) or bool(is_inside(point, lines)[0]):
            return False
        return float(distance_to_edges(point, lines).min()) > NEAR_LINE


def floor_edges(lab: Lab) -> Floats:
    """Return [e, 5] the edges of all lines on the floor."""
    lines = tuple(wall for wall in lab.walls if not wall.is_solid)
    return Lab("", lab.width, lab.height, walls=lines).edges(solid_only=False)[4:]
