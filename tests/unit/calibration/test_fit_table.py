"""From a table of readings by heading to a profile, and what ``sense`` prints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.seeds import few
from wsusim.calibration.fit_table import fit_table
from wsusim.calibration.measured_places import Places, light_at_places, mean_reading
from wsusim.calibration.reading_table import before_wall, in_maze, sense
from wsusim.cli.calibrate import calibrate
from wsusim.cli.sense import sense as sense_command
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.formats.profile import ProfileEntry, load_profile, profile_of_tuning, save_profile
from wsusim.formats.sensor_table import SensorTable, read_sensor_table
from wsusim.model.tuning import RobotTuning
from wsusim.robots import robot_kind

USUAL = robot_kind("khepera1").cone.traits
GAINS = (0.8, 1.1, 0.9, 0.7, 1.2, 1.3, 0.95, 1.05)
SKEW_DEG = (5.0, -4.0, 3.0, -6.0, 2.0, 7.0, 3.0, -4.0)


def skewed() -> ProfileEntry:
    """Return a robot with other gains and bearings than its kind."""
    bearings = tuple(own.bearing_deg + off for own, off in zip(USUAL, SKEW_DEG, strict=True))
    tuning = RobotTuning(proximity_spread=False, proximity_gain=GAINS, bearing_deg=bearings)
    return profile_of_tuning("skewed", "khepera1", tuning)


CYLINDER = ("--cylinder", "55")
COARSE = ("--headings", "0:355:5", "--distances", "5:43:4")
FINE = ("--headings", "0:357:3")
"""Enough places to find a robot's skew by; and with noise."""


def recovered(
    folder: Path, scene: Sequence[str], given: Sequence[str], headings: Sequence[str] = COARSE
) -> ProfileEntry:
    """Return what ``calibrate`` finds in the .sample that ``sense`` writes of the robot."""
    profile, table, out = (str(folder / name) for name in ("a.json", "a.sample", "b.json"))
    save_profile(skewed(), profile)
    run = CliRunner().invoke
    made = run(sense_command, [*scene, *headings, "--profile", profile, "--sample", table])
    fitted = run(calibrate, ["--table", table, *given, "--out", out])
    assert (made.exit_code, fitted.exit_code) == (0, 0), made.output + fitted.output
    return load_profile(out)


def is_skewed(back: ProfileEntry) -> None:
    """Assert that bearings are found to 2 degrees, gains to 3 percent."""
    wanted = skewed().tuning().bearing_deg
    assert [sensor.bearing_deg for sensor in back.sensors] == pytest.approx(wanted, abs=2)
    assert [sensor.gain for sensor in back.sensors] == pytest.approx(GAINS, rel=0.03)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the fit before a cylinder is, once, and its picture."""
    return tmp_path_factory.mktemp("cylinder")


@pytest.fixture(scope="module")
def before_cylinder(folder: Path) -> ProfileEntry:
    """Recover the robot before a cylinder, and draw the fit."""
    return recovered(folder, CYLINDER, [*CYLINDER, "--picture", str(folder / "fit.png")])


def test_a_skewed_robot_is_recovered_from_its_sample(tmp_path: Path) -> None:
    """``sense`` writes a .sample, ``calibrate`` finds bearings to 2 degrees, gains to 3 percent."""
    back = recovered(tmp_path, ["--wall"], [])

    is_skewed(back)
    assert back.response is None


def test_a_skewed_robot_is_recovered_before_a_cylinder(before_cylinder: ProfileEntry) -> None:
    """The same of readings before a cylinder of which the diameter is told."""
    is_skewed(before_cylinder)


def test_the_command_draws_readings_by_heading(before_cylinder: ProfileEntry, folder: Path) -> None:
    """``--plot`` with a table by heading writes a picture of it."""
    assert before_cylinder.name
    assert (folder / "fit.png").read_bytes().startswith(b"\x89PNG")


@pytest.fixture(scope="module", params=few(["1", "2", "3", "4"], 1))
def from_noise(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> ProfileEntry:
    """Recover the robot from one noisy reading a place, once for each seed."""
    scene = ["--wall", "--noise", "--seed", request.param]
    return recovered(tmp_path_factory.mktemp("noise"), scene, [], FINE)


def test_a_skewed_robot_is_recovered_from_its_noisy_sample(from_noise: ProfileEntry) -> None:
    """With one noisy reading a place: bearings to 2 degrees, gains to 3 percent."""
    is_skewed(from_noise)


@pytest.mark.parametrize("noise", [0.0, 20.0, 60.0])
@pytest.mark.parametrize("ideal", [-50.0, -10.0, 0.0, 30.0, 500.0, 1000.0, 1030.0, 1080.0])
def test_the_mean_of_noisy_readings_is_that_of_many(ideal: float, noise: float) -> None:
    """Cut at both ends of the scale, as those of the simulated sensor are."""
    ripple = math.sqrt(2.0) * noise * np.sin(np.linspace(0.0, math.tau, 20001)[:-1])

    mean, _ = mean_reading(np.array([ideal]), noise)

    assert mean[0] == pytest.approx(np.clip(ideal + ripple, 0.0, 1023.0).mean(), abs=0.05)


@pytest.mark.parametrize("given", [["--network"], ["--sensor-model", "1"]])
def test_what_needs_readings_straight_ahead_is_refused_by_heading(
    tmp_path: Path, given: list[str]
) -> None:
    """A table by heading is fitted with sensor model 2 only."""
    table = str(tmp_path / "a.sample")
    CliRunner().invoke(sense_command, ["--wall", *COARSE, "--sample", table])

    result = CliRunner().invoke(calibrate, ["--table", table, *given])

    assert "straight in front of a wall" in str(result.exception)


def test_the_additive_noise_comes_out(from_noise: ProfileEntry) -> None:
    """From one noisy reading a place: 46 on the whole, to a fifth."""
    noises = [sensor.additive_noise for sensor in from_noise.sensors]
    assert np.mean(noises) == pytest.approx(46, rel=0.2)


def test_the_printed_table_can_be_calibrated_from(tmp_path: Path) -> None:
    """``sense --wall`` prints the very CSV that ``calibrate --csv`` reads."""
    printed = CliRunner().invoke(
        sense_command, ["--wall", "--distances", "15:31:4", "--headings", "0:355:5"]
    )
    file = tmp_path / "wall.csv"
    file.write_text(printed.output, encoding="utf-8")

    assert len(read_sensor_table(file).reading) == 5 * 72 * 8


def test_a_robot_that_faces_the_wall_sees_it_in_front() -> None:
    """At heading 0 the front sensors read most, at heading 90 those of the right side."""
    table = sense(before_wall("khepera1", RobotTuning()), [20.0], [0.0, 90.0])

    readings = table.reading.reshape(2, 8)
    assert set(np.argsort(readings[0])[-2:]) == {2, 3}
    assert int(np.argmax(readings[1])) == 5


def test_a_maze_is_sensed_from_the_robots_start() -> None:
    """Distances go ahead from there; the maze's own robot is read."""
    table = sense(in_maze(find_maze("rooms"), None), [0.0, 50.0], [0.0])

    assert len(table.reading) == 16


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Choose one thing"),
        (["--wall", "--cylinder", "5"], "Choose one thing"),
        (["--cylinder", "0"], "1 to 500 mm"),
        (["--wall", "--distances", "5-43"], "FROM:TO:STEP"),
        (["--wall", "--headings", "0:360:0"], "FROM:TO:STEP"),
        (["--wall", "--headings", "0:360:0.1", "--distances", "0:100:1"], "larger steps"),
    ],
)
def test_bad_requests_are_told(arguments: list[str], words: str) -> None:
    """With what is allowed and an example."""
    result = CliRunner().invoke(sense_command, arguments)

    assert isinstance(result.exception, BadInput)
    assert words in str(result.exception)


def test_too_few_readings_are_told(tmp_path: Path) -> None:
    """With the sensors that lack them."""
    file = tmp_path / "few.csv"
    file.write_text("sensor,distance_mm,heading_deg,reading\n2,19,0,500\n", encoding="utf-8")

    result = CliRunner().invoke(calibrate, ["--table", str(file)])

    assert "sensor 0 (left)" in str(result.exception)


def test_misfit_is_not_noise() -> None:
    """A robot that no model fits by 40, with noise of 20: the noise comes out as 20, to a fifth."""
    distances = np.arange(11.0, 44.0, 4.0)
    headings = np.arange(0.0, 360.0, 4.0)
    distance, heading = (grid.ravel() for grid in np.meshgrid(distances, headings, indexing="ij"))
    kind, rng = robot_kind("khepera1"), np.random.default_rng(1)
    nothing = np.zeros(len(distance))
    readings = []
    for number, own in enumerate(kind.cone.traits):
        places = Places(kind, number, None, distance, heading, nothing, nothing, nothing + 1.0)
        wave = 56.0 * np.sin(np.radians(9.0 * heading))
        ideal = own.gain * light_at_places(kind.cone, own, places) - own.threshold
        noisy = ideal + wave + rng.normal(0.0, 20.0, len(distance))
        readings.append(np.clip(noisy, 0.0, 1023.0))
    numbers = np.repeat(np.arange(8), len(distance))
    table = SensorTable(
        numbers, np.tile(distance, 8), np.tile(heading, 8), np.concatenate(readings)
    )

    profile = fit_table(table, "wavy")

    found = [float(sensor.additive_noise or 0.0) for sensor in profile.sensors]
    assert np.mean(found) == pytest.approx(20.0, rel=0.2)
