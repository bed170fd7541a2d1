from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from wsusim.engine.explain import SensorView
from wsusim.engine.simulation import Simulation
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.commands import SetArm
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import Arena, Ball, Cap, Light, RobotStart, Wall, World
from wsusim.robots import robot_kind

IDEAL = RobotTuning.ideal()
WORLD = World(
    "crowd",
    Arena.rectangle(600.0, 600.0),
    walls=(Wall(7, 360.0, 280.0, 360.0, 320.0, 10.0, 0.5),),
    lights=(Light(3, 420.0, 300.0), Light(4, 300.0, 500.0, 4.0)),
    caps=(Cap(5, 340.0, 340.0),),
    balls=(Ball(6, 250.0, 300.0),),
    robots=(RobotStart(1, Pose(300.0, 300.0)), RobotStart(2, Pose(300.0, 235.0))),
)


@pytest.fixture
def view():
    """Return the crowd, without noise and spread."""
    return SensorView(WORLD, tunings=[IDEAL, IDEAL])


def seen(view, sensor):
    """Return what the middle ray of a sensor of the first robot meets, under sensor model 1."""
    ray = view.explain_proximity(0, sensor).rays[3]
    return ray.target, ray.target_id


@pytest.mark.parametrize(
    ("sensor", "target"),
    [
        (2, ("wall", 7)),
        (1, ("cap", 5)),
        (5, ("robot", 2)),
        (7, ("ball", 6)),
        (0, ("nothing", None)),
    ],
)
def test_a_ray_tells_what_it_meets(sensor, target):
    """Each kind of target is named, with its id."""
    assert seen(SensorView(WORLD, tunings=[RobotTuning.ideal(1)] * 2), sensor) == target


@pytest.mark.parametrize(
    ("sensor", "target"), [(1, ("cap", 5)), (5, ("robot", 2)), (7, ("ball", 6))]
)
def test_what_brings_most_is_what_stands_before_the_sensor(view, sensor, target):
    """Under sensor model 2 the strongest ray tells the thing, with its id."""
    ray = max(view.explain_proximity(0, sensor).rays, key=lambda ray: ray.contribution)

    assert (ray.target, ray.target_id) == target


def test_what_sees_nothing_shows_its_empty_field():
    """Under sensor model 2, too, there are rays to be drawn: to the range, with all the weight."""
    world = replace(WORLD, walls=(), lights=(), caps=(), balls=(), robots=WORLD.robots[:1])
    report = SensorView(world, tunings=[IDEAL]).explain_proximity(0, 2)

    assert {ray.target for ray in report.rays} == {"nothing"}
    assert {ray.distance_mm for ray in report.rays} == {62.0}
    assert sum(ray.weight for ray in report.rays) == pytest.approx(1.0, abs=0.01)


def test_the_border_is_no_wall():
    """The arena's border is named so; it has no id."""
    start = RobotStart(1, Pose(560.0, 300.0))
    tuning = RobotTuning(sensor_model=1)
    view = SensorView(replace(WORLD, robots=(start,)), tunings=[tuning])

    assert seen(view, 2) == ("border", None)


def test_the_parts_make_the_whole(view):
    """Gain, crosstalk, threshold and the rays' contributions give the ideal value."""
    report = view.explain_proximity(0, 2)

    light = report.crosstalk + sum(ray.contribution for ray in report.rays)
    assert report.ideal == pytest.approx(report.gain * light - report.threshold, abs=1e-9)


def test_gain_and_noise_are_those_of_the_very_sensor():
    """Reports tell the gain and the noise of the sensor that was asked about, for both uses."""
    each = tuple(0.1 * number for number in range(8))
    tuning = RobotTuning(
        proximity_gain=each,
        proximity_spread=False,
        proximity_noise=tuple(1.0 + value for value in each),
        light_gain=tuple(0.5 + value for value in each),
        light_noise=tuple(2.0 + value for value in each),
    )
    view = SensorView(WORLD, tunings=[IDEAL, tuning])

    proximity, light = view.explain_proximity(1, 3), view.explain_light(1, 3)

    figures = (proximity.gain, proximity.noise, light.gain, light.noise)
    assert figures == pytest.approx((0.3, 1.3, 0.8, 2.3))


def test_a_ray_ends_where_it_meets_something(view):
    """The middle ray of the front left sensor ends on the wall's face, straight ahead."""
    tunings = [RobotTuning.ideal(1)] * 2
    ray = SensorView(WORLD, tunings=tunings).explain_proximity(0, 2).rays[3]

    assert ray.end_mm == pytest.approx((355.0, 305.9))
    assert ray.distance_mm == pytest.approx(355.0 - 324.4)
    assert ray.reflectivity == 0.5


def test_the_explained_value_is_what_the_robot_reads():
    """In a running, ideal simulation each reading is the explained value, rounded and cut."""
    simulation = Simulation(WORLD, seed=1, ideal=True)
    simulation.advance(6)
    view = SensorView(WORLD, simulation.snapshot(), tunings=[IDEAL, IDEAL])

    explained = [view.explain_proximity(0, sensor).ideal for sensor in range(8)]

    readings = simulation.read(0, Quantity.PROXIMITY)
    assert readings == tuple(math.floor(min(max(v + 0.5, 0), 1023)) for v in explained)


def test_a_lowered_arm_is_told():
    """With the arm down the front sensors are blinded, the back ones are not."""
    simulation = Simulation(WORLD, seed=1, ideal=True)
    simulation.apply(1, SetArm(255))
    simulation.advance(300)
    view = SensorView(WORLD, simulation.snapshot())

    assert [view.explain_proximity(1, s).is_blinded for s in range(8)] == [True] * 6 + [False] * 2
    assert not view.explain_proximity(0, 2).is_blinded


def test_lamps_are_told_strongest_first(view):
    """Seen from the left sensor: the lamp in view comes first, the other one is out of view."""
    report = view.explain_light(0, 0)

    assert [lamp.light_id for lamp in report.lamps] == [4, 3]
    assert [lamp.is_in_view for lamp in report.lamps] == [True, False]
    assert report.ideal == report.lamps[0].reading


def test_a_hidden_lamp_is_told(view):
    """The lamp behind the wall is in view of the front sensor but hidden: it reads dark."""
    report = view.explain_light(0, 2)

    assert (report.lamps[0].light_id, report.lamps[0].is_hidden) == (3, True)
    assert report.lamps[0].reading < report.ideal == 500


def test_a_lowered_arm_fills_the_front_sensors():
    """With the arm down sensors 0 to 5 read 1015 to 1022, each of these in turn; 6 and 7 do not."""
    simulation = Simulation(WORLD, seed=1)
    simulation.apply(1, SetArm(255))
    simulation.advance(300)

    readings = []
    for _ in range(100):
        simulation.advance(2)
        readings.append(simulation.read(1, Quantity.PROXIMITY))

    front = {value for reading in readings for value in reading[:6]}
    assert front == set(range(1015, 1023))
    assert all(max(reading[6:]) < 16 for reading in readings)


@pytest.mark.parametrize("x_mm", [-40.0, -1e4, 1e6])
@pytest.mark.parametrize("y_mm", [-1e6, 400.0, 2e3])
def test_off_the_map_there_is_nothing_to_see(x_mm: float, y_mm: float) -> None:
    """A robot that is put far outside reads neither things nor lamps."""
    view = SensorView(WORLD, tunings=[RobotTuning.ideal()] * 2)
    view.place_robot(0, x_mm, y_mm, 0.3)

    readings = view.read(np.zeros((2, NOISE_COLUMNS)))[0]

    assert readings[:8].tolist() == [0] * 8
    assert set(readings[8:].tolist()) == {robot_kind("khepera1").light.dark}
