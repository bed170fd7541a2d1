"""A table of texts, a row for each thing, to read and choose from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem


class RowTable(QTableWidget):
    """Nothing can be typed; at most one row is chosen, and Tab leaves the table."""

    def __init__(self, name: str = "", titles: Sequence[str] = ()) -> None:
        """``name`` is for screen readers."""
        super().__init__()
        self.set_titles(titles)
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    @property
    def chosen(self) -> int | None:
        """The number of the chosen row."""
        selected = self.selectionModel().selectedRows()
        return selected[0].row() if selected else None

    def set_titles(self, titles: Sequence[str]) -> None:
        """Set the columns, and remove all rows."""
        self.clear()
        self.setRowCount(0)
        self.setColumnCount(len(titles))
        self.setHorizontalHeaderLabels(titles)

    def show_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Show these texts; what is chosen stays."""
        self.setRowCount(len(rows))
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                self.cell(row, column).setText(text)

    def cell(self, row: int, column: int) -> QTableWidgetItem:
        """Return the item in a place, for styling."""
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            self.setItem(row, column, item)
        return item
