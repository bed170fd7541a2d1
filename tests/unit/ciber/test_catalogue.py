"""The labs that come with wsusim can be played."""

from __future__ import annotations

import math

import pytest

from wsusim.ciber.catalogue import find_grid, find_lab, ready_labs
from wsusim.ciber.paths import ways_to
from wsusim.errors import BadInput


@pytest.mark.parametrize("name", ready_labs())
def test_every_target_can_be_reached_from_every_start(name: str) -> None:
    """There is a way for a robot's body, and no robot starts in a wall."""
    lab, path = find_lab(name)
    ways = [
        ways_to(lab, place.x, place.y).length(target.x, target.y)
        for place in find_grid(None, path)
        for target in lab.targets
    ]
    assert all(math.isfinite(way) for way in ways)
    assert lab.remarks == ()


def test_an_unknown_lab_is_told_with_those_that_there_are() -> None:
    """One sentence with the names."""
    with pytest.raises(BadInput, match="meadow"):
        find_lab("nowhere")
