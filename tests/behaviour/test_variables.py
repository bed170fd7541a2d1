"""Looking at a program's variables: the run stays the same, and the recording has them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from wsusim.analysis.film import Film
from wsusim.recording.export_csv import export_csv
from wsusim.recording.reader import Recording
from wsusim.runs.recorded.verify import verify
from wsusim.runs.report import RunReport
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import execute

PROGRAM = """
from wsusim import Controller


class Counting(Controller):
    def run(self):
        self.count = 0
        while self.active:
            self.count += 1
            error = 600 - max(self.sensors.proximities)
            self.plot(error=error)
            self.motors.set_speeds(5, 5 if error > 0 else -5)
            if self.count == 40:
                self.limit = error / (self.count - 40)
            self.sleep(0.05)
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return a program that counts, and divides by zero after 2 s."""
    file = tmp_path / "counting.py"
    file.write_text(PROGRAM)
    return file


def run(program: Path, *, isolated: bool, variables: bool) -> tuple[RunReport, Path]:
    """Run and record the program."""
    file = program.with_name(f"{isolated}-{variables}.mcap")
    recording = RecordingOptions(file, is_beside=False)
    request = RunRequest(
        (str(program),),
        time_s=3.0,
        is_isolated=isolated,
        has_variables=variables,
        record=recording,
    )
    return execute(request), file


@pytest.mark.parametrize("isolated", [False, True], ids=["thread", "isolated"])
def test_a_run_is_the_same_whether_its_variables_are_looked_at_or_not(
    program: Path, isolated: bool
) -> None:
    """To the byte; and its recording is true, watched or not."""
    without, _ = run(program, isolated=isolated, variables=False)
    looked_at, file = run(program, isolated=isolated, variables=True)
    assert looked_at.trace_sha256 == without.trace_sha256
    assert verify(file).is_identical


def test_a_recording_shows_the_variables_at_any_moment(program: Path) -> None:
    """And what was plotted, with or without them."""
    _, file = run(program, isolated=False, variables=True)
    with Recording(file) as recording:
        values = Film(recording).values
    assert values.at(0, 49)["self.count"] == 10
    assert values.at(0, 194)["self.count"] == 39
    assert len(values.numbers(0, "plot.error")[0]) == 40
    _, file = run(program, isolated=False, variables=False)
    with Recording(file) as recording:
        assert Film(recording).values.names(0) == ("plot.error",)


def test_values_are_exported_as_a_table_of_their_own(program: Path, tmp_path: Path) -> None:
    """Not among the orders."""
    _, file = run(program, isolated=False, variables=True)
    with Recording(file) as recording:
        export_csv(recording, tmp_path / "tables")
    table = (tmp_path / "tables" / "values.csv").read_text()
    rows = list(csv.reader(table.splitlines()))
    assert rows[0] == ["time_s", "robot", "name", "value"]
    assert ["0.0", "1", "self.count", "1"] in rows
    assert any(row[2] == "plot.error" for row in rows)
    commands = (tmp_path / "tables" / "commands.csv").read_text()
    assert "Variables" not in commands
    assert "Plot" not in commands


@pytest.mark.parametrize("isolated", [False, True], ids=["thread", "isolated"])
def test_an_error_tells_the_values_in_its_line(program: Path, isolated: bool) -> None:
    """Live, and read back from the recording."""
    report, file = run(program, isolated=isolated, variables=False)
    (robot,) = report.robots
    assert robot.error is not None
    assert "\n    where error = " in robot.error.text
    assert "self.count = 40" in robot.error.text
    with Recording(file) as recording:
        (error,) = Film(recording).errors
        assert dict(error.report.values)["self.count"] == "40"
