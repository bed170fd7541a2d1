"""A program checked as the teacher's grading does it, in processes of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wsusim.gui.widgets.share_bar import COMPILING
from wsusim.gui.widgets.worker import Report

if TYPE_CHECKING:
    from wsusim.grading.assignment import Assignment
    from wsusim.grading.grade import Grades
    from wsusim.grading.submissions import Submission
    from wsusim.grading.verdict import RunVerdict
    from wsusim.jobs.job import Workers

MakeWorkers = Callable[[], "Workers"]
OnRuns = Callable[[Sequence["RunVerdict"]], object]


def processes() -> Workers:
    """Return how many processes this computer has processors for."""
    from wsusim.engine.cores import usable_cores
    from wsusim.jobs.local import LocalWorkers

    return LocalWorkers(usable_cores())


def teachers_check(
    assignment: Assignment,
    submission: Submission,
    make_workers: MakeWorkers,
    on_runs: OnRuns,
    report: Report,
) -> Grades:
    """Do all runs of an assignment; for a worker's thread.

    Args:
        assignment: The task.
        submission: The student's program.
        make_workers: Makes the workers for the runs.
        on_runs: Called with judged runs.
        report: Called with how much is done; with ``COMPILING`` before the first run if that is
            needed.
    """
    from wsusim.grading.grade import grade
    from wsusim.hosting.sandbox import trouble
    from wsusim.kernels.cache import is_compiled

    assignment = replace(assignment, is_sandboxed=not trouble())
    done = 0

    def hear(_student: str, runs: Sequence[RunVerdict]) -> None:
        nonlocal done
        done += len(runs)
        on_runs(runs)
        report(done / assignment.runs)

    report(0.0 if is_compiled() else COMPILING)
    with make_workers() as workers:
        return grade(assignment, [submission], workers, on_runs=hear)
