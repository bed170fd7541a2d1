"""Sensor model 2: proximity by the angle that things cover."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.oracles import cone as oracle
from tests.seeds import few
from tests.unit.kernels.random_mazes import populated_maze
from wsusim.engine.explain import SensorView
from wsusim.engine.static_map import build_static_map
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.geometry import Pose
from wsusim.model.tuning import SENSOR_MODELS, SILENT, RobotTuning
from wsusim.model.world import Arena, Ball, Cap, Light, RobotStart, Wall, World
from wsusim.robots import robot_kind

HALL = Arena.rectangle(400.0, 400.0)
HALL_MAP = build_static_map(World("hall", HALL))
QUIET = RobotTuning(proximity_noise=SILENT, light_noise=SILENT)

# A real Khepera before a wall: where each sensor answers, and its mean reading within 6 degrees of
# that, by the distance of the wall from the body (corrected facts 2.4).
BEARINGS_DEG = (71, 44, 8, -14, -44, -76, -170, 167)
MEASURED = {
    15: (1023, 1023, 1023, 1021, 1023, 1023, 1023, 1023),
    19: (1023, 967, 842, 532, 1023, 1023, 844, 1023),
    23: (596, 582, 473, 292, 715, 961, 468, 947),
    27: (230, 262, 158, 33, 300, 526, 161, 504),
    31: (129, 158, 54, 2, 164, 361, 55, 367),
    35: (1, 16, 4, 2, 15, 221, 0, 206),
    43: (3, 2, 2, 2, 2, 22, 3, 24),
}
# Full width, in degrees of heading, at half of that mean.
WIDTHS = {
    19: (56, 54, 48, 44, 60, 74, 52, 76),
    23: (50, 50, 46, 38, 52, 58, 48, 58),
    27: (40, 40, 30, 18, 42, 52, 36, 56),
}
# Manual, figure 13: a 7 mm obstacle at 15 mm.
FIGURE_13 = {0: 870, 10: 800, 20: 715, 30: 630, 40: 490, 50: 350, 60: 200, 70: 0}
# The sensors of the manual's figures were half as sensitive again as the measured robot's.
MANUALS = replace(
    RobotTuning.ideal(), proximity_gain=(1.5,) * 8, width_deg=(112.0,) * 8, threshold=(337.0,) * 8
)


def before_wall(sensor, gap_mm, off_deg):
    """Return a sensor's readings without noise, turned so much from where its real twin answers."""
    view = SensorView(
        World("hall", HALL, robots=(RobotStart(1, Pose(200.0, 200.0)),)),
        tunings=[QUIET],
        static=HALL_MAP,
    )
    values = []
    for off in off_deg:
        heading = -math.radians(BEARINGS_DEG[sensor] + off)
        view.place_robot(0, HALL.width_mm - 27.5 - gap_mm, 200.0, heading)
        values.append(view.explain_proximity(0, sensor).ideal)
    return np.clip(values, 0.0, 1023.0)


def post(angle_deg, *, diameter_mm=7.0, distance_mm=15.0, tuning=None):
    """Return what a common sensor reads of a white post, its surface so far from the sensor."""
    kind, tuning = robot_kind("khepera1"), tuning or RobotTuning.ideal()
    mount, away = kind.sensors[2], distance_mm + diameter_mm / 2
    bearing = math.radians(kind.cone.bearing_deg[2] + angle_deg)
    cap = Cap(
        2,
        200.0 + mount.x_mm + away * math.cos(bearing),
        200.0 + mount.y_mm + away * math.sin(bearing),
        diameter_mm=diameter_mm,
    )
    world = World("post", HALL, caps=(cap,), robots=(RobotStart(1, Pose(200.0, 200.0)),))
    view = SensorView(world, tunings=[tuning], static=HALL_MAP)
    return min(max(view.explain_proximity(0, 2).ideal, 0.0), 1023.0)


def with_thing(**things):
    """Return a hall with a robot in its middle that looks along +x."""
    return World("hall", HALL, robots=(RobotStart(1, Pose(200.0, 200.0, 0.0)),), **things)


def ideal(world, sensor=2):
    """Return a sensor's value without noise, before it is cut."""
    tunings = [QUIET] * len(world.robots)
    return SensorView(world, tunings=tunings).explain_proximity(0, sensor).ideal


def readings(world, tuning, refreshes=400):
    """Return [refreshes, 8]: the first robot's readings, noise and all."""
    rng = np.random.default_rng(7)
    view = SensorView(world, tunings=[tuning])
    return np.array(
        [view.read(rng.uniform(size=(1, NOISE_COLUMNS)))[0, :8] for _ in range(refreshes)]
    )


@pytest.mark.parametrize("gap_mm", MEASURED)
def test_means_before_a_wall_are_those_of_a_real_robot(gap_mm):
    """Each sensor's mean over 12 degrees is within 40 of the measured one; all eight within 15."""
    means = [before_wall(sensor, gap_mm, range(-6, 7, 2)).mean() for sensor in range(8)]

    assert means == pytest.approx(MEASURED[gap_mm], abs=40)
    assert np.mean(means) == pytest.approx(np.mean(MEASURED[gap_mm]), abs=15)


@pytest.mark.parametrize("gap_mm", WIDTHS)
def test_a_wall_is_seen_as_widely_as_a_real_robot_sees_it(gap_mm):
    """The full widths at half of the measured means are 6 degrees off on average."""
    turns = np.arange(-60.0, 60.5, 1.0)
    widths = [
        np.count_nonzero(before_wall(sensor, gap_mm, turns) >= MEASURED[gap_mm][sensor] / 2)
        for sensor in range(8)
    ]

    assert np.abs(np.subtract(widths, WIDTHS[gap_mm])).mean() <= 6


@pytest.mark.parametrize("angle_deg", FIGURE_13)
def test_a_thin_post_reads_as_in_figure_13(angle_deg):
    """A 7 mm post at 15 mm reads within 60 of the manual at every angle, to the manual's sensor."""
    assert post(angle_deg, tuning=MANUALS) == pytest.approx(FIGURE_13[angle_deg], abs=60)


def straight_before_wall(distances_mm, reflectivity, tuning):
    """Return what a common sensor reads straight before a wall, so far from its face."""
    kind = robot_kind("khepera1")
    bearing = math.radians(kind.cone.bearing_deg[2])
    ahead_mm = kind.sensors[2].x_mm * math.cos(bearing) + kind.sensors[2].y_mm * math.sin(bearing)
    arena = replace(HALL, reflectivity=reflectivity)
    world = World("hall", arena, robots=(RobotStart(1, Pose(200.0, 200.0)),))
    view = SensorView(world, tunings=[tuning])
    values = []
    for distance_mm in distances_mm:
        view.place_robot(0, HALL.width_mm - ahead_mm - distance_mm, 200.0, -bearing)
        values.append(view.explain_proximity(0, 2).ideal)
    return np.clip(values, 0.0, 1023.0)


@pytest.mark.parametrize(
    ("surface", "reflectivity", "readings"),
    [
        ("white plastic", 1.0, {20: 1023, 25: 1023, 30: 640, 35: 380, 40: 220, 50: 30, 60: 0}),
        ("grey plastic", 0.14, {10: 1023, 15: 265, 20: 10, 25: 0}),
        ("black plastic", 0.036, {5: 500, 10: 0, 15: 0}),
    ],
)
def test_surfaces_read_as_in_figures_11_and_12(surface, reflectivity, readings):
    """By their distance in mm, to the manual's sensor: within 50."""
    values = straight_before_wall(readings, reflectivity, MANUALS)

    assert values == pytest.approx(list(readings.values()), abs=50), surface


@pytest.mark.parametrize(
    ("reflectivity", "readings"),
    [(1.0, (1023, 1023, 1023, 1023, 670, 251, 97, 0, 0, 0)), (0.02, (0,) * 10)],
)
def test_surfaces_read_as_they_did(reflectivity, readings):
    """A common sensor of the measured robot is less sensitive and sees less far."""
    distances_mm = (5, 10, 15, 20, 25, 30, 35, 40, 50, 60)

    values = straight_before_wall(distances_mm, reflectivity, RobotTuning.ideal())

    assert values == pytest.approx(readings, abs=3)


def test_light_does_not_ask_for_the_sensor_model():
    """Ambient light reads the same under either: figure 10 is as it was."""
    world = with_thing(lights=(Light(2, 290.0, 220.0),))
    noise = np.random.default_rng(5).uniform(size=(1, NOISE_COLUMNS))

    by_model = [
        SensorView(world, tunings=[RobotTuning(sensor_model=model)]).read(noise)[0, 8:].tolist()
        for model in SENSOR_MODELS
    ]

    assert by_model[0] == by_model[1]
    assert min(by_model[0]) < 300


@pytest.mark.parametrize("diameter_mm", [3.0, 7.0, 29.0, 55.0])
def test_no_reading_rises_while_a_post_leaves(diameter_mm):
    """Moved round a sensor, away from its axis, a post of any width reads less and less."""
    tuning = replace(RobotTuning.ideal(), proximity_gain=(0.7,) * 8)
    values = [
        post(half / 2, diameter_mm=diameter_mm, distance_mm=20.0, tuning=tuning)
        for half in range(180)
    ]

    assert np.diff(values).max() <= 0.5


def test_a_wider_post_reads_more():
    """The reading grows with the angle that a thing covers, without steps."""
    values = [post(10.0, diameter_mm=d, distance_mm=18.0) for d in np.arange(1.0, 40.0, 0.25)]

    assert np.diff(values).min() >= 0.0
    assert np.diff(values).max() < 40.0


def test_a_cylinder_must_be_some_four_millimetres_nearer_than_a_wall():
    """A 55 mm cylinder reads half of the scale 3 to 6 mm nearer than a wall does."""
    distances = np.arange(8.0, 40.0, 0.25)
    round_one = [post(0.0, diameter_mm=55.0, distance_mm=d) for d in distances]
    kind = robot_kind("khepera1")
    view = SensorView(with_thing(), tunings=[RobotTuning.ideal()], static=HALL_MAP)
    flat = []
    for distance in distances:
        heading = -math.radians(kind.cone.bearing_deg[2])
        ahead = kind.sensors[2].x_mm * math.cos(heading) - kind.sensors[2].y_mm * math.sin(heading)
        view.place_robot(0, HALL.width_mm - ahead - distance, 200.0, heading)
        flat.append(view.explain_proximity(0, 2).ideal)

    nearer = np.interp(-512, -np.clip(flat, 0, 1023), distances) - np.interp(
        -512, -np.array(round_one), distances
    )

    assert 3.0 <= nearer <= 6.0


@pytest.mark.parametrize("gap_mm", [0.0, 5.0, 10.0])
@pytest.mark.parametrize("sensor", range(8))
def test_near_walls_saturate_every_sensor(sensor, gap_mm):
    """A sensor that looks straight at a near wall always reads 1023, noise or not."""
    heading = -math.radians(BEARINGS_DEG[sensor])
    world = replace(
        with_thing(), robots=(RobotStart(1, Pose(HALL.width_mm - 27.5 - gap_mm, 200.0, heading)),)
    )

    assert readings(world, RobotTuning(), refreshes=100)[:, sensor].min() == 1023


def test_nothing_near_reads_as_real_sensors_in_the_dark():
    """The additive noise does not show in the dark: 0 to 15, and 0 in 48 % of the readings."""
    values = readings(with_thing(), RobotTuning(), refreshes=1500)

    assert values.max() <= 15
    assert np.mean(values == 0) == pytest.approx(0.48, abs=0.02)


@pytest.mark.parametrize("gap_mm", [20.0, 23.0, 26.0])
def test_the_spread_of_readings_is_the_same_at_every_level(gap_mm):
    """Whatever the reading: a standard deviation of 46, the small relative noise on top."""
    world = replace(
        with_thing(), robots=(RobotStart(1, Pose(HALL.width_mm - 27.5 - gap_mm, 200.0, 0.0)),)
    )

    values = readings(world, RobotTuning(), refreshes=3000)[:, 2]

    assert 42 <= values.std() <= 52


def test_a_silent_sensor_repeats_itself():
    """Noise 0 switches off the additive noise, too."""
    world = replace(with_thing(), robots=(RobotStart(1, Pose(HALL.width_mm - 52.0, 200.0, 0.0)),))

    assert np.ptp(readings(world, QUIET, refreshes=50), axis=0).max() == 0


@pytest.mark.parametrize(
    "things",
    [
        {"caps": (Cap(2, 248.0, 206.0),)},
        {"balls": (Ball(2, 248.0, 206.0),)},
        {"lights": (Light(2, 248.0, 206.0),)},
        {"walls": (Wall(2, 245.0, 180.0, 245.0, 230.0),)},
    ],
)
def test_everything_that_stands_on_the_floor_is_seen(things):
    """Caps, balls, lamps and walls reflect infra-red."""
    assert ideal(with_thing(**things)) > 200


def test_what_stands_behind_something_else_is_not_seen():
    """A wide cap hides the wall behind it: the value is that of the cap alone."""
    cap = Cap(2, 265.0, 206.0, diameter_mm=80.0, reflectivity=0.3)
    wall = Wall(4, 266.0, 190.0, 266.0, 220.0, 4.0)

    assert ideal(with_thing(caps=(cap,), walls=(wall,))) == ideal(with_thing(caps=(cap,)))


@pytest.mark.parametrize("boxes", few([6, 0], 1))
@pytest.mark.parametrize("seed", few(range(4), 1))
def test_ideal_values_equal_those_of_the_twin(seed, boxes):
    """In a maze full of things each sensor reads what the twin says, to 1.2 % of the scale."""
    world = populated_maze(seed, boxes=boxes)
    static = build_static_map(world)
    view = SensorView(world, tunings=[QUIET] * 6, static=static)

    sensors = [(robot, s) for robot in range(6) for s in range(robot % 2, 8, 2)]

    values = [view.explain_proximity(robot, s).ideal for robot, s in sensors]

    expected = [oracle.ideal(world, static, robot, s) for robot, s in sensors]
    assert np.clip(values, 0, 1023) == pytest.approx(np.clip(expected, 0, 1023), abs=12)


@pytest.mark.parametrize("seed", range(4))
def test_readings_without_noise_are_the_ideal_values_rounded(seed):
    """What a robot reads is the explained value, however early the kernel knew enough."""
    world = populated_maze(seed)
    view = SensorView(world, tunings=[QUIET] * 6)

    values = view.read(np.full((6, NOISE_COLUMNS), 0.3))[:, :8]

    expected = [
        [math.floor(min(max(view.explain_proximity(r, s).ideal + 0.5, 0), 1023)) for s in range(8)]
        for r in range(6)
    ]
    assert values.tolist() == expected


@pytest.mark.parametrize("kind", ["khepera1", "khepera2"])
@pytest.mark.parametrize("seed", few(range(4), 1))
def test_noisy_readings_equal_those_of_the_twin(seed, kind):
    """The noise is that of the ideal value, however early the kernel knew enough."""
    world = populated_maze(seed)
    world = replace(world, robots=tuple(replace(robot, kind=kind) for robot in world.robots))
    model = robot_kind(kind).cone
    view = SensorView(world, tunings=[RobotTuning()] * 6)
    ideals = [[view.explain_proximity(r, s).ideal for s in range(8)] for r in range(6)]
    uniforms = np.random.default_rng(seed).uniform(size=(50, 6, NOISE_COLUMNS))

    values = np.array([view.read(uniform)[:, :8] for uniform in uniforms])

    expected = [
        [[oracle.reading(model, ideals[r][s], u[r, s]) for s in range(8)] for r in range(6)]
        for u in uniforms
    ]
    assert np.abs(values - np.array(expected)).max() <= 1
    assert np.mean(values != np.array(expected)) < 1e-3


def test_an_explanation_adds_up():
    """Crosstalk and the contributions of all rays make the light, the weights of all make 1."""
    world = with_thing(
        caps=(Cap(2, 245.0, 215.0),), walls=(Wall(3, 250.0, 150.0, 250.0, 250.0, 6.0),)
    )
    report = SensorView(world, tunings=[QUIET]).explain_proximity(0, 2)

    assert report.gain * report.light - report.threshold == pytest.approx(report.ideal)
    assert sum(ray.weight for ray in report.rays) == pytest.approx(1.0, abs=0.02)
    assert {ray.target for ray in report.rays} >= {"cap", "wall"}


def test_each_sensor_has_its_own_figures():
    """A tuned bearing, width or threshold changes one sensor and leaves its neighbours alone."""
    world = replace(with_thing(), robots=(RobotStart(1, Pose(HALL.width_mm - 52.0, 200.0, 0.0)),))
    usual = robot_kind("khepera1").cone.traits
    bearings = tuple(own.bearing_deg + 30.0 * (k == 2) for k, own in enumerate(usual))

    before = SensorView(world, tunings=[QUIET])
    after = SensorView(world, tunings=[replace(QUIET, bearing_deg=bearings)])

    assert after.explain_proximity(0, 2).ideal < before.explain_proximity(0, 2).ideal - 50
    assert after.explain_proximity(0, 3).ideal == before.explain_proximity(0, 3).ideal


def test_the_second_robot_always_reads_something():
    """A Khepera II reads 55 to 120 in free space, never 0."""
    world = replace(with_thing(), robots=(RobotStart(1, Pose(200.0, 200.0, 0.0), "khepera2"),))
    values = readings(world, RobotTuning())

    assert values.min() >= 55
    assert values.max() <= 120


@pytest.mark.parametrize(
    ("distance_mm", "low", "high"),
    [(20, 390, 460), (30, 210, 260), (40, 140, 180), (60, 87, 115), (80, 68, 97), (100, 60, 90)],
)
def test_the_second_robot_follows_its_manual(distance_mm, low, high):
    """Front sensors of a Khepera II read within the manual's bands before a white wall."""
    mount = robot_kind("khepera2").sensors[2]
    heading = -math.radians(robot_kind("khepera2").cone.bearing_deg[2])
    ahead = mount.x_mm * math.cos(heading) - mount.y_mm * math.sin(heading)
    start = RobotStart(1, Pose(HALL.width_mm - ahead - distance_mm, 200.0, heading), "khepera2")
    view = SensorView(
        World("wall", HALL, robots=(start,)), tunings=[RobotTuning.ideal()], static=HALL_MAP
    )

    assert low <= view.explain_proximity(0, 2).ideal <= high
