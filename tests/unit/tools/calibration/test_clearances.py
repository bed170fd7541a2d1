"""Where a robot is put before the wall."""

from __future__ import annotations

import math

import pytest

from wsusim.robots import SHIPPED, robot_kind
from wsusim.tools.calibration.clearances import COUNT, ROOM_MM, clearances_of


@pytest.mark.parametrize("name", SHIPPED)
def test_they_rise_within_what_the_sensors_see(name: str) -> None:
    """Eight different distances, the farthest nearer than the end of the echo curve."""
    kind = robot_kind(name)

    found = clearances_of(kind)

    assert len(found) == COUNT
    assert sorted(set(found)) == list(found)
    assert found[-1] < kind.cone.echo_mm[-1]


def test_a_robot_with_corners_has_room_to_turn() -> None:
    """A Thymio's back corners pass the wall."""
    kind = robot_kind("thymio")
    corner_mm = max(math.hypot(x, y) for x, y in kind.outline_mm)

    assert clearances_of(kind)[0] >= math.floor(corner_mm - kind.radius_mm + ROOM_MM)
