"""Games of soccer between teams that learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="requirements-learn.txt is not installed")
pytest.importorskip("pettingzoo", reason="requirements-learn.txt is not installed")

from pettingzoo.test import parallel_api_test, parallel_seed_test

from wsusim.errors import BadInput
from wsusim.learning.parallel import WsusimParallelEnv
from wsusim.learning.rewards import Play, score_goals
from wsusim.learning.soccer_environment import Games, Soccer

SHORT = Soccer(game_s=2.0)


def play(ball_x_mm: float, score: tuple[int, int]) -> Play:
    """Return how a game of two a side stands."""
    return Play(np.zeros(4), np.array([ball_x_mm, 300.0]), score, 1000.0)


def kicked_off(soccer: Soccer = SHORT) -> tuple[Games, Any]:
    """Return a game that has begun, and what is observed."""
    games = Games(soccer)
    games.begin(np.array([0]), [np.random.default_rng(1)])
    return games, games.observe()[0]


def test_the_official_checker_passes() -> None:
    """Agents, spaces, ends."""
    parallel_api_test(WsusimParallelEnv(SHORT), num_cycles=40)


def test_the_same_seed_gives_the_same_game() -> None:
    """By the official checker, too."""
    parallel_seed_test(lambda: WsusimParallelEnv(SHORT), num_cycles=10)


def test_agents_are_called_by_their_teams() -> None:
    """Blue plays from the left, as in every match."""
    environment = WsusimParallelEnv(Soccer(players=3))

    assert environment.possible_agents == [
        *("blue_1", "blue_2", "blue_3"),
        *("yellow_1", "yellow_2", "yellow_3"),
    ]


def test_both_teams_see_the_same_at_kick_off() -> None:
    """Each from its own side: a program that has learned one side plays on the other, too."""
    _, observed = kicked_off(Soccer(players=3))

    assert observed[:3, 8:] == pytest.approx(observed[3:, 8:], abs=1e-6)


def test_the_ball_is_before_a_striker() -> None:
    """150 mm ahead at kick-off, in diagonals of the field; its goal is behind it."""
    games, observed = kicked_off()
    ball, goal, own_goal = observed[0, 8:14].reshape(3, 2)

    assert ball == pytest.approx((150.0 / np.hypot(1210.0, 680.0), 0.0), abs=1e-6)
    assert goal[0] > 0.0 > own_goal[0]
    assert games.observation_space.contains(observed[0])


def test_who_drives_at_the_ball_earns_its_way() -> None:
    """What one team earns the other loses."""
    games, _ = kicked_off()
    forward = np.zeros((1, 4, 2))
    forward[0, 0] = 1.0

    earned = sum(games.act(forward)[0] for _ in range(9))

    assert earned[0, 0] > 0.005
    assert earned.sum() == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("before", "after", "blue"),
    [
        (play(500.0, (0, 0)), play(500.0, (1, 0)), 1.0),
        (play(900.0, (1, 0)), play(500.0, (1, 1)), -1.0),
        (play(500.0, (0, 0)), play(600.0, (0, 0)), 0.01),
        (play(900.0, (0, 0)), play(500.0, (0, 0)), 0.0),
    ],
    ids=["a goal", "a goal against", "ball driven", "ball put back by the referee"],
)
def test_goals_and_the_balls_way_are_rewarded(before: Play, after: Play, blue: float) -> None:
    """For the whole team alike."""
    assert score_goals(before, after) == pytest.approx([blue, blue, -blue, -blue])


def test_a_game_is_cut_off_at_its_end() -> None:
    """The end of the time is no terminal state."""
    games, _ = kicked_off(Soccer(game_s=10.0, period_s=5.0))
    nothing = np.zeros((1, 4, 2))

    _, done, cut = games.act(nothing)
    _, done_later, cut_later = games.act(nothing)

    assert (done[0], cut[0], done_later[0], cut_later[0]) == (False, False, False, True)


@pytest.mark.parametrize("players", [0, 6])
def test_a_team_has_one_to_five_players(players: int) -> None:
    """Others are refused with the range."""
    with pytest.raises(BadInput, match=f"{players}, but a team has 1 to 5 players"):
        Games(Soccer(players=players))


def test_a_game_can_be_drawn() -> None:
    """From above, with the ball's orange in it."""
    picture = WsusimParallelEnv(SHORT, render_mode="rgb_array")
    picture.reset(seed=1)

    seen = picture.render()

    assert seen.shape == (360, 480, 3)
    assert ((seen[..., 0] > 180) & (seen[..., 2] < 90)).sum() > 20
