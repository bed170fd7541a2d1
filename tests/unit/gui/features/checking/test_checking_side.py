"""Check my solution, in the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import new_window
from wsusim.grading.assignment import load_assignment
from wsusim.grading.grade import grade
from wsusim.grading.submissions import submission_of
from wsusim.gui.features.checking.checking_side import CheckingSide
from wsusim.gui.shell.window import MainWindow
from wsusim.jobs.local import LocalWorkers

WAIT_MS = 60_000

ROBOT = (
    "from wsusim import Controller\n\nclass R(Controller):\n    def run(self):\n"
    "        self.motors.set_speeds(5, 4)\n        self.sleep(1)\n"
)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A window."""
    made = new_window(tmp_path / "settings")
    qtbot.addWidget(made, before_close_func=lambda w: w.document.undo_stack.setClean())
    return made


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """A student's program."""
    file = tmp_path / "robot.py"
    file.write_text(ROBOT)
    return file


@pytest.fixture
def assignment(tmp_path: Path) -> Path:
    """An assignment of two mazes."""
    file = tmp_path / "a.toml"
    file.write_text(
        'title = "Drive"\nmazes = ["rooms", "field"]\nseeds = [1, 2]\ntime_limit_s = 2\n'
        '[[counts]]\nwhat = "distance"\npoints = 4\nfull_m = 0.1\n'
    )
    return file


@pytest.fixture
def side(window: MainWindow, robot: Path) -> Iterator[CheckingSide]:
    """The side that checks, with the student's program chosen."""
    window.setup.controllers = lambda: ("", str(robot))
    made = CheckingSide(window)
    yield made
    made.close()


def texts(side: CheckingSide) -> list[list[str]]:
    """Return the table."""
    table = side.window.table
    return [
        [item.text() for column in range(4) if (item := table.item(row, column)) is not None]
        for row in range(table.rowCount())
    ]


def test_the_window_gives_the_very_same_result(
    qtbot: QtBot, side: CheckingSide, assignment: Path, robot: Path
) -> None:
    """Points and traces are those that grading gives, to the byte."""
    side.load(assignment)
    side.check()
    qtbot.waitUntil(lambda: side.grades is not None, timeout=WAIT_MS)
    with LocalWorkers(1) as workers:
        graded = grade(load_assignment(assignment), [submission_of(str(robot), None)], workers)

    assert side.grades is not None
    assert side.grades.students == graded.students
    assert [row[:2] for row in texts(side)] == [
        ["rooms", "1"], ["rooms", "2"], ["field", "1"], ["field", "2"],
    ]  # fmt: skip
    assert side.window.points.text() == f"{graded.students[0].points:g} of 4 points"


def test_a_run_is_shown_in_full(qtbot: QtBot, side: CheckingSide, assignment: Path) -> None:
    """The run that is chosen shows its points, one criterion after the other."""
    side.load(assignment)
    side.check()
    qtbot.waitUntil(lambda: side.grades is not None, timeout=WAIT_MS)

    side.window.table.selectRow(3)

    assert side.window.details.text().startswith("distance driven: ")


def test_a_failure_is_told_with_its_line(
    qtbot: QtBot, side: CheckingSide, assignment: Path, robot: Path
) -> None:
    """A program that fails shows where."""
    robot.write_text(ROBOT.replace("self.sleep(1)", "1 / 0"))
    side.load(assignment)
    side.check()
    qtbot.waitUntil(lambda: side.grades is not None, timeout=WAIT_MS)

    assert "robot.py, line 6" in side.window.details.text()


def test_nothing_is_checked_without_a_controller(
    window: MainWindow, side: CheckingSide, assignment: Path
) -> None:
    """Who has chosen none is told what to do."""
    window.setup.controllers = tuple
    side.load(assignment)

    side.check()

    assert side.window.trouble.text().startswith("No controller is chosen.")


def test_a_bad_assignment_is_told(side: CheckingSide, tmp_path: Path) -> None:
    """What is wrong with the file is shown, with its line."""
    file = tmp_path / "bad.toml"
    file.write_text('title = "x"\nmazes = "rooms"\ncounts = 3\n')

    side.load(file)

    assert "line 3" in side.window.trouble.text()


def test_the_page_is_saved(
    qtbot: QtBot, side: CheckingSide, assignment: Path, tmp_path: Path
) -> None:
    """All runs can be kept as a page."""
    side.load(assignment)
    side.check()
    qtbot.waitUntil(lambda: side.grades is not None, timeout=WAIT_MS)

    side.save(tmp_path / "check.html")

    assert (tmp_path / "check.html").read_text(encoding="utf-8").count("<svg viewBox") == 4


def test_a_check_can_be_stopped(qtbot: QtBot, side: CheckingSide, assignment: Path) -> None:
    """Who stops a check gets the buttons back, and no result."""
    side.load(assignment)
    side.check()

    side.stop()
    qtbot.waitUntil(lambda: not side.worker.is_busy, timeout=WAIT_MS)

    assert side.grades is None
    assert not side.window.start.isHidden()
