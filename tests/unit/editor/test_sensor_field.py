"""The outline of what a sensor sees."""

from __future__ import annotations

import math

import pytest

from tests.pages.sight import turning_mm
from wsusim.editor.sensor_field import field_outline, reach_mm, wall_ahead_mm
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


@pytest.mark.parametrize("is_far", [False, True])
@pytest.mark.parametrize("name", SHIPPED)
def test_a_wall_reads_near_and_far_where_the_simulation_has_it(name, is_far):
    """To two millimetres of what the robot reads in a world: a Thymio's echo ends abruptly."""
    usual = robot_kind(name).readings

    found_mm = wall_ahead_mm(robot_kind(name), usual.far if is_far else usual.near)

    assert found_mm == pytest.approx(float(turning_mm(name, is_far=is_far)), abs=2.0)


def test_a_reading_that_no_wall_gives_is_read_nowhere():
    """A Khepera's front sensors read 1023 at most."""
    assert wall_ahead_mm(robot_kind("epuck"), 1e6) == 0.0
