"""Several robots in one world are what PettingZoo says that agents are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from wsusim.errors import BadInput

pytest.importorskip("gymnasium", reason="requirements-learn.txt is not installed")
pytest.importorskip("pettingzoo", reason="requirements-learn.txt is not installed")

from pettingzoo.test import parallel_api_test

from wsusim.learning.parallel import WsusimParallelEnv
from wsusim.learning.tasks import WANDER


def test_the_official_checker_passes() -> None:
    """Agents, spaces, ends."""
    short = replace(WANDER, maze="crowd", seconds=3.0)

    parallel_api_test(WsusimParallelEnv(short), num_cycles=50)


def test_agents_are_the_mazes_robots() -> None:
    """Each with readings of its own."""
    environment = WsusimParallelEnv()

    observed, _ = environment.reset(seed=2)

    assert list(observed) == [f"robot_{k}" for k in range(1, 11)]
    assert not np.array_equal(observed["robot_1"], observed["robot_2"])


def test_every_agent_acts() -> None:
    """An action too few, or one of a stranger, is refused."""
    robots = WsusimParallelEnv()
    robots.reset(seed=1)

    with pytest.raises(BadInput, match="but the agents are"):
        robots.step({"nobody": np.zeros(2)})
