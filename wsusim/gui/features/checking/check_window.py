"""The window of "Check my solution": what is checked, a line for each run, and the run in full."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDialog, QHeaderView, QWidget

from wsusim.gui.features.checking.run_picture import RunPicture
from wsusim.gui.widgets.layouts import held, in_column, in_row, push_button, side_by_side, words
from wsusim.gui.widgets.row_table import RowTable
from wsusim.gui.widgets.share_bar import ShareBar
from wsusim.gui.widgets.theme import current_theme
from wsusim.gui.widgets.window_words import in_window_words

if TYPE_CHECKING:
    from wsusim.grading.assignment import Assignment
    from wsusim.grading.grade import Grades
    from wsusim.grading.verdict import RunVerdict

SIZE_PX = (860, 560)


class CheckWindow(QDialog):
    """Shows what it is told; the side defines what its buttons do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("checking")
        self.setWindowTitle(self.tr("Check my solution"))
        self.resize(*SIZE_PX)
        self._assignment: Assignment | None = None
        self._runs: list[RunVerdict] = []
        self._has_result = False
        self.title = words("heading")
        self.about = words("dim")
        self.program = words()
        self.trouble = words()
        self.trouble.setVisible(False)
        self.choose = push_button(self.tr("Choose an &assignment..."))
        self.start = push_button(self.tr("&Check"))
        self.stop = push_button(self.tr("&Stop"))
        self.save = push_button(self.tr("Save the &page..."))
        for button in (self.choose, self.start, self.stop, self.save):
            button.setAutoDefault(False)
        self.start.setDefault(True)
        self.bar = ShareBar()
        self.points = words("heading")
        titles = (self.tr("Maze"), self.tr("Seed"), self.tr("Verdict"), self.tr("Points"))
        self.table = RowTable(self.tr("Runs"), titles)
        self.table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.table.currentCellChanged.connect(self._show_run)
        self.picture = RunPicture()
        self.details = words()
        self.details.setAlignment(Qt.AlignmentFlag.AlignTop)
        whole_run = in_column(self.picture, self.details, grows=self.picture, spacing=8)
        parts = side_by_side(self.table, held(whole_run))
        parts.setSizes([SIZE_PX[0] // 2, SIZE_PX[0] // 2])
        head = in_column(self.title, self.about, self.program)
        self.setLayout(
            in_column(
                in_row(head, self.choose, spacing=12, grows=head),
                self.trouble,
                parts,
                in_row(self.points, self.bar, self.save, self.stop, self.start, grows=self.points),
                grows=parts,
                spacing=10,
                margins=(14, 14, 14, 14),
            )
        )
        self._show_state(is_going=False)
        self.title.setText(self.tr("Which assignment?"))
        self.about.setText(self.tr("Your teacher gives you its file, which ends in .toml."))

    def show_program(self, program: str) -> None:
        """Say which controller will be checked."""
        name = Path(program).name if program else self.tr("none chosen")
        self.program.setText(self.tr("Controller: {name}").format(name=name))

    def show_assignment(self, assignment: Assignment) -> None:
        """Show the task."""
        self._assignment = assignment
        self.trouble.setVisible(False)
        self.title.setText(assignment.entry.title)
        self.about.setText(assignment.entry.description.strip())
        self.about.setVisible(bool(self.about.text()))
        self._clear()
        self._show_state(is_going=False)

    def show_trouble(self, text: str) -> None:
        """Show why it can't be checked."""
        self.trouble.setText(in_window_words(text))
        self.trouble.setStyleSheet(f"color: {current_theme().bad}")
        self.trouble.setVisible(True)

    def begin(self, runs: int) -> None:
        """Show that the check goes on."""
        self._clear()
        self.trouble.setVisible(False)
        self.bar.show_share(0.0)
        self.points.setText(self.tr("{runs} runs...").format(runs=runs))
        self._show_state(is_going=True)

    def show_share(self, share: float) -> None:
        """Show how much is done."""
        self.bar.show_share(share)

    def add_runs(self, runs: Sequence[RunVerdict]) -> None:
        """Show runs that are done; the first that comes is shown in full."""
        self._runs += runs
        theme, right = current_theme(), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.table.show_rows(
            [(run.maze, str(run.seed), run.words, f"{run.points:g}") for run in self._runs]
        )
        for row, run in enumerate(self._runs):
            # Neither failed nor reached: in no colour that says well done.
            colour = theme.bad if run.has_failed else theme.good if run.is_done else theme.text
            self.table.cell(row, 2).setForeground(QColor(colour))
            for column in (1, 3):
                self.table.cell(row, column).setTextAlignment(right)
        if self.table.currentRow() < 0 and self.table.rowCount():
            self.table.selectRow(0)

    def show_grades(self, grades: Grades) -> None:
        """Show the result, with all runs in the assignment's order."""
        (student,) = grades.students
        self._clear()
        self.add_runs(student.runs)
        points = self.tr("{points:g} of {of:g} points")
        self.end(points.format(points=student.points, of=grades.assignment.points))
        self._has_result = True
        self._show_state(is_going=False)
        for fault in grades.faults:
            self.show_trouble(fault)

    def end(self, result: str) -> None:
        """Show that no check is going on."""
        self.points.setText(result)
        self._show_state(is_going=False)

    # Inside

    def _show_run(self, row: int) -> None:
        if row < 0 or self._assignment is None:
            return
        run = self._runs[row]
        self.picture.show_run(self._assignment.requests[run.maze].world, run.trail_mm)
        lines = [
            f"{one.name}: {one.points:g} / {one.of:g}" + (f"  ({one.text})" if one.text else "")
            for one in run.scores
        ]
        told = [run.details or run.message] if run.details or run.message else []
        self.details.setText("\n".join([*told, "", *lines] if told else lines))

    def _clear(self) -> None:
        self._runs.clear()
        self.table.setRowCount(0)
        self.picture.show_run(None, ())
        self.details.setText("")
        self._has_result = False

    def _show_state(self, *, is_going: bool) -> None:
        self.bar.setVisible(is_going)
        self.stop.setVisible(is_going)
        self.start.setVisible(not is_going)
        self.save.setVisible(self._has_result and not is_going)
        self.choose.setEnabled(not is_going)
        self.start.setEnabled(self._assignment is not None)
