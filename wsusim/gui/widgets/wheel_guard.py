"""Lets the mouse wheel change only what has the keyboard: elsewhere it scrolls or does nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QSlider, QTabBar, QWidget

GUARDED = (QComboBox, QAbstractSpinBox, QSlider, QTabBar)
NEVER_TURNED = (QComboBox, QTabBar)
"""Even with the keyboard in them: who has chosen and goes on to scroll would choose again."""


class WheelGuard(QObject):
    """Passes a turn of the wheel on to what scrolls behind a choice, a number or a slider.

    It sees only the events of what it guards: one that saw all of the window's would cost each
    click a third of a millisecond.
    """

    def guard(self, widget: QWidget) -> None:
        """Guard a widget that the wheel could change; a turn doesn't give it focus, either."""
        if isinstance(widget, GUARDED):
            widget.installEventFilter(self)
        elif not isinstance(widget, QLineEdit) or not isinstance(widget.parentWidget(), GUARDED):
            return
        if widget.focusPolicy() == Qt.FocusPolicy.WheelFocus:
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Leave the wheel to the parents."""
        if not isinstance(event, QWheelEvent) or not isinstance(watched, QWidget):
            return False
        is_taken = isinstance(watched, NEVER_TURNED) or not watched.hasFocus()
        if is_taken:
            event.ignore()
        return is_taken
