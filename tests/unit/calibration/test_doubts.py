"""What a fit is worth where it was not fitted, and whether it had the right table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.seeds import few
from wsusim.calibration.doubts import kept_back_error, looks_like_other, usual_width_mm
from wsusim.calibration.fit_table import fit_scenes
from wsusim.calibration.measured_places import (
    Places,
    Scene,
    light_at_places,
    misfit_of_scenes,
    places_of,
)
from wsusim.calibration.sensor_fit import Errors, fit_sensor
from wsusim.cli.calibrate import calibrate
from wsusim.formats.profile import load_profile, profile_of_tuning
from wsusim.formats.sensor_table import SensorTable, csv_text
from wsusim.model.robot_kind import ConeModel
from wsusim.model.tuning import RobotTuning
from wsusim.robots import robot_kind

KIND = robot_kind("khepera1")
DISTANCES_MM, HEADINGS_DEG = np.arange(7.0, 36.0, 4.0), np.arange(0.0, 360.0, 8.0)
CYLINDER_MM = 50.0


def scene(
    diameter_mm: float | None, noise: float = 0.0, model: ConeModel = KIND.cone, seed: int = 1
) -> Scene:
    """Return what a robot with other gains and bearings reads, before a wall or a cylinder."""
    rng = np.random.default_rng(seed)
    distance, heading = (
        grid.ravel() for grid in np.meshgrid(DISTANCES_MM, HEADINGS_DEG, indexing="ij")
    )
    nothing = np.zeros(len(distance))
    readings = []
    for number, own in enumerate(KIND.cone.traits):
        traits = replace(own, gain=own.gain * GAINS[number], bearing_deg=own.bearing_deg + 4.0)
        places = Places(
            KIND, number, diameter_mm, distance, heading, nothing, nothing, nothing + 1.0
        )
        ideal = traits.gain * light_at_places(model, traits, places) - traits.threshold
        ripple = noise * np.sqrt(2.0) * np.sin(rng.uniform(0.0, np.pi * 2.0, len(distance)))
        readings.append(np.clip(np.round(ideal + ripple), 0.0, 1023.0))
    numbers = np.repeat(np.arange(8), len(distance))
    table = SensorTable(
        numbers, np.tile(distance, 8), np.tile(heading, 8), np.concatenate(readings)
    )
    return Scene(table, diameter_mm)


GAINS = (0.8, 1.1, 0.9, 1.2, 1.2, 0.9, 0.95, 1.05)


def test_what_is_kept_back_is_not_fitted_to() -> None:
    """A quarter of the headings with nonsense in them: the error of just these is printed."""
    wall = scene(None)
    number = np.round(wall.table.heading_deg / 8.0).astype(int)
    spoilt = np.where(number % 4 == 2, 0.0, wall.table.reading)
    nonsense = replace(wall, table=replace(wall.table, reading=spoilt))

    good, bad = (kept_back_error([one], "khepera1") for one in (wall, nonsense))

    assert good is not None
    assert bad is not None
    assert good < 0.005
    assert bad * 1023.0 == pytest.approx(wall.table.reading[number % 4 == 2].mean(), rel=0.1)


def test_too_few_readings_have_no_error_of_their_own() -> None:
    """A fit without a part of them is not possible."""
    whole = scene(None)
    few = whole.part(whole.table.heading_deg == 0.0)

    assert kept_back_error([few], "khepera1") is None


def test_a_cylinder_read_as_a_wall_is_doubted() -> None:
    """And a wall read as a cylinder; but neither read as what it is."""
    wall, cylinder = scene(None, 46.0), scene(CYLINDER_MM, 46.0)

    doubted = [
        looks_like_other(one, "khepera1")
        for one in (
            replace(cylinder, diameter_mm=None),
            replace(wall, diameter_mm=CYLINDER_MM),
            wall,
            cylinder,
        )
    ]

    assert doubted == [True, True, False, False]


def test_a_width_that_is_wrong_is_doubted() -> None:
    """It would go into the gains of all sensors; the width that makes them usual is told."""
    told = replace(scene(CYLINDER_MM), diameter_mm=25.0)

    width_mm = usual_width_mm([told], fit_scenes([told], "fitted").profile)

    assert width_mm == pytest.approx(CYLINDER_MM, rel=0.15)


def test_a_width_that_is_right_is_not_doubted() -> None:
    """Nor one that is off by a little: robots differ by as much."""
    right = scene(CYLINDER_MM)
    nearly = replace(right, diameter_mm=CYLINDER_MM + 5.0)

    widths_mm = [
        usual_width_mm([one], fit_scenes([one], "fitted").profile) for one in (right, nearly)
    ]

    assert widths_mm == [None, None]


@pytest.mark.parametrize("seed", few([1, 2, 3, 4], 1))
def test_a_cylinder_alone_does_not_spoil_walls(seed: int) -> None:
    """A robot that no model fits quite is better before walls, too, than if it were not fitted."""
    echo = np.array(KIND.cone.echo)
    waves = 1.0 + 0.1 * np.sin(2.0 * seed + np.arange(len(echo)))
    strange = replace(KIND.cone, echo=tuple(np.minimum.accumulate(echo * waves).tolist()))
    wall, cylinder = scene(None, 0.0, strange), scene(CYLINDER_MM, 46.0, strange, seed)
    usual = profile_of_tuning("usual", "khepera1", RobotTuning())

    fitted = fit_scenes([cylinder], "fitted").profile

    assert misfit_of_scenes([wall], fitted) < misfit_of_scenes([wall], usual)


def test_two_scenes_tell_more_than_one() -> None:
    """A robot that no model fits quite: fitted to both, it is nearer to each."""
    strange = replace(KIND.cone, incidence_power=2.2)
    wall, cylinder = scene(None, 46.0, strange), scene(CYLINDER_MM, 46.0, strange)

    both, of_wall, of_cylinder = (
        fit_scenes(scenes, "fitted").profile for scenes in ([wall, cylinder], [wall], [cylinder])
    )

    assert misfit_of_scenes([wall], both) < misfit_of_scenes([wall], of_cylinder)
    assert misfit_of_scenes([cylinder], both) < misfit_of_scenes([cylinder], of_wall)


@pytest.mark.parametrize(("of_mean", "alike", "is_held"), [(1.0, 1.0, False), (60.0, 40.0, True)])
def test_what_is_left_open_is_held(of_mean: float, alike: float, is_held: bool) -> None:
    """Where a model is wrong by much, one distance can't tell gain from threshold."""
    wall = scene(None)
    one = wall.part(wall.table.distance_mm == 23.0)
    places = places_of(one.table, KIND, 5, None)

    found = fit_sensor(KIND.cone, [places], Errors(46.0, of_mean), alike=alike)

    assert found.is_held is is_held


def test_the_command_takes_a_wall_and_a_cylinder(tmp_path: Path) -> None:
    """One profile of both, the error of each, and that of what was kept back."""
    files = {}
    for name, one in (("wall", scene(None, 20.0)), ("round", scene(CYLINDER_MM, 20.0))):
        files[name] = tmp_path / f"{name}.csv"
        files[name].write_text(csv_text(one.table), encoding="utf-8")
    given = ["--table", str(files["wall"]), "--cylinder-table", str(files["round"])]

    result = CliRunner().invoke(
        calibrate, [*given, "--cylinder", "50", "--out", str(tmp_path / "robot.json")]
    )

    assert result.exit_code == 0, result.output
    assert "Before the wall" in result.output
    assert "Before the cylinder of 50 mm" in result.output
    assert "Fitted without a quarter of the headings" in result.output
    true = [own.gain * gain for own, gain in zip(KIND.cone.traits, GAINS, strict=True)]
    gains = [sensor.gain for sensor in load_profile(tmp_path / "robot.json").sensors]
    assert gains == pytest.approx(true, rel=0.05)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--cylinder-table", "round.csv"], "Add --cylinder MM"),
        (["--cylinder", "55"], "Which table"),
        (["--diameter", "55"], "Which table"),
        (["--table", "a.csv", "--wall", "b.csv"], "Leave one of them out"),
        (["--table", "a.csv", "--cylinder", "55", "--diameter", "50"], "Leave out --diameter"),
        (["--table", "a.csv", "--cylinder-table", "b.csv", "--cylinder", "900"], "1 to 500 mm"),
        (
            ["--cylinder", "a.csv", "--cylinder-table", "b.csv", "--diameter", "55"],
            "both name a table",
        ),
        (["--table", "a.csv", "--robot", "serial:auto"], "Choose what to use"),
    ],
)
def test_options_that_dont_go_together_are_told(given: list[str], words: str) -> None:
    """Before anything is read."""
    result = CliRunner().invoke(calibrate, given)

    assert words in str(result.exception)


@pytest.mark.parametrize(
    "given",
    [
        ["--cylinder", "no.csv", "--diameter", "55"],
        ["--cylinder-table", "no.csv", "--diameter", "55"],
        ["--cylinder", "no.csv", "--cylinder-table", "no.csv", "--diameter", "55"],
    ],
)
def test_what_the_options_meant_before_still_works(given: list[str]) -> None:
    """The file is looked for, and a note says what it is called now."""
    result = CliRunner().invoke(calibrate, given)

    assert "no.csv" in str(result.exception)
    assert "note: --diameter is called --cylinder now." in result.output
