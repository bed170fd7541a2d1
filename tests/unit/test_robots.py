from __future__ import annotations

import math

import pytest

from wsusim.errors import BadInput
from wsusim.kernels.eyes import MAX_RAYS, SENSORS
from wsusim.robots import ROBOT_KINDS, robot_kind

KINDS = list(ROBOT_KINDS.values())
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def test_both_kheperas_are_known():
    """The names that maze files and the command line use."""
    assert list(ROBOT_KINDS) == ["khepera1", "khepera2"]


def test_an_unknown_robot_is_refused_with_the_known_ones():
    """The message names what was asked for and what there is."""
    with pytest.raises(BadInput, match=r"'kephera'.*khepera1, khepera2"):
        robot_kind("kephera")


def test_the_bodies_have_their_published_sizes():
    """55 and 70 mm across."""
    assert [kind.radius_mm for kind in KINDS] == [27.5, 35.0]


@every_kind
def test_there_are_eight_sensors_in_the_manuals_order(kind):
    """Left, three to the front on each side, right, then back right and back left."""
    bearings = [mount.bearing_deg for mount in kind.sensors]

    assert bearings == [90.0, 45.0, 0.0, 0.0, -45.0, -90.0, 180.0, 180.0]
    assert kind.sensors[6].y_mm < 0 < kind.sensors[7].y_mm


@every_kind
def test_sensors_sit_just_inside_the_body(kind):
    """A sensor is inside the body, at most 5 mm from its edge: so no wall ever touches it."""
    inside = [kind.radius_mm - math.hypot(mount.x_mm, mount.y_mm) for mount in kind.sensors]

    assert min(inside) > 1.0
    assert max(inside) < 5.0


@every_kind
def test_left_and_right_sensors_mirror_each_other(kind):
    """The mounts are symmetric about the robot's axis."""
    places = {(mount.x_mm, mount.y_mm) for mount in kind.sensors}

    assert places == {(x, -y) for x, y in places}


@every_kind
def test_every_sensor_has_a_gain_and_every_ray_a_weight(kind):
    """The lengths of the proximity tables fit together and fit the kernels."""
    model = kind.proximity

    assert len(kind.sensors) == len(model.sensor_gain) == SENSORS
    assert len(model.ray_angle_deg) == len(model.ray_weight) <= MAX_RAYS
    assert len(model.echo_mm) == len(model.echo)


@every_kind
def test_the_gains_are_ones_on_average(kind):
    """The spread makes sensors different, not the robot as a whole (geometric mean within 5 %)."""
    gains = kind.proximity.sensor_gain

    assert math.prod(gains) ** (1 / len(gains)) == pytest.approx(1.0, abs=0.05)


@every_kind
def test_light_tables_rise_with_the_distance(kind):
    """Farther lamps read higher; none reaches the dark value within the table."""
    model = kind.light

    assert list(model.distance_mm) == sorted(set(model.distance_mm))
    assert list(model.reading) == sorted(set(model.reading))
    assert model.reading[-1] < model.dark
