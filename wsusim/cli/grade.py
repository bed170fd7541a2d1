"""``grade``: grade a class: run all programs of a folder and give points."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsusim.cli.options import FOLDER, TASK
from wsusim.cli.output import show, tell
from wsusim.cli.sandbox import SANDBOX, are_locked_in
from wsusim.cli.workers import WORKERS, progress, workers_of
from wsusim.errors import BadInput
from wsusim.formats.atomic import make_folder, write_whole

if TYPE_CHECKING:
    from wsusim.grading.alike import Pair
    from wsusim.grading.grade import Grades
    from wsusim.grading.submissions import Submission


@click.command()
@click.argument("folder", type=FOLDER)
@click.option(
    "--assignment",
    "assignment_file",
    required=True,
    type=TASK,
    metavar="FILE.toml|LESSON",
    help="The task, and what earns points.",
)
@click.option(
    "--out", type=FOLDER, default=Path("grades"), help="Folder for the reports and recordings."
)
@click.option("--overwrite", is_flag=True, help="Replace the reports in that folder.")
@SANDBOX
@click.option("--alike", is_flag=True, help="Also point out programs that look alike.")
@WORKERS
def grade(
    folder: Path,
    assignment_file: Path,
    out: Path,
    overwrite: bool,
    is_sandboxed: bool | None,
    alike: bool,
    workers: int | None,
    cluster: str | None,
) -> int:
    """Run the programs in FOLDER and give points: a Python file, a folder or a ZIP a student.

    Each run has a process of its own. On Linux it is locked in, so that it can reach neither other
    students' work nor yours.
    Writes report.html, report.json and report.csv, and keeps the recordings.

    \b
    Examples:
      python main.py grade handed_in --assignment first_rooms.toml
      python main.py grade handed_in --assignment first_rooms.toml --cluster local

    Exit code: 0 everything was graded, 1 a check of your own failed or a run could not be done, 2
    bad input.
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.grading.grade import grade as grade_all
    from wsusim.grading.submissions import find_left_out, find_submissions
    from wsusim.lessons.task import load_task
    from wsusim.runs.first_start import prepare

    assignment = load_task(assignment_file)
    own = {*assignment.files, out.resolve()}
    submissions = find_submissions(folder, assignment.entry.file, own)
    left_out = tuple(find_left_out(folder, own))
    _make_folder(out, overwrite)
    pairs = _pairs(submissions) if alike else []
    total = assignment.runs * len(submissions)
    for one in left_out:
        tell(f"Left out: {one.name}: {one.why}.")
    tell(f"Programs: {len(submissions)}, runs of each: {assignment.runs}.")
    prepare(tell)
    with workers_of(cluster, workers) as those:
        assignment = replace(assignment, is_sandboxed=are_locked_in(is_sandboxed, those))
        with progress(total, "Grading") as advance:
            grades = grade_all(
                assignment,
                submissions,
                those,
                recordings=None if assignment.entry.recordings == "none" else out / "recordings",
                on_runs=lambda _student, runs: advance(len(runs)),
            )
    grades = replace(grades, left_out=left_out)
    _write(grades, out, assignment_file, pairs)
    show(_table(grades))
    for trouble in (*grades.faults, *grades.lost):
        tell(trouble)
    show(f"\nReport: {out / 'report.html'}")
    return 1 if grades.faults or grades.lost else 0


def _pairs(submissions: list[Submission]) -> list[Pair]:
    from wsusim.grading.alike import find_pairs
    from wsusim.shipped import shipped_folder

    given = [
        *shipped_folder("controllers").glob("*.py"),
        *shipped_folder("templates").glob("controllers/*.py"),
    ]
    return find_pairs(submissions, given)


def _make_folder(out: Path, overwrite: bool) -> None:
    if (out / "report.json").exists() and not overwrite:
        raise BadInput(
            f"The folder {out} holds a report already. Choose another one with --out, or add "
            "--overwrite to replace it."
        )
    make_folder(out)


def _write(grades: Grades, out: Path, assignment_file: Path, pairs: list[Pair]) -> None:
    from wsusim.grading.class_results import csv_report, json_report
    from wsusim.grading.page import html_report

    has_recordings = grades.assignment.entry.recordings != "none"
    page = html_report(
        grades,
        assignment_file=assignment_file,
        pairs=pairs,
        recordings="recordings" if has_recordings else None,
    )
    write_whole(out / "report.html", page.encode())
    write_whole(out / "report.json", json_report(grades).encode())
    write_whole(out / "report.csv", csv_report(grades).encode("utf-8-sig"))


def _table(grades: Grades) -> str:
    points = grades.assignment.points
    width = max(len(one.student) for one in grades.students)
    width = max(7, min(width, 30))
    lines = [f"{'Student':<{width}}  {'Points':>8}  Goals  Failed  First message"]
    for one in grades.students:
        earned = f"{one.points:.2f}"
        lines.append(
            f"{one.student[:width]:<{width}}  {earned:>8}  {one.goals:5}  {one.failures:6}  "
            f"{one.message[:70]}".rstrip()
        )
    return "\n".join([*lines, f"\nof {points:g} points; each run counts the same."])
