"""Expressions whose values are shown at each stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from wsusim.gui.widgets.layouts import in_column, named

Evaluate = Callable[[str, Callable[[dict[str, Any]], object]], object]


class ExpressionsList(QWidget):
    """Expressions with their values, and a field to type another one."""

    changed = Signal()
    """Other expressions are shown."""

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self._evaluate = evaluate
        self.list = named(QTreeWidget(), self.tr("Expressions"))
        self.list.setHeaderLabels([self.tr("Expression"), self.tr("Value")])
        self.list.setRootIsDecorated(False)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.list.setToolTip(self.tr("Delete removes the chosen expression"))
        self.list.installEventFilter(self)
        self.field = named(
            QLineEdit(), self.tr("New expression"), self.tr("Press Enter to show its value")
        )
        self.field.setPlaceholderText(self.tr("Expression, such as near > 200"))
        self.field.returnPressed.connect(self._take)
        self.setLayout(in_column(self.list, self.field, spacing=2, grows=self.list))

    @property
    def texts(self) -> list[str]:
        """The expressions."""
        return [item.text(0) for item in self._items()]

    def add(self, text: str) -> None:
        """Add an expression."""
        if text and text not in self.texts:
            item = QTreeWidgetItem([text, ""])
            self.list.addTopLevelItem(item)
            self._ask(item)
            self.changed.emit()

    def refresh(self) -> None:
        """Evaluate all of them again."""
        for item in self._items():
            item.setDisabled(False)
            self._ask(item)

    def show_nothing(self) -> None:
        """Show the old values in grey, as the program goes on."""
        for item in self._items():
            item.setDisabled(True)

    def eventFilter(self, watched: Any, event: Any) -> bool:  # noqa: N802 - Qt's name
        """Remove the chosen one with Delete."""
        is_press = isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress
        item = self.list.currentItem()
        if is_press and event.key() == Qt.Key.Key_Delete and item is not None:
            self.list.takeTopLevelItem(self.list.indexOfTopLevelItem(item))
            self.changed.emit()
            return True
        return super().eventFilter(watched, event)

    def _items(self) -> list[QTreeWidgetItem]:
        found = (self.list.topLevelItem(n) for n in range(self.list.topLevelItemCount()))
        return [item for item in found if item is not None]

    def _take(self) -> None:
        self.add(self.field.text().strip())
        self.field.clear()

    def _ask(self, item: QTreeWidgetItem) -> None:
        text = item.text(0)

        def show(answer: dict[str, Any]) -> None:
            if item not in self._items() or item.text(0) != text:
                return
            value = answer.get("value", answer.get("failure", ""))
            item.setText(1, value)
            item.setToolTip(1, value)

        self._evaluate(text, show)
