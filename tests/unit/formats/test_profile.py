"""What a profile says of each sensor and wheel, and what it takes from a tuning."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.unit.formats.mazes import text
from wsusim.errors import BadInput, MazeError
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.formats.profile import (
    ProfileEntry,
    load_profile,
    profile_of_tuning,
    ready_profiles,
    save_profile,
)
from wsusim.model.geometry import Pose
from wsusim.model.tuning import ALIKE, SILENT, RobotTuning, SlowMotor
from wsusim.model.world import Arena, RobotStart, World
from wsusim.robots import earlier_name, robot_kind

NAMES = [mount.name for mount in robot_kind("khepera1").sensors]


def profile_file(folder: Path, **changes: Any) -> Path:
    """Write a profile as the first version of the program did, with changes."""
    values = {
        "format": "wsusim-profile",
        "version": 1,
        "name": "old",
        "left_motor": {"gain": 0.9},
        "motor_noise": 0.5,
        "sensors": [{"name": name, "gain": 1.1, "noise": 0.7} for name in NAMES],
    }
    file = folder / "robot.json"
    file.write_text(json.dumps(values | changes), encoding="utf-8")
    return file


def test_an_early_profile_is_read(tmp_path: Path) -> None:
    """Without light figures these are 1; one noise of the motors holds for both."""
    tuning = load_profile(profile_file(tmp_path)).tuning()

    assert tuning == RobotTuning(
        left_motor_gain=0.9,
        left_motor_noise=0.5,
        right_motor_noise=0.5,
        proximity_gain=(1.1,) * 8,
        proximity_spread=False,
        proximity_noise=(0.7,) * 8,
        sensor_model=1,
    )


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("5", "a robot profile of version 5, but this wsusim reads up to version 4. Install"),
        ("0", "version is 0, but it must be a whole number from 1 to 4."),
        ('"1"', 'version is "1", but it must be a whole number from 1 to 4.'),
    ],
)
def test_another_version_is_told(tmp_path: Path, version: str, words: str) -> None:
    """With the version that this program reads."""
    file = tmp_path / "other.json"
    file.write_text(f'{{"format": "wsusim-profile", "version": {version}}}', encoding="utf-8")
    with pytest.raises(BadInput, match=re.escape(words)):
        load_profile(file)


def test_each_sensor_and_wheel_has_its_own_figures(tmp_path: Path) -> None:
    """Noise and light go to the sensor, noise of a motor to the wheel, that they stand at."""
    sensors = [
        {
            "name": name,
            "gain": 1,
            "noise": 0.1 * k,
            "light_gain": 0.2 * k,
            "light_noise": 0.3 * k,
        }
        for k, name in enumerate(NAMES)
    ]
    file = profile_file(
        tmp_path, sensors=sensors, motor_noise=2, left_motor={"noise": 3}, right_motor={"noise": 6}
    )

    tuning = load_profile(file).tuning()

    assert tuning.proximity_noise == tuple(0.1 * k for k in range(8))
    assert tuning.light_gain == tuple(0.2 * k for k in range(8))
    assert tuning.light_noise == tuple(0.3 * k for k in range(8))
    assert (tuning.left_motor_noise, tuning.right_motor_noise) == (6.0, 10.0)


@pytest.mark.parametrize("kind", ["khepera1", "khepera2"])
def test_a_realistic_robot_has_its_kinds_gains(kind: str) -> None:
    """The spread of a kind's sensors becomes the gains of the profile."""
    old = profile_of_tuning("realistic", kind, RobotTuning(sensor_model=1))
    new = profile_of_tuning("realistic", kind, RobotTuning())

    assert [s.gain for s in old.sensors] == list(robot_kind(kind).proximity.sensor_gain)
    assert [s.gain for s in new.sensors] == [own.gain for own in robot_kind(kind).cone.traits]
    assert [s.noise for s in new.sensors] == [1.0] * 8


def test_a_profile_holds_what_each_sensor_sees(tmp_path: Path) -> None:
    """Bearing, width, threshold and additive noise go to their sensor; else the kind's count."""
    sensors: list[dict[str, Any]] = [{"name": name, "gain": 1} for name in NAMES]
    sensors[3] |= {"bearing_deg": -20, "width_deg": 70, "threshold": 300, "additive_noise": 10}

    tuning = load_profile(profile_file(tmp_path, version=3, sensors=sensors)).tuning()

    figures = (tuning.bearing_deg, tuning.width_deg, tuning.threshold, tuning.additive_noise)
    model = robot_kind("khepera1").cone
    usual = model.traits[4]
    assert [each and each[3] for each in figures] == [-20.0, 70.0, 300.0, 10.0]
    assert [each and each[4] for each in figures] == [
        usual.bearing_deg, usual.width_deg, usual.threshold, model.additive_noise,
    ]  # fmt: skip


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_profile_keeps_its_robot(tmp_path: Path, version: int) -> None:
    """What it leaves open is as in its kind's earlier figures, also after it was saved again."""
    before = robot_kind("khepera1~4e1cc12a")
    sensors = [{"name": name, "gain": 1} for name in NAMES]
    profile = load_profile(profile_file(tmp_path, version=version, sensors=sensors))
    save_profile(profile, tmp_path / "again.json")

    again = load_profile(tmp_path / "again.json")

    assert again == profile
    if version == 1:  # nothing that its sensor model reads has changed
        assert again.kind == "khepera1"
        assert robot_kind("khepera1").proximity == before.proximity
    else:
        assert again.kind == before.name
        assert again.tuning().width_deg == tuple(own.width_deg for own in before.cone.traits)


@pytest.mark.parametrize(("version", "is_kept"), [(3, True), (4, False)])
def test_an_older_profile_of_a_thymio_keeps_its_robot(
    tmp_path: Path, version: int, is_kept: bool
) -> None:
    """Its figures changed with version 4, those of the Khepera I with version 3."""
    names = [mount.name for mount in robot_kind("thymio").sensors]
    sensors = [{"name": name, "gain": 1} for name in names]
    khepera = load_profile(profile_file(tmp_path, version=version))

    thymio = load_profile(profile_file(tmp_path, version=version, sensors=sensors, kind="thymio"))

    assert khepera.kind == "khepera1"
    assert thymio.kind == (earlier_name("thymio") if is_kept else "thymio")


def test_a_maze_of_today_with_a_measured_response_keeps_its_meaning() -> None:
    """The response was measured for sensor model 1; without one a robot has the newest model."""
    response = {"echo_mm": [0, 20, 50], "echo": [9000, 2000, 0]}
    tunings = [{"response": response}, {"proximity_noise": 2}]
    robots = [{"x_mm": 100 + 200 * k, "y_mm": 100, "tuning": t} for k, t in enumerate(tunings)]

    world = world_from_text(text(robots=robots))

    assert [robot.tuning and robot.tuning.sensor_model for robot in world.robots] == [1, 2]
    assert world_from_text(world_to_text(world)) == world


def test_an_ideal_robot_has_no_noise_and_no_spread() -> None:
    """All gains are 1, all noise is 0, and so it comes back."""
    profile = profile_of_tuning("ideal", "khepera1", RobotTuning.ideal(1))

    assert profile.tuning() == RobotTuning.ideal(1)
    assert (profile.left_motor.noise, profile.right_motor.noise) == (0.0, 0.0)


def test_gains_end_where_a_profile_ends() -> None:
    """The strongest sensor, twice as strong, has the greatest gain that a profile can hold."""
    profile = profile_of_tuning("strong", "khepera1", RobotTuning(proximity_gain=(2.0,) * 8))

    assert max(sensor.gain for sensor in profile.sensors) == 2.0


def test_slow_motors_are_no_trait_of_a_robot() -> None:
    """They are left out of the profile."""
    usual = RobotTuning(sensor_model=1, proximity_spread=False)
    tuning = replace(usual, slow_motors=(SlowMotor("left", 1.0, 2.0, 0.5),))

    assert profile_of_tuning("slow", "khepera1", tuning).tuning() == usual


def test_the_strongest_profile_fits_into_a_maze_file() -> None:
    """Whatever a profile may say, its robot can be kept in a maze file and in a recording."""
    profile = ProfileEntry.model_validate(
        {
            "format": "wsusim-profile",
            "version": 1,
            "name": "strongest",
            "pulse_mm": 0.12,
            "left_motor": {"gain": 2, "noise": 10},
            "right_motor": {"gain": 2, "noise": 10},
            "motor_noise": 10,
            "sensors": [
                {"name": name, "gain": 2, "noise": 10, "light_gain": 2, "light_noise": 10}
                for name in NAMES
            ],
        }
    )
    start = RobotStart(1, Pose(100.0, 100.0), tuning=profile.tuning())
    world = World("one", Arena.rectangle(300.0, 300.0), robots=(start,), next_id=2)

    assert world_from_text(world_to_text(world)) == world


NETWORK = {
    "hidden": [[0.1] * 7, [0.2] * 7],
    "hidden_bias": [0, 1],
    "linear": [[1, 2], [3, 4], [5, 6]],
    "linear_bias": [0, 0, 0],
    "output": [1, 1, 1],
    "output_bias": 0.5,
}


def test_a_network_is_read(tmp_path: Path) -> None:
    """Its layers come in the order of the rays and units."""
    network = load_profile(profile_file(tmp_path, network=NETWORK)).tuning().network

    assert network is not None
    assert network.hidden == ((0.1,) * 7, (0.2,) * 7)
    assert network.linear == ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0))
    assert (network.output, network.output_bias) == ((1.0, 1.0, 1.0), 0.5)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"hidden": [[0.1] * 6, [0.2] * 7]},
            r"network.hidden\[0\] has 6 numbers, .* 7, .*ray",
        ),
        ({"hidden_bias": [1]}, "network.hidden_bias has 1 numbers, but it must have 2"),
        ({"linear": [[1, 2], [3], [5, 6]]}, r"network.linear\[1\] has 1 numbers, .* must have 2"),
        ({"linear_bias": [1]}, "network.linear_bias has 1 numbers, but it must have 3"),
        ({"output": [1, 2]}, "network.output has 2 numbers, but it must have 3"),
        ({"output_bias": None}, "network.output_bias is null, but it must be a number"),
        ({"output": [1, 2, 1e7]}, r"network.output\[2\] is 1"),
        ({"hidden": []}, "network.hidden has 0 items, but it must have at least 1"),
    ],
)
def test_a_bad_network_is_told(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    """Sizes that do not fit and numbers beyond reason are named with their place."""
    file = profile_file(tmp_path, network=NETWORK | change)

    with pytest.raises(BadInput, match=words):
        load_profile(file)


def test_a_robot_has_a_response_or_a_network(tmp_path: Path) -> None:
    """Both at once are refused: one would be ignored."""
    response = {"echo_mm": [0, 10, 60], "echo": [9000, 4000, 0]}
    file = profile_file(tmp_path, network=NETWORK, response=response)

    with pytest.raises(BadInput, match="can have only one"):
        load_profile(file)


def test_a_maze_holds_a_network_and_tells_what_is_wrong_with_it() -> None:
    """As in a profile, with the robot's place in the maze."""
    robot = {"x_mm": 100, "y_mm": 100, "tuning": {"network": NETWORK | {"output": [1]}}}

    with pytest.raises(MazeError, match=r"robots\[0\].tuning.network.output has 1 numbers"):
        world_from_text(text(robots=[robot]))


def test_there_is_a_figure_for_each_sensor() -> None:
    """The usual and the silent figures are as many as a kind has sensors."""
    assert len(ALIKE) == len(SILENT) == len(NAMES)


def test_a_profile_has_as_many_sensors_as_its_kind(tmp_path):
    """One of eight is no Thymio's; the message says how many there must be."""
    path = tmp_path / "mine.json"
    values = profile_of_tuning("mine", "epuck", RobotTuning()).model_dump(exclude_none=True)
    path.write_text(json.dumps(values | {"kind": "thymio"}), "utf-8")

    with pytest.raises(BadInput, match="sensors has 8 items, but it must have 7, one for each"):
        load_profile(path)


@pytest.mark.parametrize("name", sorted(ready_profiles()))
def test_robots_of_a_class_are_as_skewed_as_measured_ones(name: str) -> None:
    """Gains, bearings and widths lie where those of measured robots do; found by name."""
    profile = load_profile(name)
    usual = robot_kind(profile.kind).cone.bearing_deg
    off = [
        abs((float(sensor.bearing_deg or 0.0) - bearing + 180) % 360 - 180)
        for sensor, bearing in zip(profile.sensors, usual, strict=True)
    ]
    assert all(0.5 <= sensor.gain <= 1.35 for sensor in profile.sensors)
    assert all(34 <= float(sensor.width_deg or 0.0) <= 96 for sensor in profile.sensors)
    assert max(off) <= 12.1


def test_an_unknown_profile_names_the_ready_ones() -> None:
    """And the one that was meant."""
    with pytest.raises(BadInput, match=r"Did you mean 'class-c'\?.*class-a, class-b"):
        load_profile("clas-c")


def test_a_bearing_past_half_a_turn_comes_round() -> None:
    """A back sensor that looks 5 degrees past 177 looks at -178."""
    traits = robot_kind("khepera1").cone.traits
    bearings = (*(own.bearing_deg for own in traits[:7]), 182.0)

    profile = profile_of_tuning("turned", "khepera1", RobotTuning(bearing_deg=bearings))

    assert profile.sensors[7].bearing_deg == -178.0
