"""The environments are what Gymnasium says that environments are."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from wsusim.errors import BadInput

gymnasium = pytest.importorskip("gymnasium", reason="requirements-learn.txt is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from wsusim.learning import WsusimEnv, WsusimVectorEnv  # noqa: E402
from wsusim.learning.tasks import EYE, TASKS, WANDER  # noqa: E402


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.filterwarnings("ignore:.*render fps.*", "ignore:.*not implementing the")
def test_the_official_checker_passes(name: str) -> None:
    """Spaces, seeds, types, rendering."""
    environment = gymnasium.make(f"wsusim/{name}-v0", render_mode="rgb_array")

    check_env(environment.unwrapped)

    environment.close()


def test_the_checker_for_many_passes_what_a_vector_does() -> None:
    """Observations lie in the space, step after step, over the ends of episodes."""
    environment = gymnasium.make_vec(
        "wsusim/Wander-v0", num_envs=5, vectorization_mode="vector_entry_point"
    )
    environment.reset(seed=3)
    environment.action_space.seed(3)

    steps = [environment.step(environment.action_space.sample()) for _ in range(30)]

    assert all(observed in environment.observation_space for observed, *_ in steps)
    assert all(rewards.shape == (5,) for _, rewards, *_ in steps)


def test_a_world_of_many_is_one_alone() -> None:
    """The same seed and actions: the same readings and rewards."""
    one, many = WsusimEnv(WANDER), WsusimVectorEnv(WANDER, 1)
    observed = one.reset(seed=11)[0], many.reset(seed=11)[0][0]
    action = np.array([0.9, 0.5], np.float32)

    alone = [one.step(action)[:2] for _ in range(40)]
    among = [many.step(action[None])[:2] for _ in range(40)]

    assert np.array_equal(*observed)
    assert [reward for _, reward in alone] == [float(rewards[0]) for _, rewards in among]


def test_an_episode_that_ended_begins_anew_by_itself() -> None:
    """With the next step, whose action and reward count for nothing."""
    many = WsusimVectorEnv(replace(WANDER, seconds=0.2), 2)
    many.reset(seed=1)
    action = np.ones((2, 2), np.float32)

    truncated = [many.step(action)[3].tolist() for _ in range(6)]

    assert truncated == [[False, False], [True, True], [False, False]] * 2


def test_an_eye_sees_a_picture() -> None:
    """Red, green, blue, and not all alike."""
    observed, _ = WsusimEnv(EYE).reset(seed=1)

    assert observed.shape == (48, 64, 3)
    assert observed.std() > 0.0


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, with the file that lists it."""
    ours = [name for name in sys.modules if name.startswith("wsusim.learning")]
    for name in ours:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gymnasium", None)

    with pytest.raises(BadInput) as told:
        import wsusim.learning  # noqa: F401

    assert "requirements-learn.txt" in str(told.value)


@pytest.mark.parametrize("action", [[0.0, 0.0, 0.0], 0.5, "left", None])
def test_an_action_of_another_shape_is_refused(action: Any) -> None:
    """Instead of driving by half of it."""
    environment = WsusimEnv("Wander")
    environment.reset(seed=1)

    with pytest.raises(BadInput, match="An action is 2 numbers"):
        environment.step(action)


def test_an_unknown_task_is_told_with_those_that_are() -> None:
    """By name, as in ``wsusim/NAME-v0``."""
    with pytest.raises(BadInput, match="Choose one of: Maze"):
        WsusimEnv("Maez")
