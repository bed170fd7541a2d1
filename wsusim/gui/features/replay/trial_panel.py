"""The list of moments at which a changed program would have given a real robot other orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.widgets.layouts import in_column, in_row, push_button, words
from wsusim.gui.widgets.row_table import RowTable
from wsusim.model.units import ticks_to_seconds

if TYPE_CHECKING:
    from wsusim.runs.recorded.edited import Moment

ROWS_MAX = 2000
"""More are in the answer of the command line."""

LEAST_ROWS = 3


class TrialPanel(QWidget):
    """Shows ``Moment`` objects; choosing a row leads to its moment."""

    moment_wanted = Signal(int)
    """Asks to show this tick of the recording."""

    line_wanted = Signal(object)
    """Asks to show this ``Place`` in the changed program."""

    again_wanted = Signal()
    """Asks to try the program once more: it may have changed."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: tuple[Moment, ...] = ()
        titles = (
            *(self.tr("Time"), self.tr("Recorded → now"), self.tr("Line")),
            self.tr("It had just read"),
        )
        self.table = RowTable(self.tr("Where the changed program gives other commands"), titles)
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().height() + 6)
        self.table.itemSelectionChanged.connect(self._go)
        self.table.cellDoubleClicked.connect(lambda _row, _column: self._open())
        self.table.setMinimumHeight(LEAST_ROWS * self.fontMetrics().lineSpacing())
        self.heading = words("dim", wraps=False)
        self.heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.line = push_button(
            self.tr("Open line"), self._open, self.tr("Show the line that gives this command")
        )
        self.again = push_button(
            self.tr("Try again"),
            self.again_wanted.emit,
            self.tr("Try the program once more, with your latest changes"),
        )
        buttons = in_row(self.line, self.again, None)
        parts = (self.heading, self.table, buttons)
        self.setLayout(in_column(*parts, margins=(6, 4, 4, 4), grows=self.table))

    def show_moments(self, moments: tuple[Moment, ...], program: str, end_tick: int) -> None:
        """Show the result of trying a program."""
        self.moments = moments[:ROWS_MAX]
        self.heading.setText(self._summary(len(moments), program, end_tick))
        self.heading.setToolTip(self.heading.text())
        self.table.blockSignals(True)
        self.table.clearSelection()
        self.table.show_rows([_row(moment) for moment in self.moments])
        for row, moment in enumerate(self.moments):
            for column in range(self.table.columnCount()):
                self.table.cell(row, column).setToolTip(moment.text)
        self.table.blockSignals(False)
        self._allow()

    @property
    def _chosen(self) -> Moment | None:
        row = self.table.chosen
        return None if row is None else self.moments[row]

    def _go(self) -> None:
        self._allow()
        if self._chosen is not None:
            self.moment_wanted.emit(self._chosen.tick)

    def _open(self) -> None:
        if self._chosen is not None and self._chosen.new_place is not None:
            self.line_wanted.emit(self._chosen.new_place)

    def _allow(self) -> None:
        chosen = self._chosen
        self.line.setEnabled(chosen is not None and chosen.new_place is not None)

    def _summary(self, count: int, program: str, end_tick: int) -> str:
        if not count:
            text = self.tr("{program}: the same commands in all {seconds:.2f} s")
        elif count == 1:
            text = self.tr("{program}: one other command in {seconds:.2f} s")
        else:
            text = self.tr("{program}: {count} other commands in {seconds:.2f} s")
        until_s = ticks_to_seconds(end_tick)
        return text.format(program=program, count=count, seconds=until_s)


def both_commands(moment: Moment) -> str:
    """Return the recorded command and the other one, with their common beginning once."""
    name, bracket, _values = moment.old.partition("(")
    is_alike = bool(bracket) and moment.new.startswith(f"{name}(")
    return f"{moment.old} → {moment.new.removeprefix(name) if is_alike else moment.new}"


def _row(moment: Moment) -> tuple[str, ...]:
    place = moment.new_place
    return (
        f"{ticks_to_seconds(moment.tick):.2f} s",
        both_commands(moment),
        "" if place is None else f"{place[0]}, {place[1]}",
        moment.reading,
    )
