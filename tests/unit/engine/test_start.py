"""Whether robots have room where a world puts them."""

from __future__ import annotations

import pytest

from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, World

WIDE_MM = 55.0
"""A Khepera's width."""


def world(*places_mm: tuple[float, float]) -> World:
    """Return an empty floor with robots at these places."""
    robots = tuple(RobotStart(k, Pose(x, y, 0.0)) for k, (x, y) in enumerate(places_mm, 1))
    return World("floor", Arena.rectangle(600.0, 600.0), robots=robots, next_id=9)


@pytest.mark.parametrize(
    "other_mm",
    [
        (100.0 + WIDE_MM, 100.0),
        (100.0, 100.0 + WIDE_MM),
        (140.0, 140.0),  # not as far aside as they are wide, nor ahead; but both together
        (60.0, 140.0),
    ],
)
def test_robots_may_stand_side_by_side(other_mm: tuple[float, float]) -> None:
    """They may touch."""
    assert Simulation(world((100.0, 100.0), other_mm)).robot_count == 2


@pytest.mark.parametrize(
    "other_mm", [(154.0, 100.0), (100.0, 46.0), (138.0, 138.0), (100.0, 100.0)]
)
def test_a_robot_may_not_start_in_another_one(other_mm: tuple[float, float]) -> None:
    """The first of the two is named, and which one it would be in."""
    with pytest.raises(BadInput, match=r"Robot 2 starts at .* would be in robot 3\. Move its"):
        Simulation(world((300.0, 300.0), (100.0, 100.0), other_mm))
