"""A run that is over is looked at from its recording."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.lab.looking_back import MOST_POINTS, curves_of, printed_in, values_of
from wsusim.recording.reader import BadRecording
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import Run

RECORDINGS = Path(__file__).parents[2] / "golden" / "recordings"
WHOLE = RECORDINGS / "v1-two-robots.mcap"


def test_curves_are_those_of_the_first_robot() -> None:
    """In plots of what belongs together, each curve with as many times as values."""
    plots = {plot["name"]: plot["curves"] for plot in curves_of(WHOLE)}
    curves = [curve for found in plots.values() for curve in found]

    assert [curve["name"] for curve in plots["proximity"]] == [
        "left", "left 45", "front left", "front right", "right 45", "right", "back right",
        "back left",
    ]  # fmt: skip
    assert [curve["name"] for curve in plots["speed"]] == ["left", "right"]
    assert [curve["name"] for curve in plots["distance"]] == ["distance"]
    assert {len(curve["times_s"]) - len(curve["values"]) for curve in curves} == {0}
    assert 1 < max(len(curve["values"]) for curve in curves) <= MOST_POINTS + 6


def test_prints_are_lines() -> None:
    """Each ends once, whether it was printed or said."""
    assert printed_in(WHOLE) == (
        "robot 1: begin\n", "robot 1: closing\n", "robot 1: end 4.01\n",
    )  # fmt: skip


TALKS = """from wsusim import Controller


class Talks(Controller):
    def run(self):
        print("here")
"""


def test_it_is_said_which_robot_printed_a_line(tmp_path: Path) -> None:
    """If several have programs."""
    file = tmp_path / "talks.py"
    file.write_text(TALKS)
    job_request = RecordingOptions(tmp_path / "run.mcap", is_beside=False)
    Run(RunRequest((str(file),) * 2, "crowd", time_s=1.0, record=job_request)).execute()

    assert sorted(printed_in(job_request.file)) == ["robot 1: here\n", "robot 2: here\n"]


def test_a_recording_that_was_cut_off_is_told() -> None:
    """It is no empty one."""
    with pytest.raises(BadRecording, match="cut off"):
        curves_of(RECORDINGS / "v1-cut-off.mcap")


THINKS = """from wsusim import Controller


class Thinks(Controller):
    def run(self):
        self.name = "me"
        for count in range(5):
            self.plot(error=count - 2)
            self.sleep(0.1)
"""


def test_numbers_of_the_program_are_curves(tmp_path: Path) -> None:
    """What it plots in one, and each variable that is a number in one of its own."""
    file = tmp_path / "thinks.py"
    file.write_text(THINKS)
    job_request = RecordingOptions(tmp_path / "run.mcap", is_beside=False)
    request = RunRequest((str(file),), "field", time_s=5.0, has_variables=True, record=job_request)
    Run(request).execute()
    plots = {plot["title"]: plot["curves"] for plot in curves_of(job_request.file)}

    assert [curve["values"] for curve in plots["What your program plots"]] == [[-2, -1, 0, 1, 2]]
    assert [curve["values"] for curve in plots["Variable run.count"]] == [[0, 1, 2, 3, 4]]
    assert "Variable self.name" not in plots
    assert values_of(job_request.file).at(0, 15)["run.count"] == 1
