"""The list of readings: robots, groups and their curves, each with a box to tick."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wsusim.gui.features.curves.channels import CHANNELS, channel_name, group_names
from wsusim.gui.features.curves.choice import USUAL, Choice, Curve
from wsusim.gui.widgets.phrases import robot_name
from wsusim.gui.widgets.theme import Theme

DOT_PX = 12
WIDTH_EM, HEIGHT_EM = 18, 26
"""Its size in heights of the text."""


class Chooser(QFrame):
    """Shows and changes the choice; opens over everything, Esc or a click beside it closes it."""

    def __init__(self, choice: Choice, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(self.tr("Readings"))
        self._choice = choice
        self._lines: dict[Curve, tuple[QTreeWidgetItem, QTreeWidgetItem, QTreeWidgetItem]] = {}
        """Of each curve the lines of its robot and its group, and its own."""
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Search for readings"))
        self.search.textChanged.connect(self._filter)
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(14)
        self.tree.setAccessibleName(self.tr("Readings that are shown"))
        self.tree.itemChanged.connect(self._follow_tick)
        self.none = QPushButton(self.tr("None"))
        self.none.setToolTip(self.tr("Show no curves"))
        self.none.clicked.connect(lambda: choice.choose(()))
        self.usual = QPushButton(self.tr("Usual"))
        self.usual.setToolTip(self.tr("The front sensors and the speeds of the first robot"))
        self.usual.clicked.connect(lambda: choice.choose(USUAL))
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.none)
        buttons.addWidget(self.usual)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(4)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addLayout(buttons)
        self.set_theme(theme)
        choice.changed.connect(self._show_choice)

    def set_theme(self, theme: Theme) -> None:
        """Draw the boxes so that empty ones can be seen; their frame is a darker ``Window``."""
        palette = self.tree.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.dim_text))
        self.tree.setPalette(palette)

    def open_at(self, button: QWidget) -> None:
        """Open below a button, or wherever there is room on its screen."""
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
        return self._lines[curve][-1]

    def set_robots(self, colours: tuple[QColor, ...]) -> None:
        """List robots of these colours."""
        self.tree.blockSignals(True)
        self.tree.clear()
        self._lines.clear()
        for robot, colour in enumerate(colours):
            top = QTreeWidgetItem(self.tree, [robot_name(robot)])
            top.setIcon(0, _dot(colour))
            groups = {key: QTreeWidgetItem(top, [name]) for key, name in group_names().items()}
            for column, channel in enumerate(CHANNELS):
                group = groups[channel.group]
                leaf = QTreeWidgetItem(group, [channel_name(channel)])
                self._lines[Curve(robot, column)] = (top, group, leaf)
            top.setExpanded(len(colours) == 1)
        for curve in self._choice.curves & self._lines.keys():
            for line in self._lines[curve][:2]:
                line.setExpanded(True)
        self.tree.blockSignals(False)
        self._show_choice()
        self._filter(self.search.text())

    def _show_choice(self) -> None:
        """Tick the chosen lines, and groups and robots of which all lines are; others half."""
        found: dict[int, tuple[QTreeWidgetItem, set[bool]]] = {}
        for curve, lines in self._lines.items():
            for line in lines:
                found.setdefault(id(line), (line, set()))[1].add(curve in self._choice.curves)
        state = Qt.CheckState
        self.tree.blockSignals(True)
        for line, ons in found.values():
            whole = state.Checked if True in ons else state.Unchecked
            line.setCheckState(0, whole if len(ons) == 1 else state.PartiallyChecked)
        self.tree.blockSignals(False)
        self.tree.viewport().update()

    def _follow_tick(self, item: QTreeWidgetItem, _column: int) -> None:
        """Take over the tick of a line; that of a group or robot counts for all below it."""
        curves = [curve for curve, lines in self._lines.items() if item in lines]
        self._choice.switch(curves, is_on=item.checkState(0) is not Qt.CheckState.Unchecked)

    def _filter(self, text: str) -> None:
        """Show only the lines with all the words, in their own name or those above it."""
        words = text.lower().split()
        found: set[int] = set()
        for lines in self._lines.values():
            name = " ".join(line.text(0) for line in lines).lower()
            if all(word in name for word in words):
                found |= set(map(id, lines))
        for lines in self._lines.values():
            for line in lines:
                line.setHidden(id(line) not in found)
            if words and id(lines[-1]) in found:
                for line in lines[:2]:
                    line.setExpanded(True)


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
