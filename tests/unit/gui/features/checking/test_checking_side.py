"""Check my solution, in the window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.jobs_here import JobsHere
from tests.unit.gui.conftest import clear, new_window
from tests.unit.gui.features.run.conftest import wait_until
from wsusim.grading.assignment import load_assignment
from wsusim.grading.grade import grade
from wsusim.grading.submissions import submission_of
from wsusim.grading.verdict import CriterionScore, Kind
from wsusim.gui.features.checking.checking_side import CheckingSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.teachers_check import teachers_check
from wsusim.gui.widgets.share_bar import COMPILING
from wsusim.gui.widgets.theme import current_theme
from wsusim.jobs.local import LocalWorkers

ROBOT = (
    "from wsusim import Controller\n\nclass R(Controller):\n    def run(self):\n"
    "        self.motors.set_speeds(5, 4)\n        self.sleep(1)\n"
)


ASSIGNMENT = (
    'title = "Drive"\nmazes = ["rooms", "field"]\nseeds = [1, 2]\ntime_limit_s = 2\n'
    '[[counts]]\nwhat = "distance"\npoints = 4\nfull_m = 0.1\n'
)


@pytest.fixture
def window(bare_window: MainWindow, robot: Path) -> MainWindow:
    """A window with the student's program chosen."""
    bare_window.setup.controllers = lambda: ("", str(robot))
    return bare_window


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
    file.write_text(ASSIGNMENT)
    return file


@pytest.fixture
def side(window: MainWindow) -> Iterator[CheckingSide]:
    """The side that checks."""
    made = CheckingSide(window, JobsHere)
    yield made
    made.close()


@pytest.fixture(scope="module")
def checked(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CheckingSide]:
    """The side when it has checked the program; all tests of the result share it."""
    folder = tmp_path_factory.mktemp("checked")
    (folder / "robot.py").write_text(ROBOT)
    (folder / "a.toml").write_text(ASSIGNMENT)
    window = new_window(folder / "settings")
    window.setup.controllers = lambda: ("", str(folder / "robot.py"))
    side = CheckingSide(window, lambda: LocalWorkers(1))
    side.load(folder / "a.toml")
    side.check()
    wait_until(lambda: side.grades is not None)
    yield side
    clear(window)


def texts(side: CheckingSide) -> list[list[str]]:
    """Return the table."""
    table = side.window.table
    return [
        [item.text() for column in range(4) if (item := table.item(row, column)) is not None]
        for row in range(table.rowCount())
    ]


def test_a_check_tells_that_the_simulator_is_compiled_first(
    monkeypatch: pytest.MonkeyPatch, assignment: Path, robot: Path
) -> None:
    """And then how many of the runs are done."""
    answers = iter([False])  # of the check itself; then nothing is compiled again
    monkeypatch.setattr("wsusim.kernels.cache.is_compiled", lambda *_kernels: next(answers, True))
    shares: list[float] = []
    wanted = replace(load_assignment(assignment), is_sandboxed=False)
    teachers_check(
        wanted, submission_of(str(robot), None), JobsHere, lambda _runs: None, shares.append
    )
    assert (shares[0], shares[-1]) == (COMPILING, 1.0)


def test_the_window_gives_the_very_same_result(checked: CheckingSide) -> None:
    """Points and traces are those that grading gives, to the byte."""
    assert checked.assignment is not None
    assert checked.grades is not None
    program = checked.grades.students[0].path
    graded = grade(checked.assignment, [submission_of(program, None)], JobsHere())

    assert checked.grades.students == graded.students
    assert [row[:2] for row in texts(checked)] == [
        ["rooms", "1"], ["rooms", "2"], ["field", "1"], ["field", "2"],
    ]  # fmt: skip
    assert checked.window.points.text() == f"{graded.students[0].points:g} of 4 points"


def test_a_run_is_shown_in_full(checked: CheckingSide) -> None:
    """The run that is chosen shows its points, one criterion after the other."""
    checked.window.table.selectRow(3)

    assert checked.window.details.text().startswith("distance driven: ")


def test_the_page_is_saved(checked: CheckingSide, tmp_path: Path) -> None:
    """All runs can be kept as a page."""
    checked.save(tmp_path / "check.html")

    assert (tmp_path / "check.html").read_text(encoding="utf-8").count("<svg viewBox") == 4


def test_a_failure_is_told_with_its_line(side: CheckingSide, assignment: Path, robot: Path) -> None:
    """A program that fails shows where."""
    robot.write_text(ROBOT.replace("self.sleep(1)", "1 / 0"))
    assignment.write_text(ASSIGNMENT.replace("[1, 2]", "[1]").replace(', "field"', ""))
    side.load(assignment)
    side.check()
    wait_until(lambda: side.grades is not None)

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


def test_a_check_can_be_stopped(side: CheckingSide, assignment: Path) -> None:
    """Who stops a check gets the buttons back, and no result."""
    side.load(assignment)
    side.check()

    side.stop()
    wait_until(lambda: not side.worker.is_busy)

    assert side.grades is None
    assert not side.window.start.isHidden()


def test_only_a_run_that_did_its_task_is_green(checked: CheckingSide) -> None:
    """One that went well and did not reach the goal says well done by no colour."""
    window = checked.window
    runs = list(window._runs)
    kinds: tuple[tuple[Kind, float], ...] = (
        *(("goal", 4.0), ("time", 0.0)),
        *(("error", 0.0), ("time", 4.0)),
    )
    window._runs = [
        replace(runs[0], kind=kind, scores=(CriterionScore("goal", points, 4.0, ""),))
        for kind, points in kinds
    ]
    window.add_runs(())
    colours = [window.table.cell(row, 2).foreground().color().name() for row in range(4)]
    window._runs = runs
    window.add_runs(())
    theme = current_theme()
    assert colours == [theme.good, theme.text, theme.bad, theme.good]


def test_a_page_is_saved_only_after_a_check(side: CheckingSide, assignment: Path) -> None:
    """Before there is nothing in it."""
    side.open()
    side.load(assignment)
    before = side.window.save.isHidden()
    side.check()
    wait_until(lambda: side.grades is not None)
    assert (before, side.window.save.isHidden()) == (True, False)
