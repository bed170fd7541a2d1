"""Whether a lesson is passed, and what is missing, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wsusim.grading.verdict import RunVerdict, StudentVerdict
from wsusim.lessons.lesson_entry import LessonEntry

NEARLY = 1e-9
"""Points are rounded; this much too few is enough."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a program did in a lesson.

    Attributes:
        runs: All runs.
        passed: Those that were passed.
        is_passed: Whether the lesson is.
        points: The mean of the runs' points.
        of: What a run can earn.
        missing: A sentence for each thing that is missing, the worst first; empty: nothing.
    """

    runs: int
    passed: int
    is_passed: bool
    points: float
    of: float
    missing: tuple[str, ...]


def outcome_of(entry: LessonEntry, student: StudentVerdict) -> Outcome:
    """Return how a program did."""
    of = sum(criterion.points for criterion in entry.counts)
    passed = [run for run in student.runs if is_run_passed(entry, run)]
    share = 100.0 * len(passed) / max(1, len(student.runs))
    is_passed = share >= entry.pass_runs_percent - NEARLY
    missing = () if is_passed else _missing(entry, student.runs)
    return Outcome(len(student.runs), len(passed), is_passed, student.points, of, missing)


def is_run_passed(entry: LessonEntry, run: RunVerdict) -> bool:
    """Return whether a run earned enough."""
    of = sum(criterion.points for criterion in entry.counts)
    return not run.has_failed and run.points >= of * entry.pass_percent / 100.0 - NEARLY


def _missing(entry: LessonEntry, runs: Sequence[RunVerdict]) -> tuple[str, ...]:
    """Return a sentence for each failure, and for each criterion that fell short somewhere."""
    short = [run for run in runs if not is_run_passed(entry, run)]
    told = _of_failures(short, len(runs))
    for place, criterion in enumerate(entry.counts):
        bad = [
            run
            for run in short
            if not run.has_failed and run.scores[place].points < criterion.points - NEARLY
        ]
        if not bad:
            continue
        worst = min(bad, key=lambda run: run.scores[place].points)
        score = worst.scores[place]
        where = f"{worst.maze}, seed {worst.seed}"
        got = f" ({score.text})" if score.text else ""
        more = f", and in {_more(len(bad), len(runs))}" if len(bad) > 1 else ""
        told.append(
            f"{criterion.title}: {score.points:g} of {score.of:g} points in {where}{got}{more}."
        )
    return tuple(dict.fromkeys(told))


def _of_failures(runs: Sequence[RunVerdict], count: int) -> list[str]:
    """Return a sentence for each way to fail, with the first run of it, of ``count`` runs."""
    same: dict[str, list[RunVerdict]] = {}
    for run in runs:
        if run.has_failed:
            same.setdefault(run.message or f"{run.words}.", []).append(run)
    told = []
    for message, failed in same.items():
        more = f" (and {_more(len(failed), count)})" if len(failed) > 1 else ""
        told.append(f"{failed[0].maze}, seed {failed[0].seed}{more}: {message}")
    return told


def _more(bad: int, count: int) -> str:
    return f"{bad - 1} more of {count} runs"
