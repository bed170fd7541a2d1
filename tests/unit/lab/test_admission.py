"""What the try in the simulation says about a program."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wsusim.lab.admission import judge, outcome, told
from wsusim.lab.work import TOO_LONG, Result


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
        "Will run. In the simulation: drove 1.50 m in 60 s, never touched anything. Then its time "
        "was over."
    )


def test_a_program_that_fails_is_refused_with_its_line() -> None:
    """The student's own line, and what a run at the desk would say."""
    verdict = judge(result(outcome="error", error={"text": "ZeroDivisionError ...", "line": 8}))

    assert (verdict.is_passed, verdict.line) == (False, 8)
    assert verdict.text == "ZeroDivisionError ..."


def test_a_program_that_pushes_for_long_is_refused() -> None:
    """It would wear the robot's gears."""
    pushing = replace(result(contacts=1), pushed_s=8.2, pushed_from_s=3.66)
    verdict = judge(pushing)

    assert not verdict.is_passed
    assert verdict.text.startswith(
        "It would push at something for 8 s in all, the first time 3.7 s after its start; 5 s is"
    )


def test_a_program_may_stand_at_a_wall() -> None:
    """As long as its wheels rest, no gear is worn."""
    assert judge(result(contact_time_s=20.0, contacts=1)).is_passed


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


def test_contacts_of_a_real_robot_are_unknown() -> None:
    """So nothing is said of it."""
    report = {**(result(outcome="finished").report or {}), "line": {"exchanges": 200}}

    assert told(report) == "drove 1.50 m in 60 s."


def test_remarks_on_a_run_are_told() -> None:
    """Such as that a program which ends at once doesn't drive."""
    report = result(outcome="finished", notices=["It ended after 0.00 s."]).report or {}

    assert told(report).splitlines()[1:] == ["It ended after 0.00 s."]


def test_who_stopped_a_run_is_told() -> None:
    """And a run that was stopped is none that went well."""
    stopped = replace(result(outcome="stopped"), why_stopped="It was stopped by Tess.")

    assert outcome(stopped) == ("stopped", "It was stopped by Tess.", None)


def test_a_run_that_never_ended_has_failed() -> None:
    """The lab has stopped it, and no person."""
    endless = replace(result(outcome="stopped"), why_stopped=TOO_LONG)

    assert outcome(endless) == ("failed", TOO_LONG, None)


def test_a_try_for_which_the_computer_was_too_busy_says_so() -> None:
    """It is not the program's fault, and doesn't pass, either."""
    late = Result(why_stopped=TOO_LONG, text="The process of this run ended without a result.")

    assert (judge(late).is_passed, judge(late).text) == (False, TOO_LONG)
