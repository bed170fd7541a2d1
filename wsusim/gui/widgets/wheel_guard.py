"""The mouse wheel changes only what has the keyboard: elsewhere it scrolls, or does nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QSlider,
    QTabBar,
    QWidget,
)

GUARDED = (QComboBox, QAbstractSpinBox, QSlider, QTabBar)
NEVER_TURNED = (QComboBox, QTabBar)
"""Even with the keyboard in them: who has chosen and goes on to scroll would choose again."""

_NAME = "wheel guard"


def guard_wheel(application: QApplication) -> None:
    """Have all panels and dialogs of a program guarded, those that come later, too."""
    if application.findChild(WheelGuard, _NAME) is None:
        application.installEventFilter(WheelGuard(application))


class WheelGuard(QObject):
    """Passes a turn of the wheel on to whatever scrolls behind a choice, a number or a slider."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.setObjectName(_NAME)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Leave the wheel to the parents; a wheel must not bring the keyboard along, either."""
        kind = event.type()
        if kind == QEvent.Type.Wheel and isinstance(watched, GUARDED):
            if isinstance(watched, NEVER_TURNED) or not watched.hasFocus():
                event.ignore()
                return True
        elif kind == QEvent.Type.Polish and isinstance(watched, QWidget):
            _let_wheel_give_no_focus(watched)
        return False


def _let_wheel_give_no_focus(widget: QWidget) -> None:
    parent = widget.parentWidget()
    is_part = isinstance(widget, GUARDED) or isinstance(parent, GUARDED)
    if is_part and widget.focusPolicy() == Qt.FocusPolicy.WheelFocus:
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
