"""The sensors of the robot as a table: each figure can be typed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from wsusim.editor.kind_edits import figure_of, with_bearing, with_figure
from wsusim.gui.features.robot_kinds.kind_document import KindDocument


@dataclass(frozen=True, slots=True)
class Column:
    """One figure of all sensors: where it stands in a sensor's table."""

    path: tuple[str, ...]
    title: str
    tip: str


class SensorTable(QTableWidget):
    """A row for each sensor; follows the chosen one. Accepts decimal commas and points."""

    def __init__(self, document: KindDocument) -> None:
        super().__init__()
        self._document = document
        self._columns = (
            Column(("name",), self.tr("Name"), self.tr("In programs: sensors.NAME")),
            Column(("x_mm",), self.tr("x (mm)"), self.tr("Ahead of the middle")),
            Column(("y_mm",), self.tr("y (mm)"), self.tr("To the left of the middle")),
            Column(("bearing_deg",), self.tr("Bearing (°)"), self.tr("0 ahead, 90 left")),
            Column(("own", "gain"), self.tr("Gain"), self.tr("1: like the others")),
            Column(
                ("own", "width_deg"),
                self.tr("Width (°)"),
                self.tr("Of its field; empty: like the others"),
            ),
        )
        self.setColumnCount(len(self._columns))
        for number, column in enumerate(self._columns):
            head = QTableWidgetItem(column.title)
            head.setToolTip(column.tip)
            self.setHorizontalHeaderItem(number, head)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("Sensors"))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        row_px = self.fontMetrics().height() + 6
        self.verticalHeader().setDefaultSectionSize(row_px)
        self.setMinimumHeight(5 * row_px)
        self.cellChanged.connect(self._take)
        self.currentCellChanged.connect(lambda row, *_: document.choose(row if row >= 0 else None))
        document.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        """Show the figures as they are, and which sensor is chosen."""
        file, sensor = self._document.file, self._document.sensor
        self.blockSignals(True)
        self.setRowCount(len(file["sensors"]))
        for row, number in product(range(self.rowCount()), range(len(self._columns))):
            text = self._text(figure_of(file, self._path(row, number)), self._columns[number])
            item = self.item(row, number)
            if item is None:
                self.setItem(row, number, QTableWidgetItem(text))
            elif item.text() != text:
                item.setText(text)
        self.setVerticalHeaderLabels([str(row) for row in range(self.rowCount())])
        if sensor is None:
            self.selectionModel().clear()
        elif self.currentRow() != sensor:
            self.selectRow(sensor)
        self.blockSignals(False)

    def _text(self, value: Any, column: Column) -> str:
        if value is None:
            return "1" if column.path[-1] == "gain" else ""
        return value if isinstance(value, str) else f"{value:g}"

    def _take(self, sensor: int, number: int) -> None:
        """Accept a typed figure; the document refuses impossible ones."""
        item, column = self.item(sensor, number), self._columns[number]
        assert item is not None
        text = item.text().strip()
        new: Any = text if column.path == ("name",) else _number(text)
        file = self._document.file
        if column.path == ("bearing_deg",) and isinstance(new, float) and abs(new) <= 360.0:
            changed = with_bearing(file, sensor, new, snaps=False)
        elif new is None and len(column.path) == 2:
            own = dict(file["sensors"][sensor].get("own", {}))
            own.pop(column.path[1], None)
            changed = with_figure(file, ("sensors", sensor, "own"), own)
        else:
            changed = with_figure(file, self._path(sensor, number), text if new is None else new)
        self._document.edit(self.tr("Change sensor"), changed, sensor)
        self._show()

    def _path(self, sensor: int, number: int) -> tuple[str | int, ...]:
        return ("sensors", sensor, *self._columns[number].path)


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
