"""Random numbers of a hash: a pure function of where they are used."""

from __future__ import annotations

import numpy as np

from wsusim.engine.seldom import Occasion, shares


def test_the_same_place_gives_the_same_numbers():
    """And any other place others."""
    here = shares(1, 2, Occasion.FLOOR, 3, 2)

    assert here == shares(1, 2, Occasion.FLOOR, 3, 2)
    others = [(9, 2, Occasion.FLOOR, 3), (1, 9, Occasion.FLOOR, 3), (1, 2, Occasion.RADIO, 3)]
    assert here not in [shares(*place, 2) for place in [*others, (1, 2, Occasion.FLOOR, 9)]]


def test_numbers_are_spread_evenly_from_0_to_1():
    """Mean and spread are those of a uniform distribution."""
    drawn = np.array([shares(5, 1, Occasion.FLOOR, tick, 2) for tick in range(4000)])

    assert drawn.min() >= 0.0
    assert drawn.max() < 1.0
    assert abs(drawn.mean() - 0.5) < 0.02
    assert abs(drawn.std() - 12**-0.5) < 0.01


def test_any_seed_will_do():
    """Negative seeds and huge ones, too."""
    assert shares(-1, 0, Occasion.RADIO, 0, 1) != shares(2**80, 0, Occasion.RADIO, 0, 1)
