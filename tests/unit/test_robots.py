from __future__ import annotations

import math
from dataclasses import replace

import pytest

from wsusim.errors import BadInput
from wsusim.formats.robot_entries import MOST_RAYS
from wsusim.kernels.sensor_records import MAX_RAYS
from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.robots import (
    EARLIER,
    ROBOT_KINDS,
    SHIPPED,
    base_name,
    earlier_name,
    introduce,
    introduced,
    recall,
    robot_kind,
)
from wsusim.robots.file_of import file_of, kind_of

KINDS = [robot_kind(name) for name in SHIPPED]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
KHEPERAS = [robot_kind("khepera1"), robot_kind("khepera2")]
every_khepera = pytest.mark.parametrize("kind", KHEPERAS, ids=lambda kind: kind.name)


def test_kheperas_epuck_and_thymio_are_known():
    """The names that maze files and the command line use."""
    assert list(ROBOT_KINDS)[:4] == ["khepera1", "khepera2", "epuck", "thymio"]


def test_an_unknown_robot_is_refused_with_the_known_ones():
    """The message names what was asked for and what there is."""
    with pytest.raises(BadInput, match=r"'kephera'.*khepera1, khepera2, epuck, thymio"):
        robot_kind("kephera")


def test_the_bodies_have_their_published_sizes():
    """55, 70, 74 and 112 mm across."""
    assert [kind.radius_mm for kind in KINDS] == [27.5, 35.0, 37.0, 56.0]


def test_an_introduced_kind_is_found_under_a_name_of_its_own():
    """Two versions of a robot have two names; the same figures have the same one."""
    wide = replace(robot_kind("epuck"), radius_mm=38.0)
    wider = replace(robot_kind("epuck"), radius_mm=39.0)

    names = [introduce(kind).name for kind in (wide, wider, wide)]

    assert names[0] == names[2] != names[1]
    assert robot_kind(names[1]).radius_mm == 39.0
    assert [base_name(name) for name in names] == ["epuck"] * 3


def test_a_shipped_kind_keeps_its_name():
    """Who introduces a copy of the e-puck's file has an e-puck."""
    assert introduce(kind_of(file_of(robot_kind("epuck")))).name == "epuck"


def test_an_introduced_kind_keeps_its_name_when_it_comes_back():
    """A maze that holds it gives the same name in another process."""
    known = introduce(replace(robot_kind("thymio"), title="Mine"))

    assert introduce(kind_of(file_of(known))).name == known.name
    assert introduced([known.name, "epuck", known.name]) == [file_of(known)]


def test_a_recording_s_kind_never_takes_the_place_of_another():
    """What is recalled under a known name changes nothing."""
    recall(file_of(replace(robot_kind("epuck"), radius_mm=50.0)))

    assert robot_kind("epuck").radius_mm == 37.0


def test_earlier_figures_are_known_by_their_fingerprint():
    """Those of old recordings and profiles are the ones that their names are made of."""
    assert {name: earlier_name(name) for name in EARLIER} == EARLIER
    assert earlier_name("khepera2") == "khepera2"
    assert base_name(earlier_name("khepera1")) == "khepera1"


def test_the_earlier_khepera_differs_in_model_2_alone():
    """So recordings from before sensor models, and profiles for model 1, are as they were."""
    now, before = robot_kind("khepera1"), robot_kind(earlier_name("khepera1"))

    assert now.cone != before.cone
    assert replace(before, name=now.name, title=now.title, cone=now.cone) == now


LOOKS_DEG = (71.2, 40.3, 0.3, -18.6, -46.3, -85.0, 173.7, 177.0)
"""Of the measured robot, fitted to the whole table of its wall."""


def test_each_sensor_of_the_khepera_looks_where_the_measured_one_did():
    """To half a degree."""
    traits = robot_kind("khepera1").cone.traits

    assert [own.bearing_deg for own in traits] == pytest.approx(LOOKS_DEG, abs=0.5)


@every_khepera
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

    assert len(kind.sensors) == len(model.sensor_gain) <= MOST_SENSORS
    assert len(model.ray_angle_deg) == len(model.ray_weight) <= MAX_RAYS == MOST_RAYS
    assert len(model.echo_mm) == len(model.echo)


@every_khepera
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
