"""The table of what counts in a lesson: a row for each criterion."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QWidget,
)

from wsusim.grading.criterion_table import criteria
from wsusim.gui.widgets.layouts import held, in_column, in_row, named, push_button
from wsusim.lessons.lesson_fields import NEW_ROW, USUAL_FULL, CountFields

WHAT, NAME, POINTS, FULL, NONE = range(5)
MOST_POINTS = 1000.0
LARGEST = 1e6


class CountsTable(QWidget):
    """Adds, moves and removes rows; criteria that need more than a row are left unchanged."""

    def __init__(self, counts: tuple[CountFields, ...]) -> None:
        super().__init__()
        self.table = named(QTableWidget(0, 5), self.tr("What counts"))
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("What"),
                self.tr("What students read"),
                self.tr("Points"),
                self.tr("All points at"),
                self.tr("None at"),
            ]
        )
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self._rows: list[int] = []
        for one in counts:
            self._append(one)
        add = push_button(self.tr("&Add"), self.add)
        self.away = push_button(self.tr("&Remove"), self.remove)
        buttons = held(in_row(add, self.away, None, spacing=6))
        self.setLayout(in_column(self.table, buttons, spacing=6, grows=self.table))

    def add(self) -> None:
        """Add a criterion: that the robot reaches the goal, until another is chosen."""
        self._append(CountFields(NEW_ROW, "goal", "", 1.0))
        self.table.setCurrentCell(self.table.rowCount() - 1, WHAT)

    def remove(self) -> None:
        """Remove the current row."""
        row = self.table.currentRow()
        if row >= 0:
            self.table.removeRow(row)
            del self._rows[row]

    def counts(self) -> tuple[CountFields, ...]:
        """Return all rows, from the first to the last."""
        return tuple(self._count(row) for row in range(self.table.rowCount()))

    def _append(self, one: CountFields) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        self._rows.append(one.row)
        what = named(QComboBox(), self.tr("What"))
        for name, criterion in criteria().items():
            if not criterion.needs or name == one.what:
                what.addItem(criterion.title, name)
        what.setCurrentIndex(what.findData(one.what))
        points = named(QDoubleSpinBox(), self.tr("Points"))
        points.setRange(0.0, MOST_POINTS)
        points.setValue(one.points)
        name_box = named(QLineEdit(one.name), self.tr("What students read"))
        name_box.setCursorPosition(0)
        full, none = _Bound(self.tr("All points at")), _Bound(self.tr("None at"))
        for column, box in enumerate((what, name_box, points, full, none)):
            self.table.setCellWidget(row, column, box)
        what.currentIndexChanged.connect(lambda _index: self._dress(what, full, none))
        self._dress(what, full, none)
        name_box.setPlaceholderText(criteria()[one.what].title)
        full.show_value(one.full)
        none.show_value(one.none)

    def _dress(self, what: QComboBox, full: _Bound, none: _Bound) -> None:
        """Give the bounds the unit of what counts."""
        row = criteria()[what.currentData()]
        for box in (full, none):
            box.show_unit({"percent": "%", "count": ""}.get(row.unit or "", row.unit or ""))
            box.setEnabled(row.unit is not None)
        if row.unit is not None and full.value_or_none() is None:
            full.show_value(USUAL_FULL)
        usual = "" if row.none is None or row.unit is None else f"{row.none:g}"
        none.setSpecialValueText(self.tr("default: {value}").format(value=usual) if usual else " ")

    def _count(self, row: int) -> CountFields:
        cell = self.table.cellWidget
        what, name, points = cell(row, WHAT), cell(row, NAME), cell(row, POINTS)
        full, none = cell(row, FULL), cell(row, NONE)
        assert isinstance(what, QComboBox)
        assert isinstance(name, QLineEdit)
        assert isinstance(points, QDoubleSpinBox)
        assert isinstance(full, _Bound)
        assert isinstance(none, _Bound)
        return CountFields(
            self._rows[row],
            what.currentData(),
            name.text().strip(),
            points.value(),
            full.value_or_none(),
            none.value_or_none(),
        )


class _Bound(QDoubleSpinBox):
    """A value that may be left out, which its least value stands for."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setRange(-1.0, LARGEST)
        self.setDecimals(2)
        self.setSpecialValueText(" ")
        self.setValue(self.minimum())
        self.setAccessibleName(name)

    def show_value(self, value: float | None) -> None:
        """Show a value, or that there is none."""
        self.setValue(self.minimum() if value is None else value)

    def show_unit(self, unit: str) -> None:
        """Show the unit after the value."""
        self.setSuffix(f" {unit}" if unit else "")

    def value_or_none(self) -> float | None:
        """Return the value; ``None``: it is left out, or doesn't belong here."""
        if not self.isEnabled() or self.value() == self.minimum():
            return None
        return self.value()
