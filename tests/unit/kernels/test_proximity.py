from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.oracles import proximity as oracle
from tests.seeds import few
from tests.unit.kernels.random_mazes import populated_maze
from wsusim.engine.explain import SensorView
from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import build_static_map
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.commands import SetArm
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.tuning import RAYS_MODEL, SILENT, RobotTuning
from wsusim.model.world import Arena, Ball, Cap, Light, RobotStart, Wall, World
from wsusim.robots import robot_kind

HALL = Arena.rectangle(400.0, 400.0)
HALL_MAP = build_static_map(World("hall", HALL))


def rays(**figures):
    """Return a tuning of sensor model 1."""
    return RobotTuning(sensor_model=RAYS_MODEL, **figures)


QUIET = rays(proximity_noise=SILENT, light_noise=SILENT)
REFRESHES = 400

# Peak of each sensor of a real Khepera before a wall, by the distance from its body (facts 2.4).
MEASURED = {
    19: (1023, 1023, 898, 607, 1023, 1023, 895, 1023),
    23: (672, 679, 551, 326, 811, 1023, 576, 1023),
    27: (291, 359, 214, 67, 366, 591, 252, 565),
    31: (159, 253, 99, 11, 217, 416, 114, 406),
    35: (24, 98, 11, 13, 54, 265, 55, 281),
}


def facing(kind, sensor, gap_mm, turned_deg=0.0):
    """Return the pose in which a sensor looks straight at the right border, or turned from it.

    ``gap_mm`` is the distance of the robot's body from the border.
    """
    body = robot_kind(kind)
    heading = math.radians(turned_deg - body.sensors[sensor].bearing_deg)
    return Pose(HALL.width_mm - body.radius_mm - gap_mm, 200.0, heading)


def facing_wall(kind, sensor, gap_mm):
    """Return a hall with one robot whose sensor looks straight at the right border."""
    return World("wall", HALL, robots=(RobotStart(1, facing(kind, sensor, gap_mm), kind),))


def readings_at_wall(gap_mm, tuning, *, kind="khepera1", refreshes=REFRESHES):
    """Return [refreshes, 8]: each sensor's readings while it looks straight at a white wall."""
    rng = np.random.default_rng(7)
    view = SensorView(facing_wall(kind, 0, gap_mm), tunings=[tuning], static=HALL_MAP)
    columns = []
    for sensor in range(8):
        pose = facing(kind, sensor, gap_mm)
        view.place_robot(0, pose.x_mm, pose.y_mm, pose.heading_rad)
        noise = rng.uniform(size=(refreshes, 1, NOISE_COLUMNS))
        columns.append([view.read(row)[0, sensor] for row in noise])
    return np.array(columns).T


def turning(sensor, gap_mm, turns_deg):
    """Return a sensor's ideal values while the robot turns before a white wall."""
    view = SensorView(facing_wall("khepera1", 0, gap_mm), tunings=[QUIET], static=HALL_MAP)
    values = []
    for turn in turns_deg:
        pose = facing("khepera1", sensor, gap_mm, turn)
        view.place_robot(0, pose.x_mm, pose.y_mm, pose.heading_rad)
        values.append(view.explain_proximity(0, sensor).ideal)
    return values


def ideal(world, sensor=2, robot=0, tuning=QUIET):
    """Return a sensor's value without noise, before it is cut."""
    return (
        SensorView(world, tunings=[tuning] * len(world.robots))
        .explain_proximity(robot, sensor)
        .ideal
    )


@pytest.mark.parametrize("gap_mm", MEASURED)
def test_readings_before_a_white_wall_follow_the_measured_table(gap_mm):
    """With noise and spread, the mean over the eight sensors is within 60 of the real robot's."""
    readings = readings_at_wall(gap_mm, rays())

    assert readings.mean() == pytest.approx(np.mean(MEASURED[gap_mm]), abs=60)


@pytest.mark.parametrize("gap_mm", MEASURED)
def test_each_sensor_is_near_its_own_measured_row(gap_mm):
    """The spread is that of the real robot: no sensor is off by more than 120."""
    readings = readings_at_wall(gap_mm, rays())

    assert readings.mean(axis=0) == pytest.approx(np.array(MEASURED[gap_mm]), abs=120)


@pytest.mark.parametrize("gap_mm", [0.0, 3.0, 8.0, 15.0])
def test_near_walls_saturate_every_sensor(gap_mm):
    """Up to 15 mm from the body every single reading is 1023, noise or not."""
    assert readings_at_wall(gap_mm, rays()).min() == 1023


@pytest.mark.parametrize("gap_mm", [50.0, 60.0, 170.0])
def test_far_walls_are_not_seen(gap_mm):
    """Beyond 50 mm from the body no reading of any sensor reaches 16."""
    assert readings_at_wall(gap_mm, rays()).max() < 16


def test_a_quiet_sensor_reads_what_real_ones_do():
    """Without anything in reach: 0 in 48 %, 1 to 9 in 49 %, 10 to 15 in 3 % of the readings."""
    readings = readings_at_wall(170.0, rays(), refreshes=2000)

    bands = [(0, 0), (1, 9), (10, 15)]
    shares = [np.mean((readings >= low) & (readings <= high)) for low, high in bands]

    assert shares == pytest.approx([0.48, 0.49, 0.03], abs=0.01)


def test_noise_is_relatively_larger_at_low_readings():
    """The greatest error falls from 25 % of a low reading to 10 % of a high one."""
    low = readings_at_wall(35.0, rays(proximity_spread=False))[:, 5]
    high = readings_at_wall(22.0, rays(proximity_spread=False))[:, 2]

    assert 0.18 < np.ptp(low) / 2 / low.mean() < 0.26
    assert 0.09 < np.ptp(high) / 2 / high.mean() < 0.15


def test_most_noise_is_small():
    """Half of all readings are off by less than a thirtieth of the greatest error."""
    readings = readings_at_wall(25.0, rays(proximity_spread=False), refreshes=2000)[:, 2]

    error = np.abs(readings - np.median(readings))

    assert np.median(error) <= error.max() / 30 + 1


def test_a_tuning_without_noise_repeats_its_reading():
    """Noise 0 means the same number each time, and 0 in the open."""
    assert np.ptp(readings_at_wall(27.0, QUIET, refreshes=50), axis=0).max() == 0
    assert readings_at_wall(170.0, QUIET, refreshes=50).max() == 0


def test_without_spread_all_sensors_are_alike():
    """With the spread off, sensors at the same distance from a wall read the same."""
    tuning = rays(proximity_noise=SILENT, proximity_spread=False)
    values = []
    for sensor, mount in enumerate(robot_kind("khepera1").sensors):
        axis = math.radians(mount.bearing_deg)
        ahead = mount.x_mm * math.cos(axis) + mount.y_mm * math.sin(axis)
        world = facing_wall("khepera1", sensor, 30.0 - 27.5 + ahead)
        values.append(ideal(world, sensor, tuning=tuning))

    assert values == pytest.approx([values[0]] * 8, abs=1e-6)


def test_a_gain_raises_its_own_sensor_only():
    """A tuned gain multiplies one sensor's echo and leaves its neighbours alone."""
    world = facing_wall("khepera1", 2, 25.0)
    tuned = replace(QUIET, proximity_gain=(1, 1, 1.2, 1, 1, 1, 1, 1))

    before = [ideal(world, s) for s in (2, 3)]
    after = [ideal(world, s, tuning=tuned) for s in (2, 3)]

    assert after[0] + 291.0 == pytest.approx(1.2 * (before[0] + 291.0))
    assert after[1] == before[1]


def test_noise_is_each_sensors_own():
    """With noise in the front left sensor only, no other reading ever changes."""
    one = tuple(float(sensor == 2) for sensor in range(8))
    tuning = replace(QUIET, proximity_noise=one, proximity_spread=False)

    swings = np.ptp(readings_at_wall(27.0, tuning), axis=0)

    assert swings[2] > 20
    assert np.delete(swings, 2).tolist() == [0] * 7


def test_a_silent_sensor_beside_noisy_ones_is_silent_before_the_arm_too():
    """Before the lowered arm a sensor without noise repeats its reading, the others swing."""
    one = tuple(float(sensor != 2) for sensor in range(8))
    world = facing_wall("khepera1", 0, 100.0)
    tuned = replace(world.robots[0], tuning=replace(QUIET, proximity_noise=one))
    simulation = Simulation(replace(world, robots=(tuned,)))
    simulation.apply(0, SetArm(255))
    simulation.advance(300)
    rows = []

    for _ in range(60):
        simulation.advance(2)
        rows.append(simulation.read(0, Quantity.PROXIMITY)[:6])

    swings = np.ptp(np.array(rows), axis=0)

    assert swings[2] == 0
    assert np.delete(swings, 2).min() > 3


def test_colours_rank_as_in_the_manual():
    """At 25 mm: white above green above wood above copper above pink; grey and black are unseen."""
    surfaces = (1.0, 0.84, 0.78, 0.70, 0.47, 0.10, 0.02)
    worlds = [
        replace(facing_wall("khepera1", 5, 21.0), arena=Arena(HALL.outline_mm, shine))
        for shine in surfaces
    ]

    values = [ideal(world, 5) for world in worlds]

    assert values == sorted(values, reverse=True)
    assert values[4] > 400
    assert values[5] < 0


@pytest.mark.parametrize(
    ("sensor", "bearing_deg"),
    list(enumerate([69.0, 42.0, 8.0, -16.0, -45.0, -76.0, -170.0, 166.0])),
)
def test_a_wall_is_seen_best_where_the_real_sensors_answered(sensor, bearing_deg):
    """The bearing of the strongest answer is within 12 degrees of that of a real Khepera."""
    turns = np.arange(-60.0, 61.0, 1.0)
    best = turns[np.argmax(turning(sensor, 23.0, turns))]
    seen_deg = robot_kind("khepera1").sensors[sensor].bearing_deg - best

    assert abs(math.remainder(seen_deg - bearing_deg, 360.0)) <= 12


@pytest.mark.parametrize("sensor", range(6))
def test_a_wall_is_half_as_bright_some_thirty_degrees_aside(sensor):
    """The full width at half maximum before a wall at 23 mm is near the measured 34 to 56."""
    values = np.clip(turning(sensor, 23.0, np.arange(-90.0, 90.0, 1.0)), 0, 1023)

    assert 34 <= np.count_nonzero(values >= values.max() / 2) <= 66


def ahead_of(x_mm, y_mm):
    """Return the centre of the thing that stands before the robot of ``with_thing``."""
    return 200.0 + x_mm, 200.0 + y_mm


def with_thing(**things):
    """Return a hall with a robot in its middle that looks along +x."""
    return World("hall", HALL, robots=(RobotStart(1, Pose(200.0, 200.0, 0.0)),), **things)


@pytest.mark.parametrize(
    "things",
    [
        {"caps": (Cap(2, *ahead_of(52, 6)),)},
        {"balls": (Ball(2, *ahead_of(52, 6)),)},
        {"lights": (Light(2, *ahead_of(52, 6)),)},
        {"walls": (Wall(2, *ahead_of(60, -20), *ahead_of(60, 30)),)},
    ],
)
def test_everything_that_stands_on_the_floor_is_seen(things):
    """Caps, balls, lamps and walls reflect infra-red."""
    assert ideal(with_thing(**things)) > 300


def test_another_robot_is_seen():
    """Robots see each other."""
    other = RobotStart(3, Pose(*ahead_of(70, 0), 1.0))
    world = with_thing()

    assert ideal(replace(world, robots=(*world.robots, other))) > 100


def test_what_stands_behind_something_else_is_not_seen():
    """A cap hides the wall behind it: the value is that of the cap alone."""
    cap = Cap(2, *ahead_of(50, 5.9), diameter_mm=80.0, reflectivity=0.3)
    wall = Wall(4, *ahead_of(65, -30), *ahead_of(65, 30), 4.0)

    assert ideal(with_thing(caps=(cap,), walls=(wall,))) == ideal(with_thing(caps=(cap,)))


@pytest.mark.parametrize("boxes", [0, 6])
@pytest.mark.parametrize("seed", few(range(4)))
def test_ideal_values_equal_those_of_the_twin(seed, boxes):
    """In a maze full of things every sensor of every robot reads what the plain twin says."""
    world = populated_maze(seed, boxes=boxes)
    static = build_static_map(world)
    view = SensorView(world, tunings=[QUIET] * 6, static=static)

    values = [view.explain_proximity(robot, s).ideal for robot in range(6) for s in range(8)]

    expected = [oracle.ideal(world, static, robot, s) for robot in range(6) for s in range(8)]
    # The kernel's curves are sampled, 512 straight pieces each.
    assert np.clip(values, 0, 1023) == pytest.approx(np.clip(expected, 0, 1023), abs=1.0)


@pytest.mark.parametrize("seed", few(range(4)))
def test_readings_without_noise_are_the_ideal_values_rounded(seed):
    """What a robot reads is the explained value, rounded and cut to ten bits."""
    world = populated_maze(seed)
    view = SensorView(world, tunings=[QUIET] * 6)

    readings = view.read(np.full((6, NOISE_COLUMNS), 0.3))[:, :8]

    expected = [
        [math.floor(min(max(view.explain_proximity(r, s).ideal + 0.5, 0), 1023)) for s in range(8)]
        for r in range(6)
    ]
    assert readings.tolist() == expected


def test_the_second_robot_always_reads_something():
    """A Khepera II reads 55 to 120 in free space, never 0."""
    readings = readings_at_wall(165.0, rays(), kind="khepera2")

    assert readings.min() >= 55
    assert readings.max() <= 120


@pytest.mark.parametrize(
    ("distance_mm", "low", "high"),
    [(20, 390, 460), (30, 210, 260), (40, 140, 180), (60, 87, 115), (80, 68, 97), (100, 60, 90)],
)
def test_the_second_robot_follows_its_manual(distance_mm, low, high):
    """Front sensors of a Khepera II read within the manual's bands before a white wall."""
    world = facing_wall("khepera2", 2, distance_mm - 35.0 + 24.4 * 70 / 55)

    assert low <= ideal(world, tuning=replace(QUIET, proximity_spread=False)) <= high
