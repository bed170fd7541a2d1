"""The list of variables: names, values, and which of them are drawn as curves."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QHeaderView,
    QLineEdit,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from wsusim.gui.widgets.layouts import held, in_column, in_row, named, words
from wsusim.gui.widgets.theme import current_theme, fixed_width_style
from wsusim.model.commands import Value
from wsusim.runs.value_book import PLOTTED, is_number

SELF = "self"
LEAST_ROWS = 3


class VariablesPanel(QWidget):
    """Shows values of one robot; changes since the last time stand out."""

    curve_toggled = Signal(str, bool)
    """Asks to draw a name as a curve, or no longer."""

    watching_changed = Signal(bool)
    """Whether runs are to tell their variables."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: dict[str, QTreeWidgetItem] = {}
        self._groups: dict[str, QTreeWidgetItem] = {}
        self._values: dict[str, Value] = {}
        self._curves: frozenset[str] = frozenset()
        self.search = named(QLineEdit(), self.tr("Search for variables"))
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._filter())
        self.watching = QCheckBox(self.tr("&Watch"))
        self.watching.setToolTip(
            self.tr("Runs tell their variables at each wait, and recordings keep them")
        )
        self.watching.toggled.connect(self.watching_changed)
        self.tree = named(QTreeWidget(), self.tr("Variables"))
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels([self.tr("Name"), self.tr("Value")])
        self.tree.setUniformRowHeights(True)
        self.tree.setRootIsDecorated(True)
        self.tree.setIndentation(14)
        self.tree.setMinimumHeight(LEAST_ROWS * self.fontMetrics().lineSpacing())
        self.tree.setStyleSheet(fixed_width_style())
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().setStretchLastSection(True)
        self.tree.itemChanged.connect(self._follow_tick)
        self.remark = words("dim")
        self.hint = words("dim")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.hint)
        self.stack.addWidget(self.tree)
        head = held(in_row(self.search, self.watching, spacing=8, grows=self.search))
        parts = (head, self.stack, self.remark)
        self.setLayout(in_column(*parts, margins=(4, 4, 4, 4), grows=self.stack))
        self.show_values({}, "")

    @property
    def rows(self) -> dict[str, str]:
        """The values as they are written, by name."""
        return {name: line.text(1) for name, line in self._lines.items()}

    def set_curves(self, names: frozenset[str]) -> None:
        """Tick what is drawn as a curve."""
        self._curves = names
        self.tree.blockSignals(True)
        for name, line in self._lines.items():
            self._tick(name, line)
        self.tree.blockSignals(False)

    def show_values(self, values: dict[str, Value], remark: str) -> None:
        """Show the variables' values; changes stand out."""
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))
        if not values:
            self._values = {}
            self._clear()
            text = self.tr("Run a program: at each wait its variables appear here.")
            if not self.watching.isChecked():
                text = self.tr("Tick Watch, then run a program.")
            self.hint.setText(text)
            self.stack.setCurrentWidget(self.hint)
            return
        self.stack.setCurrentWidget(self.tree)
        self.tree.blockSignals(True)
        for name in [name for name in self._lines if name not in values]:
            self._remove(name)
        for name, value in values.items():
            self._write(name, value)
        self._values = values
        self.tree.blockSignals(False)

    def forget(self) -> None:
        """Show nothing: another run or recording begins."""
        self.show_values({}, "")

    def _write(self, name: str, value: Value) -> None:
        line = self._lines.get(name)
        is_new = line is None
        if line is None:
            line = self._add(name)
        has_changed = not is_new and self._values.get(name) != value
        text = _written(value)
        if line.text(1) != text:
            line.setText(1, text)
            line.setToolTip(1, text)
        font = QFont(self.tree.font())
        font.setBold(has_changed)
        if line.font(1).bold() != has_changed:
            line.setFont(1, font)
            colour = current_theme().accent if has_changed else current_theme().text
            line.setForeground(1, QBrush(QColor(colour)))
        can_be_curve = is_number(value)
        if can_be_curve != bool(line.flags() & Qt.ItemFlag.ItemIsUserCheckable):
            flags = line.flags()
            tick = Qt.ItemFlag.ItemIsUserCheckable
            line.setFlags(flags | tick if can_be_curve else flags & ~tick)
            if can_be_curve:
                self._tick(name, line)
            else:
                line.setData(0, Qt.ItemDataRole.CheckStateRole, None)

    def _add(self, name: str) -> QTreeWidgetItem:
        owner, _, own = name.partition(".")
        group = self._groups.get(owner)
        if group is None:
            group = QTreeWidgetItem([self._title(owner)])
            group.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.tree.insertTopLevelItem(self._place(owner), group)
            group.setFirstColumnSpanned(True)
            group.setExpanded(True)
            self._groups[owner] = group
        line = QTreeWidgetItem(group, [own, ""])
        line.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        line.setData(0, Qt.ItemDataRole.UserRole, name)
        line.setToolTip(0, name)
        self._lines[name] = line
        line.setHidden(not self._is_found(name))
        return line

    def _title(self, owner: str) -> str:
        if owner == PLOTTED:
            return self.tr("self.plot")
        return owner if owner == SELF else f"{owner}()"

    def _place(self, owner: str) -> int:
        """Return the position of a group: plots, ``self``, then the functions."""
        rank = {PLOTTED: 0, SELF: 1}
        before = [one for one in self._groups if rank.get(one, 2) <= rank.get(owner, 2)]
        return len(before)

    def _remove(self, name: str) -> None:
        line, owner = self._lines.pop(name), name.partition(".")[0]
        group = self._groups[owner]
        group.removeChild(line)
        if not group.childCount():
            self.tree.takeTopLevelItem(self.tree.indexOfTopLevelItem(group))
            del self._groups[owner]

    def _clear(self) -> None:
        self.tree.blockSignals(True)
        self.tree.clear()
        self._lines.clear()
        self._groups.clear()
        self.tree.blockSignals(False)

    def _tick(self, name: str, line: QTreeWidgetItem) -> None:
        if line.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            is_on = name in self._curves
            line.setCheckState(0, Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)

    def _follow_tick(self, line: QTreeWidgetItem, column: int) -> None:
        name = line.data(0, Qt.ItemDataRole.UserRole)
        if column == 0 and isinstance(name, str):
            self.curve_toggled.emit(name, line.checkState(0) is Qt.CheckState.Checked)

    def _filter(self) -> None:
        for name, line in self._lines.items():
            line.setHidden(not self._is_found(name))

    def _is_found(self, name: str) -> bool:
        return all(word in name.lower() for word in self.search.text().lower().split())


def _written(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)
