"""One program drives every kind of robot, and e-puck and Thymio read as their public tables say."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from wsusim.calibration.reading_table import before_wall, sense
from wsusim.engine.simulation import Simulation
from wsusim.model.geometry import Pose
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import Arena, RobotStart, Wall, World
from wsusim.robots import SHIPPED, robot_kind
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run

HALL = World(
    "hall",
    Arena.rectangle(1500.0, 1200.0),
    walls=(Wall(1, 500.0, 0.0, 500.0, 500.0), Wall(2, 1000.0, 1200.0, 1000.0, 700.0)),
    robots=tuple(
        RobotStart(number + 3, Pose(x_mm, y_mm, heading_rad), kind)
        for number, (kind, x_mm, y_mm, heading_rad) in enumerate(
            (
                ("khepera1", 250.0, 250.0, 0.3),
                ("khepera2", 250.0, 900.0, -0.5),
                ("epuck", 750.0, 300.0, 1.9),
                ("thymio", 1200.0, 300.0, 2.5),
            )
        )
    ),
    next_id=9,
)

WEBOTS_EPUCK = (
    *((5.0, 2133.33), (10.0, 1465.73), (15.0, 601.46), (20.0, 383.84), (30.0, 234.93)),
    *((40.0, 158.03), (50.0, 120.0), (60.0, 104.09), (70.0, 67.19)),
)
"""Millimetres from a wall to its body and reading of a real e-puck (Webots'
E-puckDistanceSensor)."""

WEBOTS_THYMIO = (
    *((10.0, 4279.0), (20.0, 4139.0), (30.0, 3515.0), (40.0, 2965.0), (50.0, 2570.0)),
    *((60.0, 2248.0), (70.0, 1941.0), (80.0, 1597.0), (90.0, 1195.0)),
)
"""The same of a real Thymio II before white paper (Webots' Thymio2DistanceSensor), with sensors
at its face."""


@pytest.mark.parametrize("kind", SHIPPED)
def test_the_same_program_drives_every_kind(kind: str) -> None:
    """It asks for sensors by bearing: each robot roams for a minute and hardly touches a wall."""
    world = World(
        "hall",
        HALL.arena,
        walls=HALL.walls,
        robots=(RobotStart(3, Pose(250.0, 600.0, 0.4), kind),),
        next_id=4,
    )

    report = Run(RunRequest(("any_robot",), world, seed=2, time_s=60.0)).execute()

    assert report.exit_code == 0
    assert report.distance_mm > 1500.0
    assert report.contacts <= 2


def test_four_kinds_drive_in_one_maze() -> None:
    """Each sees walls and the others, and has the sensors of its kind."""
    report = Run(RunRequest(("any_robot",) * 4, HALL, seed=2, time_s=60.0)).execute()

    assert report.exit_code == 0
    assert report.distance_mm > 4 * 1500.0


@pytest.mark.parametrize(
    ("kind", "sensor", "table", "is_from_body"),
    [("epuck", 5, WEBOTS_EPUCK, True), ("thymio", 2, WEBOTS_THYMIO, False)],
    ids=["epuck", "thymio"],
)
def test_readings_over_the_distance_are_those_of_the_public_table(
    kind, sensor, table, is_from_body
) -> None:
    """Before a white wall, without noise: within 12 of 1023, and nothing farther away."""
    robot = robot_kind(kind)
    mount = robot.sensors[sensor]
    inside_mm = 0.0 if is_from_body else robot.radius_mm - math.hypot(mount.x_mm, mount.y_mm)
    far_mm = robot.cone.echo_mm[-1] + 1.0

    seen = sense(
        before_wall(kind, RobotTuning.ideal()),
        [*(distance - inside_mm for distance, _ in table), far_mm],
        [-mount.bearing_deg],
    )

    *readings, beyond = seen.reading[seen.sensor == sensor].tolist()
    assert readings == pytest.approx(
        [reading / robot.full_scale * 1023.0 for _, reading in table], abs=12.0
    )
    assert beyond == 0.0


NEAR_AND_FAR_MM = {
    "khepera1": (26.0, 31.0),
    "khepera2": (24.0, 40.0),
    "epuck": (30.0, 44.0),
    "thymio": (87.0, 92.0),
}
"""From a robot's body to a wall ahead, as the robot files say beside ``near`` and ``far``."""


@pytest.mark.parametrize("kind", SHIPPED)
def test_near_and_far_are_what_is_read_where_the_robot_s_file_says(kind: str) -> None:
    """Straight before a white wall, within a millimetre."""
    readings = robot_kind(kind).readings
    offs = [abs(mount.bearing_deg) for mount in robot_kind(kind).sensors]
    near_mm, far_mm = NEAR_AND_FAR_MM[kind]

    seen = sense(
        before_wall(kind, RobotTuning.ideal()),
        [near_mm - 1.0, near_mm + 1.0, far_mm - 1.0, far_mm + 1.0],
        [0.0],
    )

    closer, beyond_near, before_far, beyond_far = seen.reading[seen.sensor == np.argmin(offs)]
    assert closer > readings.near > beyond_near
    assert before_far > readings.far > beyond_far


@pytest.mark.parametrize("kind", SHIPPED)
def test_a_sensor_that_sees_nothing_reads_less_than_far(kind: str) -> None:
    """Of all sensors, with their noise, in the middle of an empty hall."""
    world, place = before_wall(kind, RobotTuning())
    start = replace(world.robots[0], pose=place(900.0, 0.0))
    simulation = Simulation(replace(world, robots=(start,)), seed=1)

    most = 0
    for _ in range(200):
        simulation.advance(2)
        most = max(most, *simulation.snapshot().robots[0].proximity)

    assert most < robot_kind(kind).readings.far


@pytest.mark.parametrize("kind", SHIPPED)
def test_speeds_in_a_robot_s_unit_are_millimetres_a_second(kind: str) -> None:
    """Driven at 100 mm/s for two seconds every robot is 200 mm further, its counters say so."""
    from wsusim.model.commands import SetSpeeds

    start = RobotStart(1, Pose(300.0, 600.0), kind)
    world = World("hall", HALL.arena, robots=(start,), next_id=2)
    simulation = Simulation(world, seed=1, ideal=True)
    motors = robot_kind(kind).motors
    speed = round(100.0 / motors.speed_unit_mm_s)

    simulation.apply(0, SetSpeeds(speed, speed))
    simulation.advance(200)

    robot = simulation.snapshot().robots[0]
    asked_mm = 2.0 * speed * motors.speed_unit_mm_s
    assert robot.pose.x_mm - 300.0 == pytest.approx(asked_mm, abs=8.0)
    assert robot.left_position * motors.pulse_mm == pytest.approx(
        robot.pose.x_mm - 300.0, abs=motors.pulse_mm
    )
