"""Floor sensors see the pictures on the floor."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.pictures import drawn, on_floor
from tests.worlds import empty_world
from wsusim.engine.floor import FloorView
from wsusim.engine.simulation import Simulation
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity

BLACK, WHITE = 60, 1000
HERE = Pose(300.0, 300.0, 0.0)


def view(*pictures, **options):
    """Return the floor of a world with pictures, without noise unless asked for."""
    world = replace(empty_world(), floor_pictures=tuple(pictures))
    return FloorView(world, **{"ideal": True, **options})


def test_bare_floor_is_white():
    """Without a picture both sensors read white."""
    assert view().readings(0, HERE, 0) == (WHITE, WHITE)


def test_black_is_dark():
    """Over black ink both sensors read some 60."""
    assert view(on_floor(drawn("#"), 300, 300, 100.0)).readings(0, HERE, 0) == (BLACK, BLACK)


def test_each_sensor_sees_its_own_side():
    """What lies in the upper half is under the left sensor of a robot that faces right."""
    picture = on_floor(drawn("#", "."), 320, 300, 40.0)

    assert view(picture).readings(0, HERE, 0) == (BLACK, WHITE)


def test_sensors_turn_with_the_robot():
    """Facing left, the same picture is under the right sensor."""
    picture = on_floor(drawn("#", "."), 280, 300, 40.0)

    assert view(picture).readings(0, Pose(300.0, 300.0, math.pi), 0) == (WHITE, BLACK)


def test_grey_lies_between():
    """Half the ink, about half the reading."""
    left, _ = view(on_floor(drawn("+"), 300, 300, 100.0)).readings(0, HERE, 0)

    assert left == pytest.approx((BLACK + WHITE) / 2, abs=5)


def test_an_edge_is_not_sharp():
    """A sensor over the edge of a line sees part of it."""
    picture = on_floor(drawn("#."), 320, 300, 40.0)

    left, _ = view(picture).readings(0, HERE, 0)

    assert BLACK < left < WHITE


def test_the_later_picture_lies_on_top():
    """White paper on black paper is white."""
    black, white = on_floor(drawn("#"), 300, 300, 100.0), on_floor(drawn("."), 300, 300, 100.0)

    assert view(black, white).readings(0, HERE, 0) == (WHITE, WHITE)


def test_beside_a_picture_is_bare_floor():
    """A picture ends at its border."""
    assert view(on_floor(drawn("#"), 100, 100, 20.0)).readings(0, HERE, 0) == (WHITE, WHITE)


def test_noise_is_a_function_of_seed_and_tick():
    """The same moment of the same run gives the same reading; another tick gives another one."""
    picture = on_floor(drawn("+"), 300, 300, 100.0)
    noisy = view(picture, ideal=False, seed=3)

    readings = [noisy.readings(0, HERE, tick) for tick in range(50)]

    assert readings == [view(picture, ideal=False, seed=3).readings(0, HERE, t) for t in range(50)]
    assert len(set(readings)) > 10
    assert max(abs(left - 532) for left, _ in readings) <= 11


def test_readings_never_leave_the_scale():
    """White with noise stays at 1023 or below."""
    noisy = view(ideal=False)

    assert max(max(noisy.readings(0, HERE, tick)) for tick in range(200)) <= 1023


def test_a_simulation_reads_the_floor_under_its_robot():
    """``Quantity.FLOOR`` is what the view says, and what a snapshot holds."""
    picture = on_floor(drawn("#"), 500, 500, 1000.0)
    simulation = Simulation(replace(empty_world(), floor_pictures=(picture,)), ideal=True)

    assert simulation.read(0, Quantity.FLOOR) == (BLACK, BLACK)
    robot = simulation.snapshot().robots[0]
    assert (robot.floor_left, robot.floor_right) == (BLACK, BLACK)


def test_a_snapshot_without_pictures_holds_nothing_of_the_floor():
    """Recordings of mazes without pictures stay as they were."""
    robot = Simulation(empty_world()).snapshot().robots[0]

    assert (robot.floor_left, robot.floor_right) == (0, 0)
