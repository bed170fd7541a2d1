"""The title of a dock: its name and buttons to float and close it, at any text size."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QToolButton, QWidget

from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.theme import Theme

ICON_PX = 13


class PanelTitle(QWidget):
    """Replaces Qt's own title, whose text does not grow with the text size."""

    def __init__(self, dock: QDockWidget, theme: Theme) -> None:
        super().__init__(dock)
        label = QLabel(dock.windowTitle())
        self._float = self._button(self.tr("Float {panel}").format(panel=dock.windowTitle()))
        self._close = self._button(self.tr("Close {panel}").format(panel=dock.windowTitle()))
        self._float.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self._close.clicked.connect(dock.close)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 2, 4, 2)
        layout.setSpacing(0)
        layout.addWidget(label, 1)
        layout.addWidget(self._float)
        layout.addWidget(self._close)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draw the buttons in other colours."""
        self._float.setIcon(icon("float", theme))
        self._close.setIcon(icon("close", theme))

    def _button(self, words: str) -> QToolButton:
        button = QToolButton()
        button.setIconSize(QSize(ICON_PX, ICON_PX))
        button.setToolTip(words)
        button.setAccessibleName(words)
        return button
