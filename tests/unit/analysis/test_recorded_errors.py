"""Failures that a recording tells of."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from wsusim.analysis.recorded_errors import report_from
from wsusim.control.report import FailureReport, Frame
from wsusim.runs.report import RunError

INNER = FailureReport(
    "KeyError",
    "KeyError: 'left'",
    "/home/ada/robot.py",
    7,
    (Frame("/home/ada/robot.py", 7, "look", "return self.seen['left']"),),
)
FAILURES = {
    "one line": INNER,
    "no line": FailureReport("ControllerLoadError", "There is no class.", None, None),
    "a hint": FailureReport("NameError", "NameError: x", None, None, (), ("Did you mean y?",)),
    "an earlier one": FailureReport(
        "ValueError",
        "ValueError: bad\nvery bad",
        "/home/ada/robot.py",
        9,
        (
            Frame("/home/ada/robot.py", 3, "run", "self.look()"),
            Frame("/home/ada/robot.py", 9, "look", ""),
        ),
        (),
        INNER,
    ),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES.keys())
def test_a_recorded_failure_is_the_one_that_was_shown_live(failure: FailureReport) -> None:
    """What a report keeps of a failure is enough to show all of it again."""
    kept = RunError(
        failure.file, failure.line, failure.message, failure.hints, failure.text(), "robot.py"
    )
    again = report_from(asdict(kept))
    assert again.text() == failure.text()
    assert again.frames == failure.frames
