"""Tables of measurements, profiles and what is wrong with them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.worlds import empty_world
from wsusim.cli.calibrate import calibrate
from wsusim.errors import BadInput
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.formats.profile import load_profile, save_profile
from wsusim.robots import robot_kind
from wsusim.session.calibration.fit import fit, reading_at
from wsusim.session.calibration.guide import sensor_distance_mm
from wsusim.session.calibration.measurements import (
    Measurements,
    ProximityReading,
    SpeedReading,
    read_csv,
    write_csv,
)
from wsusim.session.run_request import RunRequest
from wsusim.session.staging import stage, turn_round_of

KIND = robot_kind("khepera1")


def perfect(gain: float = 1.0) -> Measurements:
    """Return what an unskewed robot without noise measures."""
    import numpy as np

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

    write_csv(measured, tmp_path / "table.csv")

    assert read_csv(tmp_path / "table.csv") == measured


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("proximity,8,15,100", "line 2"),
        ("proximity,1,near,100", "line 2"),
        ("speed,middle,10,9", "line 2"),
        ("way,,nan,1", "line 2"),
        ("nonsense", "line 2"),
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


def test_the_distance_is_the_sensors_own() -> None:
    """With its body 10 mm from the wall, a front sensor is 13.1 mm from it, a side one 13.9."""
    distances = [round(sensor_distance_mm(KIND.sensors[n], KIND, 10.0), 1) for n in (2, 0)]

    assert distances == [13.1, 13.9]


def test_the_command_fits_a_table_without_a_robot(tmp_path: Path) -> None:
    """``calibrate --csv`` writes a profile that can be loaded, and a picture."""
    write_csv(perfect(), tmp_path / "table.csv")
    arguments = ["--csv", str(tmp_path / "table.csv"), "--out", str(tmp_path / "robot.json")]

    result = CliRunner().invoke(calibrate, [*arguments, "--plot", str(tmp_path / "fit.png")])

    assert result.exit_code == 0, result.output
    assert load_profile(tmp_path / "robot.json").left_motor.gain == pytest.approx(0.95)
    assert (tmp_path / "fit.png").exists()


@pytest.mark.parametrize("arguments", [[], ["--csv", "a.csv", "--robot", "serial:auto"]])
def test_the_command_wants_one_source(arguments: list[str]) -> None:
    """Either a robot or a table, not both and not neither."""
    result = CliRunner().invoke(calibrate, arguments)

    assert isinstance(result.exception, BadInput)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "wsusim-maze"}, "no profile"),
        ({"pulse_mm": 5}, "pulse_mm is 5"),
        ({"sensors": []}, "sensors"),
        ({"speed": 3}, "speed"),
        ({"response": {"echo_mm": [0, 10, 5], "echo": [3, 2, 0]}}, "do not rise"),
        ({"response": {"echo_mm": [0, 5, 10], "echo": [1, 2, 0]}}, "do not fall"),
        ({"response": {"echo_mm": [0, 5, 10], "echo": [3, 2, 1, 0]}}, "as many"),
    ],
)
def test_a_bad_profile_is_explained(tmp_path: Path, change: dict[str, object], words: str) -> None:
    """What is wrong with a profile is said with its place."""
    write_csv(perfect(), tmp_path / "table.csv")
    file = tmp_path / "robot.json"
    CliRunner().invoke(calibrate, ["--csv", str(tmp_path / "table.csv"), "--out", str(file)])
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
