"""``check CONTROLLER --assignment FILE``: what a student's program would earn."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.cli.output import show, tell
from wsusim.cli.sandbox import is_locked_in
from wsusim.cli.workers import progress, workers_of
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_replaceable, write_whole

if TYPE_CHECKING:
    from wsusim.grading.grade import Grades
    from wsusim.grading.submissions import Submission


def check_controller(
    controller: str,
    assignment_file: Path,
    *,
    maze: str | None,
    seed: int | None,
    report: Path | None,
    workers: int | None,
    is_sandboxed: bool | None,
    as_json: bool,
) -> int:
    """Run a program as the teacher will, and show its points; return the exit code."""
    from wsusim.grading.class_results import json_report
    from wsusim.grading.grade import grade
    from wsusim.grading.page import html_report
    from wsusim.grading.submissions import submission_of
    from wsusim.lessons.task import load_task

    assignment = load_task(assignment_file).only(maze, seed)
    if report is not None:  # before the runs, which take a while
        check_replaceable(report, ".html")
        if not os.access(report.parent, os.W_OK):
            raise BadInput(
                f"{report.name} can't be written: nothing can be written to the folder "
                f"{report.parent.absolute()}. Choose another place."
            )
    submission = submission_of(controller, assignment.entry.file)
    assignment = replace(assignment, is_sandboxed=is_locked_in(is_sandboxed))
    with workers_of(None, workers) as those, progress(assignment.runs, "Checking") as advance:
        grades = grade(
            assignment, [submission], those, on_runs=lambda _student, runs: advance(len(runs))
        )
    show(json_report(grades).rstrip() if as_json else _summary(grades, submission))
    if report is not None:
        page = html_report(grades, assignment_file=assignment_file)
        write_whole(report, page.encode())
        tell(f"Report: {report}")
    return 1 if grades.students[0].failures or grades.faults else 0


def _summary(grades: Grades, submission: Submission) -> str:
    (student,) = grades.students
    lines = [grades.assignment.entry.title]
    for run in student.runs:
        lines.append(f"{run.maze}, seed {run.seed}: {run.words}, {run.points:g} points")
        lines += [
            f"    {one.name}: {one.points:g} of {one.of:g}{f' ({one.text})' if one.text else ''}"
            for one in run.scores
            if not run.has_failed
        ]
        if run.message:
            lines.append(f"    {run.message}")
    lines.append(f"\n{student.points:g} of {grades.assignment.points:g} points.")
    assert submission.program is not None
    files = sorted(submission.program.files)
    if len(files) > 1:
        lines.append(f"Hand in these files together, in one folder: {', '.join(files)}.")
    return "\n".join(lines)
