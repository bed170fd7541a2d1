"""A lesson in the window, from opening it to the next one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.jobs_here import JobsHere
from tests.lessons import DRIVES, TOML, lesson_at
from tests.unit.gui.features.run.conftest import wait_until
from wsusim.gui.features.lessons.lessons_side import LessonsSide
from wsusim.gui.features.lessons.sheet import write_sheet
from wsusim.gui.shell.main_window import MainWindow
from wsusim.lessons.lesson_files import packed
from wsusim.lessons.progress import read_progress
from wsusim.runs.request import RunRequest

DAY = date(2026, 3, 12)
SHEETS = ("text.pdf", "both.pdf")
LESSON = TOML.replace(
    "level = 1",
    'level = 1\nhints = ["Drive on.", "Drive faster."]\nlocked = ["maze"]\nhidden = ["model"]\n'
    'allow = ["goal"]\nnext = "two"',
).replace("[1, 2]", "1")


@pytest.fixture
def side(bare_window: MainWindow, tmp_path: Path) -> Iterator[LessonsSide]:
    """A window with a lesson open; copies go to a folder of the test's."""
    made = LessonsSide(bare_window, JobsHere, lambda: DAY)
    made.choose_root(tmp_path / "work")
    bare_window.openers.copy_wanted.connect(lambda _maze, then: then())
    lesson_at(tmp_path / "two", LESSON.replace("To the wall", "Another one"))
    assert made.open(lesson_at(tmp_path / "one", LESSON))
    yield made
    made.leave()
    made.worker.close()


def test_an_open_lesson_shows_its_text_and_title(side: LessonsSide) -> None:
    """In the panel; nothing is copied yet."""
    assert side.panel.title.text() == "To the wall"
    assert "Drive." in side.panel.text.toPlainText()
    assert not side.root.exists()


def test_what_the_lesson_locks_and_hides(side: LessonsSide, bare_window: MainWindow) -> None:
    """Until it is left."""
    during = bare_window.document.is_locked, bare_window.simple.is_on
    side.leave()

    assert during == (True, True)
    assert (bare_window.document.is_locked, bare_window.simple.is_on) == (False, False)


def test_start_makes_a_copy_and_gives_it_to_the_robot(
    side: LessonsSide, bare_window: MainWindow
) -> None:
    """And notes when that was."""
    given: list[tuple[str, ...]] = []
    bare_window.setup.controllers_wanted.connect(given.append)
    side.panel.start.click()

    assert side.program.read_text().startswith("from wsusim")
    assert given == [(str(side.program),)]
    kept = read_progress(side.program.parent)
    assert kept is not None
    assert kept.started == "2026-03-12"


def test_a_run_without_a_program_is_offered_the_lessons_start(
    side: LessonsSide, bare_window: MainWindow
) -> None:
    """In a lesson the program comes from there; outside, nothing is offered."""
    ((words, begin),) = bare_window.setup.first_answers()
    begin()
    side.leave()

    assert words == "Start the lesson"
    assert any(side.root.rglob("*.py"))
    assert bare_window.setup.first_answers() == ()


def test_hints_come_one_by_one(side: LessonsSide) -> None:
    """Below the text; the button says how many there are."""
    side.panel.start.click()
    side.panel.hint.click()
    first = side.panel.text.toPlainText()
    side.panel.hint.click()

    assert "Drive on." in first
    assert "Drive faster." not in first
    assert "Drive faster." in side.panel.text.toPlainText()
    assert not side.panel.hint.isEnabled()


def test_a_check_tells_what_is_missing(side: LessonsSide) -> None:
    """In words, with the run."""
    side.panel.start.click()
    side.panel.check.click()
    wait_until(lambda: not side.worker.is_busy)
    wait_until(lambda: side.panel.result.text() != "")

    assert side.panel.result.text() == (
        "Not yet: 0 of 1 runs passed. What is missing:\n"
        "• It drives: 0 of 2 points in rooms, seed 1 (0.00 m)."
    )


def test_a_check_goes_on_once_the_one_that_was_called_off_has_ended(side: LessonsSide) -> None:
    """Which can take as long as a run; the button is never without effect."""
    side.panel.start.click()
    gate = threading.Event()
    side.worker.ask(lambda _report: gate.wait(), print, print)
    side.stop()
    side.panel.check.click()
    is_shown = not side.panel.bar.isHidden()
    gate.set()
    wait_until(lambda: side.panel.result.text() != "")

    assert is_shown
    assert side.panel.result.text().startswith("Not yet")


def test_another_lesson_ends_the_check(side: LessonsSide, tmp_path: Path) -> None:
    """Its panel has the button again."""
    side.panel.start.click()
    side.check()
    side.open(tmp_path / "two")

    assert side.panel.bar.isHidden()
    assert not side.panel.check.isHidden()


def test_a_good_program_passes_and_goes_on(side: LessonsSide) -> None:
    """The day is kept, and the next lesson is a click away."""
    side.panel.start.click()
    side.program.write_text(DRIVES)
    side.check()
    wait_until(lambda: side.panel.result.text().startswith("Passed"))
    kept = read_progress(side.program.parent)
    side.go_on()

    assert kept is not None
    assert (kept.passed, kept.checks) == ("2026-03-12", 1)
    assert side.lesson is not None


def test_a_run_is_allowed_what_the_lesson_allows(side: LessonsSide) -> None:
    """A real robot never is."""
    free = RunRequest(("x",))
    real = RunRequest(("x",), real_robot="serial:auto", allowed=())

    assert side.allow(free).allowed == ("goal",)
    assert side.allow(real).allowed == ()


def test_what_is_no_lesson_is_told(side: LessonsSide, tmp_path: Path) -> None:
    """The open one stays."""
    (tmp_path / "x.lesson").write_bytes(b"nonsense")

    assert not side.open(tmp_path / "x.lesson")
    assert side.lesson is not None


def test_the_text_becomes_a_pdf(side: LessonsSide, tmp_path: Path) -> None:
    """Of A4 pages."""
    side.making.save_sheet(tmp_path / "sheet.pdf")

    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_the_teachers_notes_are_on_a_page_of_their_own(qapp: QApplication, tmp_path: Path) -> None:
    """The pages before are for students."""
    write_sheet("# One\n\nDrive.", "", "One", tmp_path, tmp_path / "text.pdf")
    write_sheet("# One\n\nDrive.", "# Notes\n\nHow?", "One", tmp_path, tmp_path / "both.pdf")

    pages = [(tmp_path / name).read_bytes().count(b"/Type /Page\n") for name in SHEETS]
    assert pages == [1, 2]


def test_a_lesson_is_made_of_what_is_open(
    side: LessonsSide, bare_window: MainWindow, tmp_path: Path
) -> None:
    """And opened."""
    (tmp_path / "mine.py").write_text(DRIVES)
    bare_window.setup.controllers = lambda: (str(tmp_path / "mine.py"),)
    folder = side.making.make_lesson("Brand new", tmp_path / "made")

    assert folder is not None
    assert side.lesson is not None
    assert (side.lesson.name, side.lesson.has_solution) == ("brand-new", True)


def test_a_teacher_fills_in_a_form(side: LessonsSide, tmp_path: Path) -> None:
    """What is saved is in the file, and the lesson is open with it."""
    side.making.edit()
    form = side.making.form
    assert form is not None
    form.title.setText("To the other wall")
    form.hints.setPlainText("Why?\n\nBecause\nof this.")
    form.counts.add()
    form.save_wanted.emit(form.fields())

    assert side.lesson is not None
    entry = side.lesson.entry
    assert side.panel.title.text() == entry.title == "To the other wall"
    assert entry.hints == ["Why?", "Because\nof this."]
    assert [one.what for one in entry.counts] == ["distance", "goal"]
    assert side.making.form is None


def test_a_form_that_cannot_be_saved_stays_open(side: LessonsSide, tmp_path: Path) -> None:
    """It says what can't be, and the file is as it was."""
    before = (tmp_path / "one" / "lesson.toml").read_text()
    side.making.edit()
    form = side.making.form
    assert form is not None
    form.mazes.setText("rooms, gone.json")
    form.save_wanted.emit(form.fields())

    assert form.problem.text().startswith("There is no file 'gone.json' in the lesson.")
    assert (tmp_path / "one" / "lesson.toml").read_text() == before
    form.reject()


def test_a_packed_lesson_is_not_edited(
    side: LessonsSide, bare_window: MainWindow, tmp_path: Path
) -> None:
    """The teacher is told what to open."""
    assert side.lesson is not None
    file = tmp_path / "one.lesson"
    file.write_bytes(packed("one", side.lesson.for_students()))
    assert side.open(file)
    side.making.edit()

    assert side.making.form is None
    assert "packed in one file" in bare_window.messages.text
