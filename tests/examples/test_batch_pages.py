"""The programs in the manual's pages about batches run as they stand there."""

from __future__ import annotations

import doctest
import gc
import importlib
from typing import Any

import numpy as np
import pytest

from tests.examples.test_controller_pages import programs


def test_the_programs_about_batches_run(capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, as a reader would type them."""
    exec(programs("how-to/batches-in-python.md"), {})
    gc.collect()  # functions of the page hold its worlds, whose threads end with them

    assert "collisions in 2.0 s each" in capsys.readouterr().out


def test_the_programs_about_learning_run() -> None:
    """Environments single and many, several robots, a task of one's own."""
    pytest.importorskip("gymnasium", reason="requirements-learn.txt is not installed")
    pytest.importorskip("pettingzoo", reason="requirements-learn.txt is not installed")
    names: dict[str, Any] = {}

    exec(programs("how-to/evolve-and-learn.md"), names)
    mine = names["mine"]
    mine.reset(seed=1)
    rewards = [mine.step(np.ones(2, np.float32))[1] for _ in range(5)]
    shapes = names["environments"].observation_space.shape, len(names["robots"].agents)
    names.clear()
    gc.collect()

    assert shapes == ((64, 16), 10)
    assert rewards[-1] > 0.5


@pytest.mark.parametrize("module", ["wsusim.batch.worlds", "wsusim.batch.driving_network"])
def test_examples_in_docstrings_are_true(module: str) -> None:
    """Each example in a docstring answers as written, and there is one."""
    results = doctest.testmod(importlib.import_module(module))

    assert results.failed == 0
    assert results.attempted > 0
