"""When a lesson is passed, and what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lessons import TOML, lesson_at
from wsusim.grading.verdict import CriterionScore, RunVerdict, StudentVerdict
from wsusim.lessons.lesson import load_lesson
from wsusim.lessons.passing import Outcome, outcome_of


def outcome(tmp_path: Path, *points: float, more: str = "") -> Outcome:
    """Return what becomes of runs with so many of 2 points."""
    entry = load_lesson(lesson_at(tmp_path / "one", TOML.replace("level", f"{more}level"))).entry
    runs = tuple(
        RunVerdict("rooms", seed, "time",
                   scores=(CriterionScore("It drives", one, 2.0, f"{one / 40:.2f} m"),))
        for seed, one in enumerate(points, start=1)
    )  # fmt: skip
    return outcome_of(entry, StudentVerdict("ann", "ann.py", runs))


def test_every_run_needs_all_points(tmp_path: Path) -> None:
    """If the lesson asks for nothing else."""
    assert outcome(tmp_path, 2, 2).is_passed
    assert not outcome(tmp_path, 2, 1.9).is_passed


@pytest.mark.parametrize(
    ("more", "is_passed"),
    [("pass_percent = 50\n", True), ("pass_percent = 90\n", False),
     ("pass_runs_percent = 50\n", True), ("pass_runs_percent = 75\n", False)],
)  # fmt: skip
def test_a_lesson_may_ask_for_less(tmp_path: Path, more: str, is_passed: bool) -> None:
    """For a share of the points, or of the runs."""
    assert outcome(tmp_path, 2, 1.2, more=more).is_passed is is_passed


def test_what_is_missing_is_told_with_the_worst_run(tmp_path: Path) -> None:
    """And in how many more runs it is missing."""
    assert outcome(tmp_path, 2, 0.4, 1).missing == (
        "It drives: 0.4 of 2 points in rooms, seed 2 (0.01 m), and in 1 more of 3 runs.",
    )


def test_a_failure_is_missing_too(tmp_path: Path) -> None:
    """With its message, whatever points it had."""
    entry = load_lesson(lesson_at(tmp_path / "one")).entry
    run = RunVerdict("rooms", 1, "error", "x.py, line 3: division by zero")
    found = outcome_of(entry, StudentVerdict("ann", "ann.py", (run,)))

    assert found.missing == ("rooms, seed 1: x.py, line 3: division by zero",)


def test_the_same_failure_of_several_runs_is_told_once(tmp_path: Path) -> None:
    """With the first of them; another failure has its own sentence."""
    entry = load_lesson(lesson_at(tmp_path / "one")).entry
    messages = ("x.py, line 3", "x.py, line 3", "x.py, line 9")
    runs = tuple(RunVerdict("rooms", n, "error", one) for n, one in enumerate(messages, start=1))

    assert outcome_of(entry, StudentVerdict("ann", "ann.py", runs)).missing == (
        "rooms, seed 1 (and 1 more of 3 runs): x.py, line 3",
        "rooms, seed 3: x.py, line 9",
    )
