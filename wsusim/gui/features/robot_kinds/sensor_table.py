"""The sensors of the robot as a table: each figure can be typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from wsusim.editor.kind_edits import figure_of, with_bearing, with_figure
from wsusim.gui.features.robot_kinds.kind_document import KindDocument

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Column:
    """One figure of all sensors: where it stands in a sensor's table."""

    path: tuple[str, ...]
    title: str
    tip: str


class SensorModel(QAbstractTableModel):
    """A row a sensor. Numbers may be written with a comma or a point."""

    def __init__(self, document: KindDocument) -> None:
        super().__init__(document)
        self._document = document
        self.columns = (
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
        document.changed.connect(self._refresh)

    def rowCount(self, _parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """Return how many sensors there are."""
        return len(self._document.file["sensors"])

    def columnCount(self, _parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """Return how many figures are shown of each."""
        return len(self.columns)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the names of columns, and the sensors' numbers."""
        if way is Qt.Orientation.Vertical:
            return str(section) if role == Qt.ItemDataRole.DisplayRole else None
        column = self.columns[section]
        texts = {Qt.ItemDataRole.DisplayRole: column.title, Qt.ItemDataRole.ToolTipRole: column.tip}
        return texts.get(Qt.ItemDataRole(role))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a figure as people write it."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return None
        value = figure_of(self._document.file, self._path(index))
        if value is None:
            return "1" if self.columns[index.column()].path[-1] == "gain" else ""
        return value if isinstance(value, str) else f"{value:g}"

    def setData(  # noqa: N802 - Qt's name
        self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Take a figure that was typed; what is not possible is told by the document."""
        if role != Qt.ItemDataRole.EditRole:
            return False
        column, text = self.columns[index.column()], str(value).strip()
        new: Any = text if column.path == ("name",) else _number(text)
        file, sensor = self._document.file, index.row()
        if column.path == ("bearing_deg",) and isinstance(new, float) and abs(new) <= 360.0:
            changed = with_bearing(file, sensor, new, snaps=False)
        elif new is None and len(column.path) == 2:
            own = dict(file["sensors"][sensor].get("own", {}))
            own.pop(column.path[1], None)
            changed = with_figure(file, ("sensors", sensor, "own"), own)
        else:
            changed = with_figure(file, self._path(index), text if new is None else new)
        self._document.edit(self.tr("Change sensor"), changed, sensor)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that all can be typed into."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def _path(self, index: Index) -> tuple[str | int, ...]:
        return ("sensors", index.row(), *self.columns[index.column()].path)

    def _refresh(self) -> None:
        self.layoutChanged.emit()


class SensorTable(QTableView):
    """Follows the chosen sensor, and chooses one."""

    def __init__(self, document: KindDocument) -> None:
        super().__init__()
        self._document = document
        self.setModel(SensorModel(document))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("Sensors"))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        row_px = self.fontMetrics().height() + 6
        self.verticalHeader().setDefaultSectionSize(row_px)
        self.setMinimumHeight(5 * row_px)
        self.selectionModel().currentRowChanged.connect(
            lambda now, _before: document.choose(now.row() if now.isValid() else None)
        )
        document.changed.connect(self._follow)

    def _follow(self) -> None:
        sensor, model = self._document.sensor, self.selectionModel()
        model.blockSignals(True)
        if sensor is None:
            model.clear()
        elif model.currentIndex().row() != sensor:
            self.selectRow(sensor)
            self.setCurrentIndex(self.model().index(sensor, 0))
        model.blockSignals(False)
        self.viewport().update()


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
