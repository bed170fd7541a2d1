from __future__ import annotations

import math

import numpy as np
import pytest

from tests.oracles import light as oracle
from tests.seeds import few
from tests.unit.kernels.random_mazes import populated_maze
from wsusim.engine.explain import SensorView
from wsusim.engine.static_map import build_static_map
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.geometry import Pose
from wsusim.model.tuning import SILENT, RobotTuning
from wsusim.model.world import Arena, Cap, Light, RobotStart, Wall, World

HALL = Arena.rectangle(1200.0, 1200.0)
HALL_MAP = build_static_map(World("hall", HALL))
CALM = RobotTuning(proximity_noise=SILENT, light_noise=SILENT)
FRONT_LEFT = 2
EYE = (300.0 + 24.4, 600.0 + 5.9)
"""Where the front left sensor of the robot in ``hall`` is."""


def hall(*lamps, **things):
    """Return a hall with lamps and a robot that looks along +x."""
    return World(
        "hall", HALL, lights=lamps, robots=(RobotStart(1, Pose(300.0, 600.0, 0.0)),), **things
    )


def lamp_at(distance_mm, angle_deg=0.0, power=1.0, number=10):
    """Return a lamp seen from the front left sensor."""
    angle = math.radians(angle_deg)
    return Light(
        number,
        EYE[0] + distance_mm * math.cos(angle),
        EYE[1] + distance_mm * math.sin(angle),
        power,
    )


def ideal(world, sensor=FRONT_LEFT, robot=0):
    """Return a sensor's reading without noise, before it is rounded."""
    static = None if world.walls else HALL_MAP
    return SensorView(world, static=static).explain_light(robot, sensor).ideal


def readings(world, tuning, refreshes=4000):
    """Return many readings of the front left sensor."""
    view = SensorView(world, tunings=[tuning], static=HALL_MAP)
    noise = np.random.default_rng(3).uniform(size=(refreshes, 1, NOISE_COLUMNS))
    return np.array([view.read(row)[0, 8 + FRONT_LEFT] for row in noise])


@pytest.mark.parametrize(
    ("distance_mm", "reading"),
    [(20, 66), (50, 75), (70, 162), (90, 272), (120, 329), (150, 382), (180, 419), (220, 439)],
)
def test_a_lamp_on_the_axis_reads_as_in_the_manual(distance_mm, reading):
    """The 1 W lamp at a distance gives the figure's reading, within 5."""
    assert ideal(hall(lamp_at(distance_mm))) == pytest.approx(reading, abs=5)


def test_farther_lamps_are_darker_all_the_way():
    """The reading rises strictly with the distance, up to the dark 500."""
    values = [ideal(hall(lamp_at(d))) for d in range(12, 850, 6)]

    assert (np.diff(values) > 0).all()
    assert 490 < values[-1] < 500


@pytest.mark.parametrize(("distance_mm", "power"), [(150, 4.0), (600, 50.0), (90, 0.3)])
def test_power_counts_as_the_inverse_square(distance_mm, power):
    """A lamp of power p at distance d reads as one of power 1 at d by the root of p."""
    strong, plain = lamp_at(distance_mm, power=power), lamp_at(distance_mm / math.sqrt(power))

    assert ideal(hall(strong)) == pytest.approx(ideal(hall(plain)), abs=0.5)


def test_a_lamp_is_brightest_on_the_axis_and_unseen_aside():
    """The reading rises with the angle and is dark from 67.5 degrees on, both ways."""
    values = [ideal(hall(lamp_at(100, a))) for a in (0, 15, 30, 45, 60, 67, 68, 90)]
    mirrored = [ideal(hall(lamp_at(100, -a))) for a in (15, 60, 68)]

    assert values == sorted(values)
    assert values[5] < 500
    assert values[6:] == [500, 500]
    assert mirrored == pytest.approx([values[1], values[4], 500])


def test_without_lamps_it_is_dark():
    """Eight times 500."""
    view = SensorView(hall(), tunings=[CALM])

    assert view.read(np.full((1, NOISE_COLUMNS), 0.5))[0, 8:].tolist() == [500] * 8


@pytest.mark.parametrize(
    "things",
    [
        {"walls": (Wall(2, 400.0, 500.0, 400.0, 700.0, 3.0),)},
        {"walls": (Wall(2, 350.0, 560.0, 450.0, 660.0, 2.0),)},
        {"caps": (Cap(2, 400.0, 606.0),)},
    ],
)
def test_what_stands_between_hides_a_lamp(things):
    """A wall at any angle, or a cap, on the line from sensor to lamp makes it dark."""
    assert ideal(hall(lamp_at(200), **things)) == 500


def test_another_robot_hides_a_lamp():
    """A robot on the line from sensor to lamp makes it dark."""
    robots = (RobotStart(1, Pose(300.0, 600.0, 0.0)), RobotStart(2, Pose(420.0, 606.0, 0.0)))

    assert ideal(World("hall", HALL, lights=(lamp_at(200),), robots=robots)) == 500


@pytest.mark.parametrize(
    "things",
    [
        {"walls": (Wall(2, 400.0, 500.0, 400.0, 600.0, 3.0),)},
        {"walls": (Wall(2, 600.0, 500.0, 600.0, 700.0, 3.0),)},
        {"caps": (Cap(2, 400.0, 635.0),)},
    ],
)
def test_what_stands_beside_or_behind_hides_nothing(things):
    """Only what is on the line counts."""
    assert ideal(hall(lamp_at(200), **things)) == ideal(hall(lamp_at(200)))


def test_a_lamp_is_not_hidden_by_its_own_foot():
    """A robot that touches the foot of a lamp sees it at its brightest."""
    assert ideal(hall(lamp_at(22.0))) < 80


def test_the_strongest_lamp_in_sight_counts():
    """With a near lamp hidden, the next one decides; the far one adds nothing to a near one."""
    near, far = lamp_at(100, 20, number=10), lamp_at(200, -20, number=11)
    cap = Cap(2, (EYE[0] + near.x_mm) / 2, (EYE[1] + near.y_mm) / 2, diameter_mm=20.0)

    assert ideal(hall(near, far)) == ideal(hall(near))
    assert ideal(hall(near, far, caps=(cap,))) == ideal(hall(far))


def test_of_two_equal_lamps_one_may_be_hidden():
    """Two lamps at the very same distance and angle: the one in sight is found."""
    left, right = lamp_at(128, 0, number=10), lamp_at(128, 0, number=11)
    cap = Cap(2, EYE[0] + 64.0, EYE[1] + 40.0, diameter_mm=20.0)
    left = Light(10, EYE[0] + 128.0, EYE[1] + 80.0)
    right = Light(11, EYE[0] + 128.0, EYE[1] - 80.0)

    assert ideal(hall(left, right, caps=(cap,))) == ideal(hall(right)) < 500


def test_noise_in_the_dark_is_rare_and_small():
    """About 2 % of the readings differ from 500, by 10 at most."""
    values = readings(hall(), RobotTuning())

    assert np.mean(values != 500) == pytest.approx(0.02, abs=0.01)
    assert np.abs(values - 500).max() <= 10


def test_noise_of_a_lit_sensor_is_a_few_percent():
    """In medium light the readings swing by up to 5 % around their middle."""
    values = readings(hall(lamp_at(95)), RobotTuning())

    assert 0.035 < np.ptp(values) / 2 / values.mean() < 0.06


def test_light_noise_can_be_switched_off():
    """With noise 0 a sensor repeats its reading, lit or not."""
    assert np.ptp(readings(hall(lamp_at(95)), CALM, 100)) == 0
    assert np.ptp(readings(hall(), CALM, 100)) == 0


def only_front_left(value, others):
    """Return eight figures of which the front left sensor's is another."""
    return (*(others,) * FRONT_LEFT, value, *(others,) * (7 - FRONT_LEFT))


@pytest.mark.parametrize(("gain", "distance_mm"), [(2.0, 150), (0.25, 60), (1.7, 400)])
def test_a_sensor_of_a_gain_sees_lamps_of_so_many_times_the_power(gain, distance_mm):
    """A lamp of power p looks to a sensor of gain g as one of power g p does to a usual one."""
    lamp, stronger = lamp_at(distance_mm), lamp_at(distance_mm, power=gain)
    tuning = RobotTuning(light_gain=only_front_left(gain, 1.0))
    view = SensorView(hall(lamp), tunings=[tuning], static=HALL_MAP)

    report = view.explain_light(0, FRONT_LEFT)

    assert report.ideal == report.lamps[0].reading == ideal(hall(stronger))
    assert view.explain_light(0, 3).ideal == ideal(hall(lamp), sensor=3)


def test_a_blind_sensor_reads_the_dark():
    """A light gain of 0 means 500, however near the lamp is."""
    tuning = RobotTuning(light_gain=only_front_left(0.0, 1.0), light_noise=SILENT)

    assert set(readings(hall(lamp_at(30)), tuning, 20)) == {500}


def test_light_noise_is_each_sensors_own():
    """With noise in one sensor only, the other ones repeat their readings."""
    tuning = RobotTuning(light_noise=only_front_left(1.0, 0.0))
    view = SensorView(hall(lamp_at(95)), tunings=[tuning], static=HALL_MAP)
    noise = np.random.default_rng(3).uniform(size=(200, 1, NOISE_COLUMNS))

    swings = np.ptp(np.array([view.read(row)[0, 8:] for row in noise]), axis=0)

    assert swings[FRONT_LEFT] > 10
    assert np.delete(swings, FRONT_LEFT).tolist() == [0] * 7


@pytest.mark.parametrize("boxes", [0, 6])
@pytest.mark.parametrize("seed", few(range(6)))
def test_ideal_readings_equal_those_of_the_twin(seed, boxes):
    """In a maze full of things every sensor of every robot reads what the plain twin says."""
    world = populated_maze(seed, boxes=boxes)
    static = build_static_map(world)
    gains = np.random.default_rng(seed).uniform(0.0, 2.0, (6, 8))
    view = SensorView(
        world, tunings=[RobotTuning(light_gain=tuple(row)) for row in gains], static=static
    )

    values = [view.explain_light(robot, s).ideal for robot in range(6) for s in range(8)]

    expected = [
        oracle.ideal(world, static, robot, s, gains[robot, s])
        for robot in range(6)
        for s in range(8)
    ]
    # The kernel's curve is sampled, 512 straight pieces over the light level.
    assert values == pytest.approx(expected, abs=2.5)
