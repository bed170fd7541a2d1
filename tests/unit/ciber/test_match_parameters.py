"""The match in numbers: files, presets, ranges."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.ciber.match_parameters import (
    PRESETS,
    Parameters,
    Requestable,
    named_in,
    parameters_from_attributes,
    read_parameters,
)
from wsusim.errors import BadInput


@pytest.mark.parametrize("preset", PRESETS)
def test_written_parameters_read_the_same(tmp_path: Path, preset: str) -> None:
    """A file says everything that a preset says."""
    file = tmp_path / "param.xml"
    file.write_text(PRESETS[preset].to_xml())
    assert read_parameters(file).to_xml() == PRESETS[preset].to_xml()


def test_what_a_file_does_not_name_stays(tmp_path: Path) -> None:
    """A file changes the preset that it is read onto."""
    file = tmp_path / "param.xml"
    file.write_text('<Parameters SimTime="99" CompassLatency="7"/>')
    read = read_parameters(file, PRESETS["2013"])
    assert (read.sim_time_cycles, read.cycle_ms) == (99, PRESETS["2013"].cycle_ms)
    assert read.compass == Requestable(is_requestable=True, latency_cycles=7)


def test_the_small_c_is_read() -> None:
    """Shipped files write ``collisionLatency``."""
    assert parameters_from_attributes({"collisionLatency": "3"}).collision.latency_cycles == 3


def test_the_old_name_of_the_budget_is_kept_and_not_used() -> None:
    """``RequestsPerCycle`` of old files is not read, as in the public simulator."""
    read = parameters_from_attributes({"RequestsPerCycle": "9"})
    assert (read.requests_per_cycle, read.others) == (0, {"RequestsPerCycle": "9"})


@pytest.mark.parametrize(
    ("name", "value"), [("CycleTime", "0"), ("SimTime", "-1"), ("LineSensorTrueProb", "2")]
)
def test_what_is_out_of_range_is_told(name: str, value: str) -> None:
    """The value, the range, the next step."""
    with pytest.raises(BadInput, match=r"must be from .* to .*parameter file"):
        parameters_from_attributes({name: value})


def test_the_defaults_are_the_measured_ones() -> None:
    """What an agent is told without any file."""
    default = Parameters()
    assert (default.sim_time_cycles, default.cycle_ms, default.requests_per_cycle) == (1800, 50, 0)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """One sentence."""
    with pytest.raises(BadInput, match="There is no file"):
        read_parameters(tmp_path / "none.xml")


def test_the_files_that_parameters_name_are_found(tmp_path: Path) -> None:
    """From their own folder on, or by their names beside them, as the simulator has its own."""
    scenes = tmp_path / "scenes"
    scenes.mkdir()
    for name in ("a-lab.xml", "a-grd.xml"):
        (scenes / name).touch()
    (scenes / "a.xml").write_text(
        '<Parameters Lab="../scenes/a-lab.xml" Grid="..\\Labs\\a-grd.xml" SimTime="9"/>'
    )

    found = named_in(scenes / "a.xml")

    assert {name: Path(file).resolve() for name, file in found.items()} == {
        "lab": scenes / "a-lab.xml",
        "grid": scenes / "a-grd.xml",
    }


def test_parameters_name_no_files_but_when_they_do(tmp_path: Path) -> None:
    """Most don't."""
    (tmp_path / "a.xml").write_text('<Parameters SimTime="9"/>')

    assert named_in(tmp_path / "a.xml") == {}


def test_a_lab_that_parameters_name_and_is_not_there_is_told(tmp_path: Path) -> None:
    """With the option that says where it is."""
    (tmp_path / "a.xml").write_text('<Parameters Lab="../gone.xml"/>')

    with pytest.raises(BadInput, match=r"a\.xml says Lab='\.\./gone\.xml', .*--lab FILE"):
        named_in(tmp_path / "a.xml")
