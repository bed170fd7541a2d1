"""A slider and a number box for one value: one follows the other."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QStyle, QStyleOptionSlider, QWidget

from wsusim.gui.widgets.inputs import NumberBox

POSITIONS = 1000
SLIDER_LEAST_PX = 70


class Scale:
    """From positions of a slider to values and back.

    With ``power`` 2 the lower values have more room: on a scale of 0 to 10 the value 1 stands at a
    third.
    """

    def __init__(self, low: float, high: float, power: float = 1.0) -> None:
        self.low, self.high, self._power = low, high, power

    def value(self, position: int) -> float:
        """Return the value of a position 0 to ``POSITIONS``."""
        share = math.pow(position / POSITIONS, self._power)
        return self.low + (self.high - self.low) * share

    def position(self, value: float) -> int:
        """Return the position of a value, the nearest one in range."""
        share = min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)
        return round(POSITIONS * math.pow(share, 1.0 / self._power))


class MarkedSlider(QSlider):
    """A slider with a mark at its usual value; the wheel turns it only when it has the keys."""

    reset_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(0, POSITIONS)
        self.setSingleStep(POSITIONS // 100)
        self.setPageStep(POSITIONS // 20)
        self.setMinimumWidth(SLIDER_LEAST_PX)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._mark: int | None = None

    def set_mark(self, position: int | None) -> None:
        """Mark a position, or none."""
        if position != self._mark:
            self._mark = position
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the mark below the slider."""
        if self._mark is not None:
            option = QStyleOptionSlider()
            self.initStyleOption(option)
            style = self.style()
            part = QStyle.SubControl.SC_SliderHandle
            whole = QStyle.ComplexControl.CC_Slider
            handle = style.subControlRect(whole, option, part, self)
            room = self.width() - handle.width()
            x = handle.width() / 2 + QStyle.sliderPositionFromValue(0, POSITIONS, self._mark, room)
            painter = QPainter(self)
            colour = QColor(self.palette().windowText().color())
            colour.setAlphaF(0.55)
            painter.setPen(QPen(colour, 2.0))
            painter.drawLine(round(x), 1, round(x), self.height() - 1)
            painter.end()
        super().paintEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Return to the usual value."""
        self.reset_wanted.emit()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Return to the usual value with Delete."""
        if event.key() == Qt.Key.Key_Delete:
            self.reset_wanted.emit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the wheel to the page unless the slider has the keyboard."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class NumberSlider(QObject):
    """Shows a value and tells what is wanted; the widgets are placed by whoever makes it."""

    wanted = Signal(float, int)
    """The value and the session: one drag, or one stay of the keyboard."""

    reset_wanted = Signal()

    focused = Signal()
    """Slider or box have got the keyboard."""

    def __init__(self, scale: Scale, decimals: int, unit: str, name: str) -> None:
        super().__init__()
        self._scale = scale
        self._session = 0
        self.slider = MarkedSlider()
        self.box = NumberBox(scale.low, scale.high, 10.0**-decimals, decimals, unit)
        self.box.setSingleStep(10.0 ** (1 - decimals))
        self.slider.setAccessibleName(name)
        self.box.setAccessibleName(name)
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.slider.valueChanged.connect(self._follow_slider)
        self.slider.sliderPressed.connect(self.begin_session)
        self.slider.reset_wanted.connect(self._reset)
        self.box.entered.connect(self._follow_box)
        self.box.editingFinished.connect(self.begin_session)
        for widget in (self.slider, self.box):
            widget.installEventFilter(self)

    def show_value(self, value: float, usual: float | None) -> None:
        """Show a value, and where the usual one is."""
        self.slider.blockSignals(True)
        self.slider.setValue(self._scale.position(value))
        self.slider.blockSignals(False)
        self.slider.set_mark(None if usual is None else self._scale.position(usual))
        self.box.show_value(value)

    def set_tip(self, text: str) -> None:
        """Explain the value."""
        self.slider.setToolTip(text)
        self.box.setToolTip(text)

    def begin_session(self) -> None:
        """Have the next change be an edit of its own."""
        self._session += 1

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Tell that the keyboard has come; keep the wheel from turning boxes in passing.

        Undo and redo are those of the window: a box would take back its own letters.
        """
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = QKeySequence.StandardKey
            if event.matches(key.Undo) or event.matches(key.Redo):
                event.ignore()
                return True
        if event.type() == QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            self.begin_session()
            self.focused.emit()
        return event.type() == QEvent.Type.Wheel and watched is self.box and not self.box.hasFocus()

    def _follow_slider(self, position: int) -> None:
        self.wanted.emit(round(self._scale.value(position), self.box.decimals()), self._session)

    def _follow_box(self, value: float) -> None:
        self.wanted.emit(value, self._session)

    def _reset(self) -> None:
        self.begin_session()
        self.reset_wanted.emit()
