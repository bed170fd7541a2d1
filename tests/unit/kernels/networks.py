"""Networks with random weights, for the tests."""

from __future__ import annotations

import numpy as np

from wsusim.model.tuning import ProximityNetwork


def random_network(seed: int, *, hidden: int = 13, linear: int = 7) -> ProximityNetwork:
    """Return a network with 7 rays whose output changes with each of them."""
    rng = np.random.default_rng(seed)

    def rows(count: int, length: int) -> tuple[tuple[float, ...], ...]:
        return tuple(tuple(row) for row in rng.normal(0.0, 0.6, (count, length)).tolist())

    return ProximityNetwork(
        hidden=rows(hidden, 7),
        hidden_bias=tuple(rng.normal(0.0, 0.3, hidden).tolist()),
        linear=rows(linear, hidden),
        linear_bias=tuple(rng.normal(0.0, 0.1, linear).tolist()),
        output=tuple(rng.normal(0.0, 0.3, linear).tolist()),
        output_bias=0.4,
    )
