"""Tables of measurements, profiles and what is wrong with them."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.worlds import empty_world
from wsusim.calibration.clearances import KHEPERA_MM
from wsusim.calibration.fit import fit, reading_at
from wsusim.calibration.fit_motors import motor_noises
from wsusim.calibration.measurements import (
    LightReading,
    Measurements,
    ProximityReading,
    SpeedReading,
    StepReading,
    TurnedReading,
    read_csv,
    write_csv,
)
from wsusim.calibration.turn_steps import sensor_distance_mm
from wsusim.cli.calibrate import calibrate
from wsusim.engine.explain import SensorView
from wsusim.errors import BadInput
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.formats.profile import load_profile, save_profile
from wsusim.model.geometry import Pose
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import Arena, Light, RobotStart, World
from wsusim.robots import robot_kind
from wsusim.runs.request import RunRequest
from wsusim.runs.staging import stage, turn_round_of

KIND = robot_kind("khepera1")


def perfect(gain: float = 1.0) -> Measurements:
    """Return what an unskewed robot without noise measures."""
    found = Measurements()
    for number in range(8):
        own = KIND.proximity.sensor_gain[number] * gain
        for distance_mm in (20.0, 24.0, 28.0, 32.0, 36.0):
            (value,) = reading_at(KIND.proximity, own, np.array([distance_mm]))
            found.proximity += [ProximityReading(number, distance_mm, round(float(value)))] * 5
    found.speeds = [SpeedReading(side, 10.0, 9.5) for side in ("left", "right")]
    return found


def test_a_perfect_robot_has_its_kinds_gains() -> None:
    """Without any skew the fit gives the table's own gains."""
    gains = [sensor.gain for sensor in fit(perfect(), "perfect").sensors]

    assert gains == pytest.approx(KIND.proximity.sensor_gain, rel=0.01)


def test_all_sensors_brighter_are_all_gains_higher() -> None:
    """A common factor goes into the gains, not into the curve."""
    gains = [sensor.gain for sensor in fit(perfect(1.2), "bright").sensors]

    assert gains == pytest.approx([1.2 * gain for gain in KIND.proximity.sensor_gain], rel=0.01)


def test_a_table_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """Writing and reading a table changes nothing."""
    measured = perfect()
    measured.way_mm, measured.way_pulses, measured.turn_round_s = 250.0, 3000.0, 0.002
    measured.steps = [StepReading("left", 20.0, 79.0), StepReading("right", 20.0, 81.0)]
    measured.light, measured.lamp_power = [LightReading(3, 90.0, 280)], 2.5

    write_csv(measured, tmp_path / "table.csv")

    assert read_csv(tmp_path / "table.csv") == measured


def test_the_pulses_of_a_way_are_kept_until_somebody_measures_it(tmp_path: Path) -> None:
    """The millimetres can be written into the table later."""
    measured = Measurements(way_pulses=3000.0)

    write_csv(measured, tmp_path / "table.csv")

    assert read_csv(tmp_path / "table.csv") == measured


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("proximity,8,15,100", "line 2"),
        ("proximity,1,near,100", "line 2"),
        ("speed,middle,10,9", "line 2"),
        ("way,,nan,1", "line 2"),
        ("step,middle,20,80", "line 2"),
        ("light,2,0,300", "line 2"),
        ("lamp,,,0", "line 2"),
        ("nonsense", "line 2"),
        ("proximity,1,15," + "9" * 400, "line 2"),
        ("proximity,1,15,-1", "line 2"),
        ("way,,1" + "0" * 400 + ",1", "line 2"),
        ("speed,left,1e300,1", "line 2"),
        ("kind,,,robot", "line 2"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, words: str) -> None:
    """What can't be read in a table is named with its line."""
    file = tmp_path / "table.csv"
    file.write_text(f"what,number,at,value\n{line}\n", encoding="utf-8")

    with pytest.raises(BadInput, match=words):
        read_csv(file)


def test_a_table_of_something_else_is_refused(tmp_path: Path) -> None:
    """A table without the right first line is none of ours."""
    file = tmp_path / "table.csv"
    file.write_text("a,b\n1,2\n", encoding="utf-8")

    with pytest.raises(BadInput, match="first line"):
        read_csv(file)


def test_sensors_without_readings_are_named() -> None:
    """When a sensor was not measured, the message says which."""
    measured = perfect()
    measured.proximity = [reading for reading in measured.proximity if reading.sensor != 3]

    with pytest.raises(BadInput, match="sensor 3 \\(front_right\\)"):
        fit(measured, "half")


LIGHT_GAINS = (0.5, 0.8, 1.0, 1.3, 1.6, 2.0, 0.7, 1.1)


def lamp_readings(power: float) -> list[LightReading]:
    """Return what a robot with skewed light sensors reads of a lamp before each of them."""
    rng = np.random.default_rng(5)
    found = []
    tuning = RobotTuning(light_gain=LIGHT_GAINS, light_noise=(2.0,) * 8)
    for sensor, mount in enumerate(KIND.sensors):
        start = RobotStart(1, Pose(500.0, 500.0, -math.radians(mount.bearing_deg)))
        x_mm, y_mm = start.pose.place((mount.x_mm, mount.y_mm))
        for distance_mm in (80.0, 120.0, 180.0):
            lamp = Light(2, x_mm + distance_mm, y_mm, power)
            world = World("lamp", Arena.rectangle(1000.0, 1000.0), lights=(lamp,), robots=(start,))
            view = SensorView(world, tunings=[tuning])
            values = [view.read(rng.uniform(size=(1, 16)))[0, 8 + sensor] for _ in range(40)]
            found += [LightReading(sensor, distance_mm, int(value)) for value in values]
    return found


def test_the_light_sensors_gains_and_noise_come_out() -> None:
    """From a lamp of known power each sensor's gain is found to 8 percent, noise to a quarter."""
    measured = perfect()
    measured.light, measured.lamp_power = lamp_readings(1.5), 1.5

    sensors = fit(measured, "skewed").sensors

    assert [sensor.light_gain for sensor in sensors] == pytest.approx(LIGHT_GAINS, rel=0.08)
    assert np.mean([sensor.light_noise for sensor in sensors]) == pytest.approx(2.0, rel=0.25)


def test_what_was_not_measured_stays_as_usual() -> None:
    """Without rows of light and steps, gains of light and all noises of motors are 1."""
    profile = fit(perfect(), "plain")

    assert {(s.light_gain, s.light_noise) for s in profile.sensors} == {(1.0, 1.0)}
    assert (profile.left_motor.noise, profile.right_motor.noise) == (1.0, 1.0)


def test_a_late_answer_makes_no_wheel_unsteady() -> None:
    """Steps that were longer for both wheels alike say nothing of their noise."""
    rng = np.random.default_rng(2)
    steps = []
    late = [*rng.normal(0.0, 2.0, 300), 20.0, -20.0, 40.0, -20.0]
    for lateness in late:
        for side, own in zip(("left", "right"), rng.normal(0.0, 2.0, 2), strict=True):
            steps.append(StepReading(side, 20.0, round(80.0 + lateness + own)))

    noises = motor_noises(steps, KIND.motors)

    assert noises == pytest.approx((1.0, 1.0), abs=0.3)


def test_the_distance_is_the_sensors_own() -> None:
    """With its body 10 mm from the wall, a front sensor is 13.1 mm from it, a side one 13.9."""
    distances = [round(sensor_distance_mm(KIND.sensors[n], KIND, 10.0), 1) for n in (2, 0)]

    assert distances == [13.1, 13.9]


@pytest.mark.parametrize(("number", "distance_mm"), [(2, 12.0), (5, 69.0)])
def test_the_distance_follows_the_axle(number: int, distance_mm: float) -> None:
    """A Thymio 10 mm before a wall turns about an axle 25 mm behind its middle.

    Turned round, its middle is 50 mm farther away, and the sensors at its back 9 mm within.
    """
    thymio = robot_kind("thymio")

    found = sensor_distance_mm(thymio.sensors[number], thymio, 10.0)

    assert found == pytest.approx(distance_mm)


def test_a_table_by_heading_tells_where_the_body_was() -> None:
    """Readings of a turned Thymio are kept with its body's own distance from the wall."""
    turned = [TurnedReading(0, 10.0, heading_deg, 500) for heading_deg in (0.0, 90.0, 180.0)]

    tables = [Measurements(kind, turned=turned).by_heading for kind in ("thymio", "epuck")]

    assert tables[0].distance_mm == pytest.approx([10.0, 35.0, 60.0])
    assert tables[1].distance_mm.tolist() == [10.0, 10.0, 10.0]


def test_the_command_fits_a_table_without_a_robot(tmp_path: Path) -> None:
    """``calibrate --csv`` writes a profile that can be loaded, and a picture."""
    write_csv(perfect(), tmp_path / "table.csv")
    arguments = ["--table", str(tmp_path / "table.csv"), "--out", str(tmp_path / "robot.json")]

    result = CliRunner().invoke(calibrate, [*arguments, "--picture", str(tmp_path / "fit.png")])

    assert result.exit_code == 0, result.output
    assert "Light was not measured" in result.output
    assert load_profile(tmp_path / "robot.json").left_motor.gain == pytest.approx(0.95)
    assert (tmp_path / "fit.png").exists()


def test_the_command_fits_a_network(tmp_path: Path) -> None:
    """``--network`` writes a profile with a network and tells both errors."""
    write_csv(perfect(), tmp_path / "table.csv")
    arguments = ["--table", str(tmp_path / "table.csv"), "--out", str(tmp_path / "robot.json")]

    result = CliRunner().invoke(calibrate, [*arguments, "--network"])

    assert result.exit_code == 0, result.output
    assert "The model is a network; a curve misses them by" in result.output
    assert load_profile(tmp_path / "robot.json").network is not None


@pytest.mark.parametrize("arguments", [[], ["--table", "a.csv", "--robot", "serial:auto"]])
def test_the_command_wants_one_source(arguments: list[str]) -> None:
    """Either a robot or a table, not both and not neither."""
    result = CliRunner().invoke(calibrate, arguments)

    assert isinstance(result.exception, BadInput)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "wsusim-maze"}, "not a robot profile"),
        ({"pulse_mm": 5}, "pulse_mm is 5"),
        ({"sensors": []}, "sensors"),
        ({"speed": 3}, "speed"),
        ({"response": {"echo_mm": [0, 10, 5], "echo": [3, 2, 0]}}, "don't increase"),
        ({"response": {"echo_mm": [0, 5, 10], "echo": [1, 2, 0]}}, "don't fall"),
        ({"response": {"echo_mm": [0, 5, 10], "echo": [3, 2, 1, 0]}}, "as many"),
    ],
)
def test_a_bad_profile_is_explained(tmp_path: Path, change: dict[str, object], words: str) -> None:
    """What is wrong with a profile is said with its place."""
    write_csv(perfect(), tmp_path / "table.csv")
    file = tmp_path / "robot.json"
    CliRunner().invoke(calibrate, ["--table", str(tmp_path / "table.csv"), "--out", str(file)])
    file.write_text(json.dumps(json.loads(file.read_text()) | change), encoding="utf-8")

    with pytest.raises(BadInput, match=words):
        load_profile(file)


def test_a_run_with_a_profile_has_robots_like_the_measured_one(tmp_path: Path) -> None:
    """``--profile`` gives every robot of the maze the measured gains, and the line its constant."""
    measured = perfect()
    measured.turn_round_s = 0.004
    save_profile(fit(measured, "mine"), tmp_path / "robot.json")
    request = RunRequest(("wall_follower",), profile=str(tmp_path / "robot.json"))

    (robot,) = stage(request).robots

    assert robot.tuning is not None
    assert robot.tuning.left_motor_gain == pytest.approx(0.95)
    assert turn_round_of(request) == 0.004


def test_a_maze_keeps_a_measured_response(tmp_path: Path) -> None:
    """A world with a measured robot is written and read as any other (recordings hold it)."""
    tuning = fit(perfect(), "mine").tuning()
    world = empty_world()
    world = replace(world, robots=(replace(world.robots[0], tuning=tuning),))

    assert world_from_text(world_to_text(world)) == world


def complete() -> Measurements:
    """Return measurements in which no step is missing."""
    found = perfect()
    found.way_pulses = 3000.0
    found.speeds = [
        SpeedReading(side, order, 0.95 * order)
        for order in (5.0, -5.0, 10.0, -10.0, 20.0, -20.0)
        for side in ("left", "right")
    ]
    found.turned = [TurnedReading(0, clearance_mm, 0.0, 9) for clearance_mm in KHEPERA_MM]
    return found


def test_a_complete_table_is_fitted_without_the_robot(tmp_path: Path) -> None:
    """``--save-table`` of a whole table: no port is opened, and that is said."""
    table = tmp_path / "kept.csv"
    write_csv(complete(), table)
    robot = ["--robot", "serial:/dev/ttyNONE", "--save-table", str(table), "--sensor-model", "1"]

    result = CliRunner().invoke(calibrate, [*robot, "--out", str(tmp_path / "robot.json")])

    assert result.exit_code == 0, result.output
    assert "holds all measurements already" in result.output
    assert load_profile(tmp_path / "robot.json").left_motor.gain == pytest.approx(0.95)


def test_a_table_with_a_missing_step_is_gone_on_with(tmp_path: Path) -> None:
    """It is read before the robot is looked for, and stays as it is when there is none."""
    table = tmp_path / "kept.csv"
    half = complete()
    half.turned = half.turned[:3]
    write_csv(half, table)
    robot = ["--robot", "serial:/dev/ttyNONE", "--save-table", str(table)]

    result = CliRunner().invoke(calibrate, [*robot, "--out", str(tmp_path / "robot.json")])

    assert "Going on from" in result.output
    assert "Type the same command again" in result.output
    assert isinstance(result.exception, BadInput)
    assert read_csv(table) == half
