"""The outline of what a sensor sees."""

from __future__ import annotations

import math

import pytest

from wsusim.editor.sensor_field import field_outline, reach_mm
from wsusim.robots import SHIPPED, robot_kind


def test_a_field_reaches_farthest_where_the_sensor_looks():
    """A Thymio's front sensor: straight ahead of it, and alike to both sides."""
    kind = robot_kind("thymio")
    place, *edge = field_outline(kind, 2)
    ways = [math.dist(place, point) for point in edge]

    assert ways[len(ways) // 2] == pytest.approx(max(ways))
    assert ways[0] == 0.0
    assert ways == pytest.approx(ways[::-1])


@pytest.mark.parametrize("name", SHIPPED)
def test_the_reach_is_within_the_range(name):
    """Something is seen, and nothing beyond the last echo."""
    kind = robot_kind(name)

    assert all(20.0 < reach_mm(kind, k) <= kind.cone.echo_mm[-1] for k in range(len(kind.sensors)))
