"""Boxes, as sensors see them: four flat sides and nothing round."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.oracles.rays import box_hit
from tests.unit.kernels.from_python import cut_box
from wsusim.engine.explain import SensorView
from wsusim.kernels.rays import FAR_MM
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.geometry import Pose
from wsusim.model.tuning import CONE_MODEL, SENSOR_MODELS, RobotTuning
from wsusim.model.world import Arena, Box, Light, RobotStart, Wall, World

X_MM = Y_MM = 200.0
ROBOT = RobotStart(1, Pose(X_MM, Y_MM, 0.0))
EYE = (X_MM + 24.4, Y_MM + 5.9)
"""Where the robot's front left sensor is."""


def hall(**things):
    """Return a hall with a robot in its middle that looks along +x."""
    return World("hall", Arena.rectangle(400.0, 400.0), robots=(ROBOT,), **things)


def view(world, model=CONE_MODEL):
    """Return what the sensors of a robot without noise see."""
    return SensorView(world, tunings=[RobotTuning(sensor_model=model).idealised])


def ideals(world, model=CONE_MODEL):
    """Return the eight values of proximity without noise, before they are cut."""
    seen = view(world, model)
    return [seen.explain_proximity(0, sensor).ideal for sensor in range(8)]


def before(gap_mm, turned_deg=0.0, side_mm=40.0, **traits):
    """Return a square box before the robot; its middle is where it is that far off if upright."""
    x_mm = X_MM + 27.5 + gap_mm + side_mm / 2
    return Box(2, Pose(x_mm, Y_MM, math.radians(turned_deg)), side_mm, side_mm, **traits)


@pytest.mark.parametrize("seed", range(50))
def test_rays_meet_a_box_where_the_twin_says(seed):
    """At any angle, from near and far, and from inside."""
    dice = np.random.default_rng(seed)
    width, depth = dice.uniform(2, 90, 2).tolist()
    box = Box(1, Pose(*dice.uniform(-50, 50, 2).tolist(), dice.uniform(-4, 4)), width, depth)
    rays = [(math.cos(a), math.sin(a)) for a in np.linspace(0, math.tau, 200)]
    eye = dice.uniform(-90, 90, 2).tolist()

    ways = [
        cut_box(box.x_mm, box.y_mm, box.pose.heading_rad, width / 2, depth / 2, *eye, *ray)
        for ray in rays
    ]

    expected = [min(box_hit(box, *eye, *ray)[0], FAR_MM) for ray in rays]
    assert ways == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("y_mm", "dx", "dy", "way_mm"),
    [
        (0.0, 1.0, 0.0, 30.0),
        (10.0, 1.0, 0.0, 30.0),
        (10.1, 1.0, 0.0, FAR_MM),
        (0.0, -1.0, 0.0, FAR_MM),
    ],
)
def test_rays_along_its_sides_are_no_special_case(y_mm, dx, dy, way_mm):
    """One that only grazes a side meets it; one beside or away from it does not."""
    assert cut_box(0.0, 0.0, 0.0, 20.0, 10.0, -50.0, y_mm, dx, dy) == way_mm


@pytest.mark.parametrize("model", SENSOR_MODELS)
@pytest.mark.parametrize("reflectivity", [1.0, 0.3])
@pytest.mark.parametrize("gap_mm", [8.0, 20.0])
def test_face_on_it_reads_as_a_wall_of_its_width(model, reflectivity, gap_mm):
    """All eight sensors, under either model."""
    box = Box(2, Pose(X_MM + 27.5 + gap_mm + 20.0, Y_MM), 40.0, 60.0, reflectivity)
    wall = Wall(2, box.x_mm, Y_MM - 30.0, box.x_mm, Y_MM + 30.0, 40.0, reflectivity)

    assert ideals(hall(boxes=(box,)), model) == pytest.approx(ideals(hall(walls=(wall,)), model))


@pytest.mark.parametrize("gap_mm", [18.0, 22.0, 26.0])
def test_a_corner_reads_less_than_a_face(gap_mm):
    """A box turned by 45 degrees, its corner as near as its face was, sends less light back."""
    corner_gap_mm = gap_mm + 40.0 * (math.sqrt(0.5) - 0.5)

    askew = ideals(hall(boxes=(before(corner_gap_mm, 45.0),)))
    upright = ideals(hall(boxes=(before(gap_mm),)))

    assert max(askew[2:4]) < min(upright[2:4])


def test_no_reading_jumps_while_it_turns():
    """Turned by a degree at a time, all readings change by little; each quarter is the same."""
    turns = [*range(91), 180, 270, 360]
    rounds = np.array([ideals(hall(boxes=(before(24.0, turned),))) for turned in turns])

    assert np.abs(np.diff(rounds[:91], axis=0)).max() < 25.0
    assert np.ptp(rounds[:91, 2]) > 100.0
    assert rounds[[0, 0, 0, 0]] == pytest.approx(rounds[90:])


@pytest.mark.parametrize("model", SENSOR_MODELS)
def test_what_is_behind_it_is_not_seen(model):
    """A black box hides a white wall."""
    box = Box(2, Pose(X_MM + 35.0, Y_MM, 0.0), 10.0, 120.0, 0.0)
    wall = Wall(3, X_MM + 45.0, 150.0, X_MM + 45.0, 250.0, 4.0)

    assert ideals(hall(boxes=(box,), walls=(wall,)), model) == ideals(hall(boxes=(box,)), model)
    assert ideals(hall(walls=(wall,)), model)[2] > ideals(hall(boxes=(box,)), model)[2] + 100.0


@pytest.mark.parametrize("model", SENSOR_MODELS)
def test_what_a_robot_reads_is_what_is_explained(model):
    """The readings without noise are the explained values, rounded; and the box is named."""
    seen = view(hall(boxes=(before(23.0, 15.0),)), model)

    report = seen.explain_proximity(0, 2)

    assert seen.read(np.full((1, NOISE_COLUMNS), 0.3))[0, 2] == math.floor(report.ideal + 0.5)
    assert {("box", 2)} == {(ray.target, ray.target_id) for ray in report.rays if ray.contribution}


@pytest.mark.parametrize(("turned_deg", "is_hidden"), [(0.0, True), (90.0, False)])
def test_its_shadow_is_that_of_its_sides(turned_deg, is_hidden):
    """A long box across the line to a lamp hides it; along the line, beside it, it does not."""
    lamp = Light(10, EYE[0] + 150.0, EYE[1])
    box = Box(2, Pose(EYE[0] + 70.0, EYE[1] + 20.0, math.radians(90.0 - turned_deg)), 80.0, 8.0)

    (seen,) = view(hall(lights=(lamp,), boxes=(box,))).explain_light(0, 2).lamps

    assert seen.is_hidden == is_hidden
