"""The page of a graded class."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from wsusim.grading.alike import Pair
from wsusim.grading.assignment import Assignment, load_assignment
from wsusim.grading.class_results import csv_report
from wsusim.grading.grade import Grades
from wsusim.grading.page import html_report
from wsusim.grading.verdict import CriterionScore, Kind, RunVerdict, StudentVerdict

FILE = Path("a.toml")


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    """Return an assignment in one maze with one seed."""
    file = tmp_path / "a.toml"
    file.write_text(
        'title = "<b>Drive</b>"\nmazes = "rooms"\n[[counts]]\nwhat = "goal"\npoints = 2\n'
    )
    return load_assignment(file)


def grades(assignment: Assignment, student: str, message: str) -> Grades:
    """Return a class of one student."""
    verdict = RunVerdict(
        "rooms", 1, "error", message, "robot.py", 3, prints=("<script>",),
        scores=(CriterionScore("goal reached", 0.0, 2.0, "no"),),
        trail_mm=(10, 20, 30, 40), trace_sha256="ab",
    )  # fmt: skip
    return Grades(assignment, (StudentVerdict(student, "work/robot.py", (verdict,)),))


def test_it_needs_nothing_else(assignment: Assignment) -> None:
    """The page loads no file and no address."""
    page = html_report(grades(assignment, "ann", "no"), assignment_file=FILE)

    assert "http" not in page.replace("http-equiv", "")
    assert "src=" not in page


def test_what_students_wrote_can_do_nothing(assignment: Assignment) -> None:
    """Names, messages and prints are text, whatever stands in them."""
    page = html_report(grades(assignment, "<img onerror=x>", "<script>"), assignment_file=FILE)

    assert page.count("<script>") == 1
    assert "<img" not in page


def test_each_run_has_its_picture_verdict_and_command(assignment: Assignment) -> None:
    """A run shows its trail, its verdict, its message, and how to do it again."""
    page = html_report(
        grades(assignment, "ann", "robot.py, line 3: no"),
        assignment_file=Path("first steps{1}.toml"),
        recordings="recordings",
    )

    assert 'd="M10 20l20 20"' in page
    assert "failed after 0.00 s" in page
    command = "check work/robot.py --assignment 'first steps{1}.toml' --maze rooms --seed 1"
    assert unescape(page).count(command) == 1
    assert "recordings/ann/rooms-1.mcap" in page


def test_runs_that_could_not_be_done_are_told_above_the_table(assignment: Assignment) -> None:
    """Nobody is to take points that are too low for the student's doing."""
    runs = tuple(RunVerdict("rooms", seed, "lost", "There was no memory.") for seed in (1, 2))
    done = RunVerdict("rooms", 3, "goal")
    students = (
        StudentVerdict("ann", "work/ann.py", (done, *runs)),
        StudentVerdict("ben", "work/ben.py", (done,)),
    )
    graded = Grades(assignment, students)

    page = unescape(html_report(graded, assignment_file=FILE))

    assert graded.lost == (
        "2 runs of ann could not be done, so the points are too low. Grade again once this is "
        "mended: There was no memory.",
    )
    assert page.index(graded.lost[0]) < page.index("<table")


@pytest.mark.parametrize(("kind", "tone"), [("time", ""), ("error", "bad"), ("goal", "good")])
def test_only_what_was_reached_is_in_the_colour_of_success(
    assignment: Assignment, kind: Kind, tone: str
) -> None:
    """A run that ended without its goal has not failed, and has not done well."""
    scores = (CriterionScore("goal reached", 0.0, 2.0, "no"),)
    run = RunVerdict("rooms", 1, kind, scores=scores)
    ann = StudentVerdict("ann", "work/robot.py", (run,))

    page = html_report(Grades(assignment, (ann,)), assignment_file=FILE)

    assert f'<p class="verdict {tone}">' in page


def test_one_of_anything_is_told_as_one(assignment: Assignment) -> None:
    """One maze and one run have no s at the end."""
    page = html_report(grades(assignment, "ann", "no"), assignment_file=FILE)

    assert "1 student, 1 maze (rooms), 1 seed: 1 run each, 2 points each." in page


def test_pairs_are_pointed_out(assignment: Assignment) -> None:
    """Programs that look alike are named, without a judgement."""
    page = html_report(
        grades(assignment, "ann", ""), assignment_file=FILE, pairs=[Pair("ann", "ben", 91.4)]
    )

    assert "ann and ben: 91 % of the shorter program" in page


def test_no_spreadsheet_takes_a_name_for_a_formula(assignment: Assignment) -> None:
    """What begins like a formula is text in the table."""
    table = csv_report(grades(assignment, "=cmd()", "-1"))

    assert table.splitlines()[1].startswith("'=cmd(),")


def test_a_message_in_the_table_moves_no_terminal(assignment: Assignment) -> None:
    """What a program puts into its message is shown as its escape."""
    table = csv_report(grades(assignment, "ann", "red \x1b[31m"))

    assert "red \\x1b[31m" in table
    assert "\x1b" not in table


def test_links_to_students_lead_to_their_own_runs(assignment: Assignment) -> None:
    """Whatever students are called, each link leads to their own runs."""
    one = grades(assignment, "Ann Smith", "").students[0]
    both = Grades(assignment, (one, replace(one, student="Ann_Smith")))

    page = html_report(both, assignment_file=FILE, recordings="r")

    assert page.count('id="student-Ann_Smith"') == page.count('href="#student-Ann_Smith"') == 1
    assert page.count('id="student-Ann_Smith_2"') == 1
    assert "r/Ann_Smith_2/rooms-1.mcap" in page
