"""The contest's arena is what Gymnasium and PettingZoo say that an environment is."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from wsusim.errors import BadInput

pytest.importorskip("gymnasium", reason="requirements-learn.txt is not installed")
pytest.importorskip("pettingzoo", reason="requirements-learn.txt is not installed")

import gymnasium as gym
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test

import wsusim.learning  # noqa: F401 - makes the environments known
from wsusim.learning.ciber_arena import CiberEnv, CiberParallelEnv

AHEAD = np.array([1.0, 1.0, -1.0, -1.0, -1.0])


def test_the_official_checker_of_one_passes() -> None:
    """Spaces, seeds, ends."""
    check_env(gym.make("wsusim/Ciber-v0", cycles=20).unwrapped, skip_render_check=True)


def test_the_official_checker_of_a_team_passes() -> None:
    """Agents come and go."""
    parallel_api_test(CiberParallelEnv(cycles=20), num_cycles=40)


def test_a_cell_of_the_line_is_a_reward_of_one() -> None:
    """Ten points; the match is the same with the same seed."""
    totals = []
    for _ in range(2):
        environment = CiberEnv("rmi-2223/C1", cycles=60)
        environment.reset(seed=3)
        totals.append(sum(environment.step(AHEAD)[1] for _ in range(60)))
    assert totals[0] == totals[1] >= 7.0


def test_the_points_with_which_a_match_begins_earn_nothing() -> None:
    """Mode 0 begins with those that can be lost."""
    environment = CiberEnv(None, lab="meadow", scoring="0", cycles=30)
    environment.reset(seed=1)
    assert environment.step(np.zeros(5))[1] == 0.0


def test_the_end_led_ends_it_and_the_time_cuts_it_off() -> None:
    """One is an end, the other is none."""
    environment = CiberEnv("rmi-2122/C2", cycles=3)
    environment.reset(seed=1)
    assert environment.step(np.array([0, 0, -1, -1, 1.0]))[2:4] == (True, False)
    environment.reset(seed=1)
    assert [environment.step(AHEAD)[2:4] for _ in range(3)][-1] == (False, True)


def test_what_is_no_action_is_told() -> None:
    """Its shape."""
    environment = CiberEnv(cycles=5)
    environment.reset(seed=1)
    with pytest.raises(BadInput, match="left and right motor"):
        environment.step(np.zeros(2))


def by_pickle(environment: Any) -> Any:
    """Return what another process would get."""
    return pickle.loads(pickle.dumps(environment))


@pytest.mark.parametrize("copied", [copy.deepcopy, by_pickle])
@pytest.mark.parametrize("challenge", ["rmi-2223/C1", "rtss-2008/leg1"])
def test_a_copy_goes_on_by_itself(challenge: str, copied: Callable[[Any], Any]) -> None:
    """It does the same as the original with the same orders, in this match and the next one."""
    original = CiberEnv(challenge)
    original.reset(seed=3)
    for _ in range(20):
        original.step(AHEAD)

    other = copied(original)
    ours = [original.step(AHEAD) for _ in range(30)]
    theirs = [other.step(AHEAD) for _ in range(30)]

    assert all(
        np.array_equal(a[0], b[0]) and a[1:] == b[1:] for a, b in zip(ours, theirs, strict=True)
    )
    assert not np.array_equal(ours[0][0], ours[-1][0]), "something has happened"
    assert np.array_equal(original.reset()[0], other.reset()[0])


@pytest.mark.parametrize("copied", [copy.deepcopy, by_pickle])
def test_a_copy_of_a_team_goes_on_by_itself(copied: Callable[[Any], Any]) -> None:
    """All its robots do the same as the original's."""
    original = CiberParallelEnv()
    original.reset(seed=2)
    actions = dict.fromkeys(original.agents, AHEAD)
    original.step(actions)

    other = copied(original)
    ours = [list(original.step(actions)[0].values()) for _ in range(15)]
    theirs = [list(other.step(actions)[0].values()) for _ in range(15)]

    assert np.array_equal(ours, theirs)
