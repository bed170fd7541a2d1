"""A repeated run is judged by what was counted, and never by how quick the computer is."""

from __future__ import annotations

import json

import pytest

from tests.end_to_end.recorded_runs import controller, recorded
from tests.unit.recording.forgery import forge
from wsusim.jobs.isolated import Limits, run_isolated
from wsusim.recording.file_layout import SUMMARY
from wsusim.recording.header import ControllerSource
from wsusim.recording.reader import Recording
from wsusim.runs.recorded.by_clock import fairly
from wsusim.runs.recorded.verify import verify
from wsusim.runs.request import RunRequest

ENDLESS = """
from wsusim import Controller


class Endless(Controller):
    def run(self):
        self.motors.set_speeds(5, 5)
        self.sleep(1)
        n = 0
        while True:
            n += 1
            n -= 1
            n += 2
"""

LATER_SLOW = """
from pathlib import Path

from wsusim import Controller

IS_REPEATED = Path(__file__).parent.name == "0"


class Slow(Controller):
    def run(self):
        self.motors.set_speeds({first}, 5)
        self.sleep(1)
        if IS_REPEATED:
            sum(range(10**12))
        self.motors.set_speeds(-5, 5)
        self.sleep(1)
"""
"""Takes long only where it is done again, in the folder of the first robot's copy."""


def graded(tmp_path, text, **limits):
    """Return what is left of a run whose rounds are counted, recorded in ``run.mcap``."""
    program = ControllerSource(0, "", "mine.py", {"mine.py": text.encode()})
    request = RunRequest((), "rooms", time_s=6.0)
    done = run_isolated([program], request, Limits(**limits), sample_ticks=2)
    (tmp_path / "run.mcap").write_bytes(done.recording)
    return done


def at_another_line(file, folder):
    """Return a copy in which the program was ended a line further down."""
    with Recording(file) as recording:
        summary = recording.summary
    for error in (summary["error"], summary["robots"][0]["error"]):
        error["line"] += 1
    figures = {name: json.dumps(value) for name, value in summary.items()}
    return forge(file, folder / "forged.mcap", records={SUMMARY: figures})


@pytest.mark.parametrize("limits", [{}, {"compute_s": 0.5}])
def test_what_was_counted_is_counted_again(tmp_path, limits):
    """A run that was ended at a round ends at the same one, at the same line, and is repeatable."""
    done = graded(tmp_path, ENDLESS, **limits)

    assert done.report is not None
    assert (done.report.outcome, done.report.is_reproducible) == ("unresponsive", True)
    assert verify(tmp_path / "run.mcap").finding == "identical"


def test_what_counts_is_in_the_recording(tmp_path):
    """Both limits, so that a repetition can count likewise."""
    graded(tmp_path, ENDLESS, patience_s=1.5, compute_s=3.0)

    with Recording(tmp_path / "run.mcap") as recording:
        options = recording.header.options
    assert (options["patience_s"], options["compute_s"]) == (1.5, 3.0)


def test_the_line_at_which_the_clock_ends_a_loop_is_not_compared(tmp_path):
    """It is another one each time, and the run is the same."""
    file = tmp_path / "run.mcap"
    report = recorded(file, controller(tmp_path, ENDLESS), patience_s=0.2)

    assert not report.is_reproducible
    assert verify(at_another_line(file, tmp_path)).finding == "identical"


def test_the_line_at_which_a_count_ends_a_loop_is_compared(tmp_path):
    """It is the same everywhere: one that was changed is found."""
    graded(tmp_path, ENDLESS)

    verdict = verify(at_another_line(tmp_path / "run.mcap", tmp_path))

    assert verdict.difference is not None
    assert verdict.difference.quantity == "closing figure error of robot 1"


def test_a_program_that_is_too_slow_only_now_is_no_difference(tmp_path):
    """The verdict says that the clock ended it, and that it was tried again alone."""
    file = tmp_path / "run.mcap"
    recorded(file, controller(tmp_path, LATER_SLOW.format(first=5)), patience_s=0.1)

    verdict = verify(file)

    assert (verdict.finding, verdict.difference) == ("ended_by_clock", None)
    assert "tried twice, the second time with nothing else" in verdict.remarks[-1]


def test_what_differs_before_the_clock_ends_a_program_is_a_difference(tmp_path):
    """A program that first drives otherwise is not excused by being slow later."""
    file = tmp_path / "run.mcap"
    text = LATER_SLOW.format(first="6 if IS_REPEATED else 5")
    recorded(file, controller(tmp_path, text), patience_s=0.1)

    verdict = verify(file)

    assert verdict.finding == "differs"
    assert verdict.difference is not None
    assert verdict.difference.tick < 100


@pytest.mark.parametrize(("cut", "tries"), [((False,), 1), ((True, False), 2), ((True, True), 2)])
def test_what_the_clock_has_cut_is_tried_once_more(cut, tries):
    """And not a third time; what it has not cut is done once."""
    left = list(cut)

    fairly(lambda: left.pop(0), lambda was_cut: was_cut)

    assert len(cut) - len(left) == tries
