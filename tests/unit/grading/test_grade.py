"""A class, graded."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.hostile_class import write_class
from tests.jobs_here import JobsHere
from wsusim.grading.assignment import load_assignment
from wsusim.grading.class_results import csv_report, json_report
from wsusim.grading.grade import Grades, grade
from wsusim.grading.submissions import find_submissions, submission_of
from wsusim.jobs.job import Done, Job, Workers
from wsusim.jobs.local import LocalWorkers

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the limits are those of POSIX")

ASSIGNMENT = """
title = "Drive far"
mazes = ["field", "rooms"]
seeds = [1, 2, 3]
time_limit_s = 3

[limits]
patience_s = 1
compute_s = 1.5

[[counts]]
what = "distance"
points = 5
full_m = 0.2

[[counts]]
what = "own"
points = 1
predicate = "checks.py:is_calm"
"""

CHECKS = """
def is_calm(run):
    return abs(run.left_speed - run.right_speed).max() < 5
"""

STANDS = "from wsusim import Controller\n\nclass R(Controller):\n    def run(self): self.sleep(1)\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with an assignment, a secret of the grader's and an empty class."""
    (tmp_path / "assignment.toml").write_text(ASSIGNMENT)
    (tmp_path / "checks.py").write_text(CHECKS)
    (tmp_path / "secret.txt").write_text("the solution")
    (tmp_path / "class").mkdir()
    return tmp_path


def graded(folder: Path, workers: Workers) -> Grades:
    """Grade the class in a folder."""
    assignment = load_assignment(folder / "assignment.toml")
    submissions = find_submissions(folder / "class", None, set())
    with workers:
        return grade(assignment, submissions, workers, recordings=folder / "recordings")


@pytest.mark.slow
def test_every_hostile_program_gets_its_verdict_and_harms_no_other(folder: Path) -> None:
    """Whatever programs do, each gets the right verdict, and those beside it their points."""
    right = write_class(folder / "class", 3, folder / "secret.txt")

    grades = graded(folder, LocalWorkers(2))

    assert {one.student: one.runs[0].kind for one in grades.students} == right
    assert [one.failures for one in grades.students if one.student.startswith("student")] == [0] * 3


class Backwards(JobsHere):
    """Does the last job first."""

    def results(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Yield the results as they come."""
        return super().results(reversed(list(jobs)))


@pytest.mark.parametrize(
    "workers", [Backwards(), pytest.param(LocalWorkers(2), marks=pytest.mark.slow)]
)
def test_the_same_class_gives_the_same_report(folder: Path, workers: Workers) -> None:
    """Reports hold nothing that depends on the day, the number of workers or the order of runs."""
    write_class(folder / "class", 3, folder / "secret.txt")
    for file in (folder / "class").iterdir():
        if not file.name.startswith(("student", "exception", "syntax", "remembers")):
            file.unlink()

    first, second = graded(folder, workers), graded(folder, JobsHere())

    assert json_report(first) == json_report(second)
    assert csv_report(first) == csv_report(second)


def test_a_student_gets_the_very_same_result_alone(folder: Path) -> None:
    """The check that a student does alone gives the same points and traces as the grading."""
    write_class(folder / "class", 1, folder / "secret.txt")
    for file in (folder / "class").iterdir():
        if not file.name.startswith("student"):
            file.unlink()
    assignment = load_assignment(folder / "assignment.toml")
    submission = submission_of(str(folder / "class" / "student_00.py"), None)

    alone = grade(assignment, [submission], JobsHere())

    assert [run.to_json() for run in alone.students[0].runs] == [
        run.to_json() for run in graded(folder, JobsHere()).students[0].runs
    ]


def test_recordings_are_kept_by_student(folder: Path) -> None:
    """Each run's recording lies in its student's folder, named by maze and seed."""
    write_class(folder / "class", 1, folder / "secret.txt")
    for file in (folder / "class").iterdir():
        if not file.name.startswith("student"):
            file.unlink()

    graded(folder, JobsHere())

    names = sorted(file.name for file in (folder / "recordings" / "student_00").iterdir())
    assert names == [f"{maze}-{seed}.mcap" for maze in ("field", "rooms") for seed in (1, 2, 3)]


def test_which_of_several_files_is_the_program_must_be_known(folder: Path) -> None:
    """The assignment doesn't say: teacher and student read what each of them can do."""
    (folder / "class" / "ann").mkdir()
    (folder / "class" / "ann" / "robot.py").write_text("")
    (folder / "class" / "ann" / "walls.py").write_text("")

    (student,) = graded(folder, JobsHere()).students

    assert student.message.startswith("The folder ann has 2 Python files (robot.py, walls.py), and")
    assert student.message.endswith("Students can call their program ann.py.")


def test_work_without_a_program_is_told(folder: Path) -> None:
    """A folder without a Python file gets no points, and why."""
    (folder / "class" / "ann").mkdir()
    (folder / "class" / "ann" / "notes.txt").write_text("to do")

    (student,) = graded(folder, JobsHere()).students

    assert (student.points, student.message) == (
        0.0,
        "There is no Python file in the folder ann.",
    )


def test_each_student_has_a_folder_of_recordings(folder: Path) -> None:
    """Names that look the same in a file system don't overwrite each other's recordings."""
    for name in ("Ann Smith", "Ann_Smith", "ann_smith", "a+b", "a#b", "\u00e9va", "e\u0301va"):
        (folder / "class" / f"{name}.py").write_text(STANDS)
    text = ASSIGNMENT.replace("[1, 2, 3]", "[1]").replace('["field", "rooms"]', '"field"')
    (folder / "assignment.toml").write_text(text)

    grades = graded(folder, JobsHere())

    files = {grades.places.recording(one.student, one.runs[0]) for one in grades.students}
    there = (folder / "recordings").rglob("*.mcap")
    assert len({file.casefold() for file in files}) == 7
    assert files == {file.relative_to(folder / "recordings").as_posix() for file in there}
    assert all(f'"folder": "{file.split("/")[0]}"' in json_report(grades) for file in files)
