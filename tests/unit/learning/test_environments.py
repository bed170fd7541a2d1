"""The environments are what Gymnasium says that environments are."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from wsusim.errors import BadInput

gymnasium = pytest.importorskip("gymnasium", reason="requirements-learn.txt is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from wsusim.learning import WsusimEnv, WsusimVectorEnv  # noqa: E402
from wsusim.learning.parallel import WsusimParallelEnv  # noqa: E402
from wsusim.learning.soccer_environment import Soccer  # noqa: E402
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


def test_an_episode_that_ended_begins_again_by_itself() -> None:
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


def by_pickle(environment: Any) -> Any:
    """Return what another process would get."""
    return pickle.loads(pickle.dumps(environment))


@pytest.mark.parametrize("copied", [copy.deepcopy, by_pickle])
@pytest.mark.parametrize("task", ["Wander", "Caps", EYE])
def test_a_copy_goes_on_by_itself(task: Any, copied: Callable[[Any], Any]) -> None:
    """It does the same as the original with the same actions, and neither moves the other."""
    original = WsusimEnv(task, render_mode="rgb_array")
    original.reset(seed=4)
    original.render()
    action = np.ones(original.action_space.shape, np.float32) * 0.7
    for _ in range(5):
        original.step(action)

    other = copied(original)
    theirs = [other.step(action) for _ in range(8)]
    before = other.render().copy()
    ours = [original.step(action) for _ in range(8)]

    assert all(
        np.array_equal(a[0], b[0]) and a[1:] == b[1:] for a, b in zip(ours, theirs, strict=True)
    )
    assert not np.array_equal(ours[0][0], ours[-1][0]), "it has moved"
    original.step(-action)
    assert np.array_equal(other.render(), before)
    assert np.array_equal(original.reset()[0], other.reset()[0])


@pytest.mark.parametrize("copied", [copy.deepcopy, by_pickle])
def test_a_copy_of_many_worlds_goes_on_by_itself(copied: Callable[[Any], Any]) -> None:
    """Over the ends of their episodes, too."""
    original = WsusimVectorEnv(replace(WANDER, seconds=0.5), 3)
    original.reset(seed=4)
    action = np.full((3, 2), 0.6, np.float32)
    original.step(action)

    other = copied(original)
    ours = [original.step(action)[0] for _ in range(12)]
    theirs = [other.step(action)[0] for _ in range(12)]

    assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("copied", [copy.deepcopy, by_pickle])
@pytest.mark.parametrize("task", [None, Soccer(game_s=3.0)])
def test_a_copy_of_several_robots_goes_on_by_itself(
    task: Any, copied: Callable[[Any], Any]
) -> None:
    """Games with their referee, score and half time."""
    original = WsusimParallelEnv(task)
    original.reset(seed=2)
    actions = dict.fromkeys(original.agents, np.array([0.9, 1.0], np.float32))
    original.step(actions)

    other = copied(original)
    ours = [list(original.step(actions)[0].values()) for _ in range(15)]
    theirs = [list(other.step(actions)[0].values()) for _ in range(15)]

    assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("task", [WANDER, "Caps", replace(WANDER, seconds=0.5)])
def test_each_world_of_a_vector_is_the_single_one_of_its_seed(task: Any) -> None:
    """World k begins with seed + k, and goes on so after each end, as in Gymnasium."""
    many = WsusimVectorEnv(task, 3)
    single = [WsusimEnv(task) for _ in range(3)]
    action = np.full(many.single_action_space.shape, 0.8, np.float32)

    begun = many.reset(seed=20)[0]
    alone = [one.reset(seed=20 + k)[0] for k, one in enumerate(single)]
    assert np.array_equal(begun, alone)

    over = [False] * 3
    for _ in range(14):
        observed, rewards, terminated, truncated, _ = many.step(np.stack([action] * 3))
        for k, one in enumerate(single):
            told = (one.reset()[0], 0.0, False, False) if over[k] else one.step(action)[:4]
            over[k] = told[2] or told[3]
            assert np.array_equal(observed[k], told[0])
            assert (rewards[k], terminated[k], truncated[k]) == told[1:]


def test_a_list_of_seeds_has_one_for_each_world() -> None:
    """``None`` leaves a world its own random numbers; a wrong number is refused."""
    many = WsusimVectorEnv(WANDER, 3)
    first = many.reset(seed=[5, 9, 7])[0]
    again = many.reset(seed=[7, None, 5])[0]

    assert np.array_equal(first[[0, 2]], again[[2, 0]])
    with pytest.raises(BadInput, match="There are 3 worlds, but 2 seeds"):
        many.reset(seed=[1, 2])
