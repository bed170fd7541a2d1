"""What the try in the simulation says about a program."""

from __future__ import annotations

from typing import Any

from wsusim.lab.verdict import judge
from wsusim.lab.work import Result


def result(**values: Any) -> Result:
    """Return the result of a run that went well, but for ``values``."""
    report = {
        "outcome": "time", "contacts": 0, "contact_time_s": 0.0, "distance_mm": 1500.0,
        "sim_time_s": 60.0, "error": None,
    }  # fmt: skip
    return Result(report={**report, **values})


def test_a_program_that_drives_well_may_run() -> None:
    """And is told how it did."""
    verdict = judge(result())

    assert verdict.is_passed
    assert verdict.text == (
        "Will run. In the simulation: drove 1.50 m in 60 s, never touched anything."
    )


def test_a_program_that_fails_is_refused_with_its_line() -> None:
    """The student's own line, and what a run at the desk would say."""
    verdict = judge(result(outcome="error", error={"text": "ZeroDivisionError ...", "line": 8}))

    assert (verdict.is_passed, verdict.line) == (False, 8)
    assert verdict.text == "ZeroDivisionError ..."


def test_a_program_that_pushes_for_long_is_refused() -> None:
    """It would wear the robot's gears."""
    verdict = judge(result(contact_time_s=8.2, contacts=1))

    assert not verdict.is_passed
    assert verdict.text.startswith("It would push at something for 8 s in all; 5 s is the most")


def test_a_touch_is_no_reason_to_refuse() -> None:
    """Robots learn, too."""
    assert judge(result(contact_time_s=0.4, contacts=2)).is_passed


def test_a_program_that_could_not_be_loaded_is_refused() -> None:
    """With what was wrong."""
    verdict = judge(Result(text="There is no Controller class in it.", line=1))

    assert (verdict.is_passed, verdict.text) == (False, "There is no Controller class in it.")


def test_a_program_that_prints_too_much_is_refused() -> None:
    """Though its run went well until then."""
    printed = result(outcome="stopped")
    printed.text = "The program printed more than 200,000 characters."

    assert not judge(printed).is_passed
