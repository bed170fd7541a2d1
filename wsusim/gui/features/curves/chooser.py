"""The list of readings: robots, groups and their curves, each with a box to tick."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QFrame, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from wsusim.analysis.curve_channels import CHANNELS
from wsusim.analysis.curves import Curve
from wsusim.gui.features.curves.chosen_curves import USUAL, ChosenCurves
from wsusim.gui.features.curves.names import channel_name, group_names
from wsusim.gui.widgets.layouts import in_column, in_row, named, push_button
from wsusim.gui.widgets.phrases import robot_name
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.robot_kind import RobotKind

DOT_PX = 12
WIDTH_EM, HEIGHT_EM = 18, 26
"""Its size in heights of the text."""


class Chooser(QFrame):
    """Shows and changes the choice; opens over everything; Esc or a click elsewhere closes it."""

    def __init__(self, choice: ChosenCurves, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(self.tr("Readings"))
        self._choice = choice
        self._lines: dict[Curve, QTreeWidgetItem] = {}
        self.search = named(QLineEdit(), self.tr("Search for readings"))
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.tree = named(QTreeWidget(), self.tr("Readings shown"))
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(14)
        self.tree.itemChanged.connect(self._follow_tick)
        none, usual = partial(choice.choose, ()), partial(choice.choose, USUAL)
        first = self.tr("The front sensors and the speeds of the first robot")
        self.none = push_button(self.tr("None"), none, self.tr("Show no curves"))
        self.usual = push_button(self.tr("Usual"), usual, first)
        buttons = in_row(self.none, self.usual)
        parts = (self.search, self.tree, buttons)
        self.setLayout(in_column(*parts, margins=(6, 6, 6, 6), grows=self.tree))
        choice.changed.connect(self._show_choice)

    def open_at(self, button: QWidget) -> None:
        """Open below a button, or wherever there is room on its screen."""
        # Empty boxes have to be seen; their frame is a darker ``Window``.
        palette = self.tree.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(current_theme().dim_text))
        self.tree.setPalette(palette)
        em = self.fontMetrics().height()
        room = button.screen().availableGeometry()
        size = QSize(WIDTH_EM * em, HEIGHT_EM * em).boundedTo(room.size())
        place = QRect(button.mapToGlobal(button.rect().bottomLeft()), size)
        place.moveRight(min(place.right(), room.right()))
        place.moveBottom(min(place.bottom(), room.bottom()))
        self.setGeometry(place)
        self.show()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def item(self, curve: Curve) -> QTreeWidgetItem:
        """Return the line of a curve."""
        return self._lines[curve]

    def set_robots(self, colours: tuple[QColor, ...], kinds: tuple[RobotKind, ...]) -> None:
        """List robots of these colours and kinds."""
        self.tree.blockSignals(True)
        self.tree.clear()
        self._lines.clear()
        for robot, (colour, kind) in enumerate(zip(colours, kinds, strict=True)):
            top = QTreeWidgetItem(self.tree, [robot_name(robot)])
            top.setIcon(0, _dot(colour))
            top.setFlags(top.flags() | Qt.ItemFlag.ItemIsAutoTristate)
            groups = {key: QTreeWidgetItem(top, [name]) for key, name in group_names().items()}
            for group in groups.values():
                group.setFlags(group.flags() | Qt.ItemFlag.ItemIsAutoTristate)
            for column, channel in enumerate(CHANNELS):
                if channel.place is not None and channel.place >= len(kind.sensors):
                    continue
                line = QTreeWidgetItem(groups[channel.group], [channel_name(channel, kind)])
                self._lines[Curve(robot, column)] = line
            top.setExpanded(len(colours) == 1)
        for curve in self._choice.curves & self._lines.keys():
            for above in _above(self._lines[curve]):
                above.setExpanded(True)
        self.tree.blockSignals(False)
        self._show_choice()
        self._filter(self.search.text())

    def _show_choice(self) -> None:
        self.tree.blockSignals(True)
        for curve, line in self._lines.items():
            is_on = curve in self._choice.curves
            line.setCheckState(0, Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
        self.tree.blockSignals(False)
        self.tree.viewport().update()

    def _follow_tick(self, _item: QTreeWidgetItem, _column: int) -> None:
        """Choose what is ticked; curves of missing robots stay chosen."""
        ticked = {
            curve
            for curve, line in self._lines.items()
            if line.checkState(0) is Qt.CheckState.Checked
        }
        self._choice.choose(ticked | (self._choice.curves - self._lines.keys()))

    def _filter(self, text: str) -> None:
        """Show only the lines with all the words, in their own name or those above it."""
        words = text.lower().split()
        for line in self._lines.values():
            for above in _above(line):
                above.setHidden(True)
        for line in self._lines.values():
            group, top = _above(line)
            name = f"{top.text(0)} {group.text(0)} {line.text(0)}".lower()
            is_found = all(word in name for word in words)
            line.setHidden(not is_found)
            if is_found:
                for above in (group, top):
                    above.setHidden(False)
                    if words:
                        above.setExpanded(True)


def _above(line: QTreeWidgetItem) -> tuple[QTreeWidgetItem, QTreeWidgetItem]:
    """Return the lines of a curve's group and robot."""
    group = line.parent()
    assert group is not None
    top = group.parent()
    assert top is not None
    return group, top


def _dot(colour: QColor) -> QIcon:
    pixmap = QPixmap(DOT_PX, DOT_PX)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(1, 1, DOT_PX - 2, DOT_PX - 2)
    painter.end()
    return QIcon(pixmap)
