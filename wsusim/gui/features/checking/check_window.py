"""The window of "Check my solution": what is checked, a line for each run, and the run in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from wsusim.gui.features.checking.run_picture import RunPicture
from wsusim.gui.widgets.layouts import held, in_column, in_row, words
from wsusim.gui.widgets.theme import current_theme

if TYPE_CHECKING:
    from wsusim.grading.assignment import Assignment
    from wsusim.grading.grade import Grades
    from wsusim.grading.verdict import RunVerdict

STEPS = 1000
SIZE_PX = (860, 560)


class CheckWindow(QDialog):
    """Shows; what is to be done it tells with signals."""

    assignment_wanted = Signal()
    check_wanted = Signal()
    stop_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("checking")
        self.setWindowTitle(self.tr("Check my solution"))
        self.resize(*SIZE_PX)
        self._assignment: Assignment | None = None
        self._runs: dict[tuple[str, int], RunVerdict] = {}
        self.title = words("heading")
        self.about = words("dim")
        self.program = words()
        self.trouble = words()
        self.trouble.setVisible(False)
        self.choose = _button(self.tr("Choose an &assignment..."), self.assignment_wanted.emit)
        self.start = _button(self.tr("&Check"), self.check_wanted.emit)
        self.stop = _button(self.tr("&Stop"), self.stop_wanted.emit)
        self.save = _button(self.tr("Save the &page..."), self.save_wanted.emit)
        self.start.setDefault(True)
        self.bar = QProgressBar()
        self.bar.setRange(0, STEPS)
        self.points = words("heading")
        self.table = self._make_table()
        self.picture = RunPicture()
        self.details = words()
        self.details.setAlignment(Qt.AlignmentFlag.AlignTop)
        parts = QSplitter()
        parts.addWidget(self.table)
        parts.addWidget(held(in_column(self.picture, self.details, grows=self.picture, spacing=8)))
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
        """Show what is to be done."""
        self._assignment = assignment
        self.trouble.setVisible(False)
        self.title.setText(assignment.entry.title)
        self.about.setText(assignment.entry.description.strip())
        self.about.setVisible(bool(self.about.text()))
        self._clear()
        self._show_state(is_going=False)

    def show_trouble(self, text: str) -> None:
        """Say what is in the way."""
        self.trouble.setText(text)
        self.trouble.setStyleSheet(f"color: {current_theme().bad}")
        self.trouble.setVisible(True)

    def begin(self, runs: int) -> None:
        """Show that the check goes on."""
        self._clear()
        self.trouble.setVisible(False)
        self.bar.setValue(0)
        self.points.setText(self.tr("{runs} runs...").format(runs=runs))
        self._show_state(is_going=True)

    def show_share(self, share: float) -> None:
        """Show how much is done."""
        self.bar.setValue(round(share * STEPS))

    def add_runs(self, runs: Sequence[RunVerdict]) -> None:
        """Show runs that are done; the first that comes is shown in full."""
        for run in runs:
            self._runs[run.maze, run.seed] = run
            self._add_row(run)
        if self.table.currentRow() < 0 and self.table.rowCount():
            self.table.selectRow(0)

    def show_grades(self, grades: Grades) -> None:
        """Show the result, with all runs in the assignment's order."""
        (student,) = grades.students
        self._clear()
        self.add_runs(student.runs)
        points = self.tr("{points:g} of {of:g} points")
        self.end(points.format(points=student.points, of=grades.assignment.points))
        self.save.setEnabled(True)
        for fault in grades.faults:
            self.show_trouble(fault)

    def end(self, result: str) -> None:
        """Show that nothing goes on any more."""
        self.points.setText(result)
        self._show_state(is_going=False)

    # Inside

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(0, 4)
        table.setAccessibleName(self.tr("Runs"))
        table.setHorizontalHeaderLabels(
            [self.tr("Maze"), self.tr("Seed"), self.tr("Verdict"), self.tr("Points")]
        )
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setShowGrid(False)
        table.verticalHeader().setVisible(False)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        table.currentCellChanged.connect(lambda row, *_: self._show_run(row))
        return table

    def _add_row(self, run: RunVerdict) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        theme = current_theme()
        for column, text in enumerate((run.maze, str(run.seed), run.words, f"{run.points:g}")):
            item = QTableWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, (run.maze, run.seed))
            if column == 2:
                item.setForeground(QColor(theme.bad if run.has_failed else theme.good))
            if column in (1, 3):
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(row, column, item)

    def _show_run(self, row: int) -> None:
        item = self.table.item(row, 0)
        if item is None or self._assignment is None:
            return
        maze, seed = item.data(Qt.ItemDataRole.UserRole)
        run = self._runs[maze, seed]
        self.picture.show_run(self._assignment.requests[maze].world, run.trail_mm)
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
        self.save.setEnabled(False)

    def _show_state(self, *, is_going: bool) -> None:
        self.bar.setVisible(is_going)
        self.stop.setVisible(is_going)
        self.start.setVisible(not is_going)
        self.save.setVisible(not is_going)
        self.choose.setEnabled(not is_going)
        self.start.setEnabled(self._assignment is not None)


def _button(text: str, do: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(lambda _checked=False: do())
    return button
