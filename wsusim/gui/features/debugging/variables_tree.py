"""The variables of a stopped program: opened to look inside, and changed by typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem

NAME, VALUE, TYPE = range(3)

_FACTS = Qt.ItemDataRole.UserRole

GetChildren = Callable[[int, int, Callable[[dict[str, Any]], object]], object]
"""Asks for what is in a value, from a number on."""


class VariablesTree(QTreeWidget):
    """A row for each variable; its parts are fetched when the row is opened."""

    change_wanted = Signal(str, str)
    """What a program writes for a variable, and what the person has typed as its new value."""

    origin_wanted = Signal(str)
    """When did this variable get its value?"""

    watch_wanted = Signal(str)
    """Asks to show this among the expressions."""

    def __init__(self, get_children: GetChildren) -> None:
        super().__init__()
        self._get_children = get_children
        self._is_filling = False
        self._stop = 0
        """Counts what was shown, so that late answers are not for other rows."""
        self._before: dict[str, str] = {}
        self._opened: set[str] = set()
        self.setHeaderLabels([self.tr("Variable"), self.tr("Value"), self.tr("Type")])
        self.setAccessibleName(self.tr("Variables"))
        self.setUniformRowHeights(True)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        header = self.header()
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(VALUE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(TYPE, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.itemExpanded.connect(self._fill)
        self.itemActivated.connect(lambda item, _column: self._open_rest(item))
        self.itemChanged.connect(self._tell_change)
        self.itemCollapsed.connect(lambda item: self._opened.discard(_path(item)))

    @property
    def chosen(self) -> str:
        """The expression for the chosen variable; empty: none."""
        item = self.currentItem()
        return "" if item is None else _path(item)

    def show_variables(self, variables: Sequence[dict[str, Any]]) -> None:
        """Show these variables; rows that were open stay open, and changes are bold."""
        before = {_path(item): item.text(VALUE) for item in self._rows() if _path(item)}
        self._before = before or self._before
        opened = set(self._opened)
        self._is_filling = True
        self._stop += 1
        self.clear()
        for facts in variables:
            self._add(self.invisibleRootItem(), facts)
        self._is_filling = False
        if not opened and not before:
            opened = {"self"}
        for item in self._rows():
            if _path(item) in opened:
                item.setExpanded(True)

    def show_nothing(self) -> None:
        """The program goes on: what was there is grey."""
        for item in self._rows():
            item.setDisabled(True)

    def edit(self, *arguments: Any) -> Any:
        """Edit values only, and only those that a program can name."""
        if len(arguments) == 3:
            index = arguments[0]
            item = self.itemFromIndex(index)
            if index.column() != VALUE or item is None or not _path(item):
                return False
        return super().edit(*arguments)

    def _rows(self) -> list[QTreeWidgetItem]:
        found: list[QTreeWidgetItem] = []
        waiting = [self.topLevelItem(number) for number in range(self.topLevelItemCount())]
        while waiting:
            item = waiting.pop()
            if item is not None:
                found.append(item)
                waiting += [item.child(number) for number in range(item.childCount())]
        return found

    def _add(self, parent: QTreeWidgetItem, facts: dict[str, Any]) -> None:
        item = QTreeWidgetItem([facts["name"], facts["value"], facts["type"]])
        item.setData(NAME, _FACTS, facts)
        item.setToolTip(VALUE, facts["value"])
        if facts.get("path"):
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        if facts.get("count"):
            item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        known = self._before.get(facts.get("path", ""))
        if known is not None and known != facts["value"]:
            font = item.font(VALUE)
            font.setBold(True)
            item.setFont(VALUE, font)
        parent.addChild(item)

    def _fill(self, item: QTreeWidgetItem) -> None:
        facts = item.data(NAME, _FACTS) or {}
        self._opened.add(_path(item))
        if not item.childCount() and "of" in facts:
            self._get_more(item, 0)

    def _get_more(self, item: QTreeWidgetItem, start: int) -> None:
        """Show the parts of a value from a number on, if they are still wanted."""
        facts, asked_at = item.data(NAME, _FACTS), self._stop

        def show(answer: dict[str, Any]) -> None:
            if asked_at != self._stop or _shown_count(item) != start:
                return
            self._is_filling = True
            if start:  # the row that said so goes
                item.takeChild(item.childCount() - 1)
            found = answer.get("variables", [])
            for one in found:
                self._add(item, one)
            left = facts["count"] - start - len(found)
            if left > 0 and found:
                words = self.tr("{count} more: double-click").format(count=f"{left:,}")
                item.addChild(QTreeWidgetItem(["…", words, ""]))
            self._is_filling = False
            for number in range(start, item.childCount()):
                child = item.child(number)
                if child is not None and _path(child) in self._opened:
                    child.setExpanded(True)

        self._get_children(facts["of"], start, show)

    def _open_rest(self, item: QTreeWidgetItem) -> None:
        """Show what follows, if this is the row for more."""
        parent = item.parent()
        if parent is not None and item.data(NAME, _FACTS) is None:
            self._get_more(parent, _shown_count(parent))

    def _tell_change(self, item: QTreeWidgetItem, column: int) -> None:
        if self._is_filling or column != VALUE:
            return
        facts = item.data(NAME, _FACTS)
        if facts and item.text(VALUE) != facts["value"]:
            self.change_wanted.emit(facts["path"], item.text(VALUE))

    def _show_menu(self, at_px: QPoint) -> None:
        item = self.itemAt(at_px)
        path = "" if item is None else _path(item)
        if item is None or not path:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, run in (
            (self.tr("&When did it get this value?"), lambda: self.origin_wanted.emit(path)),
            (self.tr("&Change the value"), lambda: self.editItem(item, VALUE)),
            (self.tr("&Add to the expressions"), lambda: self.watch_wanted.emit(path)),
            (
                self.tr("C&opy the value"),
                lambda: QGuiApplication.clipboard().setText(item.text(VALUE)),
            ),
        ):
            action = QAction(words, menu)
            action.triggered.connect(lambda _checked=False, run=run: run())
            menu.addAction(action)
        menu.popup(self.viewport().mapToGlobal(at_px))


def _shown_count(item: QTreeWidgetItem) -> int:
    """Return how many rows within a row represent values."""
    last = item.child(item.childCount() - 1)
    has_rest = last is not None and last.data(NAME, _FACTS) is None
    return item.childCount() - has_rest


def _path(item: QTreeWidgetItem) -> str:
    facts = item.data(NAME, _FACTS)
    return str(facts["path"]) if facts else ""
