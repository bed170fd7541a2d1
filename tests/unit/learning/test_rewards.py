"""Rewards are what their sources say."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="requirements-learn.txt is not installed")

from wsusim.learning.rewards import fitness


@pytest.mark.parametrize(
    ("left", "right", "nearest", "wanted"),
    [
        (1.0, 1.0, 0.0, 1.0),  # straight on, at full speed, nothing near
        (0.5, 0.5, 0.5, 0.25),  # half as fast, half as clear
        (1.0, -1.0, 0.0, 0.0),  # turning on the spot
        (-1.0, -1.0, 0.0, 1.0),  # backward is as good
        (0.0, 0.0, 0.0, 0.0),
        (1.0, 0.5, 0.0, 0.75 * 0.5),
    ],
)
def test_the_fitness_of_nolfi_and_floreano(
    left: float, right: float, nearest: float, wanted: float
) -> None:
    """Speed, straightness and clearance, multiplied."""
    assert float(fitness(np.array(left), np.array(right), np.array(nearest))) == wanted
