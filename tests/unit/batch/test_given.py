"""What is given to a batch is checked before anything is done with it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from wsusim.batch.given import decisions, numbers_of, resolved, seeds_of, ticks_of
from wsusim.errors import BadInput


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf, 1e9])
def test_a_time_is_above_zero_and_has_an_end(value: float) -> None:
    """Neither ``seconds`` nor the period may be anything else."""
    with pytest.raises(BadInput, match="`seconds` is"):
        decisions(value, 0.1)
    with pytest.raises(BadInput, match="`period_s` is"):
        decisions(1.0, value)


def test_a_period_is_rounded_to_ticks() -> None:
    """One tick of 10 ms at least."""
    assert decisions(1.0, 0.1) == (10, 10)
    assert decisions(0.01, 0.001) == (10, 1)


@pytest.mark.parametrize("ticks", [0, -1, 1.5, True, "2", None])
def test_ticks_are_whole(ticks: Any) -> None:
    """One or more."""
    with pytest.raises(BadInput, match="`ticks` is"):
        ticks_of(ticks)


@pytest.mark.parametrize("worlds", [[3], [-1], [0.5], "x"])
def test_a_world_that_is_not_there(worlds: Any) -> None:
    """Numbers go from 0 to one less than there are worlds."""
    with pytest.raises(BadInput, match=r"no world|no numbers"):
        numbers_of(worlds, 3)


def test_all_worlds_some_or_one() -> None:
    """Without numbers it is all of them."""
    assert numbers_of(None, 3).tolist() == [0, 1, 2]
    assert numbers_of([2, 0], 3).tolist() == [2, 0]
    assert numbers_of(1, 3).tolist() == [1]
    assert numbers_of([], 3).tolist() == []


@pytest.mark.parametrize("seed", [1.5, "1", True, None])
def test_seeds_are_whole(seed: Any) -> None:
    """Of any size."""
    with pytest.raises(BadInput, match="The seed is"):
        seeds_of([seed], 1)


@pytest.mark.parametrize("count", [0, -1, 2.5, "3", None, 10**9])
def test_there_is_a_world(count: Any) -> None:
    """One maze needs a number of worlds, which a computer has room for."""
    with pytest.raises(BadInput, match="give the number of worlds"):
        resolved("rooms", count)
