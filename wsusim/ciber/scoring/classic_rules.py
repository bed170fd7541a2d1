"""The classic rules: find the target, say so, come back. Fewer points are better.

Source: the public simulator's mode 0, read and measured; its mapping and planning modes count the
same way from zero.
"""

from __future__ import annotations

import numpy as np

from wsusim.ciber.arena import Arena
from wsusim.ciber.contest_lab import Lab
from wsusim.ciber.match_robot import Robot, State
from wsusim.ciber.paths import Paths
from wsusim.kernels.contest import gaps_to_edges, on_outlines

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
        if self._off_line_points and gap_to_lines(arena.lab, x, y) > NEAR_LINE:
            base += self._off_line_points
        here = arena.lab.targets_at(x, y)
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


def gap_to_lines(lab: Lab, x: float, y: float) -> float:
    """Return how far a place is from the nearest line on the floor; 0 on one."""
    lines = [wall for wall in lab.walls if not wall.is_solid]
    edges = Lab("", lab.width, lab.height, walls=tuple(lines)).edges(solid_only=False)[4:]
    first = np.cumsum([0, *(len(wall.corners) for wall in lines)])
    point = np.array([[x, y]])
    is_on, gap = np.empty(1, dtype=np.bool_), np.zeros(1)
    on_outlines(point, edges, first, is_on)
    if not is_on[0]:
        gaps_to_edges(point, edges, gap)
    return float(gap[0])
