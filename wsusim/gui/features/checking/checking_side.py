"""Check my solution: the chosen controller against an assignment, as the teacher will do it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Signal

from wsusim.errors import WsusimError
from wsusim.formats.atomic import write_whole
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.teachers_check import MakeWorkers, processes, teachers_check
from wsusim.gui.widgets.file_dialog import ask_to_open, ask_to_save
from wsusim.gui.widgets.layouts import bring_to_front
from wsusim.gui.widgets.worker import Worker

if TYPE_CHECKING:
    from wsusim.grading.assignment import Assignment
    from wsusim.grading.grade import Grades
    from wsusim.gui.features.checking.check_window import CheckWindow

ASSIGNMENT = "assignment"


class CheckingSide(Side):
    """One check at a time, in processes of its own; the window stays free."""

    _judged = Signal(object)
    """From the worker's thread: verdicts on some runs."""

    def __init__(self, shell: Shell, workers: MakeWorkers = processes) -> None:
        """``workers``: how many do the runs of one check."""
        super().__init__(shell)
        self._workers = workers
        self._kept = QSettings(str(shell.folder / "checking.ini"), QSettings.Format.IniFormat)
        self.assignment: Assignment | None = None
        self.grades: Grades | None = None
        """The result, when there is one."""
        self.worker = Worker(self)
        self._window: CheckWindow | None = None
        shell.action_set.make("check solution", self.tr("&Check my solution..."), self.open)
        shell.closing.connect(self.close)

    @property
    def window(self) -> CheckWindow:
        """The window of checks; made when it is first needed, as it imports the engine."""
        if self._window is None:
            from wsusim.gui.features.checking.check_window import CheckWindow

            window = CheckWindow(self._shell.frame)
            window.choose.clicked.connect(self.ask_assignment)
            window.start.clicked.connect(self.check)
            window.stop.clicked.connect(self.stop)
            window.save.clicked.connect(self.ask_save)
            self._judged.connect(window.add_runs)
            self._window = window
        return self._window

    def open(self) -> None:
        """Show the window, with the assignment of the last time."""
        last = str(self._kept.value(ASSIGNMENT, ""))
        if self.assignment is None and last and Path(last).is_file():
            self.load(Path(last))
        self.window.show_program(self._program())
        bring_to_front(self.window)

    def ask_assignment(self) -> None:
        """Ask for an assignment's file."""
        last = str(self._kept.value(ASSIGNMENT, ""))
        folder = Path(last).parent if last else Path.home()
        filters = [self.tr("Assignments (*.toml)"), self.tr("All files (*)")]
        ask_to_open(self.window, self.tr("Choose an assignment"), folder, filters, self.load)

    def load(self, file: Path) -> None:
        """Use an assignment."""
        from wsusim.grading.assignment import load_assignment

        try:
            self.assignment = load_assignment(file)
        except WsusimError as error:
            self.window.show_trouble(str(error))
            return
        self._kept.setValue(ASSIGNMENT, str(self.assignment.file))
        self.window.show_assignment(self.assignment)

    def check(self) -> None:
        """Run the chosen controller as the teacher will."""
        from wsusim.grading.submissions import submission_of

        if self.assignment is None or self.worker.is_busy:
            return
        program = self._program()
        self.window.show_program(program)
        if not program:
            self.window.show_trouble(
                self.tr("No controller is chosen. Choose yours in the Controllers panel first.")
            )
            return
        try:
            submission = submission_of(program, self.assignment.entry.file)
        except WsusimError as error:
            self.window.show_trouble(str(error))
            return
        self.grades = None
        self.window.begin(self.assignment.runs)
        self.worker.ask(
            partial(teachers_check, self.assignment, submission, self._workers, self._judged.emit),
            self._finish,
            self._fail,
            progressed=self.window.show_share,
        )

    def stop(self) -> None:
        """Cancel the check."""
        self.worker.forget()
        self.window.end(self.tr("Stopped."))

    def ask_save(self) -> None:
        """Ask where to save the page with all runs."""
        proposed = Path.home() / "check.html"
        filters = [self.tr("Page (*.html)")]
        ask_to_save(self.window, self.tr("Save the page"), proposed, filters, self.save)

    def save(self, file: Path) -> None:
        """Save the page with all runs."""
        from wsusim.grading.page import html_report

        if self.grades is None:
            return
        page = html_report(self.grades, assignment_file=self.grades.assignment.file)
        try:
            write_whole(file, page.encode())
        except (OSError, WsusimError) as error:
            self.window.show_trouble(str(error))

    def close(self) -> None:
        """End with the window."""
        self.worker.close()
        if self._window is not None:
            self._window.close()

    # Inside

    def _program(self) -> str:
        """Return the controller that is chosen for the first robot that has one."""
        return next((spec for spec in self._shell.setup.controllers() if spec), "")

    def _finish(self, grades: Grades) -> None:
        self.grades = grades
        self.window.show_grades(grades)

    def _fail(self, error: Exception) -> None:
        self.window.end("")
        self.window.show_trouble(str(error))
