"""A table of agents over many games: points, wins, collisions."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from wsusim.ciber.match import MatchResult, RobotResult
from wsusim.ciber.match_robot import State
from wsusim.ciber.scoring import is_higher_better


@dataclass(frozen=True, slots=True)
class Standing:
    """What one agent has done in all games, with all the robots that it drove.

    Attributes:
        games: How many robots it drove, in all games.
        wins: How many of them had the best score of their game; a tie counts for each.
        arrived: How many visited a target.
        deviation: Standard deviation of the score.
    """

    agent: str
    games: int
    wins: int
    arrived: int
    mean: float
    deviation: float
    median: float
    best: int
    worst: int
    collisions: float

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


def standings(results: Sequence[MatchResult]) -> list[Standing]:
    """Return the league table, the best mean score first."""
    up = is_higher_better(results[0].scoring)
    by_agent: dict[str, list[RobotResult]] = {}
    wins: dict[str, int] = {}
    for result in results:
        best = (max if up else min)(robot.score for robot in result.robots)
        for robot in result.robots:
            by_agent.setdefault(robot.agent, []).append(robot)
            wins[robot.agent] = wins.get(robot.agent, 0) + (robot.score == best)
    table = [_standing(agent, robots, wins[agent], up) for agent, robots in by_agent.items()]
    return sorted(table, key=lambda s: (-s.mean if up else s.mean, s.agent))


def places(table: Sequence[Standing]) -> list[int]:
    """Return the place of each agent of a table; equal means share one."""
    means = [standing.mean for standing in table]
    return [1 + means.index(mean) for mean in means]


def team_rank(result: MatchResult) -> tuple[int, int, int]:
    """Return the sort key of teams, smaller first: points, robots not through, slowest time.

    Source: the rules of 2013. A robot is through when it has been at a target and is home again.
    """
    through = sum(bool(r.visited) and r.state == State.FINISHED.value for r in result.robots)
    slowest = max((r.arrival_time + r.returning_time for r in result.robots), default=0)
    return result.score, len(result.robots) - through, slowest


def _standing(agent: str, robots: list[RobotResult], wins: int, up: bool) -> Standing:
    scores = [robot.score for robot in robots]
    return Standing(
        agent=agent,
        games=len(robots),
        wins=wins,
        arrived=sum(bool(robot.visited) for robot in robots),
        mean=round(statistics.fmean(scores), 2),
        deviation=round(statistics.pstdev(scores), 2),
        median=statistics.median(scores),
        best=max(scores) if up else min(scores),
        worst=min(scores) if up else max(scores),
        collisions=round(statistics.fmean(robot.collisions for robot in robots), 2),
    )
