"""Robot kinds and the tables of their files."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace

import pytest

from wsusim.model.robot_kind import UsualReadings
from wsusim.robots import SHIPPED, from_before_readings, robot_kind, shipped_text
from wsusim.robots.file_of import file_of, kind_of, rays_of


@pytest.mark.parametrize("name", SHIPPED)
def test_a_kind_is_what_its_file_says(name):
    """From the shipped file to the kind, to a file and through JSON, no figure changes."""
    kind = kind_of(tomllib.loads(shipped_text(name)))

    assert kind == robot_kind(name)
    assert kind_of(json.loads(json.dumps(file_of(kind)))) == kind


@pytest.mark.parametrize("name", ["khepera1", "khepera2"])
def test_a_pulse_of_a_khepera_is_exactly_its_unit(name):
    """0.08 mm a pulse, one pulse a tick for a speed of 1, 3 pulses a tick of acceleration."""
    motors = robot_kind(name).motors

    assert (motors.pulse_mm, motors.unit_pulses, motors.acceleration) == (0.08, 1.0, 3.0)


def test_a_pulse_follows_from_wheel_and_counter():
    """A turn of a 41 mm wheel is 1000 steps of an e-puck: 0.1288 mm each."""
    assert robot_kind("epuck").motors.pulse_mm == pytest.approx(0.12881, abs=1e-5)


def test_without_rays_of_its_own_a_robot_sees_with_rays_what_its_field_sees():
    """Sensor model 1 has the same echoes and gains, and rays that stand for the field."""
    kind = robot_kind("epuck")

    assert kind.proximity == rays_of(kind.cone)
    assert kind.proximity.echo == kind.cone.echo
    assert kind.proximity.ray_weight[3] == 1.0 > kind.proximity.ray_weight[0]


def test_a_file_says_nothing_twice():
    """What follows from other figures is left out: rays, a sensor's own figures, the full scale."""
    file = file_of(replace(robot_kind("thymio"), full_scale=1023))

    assert not {"rays", "full_scale", "gripper", "cameras"} & set(file)
    assert not any({"own", "looks_deg"} & set(sensor) for sensor in file["sensors"])


def test_usual_readings_are_left_out():
    """A kind has the Khepera's when its file has no table, and one with others says so."""
    epuck = file_of(robot_kind("epuck"))
    usual = {name: table for name, table in epuck.items() if name != "readings"}

    assert epuck["readings"] == {"near": 50, "far": 30}
    assert kind_of(usual).readings == UsualReadings(near=300, far=100)
    assert "readings" not in file_of(robot_kind("khepera1"))


def test_a_file_from_before_readings_means_the_shipped_kind():
    """Recordings hold such files; a kind with other figures stays another one."""
    epuck = robot_kind("epuck")
    old = replace(epuck, readings=UsualReadings())
    other = replace(old, radius_mm=50.0)

    assert from_before_readings(old) == epuck
    assert from_before_readings(other) == other
