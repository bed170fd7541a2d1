"""Where a robot is put before the wall."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from wsusim.calibration.clearances import COUNT, ROOM_MM, clearances_of, turning_room_mm
from wsusim.robots import SHIPPED, robot_kind


@pytest.mark.parametrize("name", SHIPPED)
def test_they_rise_within_what_the_sensors_see(name: str) -> None:
    """Eight different distances, the farthest nearer than the end of the echo curve."""
    kind = robot_kind(name)

    found = clearances_of(kind)

    assert len(found) == COUNT
    assert sorted(set(found)) == list(found)
    assert found[-1] < kind.cone.echo_mm[-1]


def test_a_robot_with_corners_has_room_to_turn() -> None:
    """A Thymio's corners pass the wall as it turns about its axle."""
    kind = robot_kind("thymio")
    axle_mm = kind.axle_x_mm
    corner_mm = max(math.hypot(x - axle_mm, y) for x, y in kind.outline_mm)
    to_wall_mm = kind.radius_mm - axle_mm + clearances_of(kind)[0]

    assert to_wall_mm >= math.floor(corner_mm + ROOM_MM)


def test_a_round_robot_has_room_to_turn_about_an_axle_aside() -> None:
    """Its body comes as much nearer as the axle is ahead of its middle, twice."""
    epuck = robot_kind("epuck")

    rooms_mm = [turning_room_mm(replace(epuck, axle_x_mm=axle_mm)) for axle_mm in (-8.0, 0.0, 5.0)]

    assert rooms_mm == pytest.approx([0.0, 0.0, 10.0])
