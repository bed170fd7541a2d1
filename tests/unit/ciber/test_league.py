"""A league table over several games."""

from __future__ import annotations

import pytest

from wsusim.ciber.league import places, standings, team_rank
from wsusim.ciber.match import MatchResult, RobotResult


def robot(agent: str, score: int, visited: tuple[int, ...] = ()) -> RobotResult:
    """Return a robot's part of a match."""
    return RobotResult(1, "r", agent, "Running", score, 2, 0, 0, visited, 0, 0, 0)


def game(scoring: str, *robots: RobotResult) -> MatchResult:
    """Return a match that has been played."""
    return MatchResult("lab", scoring, 1, "lockstep", 10, 0, 1.0, 0, 0, "", robots)


def test_agents_are_ranked_by_their_mean() -> None:
    """In mode 0 fewer points are better; wins and visits are counted."""
    games = [
        game("0 (version 1)", robot("a", 200), robot("b", 100, (0,))),
        game("0 (version 1)", robot("a", 50, (0,)), robot("b", 80, (0,))),
    ]
    first, second = standings(games)
    assert (first.agent, first.mean, first.wins, first.arrived) == ("b", 90.0, 1, 2)
    assert (second.agent, second.best, second.worst, second.median) == ("a", 50, 200, 125)


@pytest.mark.parametrize("mode", ["1", "4", "7"])
def test_where_points_are_won_more_are_better(mode: str) -> None:
    """Loops and lines."""
    games = [game(f"{mode} (version 1)", robot("a", 10), robot("b", 90))]
    assert [(s.agent, s.wins) for s in standings(games)] == [("b", 1), ("a", 0)]


def test_equal_means_share_a_place() -> None:
    """The next one has the place after both."""
    games = [game("0", robot("a", 5), robot("b", 5), robot("c", 9))]
    assert places(standings(games)) == [1, 1, 3]


def test_a_tie_counts_for_both() -> None:
    """As does an agent that drives several robots of a game."""
    (only,) = standings([game("0", robot("a", 5), robot("a", 5))])
    assert (only.games, only.wins, only.deviation) == (2, 2, 0.0)


def test_teams_that_tie_are_told_apart_by_who_is_home_and_how_fast() -> None:
    """A robot is through when it has been at the target and has finished at home."""
    home = RobotResult(1, "r", "a", "Finished", 0, 0, 300, 400, (0,), 0, 0, 0)
    lost = RobotResult(2, "s", "a", "Running", 100, 0, 350, 500, (0,), 0, 0, 0)
    assert team_rank(game("team-2013 (version 1)", home, lost)) == (0, 1, 850)
