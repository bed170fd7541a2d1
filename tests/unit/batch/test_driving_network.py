"""A network's shape is told, and what does not fit is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wsusim.batch import Network
from wsusim.errors import BadInput


@pytest.mark.parametrize(
    ("hidden", "light", "size"), [((), False, 18), ((), True, 34), ((5,), False, 57)]
)
def test_a_shape_has_so_many_weights(hidden: tuple[int, ...], light: bool, size: int) -> None:
    """One for each input of each unit, and a bias."""
    assert Network.size(hidden, light) == size


def test_outputs_are_shares_of_the_top_speed() -> None:
    """A strong bias drives a wheel at full speed, forward or backward."""
    weights = np.zeros(18)
    weights[8], weights[17] = 20.0, -20.0

    assert Network(weights, top_speed=12).speeds([0] * 8) == (12, -12)


def test_too_few_weights_are_refused() -> None:
    """The message says how many there are to be."""
    with pytest.raises(BadInput) as told:
        Network([1.0, 2.0], [3])

    assert "has 35 weights, but there are 2" in str(told.value)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"weights": np.full(18, np.nan)}, "no numbers"),
        ({"weights": np.zeros(18), "hidden": [-1]}, "1 unit or more"),
        ({"weights": np.zeros(18), "top_speed": 1000}, "must be 1 to 127"),
    ],
)
def test_figures_that_no_network_has_are_refused(arguments: dict[str, Any], told: str) -> None:
    """Weights are numbers, layers have units, and wheels have a top speed."""
    with pytest.raises(BadInput, match=told):
        Network(**arguments)
