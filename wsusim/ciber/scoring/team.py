"""Five robots and one target: the rules of RTSS 2008 and those of 2013. Fewer points are better.

Source: the paper "Brain" (2008) and the official rules and technical specifications of 2013. The
public simulator has these rules in its source and does not use them.
"""

from __future__ import annotations

import math

from wsusim.ciber.agent_orders import GREATEST_POWER
from wsusim.ciber.arena import Arena
from wsusim.ciber.match_robot import Robot, State
from wsusim.ciber.paths import ways_to
from wsusim.ciber.scoring.collisions import collision_points
from wsusim.errors import BadInput
from wsusim.model.text import counted

WORST_2013 = 250
BEGIN_2013 = 200
COLLISION_2013 = 2
TARGET_LATE = 50
"""What the target is worth at the end of the match."""
CYCLES_A_POINT = 25
HOME = 1
"""Target 1 is the home area of the rules of 2013; the others must be found."""

BEGIN_2008, WORST_2008 = 100, 200


class Team2008:
    """100 points each; 100 less at the target; collisions add. No way home.

    After the key time the target is worth less. The paper does not say how much: it falls as in the
    rules of 2013 (guess).
    """

    name = "team-2008 (version 3)"

    def prepare(self, arena: Arena) -> None:
        """Do nothing: nothing takes long."""

    def begin(self, arena: Arena) -> None:
        """Give every robot its points; raises ``BadInput`` without a target."""
        _need_targets(arena, 1, self.name)
        for robot in arena.robots.values():
            robot.score = robot.shown_score = BEGIN_2008

    def judge(self, arena: Arena, robot: Robot) -> None:
        """Count one cycle of a robot."""
        if robot.state in (State.FINISHED, State.REMOVED):
            return
        robot.score = min(WORST_2008, robot.score + collision_points(arena, robot))
        here = _targets_here(arena, robot)
        is_lit = robot.leds.visiting
        robot.state = State.WAITING if is_lit and here else State.RUNNING
        if not robot.visited:
            robot.arrival_time = arena.time
        if is_lit and here and not robot.visited:
            robot.visited.update(here)
            robot.score = max(0, robot.score - _reward(arena))
        if robot.leds.end:
            robot.state = State.FINISHED
        robot.shown_score = robot.score


class Team2013:
    """200 points each: to the target together, then home. The sum of all counts."""

    name = "team-2013 (version 2)"

    def __init__(self) -> None:
        self._is_returning = False
        self._ideal_cycles: dict[int, float] = {}
        self._late: dict[int, int] = {}

    def prepare(self, arena: Arena) -> None:
        """Compute the ways home in idle time."""
        if len(arena.lab.targets) > HOME:
            home = arena.lab.targets[HOME]
            ways_to(arena.lab, home.x, home.y)

    def begin(self, arena: Arena) -> None:
        """Give every robot its points; raises ``BadInput`` without a target and a home."""
        _need_targets(arena, 2, self.name)
        self._is_returning = False
        self._ideal_cycles.clear()
        self._late.clear()
        for robot in arena.robots.values():
            robot.score = robot.shown_score = BEGIN_2013

    def judge(self, arena: Arena, robot: Robot) -> None:
        """Count one cycle of a robot; the last of them sees whether all have come together."""
        if robot.state in (State.FINISHED, State.REMOVED):
            return
        robot.score += collision_points(arena, robot, COLLISION_2013)
        here = _targets_here(arena, robot)
        at_target = any(target != HOME for target in here)
        if not self._is_returning:
            self._judge_way_there(arena, robot, at_target)
        else:
            self._judge_way_home(arena, robot, HOME in here)
        robot.score = max(0, min(WORST_2013, robot.score))
        robot.shown_score = robot.score

    def _judge_way_there(self, arena: Arena, robot: Robot, at_target: bool) -> None:
        if not robot.visited:
            robot.arrival_time = arena.time
        if robot.leds.visiting and not at_target:
            robot.state = State.FINISHED
            return
        if robot.leds.visiting:
            robot.state = State.WAITING
            if not robot.visited:
                robot.visited.update(_targets_here(arena, robot))
                robot.score -= _reward(arena)
        elif robot.state is State.WAITING:
            robot.state = State.RUNNING
        if robot.leds.end:
            robot.state = State.FINISHED
            return
        present = [r for r in arena.robots.values() if r.is_there]
        if all(_is_waiting(arena, r) for r in present):
            self._send_home(arena, present)

    def _send_home(self, arena: Arena, robots: list[Robot]) -> None:
        """Light all returning leds: the arena does that, not the agents."""
        self._is_returning = True
        home = arena.lab.targets[HOME]
        paths = ways_to(arena.lab, home.x, home.y)
        for robot in robots:
            x, y, _ = arena.bodies.poses[robot.number - 1]
            self._ideal_cycles[robot.number] = paths.length(x, y) / GREATEST_POWER
            robot.leds.returning = True
            robot.state = State.RETURNING

    def _judge_way_home(self, arena: Arena, robot: Robot, is_home: bool) -> None:
        robot.returning_time += 1
        late = robot.returning_time - self._ideal_cycles.get(robot.number, math.inf)
        points = max(0, int(late // CYCLES_A_POINT)) if math.isfinite(late) else 0
        robot.score += points - self._late.get(robot.number, 0)
        self._late[robot.number] = points
        if robot.leds.end:
            robot.state = State.FINISHED
            if is_home:
                robot.score -= arena.parameters.home_reward


def _reward(arena: Arena) -> int:
    """Return 100 until the key time; from then on it falls in a straight line to 50 at the end."""
    p = arena.parameters
    if arena.time <= p.key_time_cycles or p.sim_time_cycles <= p.key_time_cycles:
        return p.target_reward
    share = (arena.time - p.key_time_cycles) / (p.sim_time_cycles - p.key_time_cycles)
    return round(p.target_reward - min(1.0, share) * (p.target_reward - TARGET_LATE))


def _is_waiting(arena: Arena, robot: Robot) -> bool:
    at_target = any(target != HOME for target in _targets_here(arena, robot))
    return robot.state is State.WAITING and robot.leds.visiting and at_target


def _targets_here(arena: Arena, robot: Robot) -> list[int]:
    x, y, _ = arena.bodies.poses[robot.number - 1]
    return arena.lab.targets_at(x, y)


def _need_targets(arena: Arena, count: int, name: str) -> None:
    if len(arena.lab.targets) < count:
        raise BadInput(
            f"Scoring {name.split()[0]} needs a lab with {counted(count, 'target')}, and "
            f"{arena.lab.name or 'this lab'} has {len(arena.lab.targets)}."
            + (" The second one is the home area." if count > 1 else "")
        )
