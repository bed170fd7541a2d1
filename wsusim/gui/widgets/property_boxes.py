"""Small inputs for properties: numbers that may be mixed, choices, and texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPaintEvent, QTextDocument
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

EDGE_PX = 2
"""Styles leave so much free at both ends of a chosen name (guess)."""


_KEYS = QKeySequence.StandardKey


class MiddleElidedBox(QComboBox):
    """A choice whose name is shortened in its middle, as names differ at their ends."""

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the box, and as much of the name as it has room for."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        room_px = field.width() - 2 * EDGE_PX
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideMiddle, room_px
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class _UndoPassed(QObject):
    """Passes Undo and Redo on to the window while a field has nothing to undo."""

    def __init__(self, box: QWidget, letters: QLineEdit | QTextDocument) -> None:
        super().__init__(box)
        self._letters = letters
        box.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Ignore the keys, so that Qt asks the widgets around the field and then the menus."""
        if isinstance(event, QKeyEvent) and (
            (event.matches(_KEYS.Undo) and not self._letters.isUndoAvailable())
            or (event.matches(_KEYS.Redo) and not self._letters.isRedoAvailable())
        ):
            event.ignore()
            return True
        return False


class NumberBox(QDoubleSpinBox):
    """A number with its unit, or blank when the selected objects differ.

    ``entered`` is emitted after Enter, when the keyboard leaves, and at each step of the arrows;
    ``sessions`` counts finished entries, so that the steps of one session can be one edit.
    """

    entered = Signal(object)
    """The number, a whole one where it has no decimals."""

    def __init__(self, low: float, high: float, step: float, decimals: int, unit: str) -> None:
        super().__init__(decimals=decimals, singleStep=step, suffix=f" {unit}" if unit else "")
        self.sessions = 0
        self._blank = low - step
        self.setRange(self._blank, high)
        self.setSpecialValueText("—")
        self.setKeyboardTracking(False)
        self.setAccelerated(True)
        _UndoPassed(self, self.lineEdit())
        self.valueChanged.connect(self._tell)
        self.editingFinished.connect(self._end_session)

    def show_value(self, value: float | None) -> None:
        """Show a number without emitting it; ``None`` is blank."""
        shown = self._blank if value is None else value
        if round(shown, self.decimals()) == self.value() and not self.lineEdit().isModified():
            return  # setting it would draw it again
        self.blockSignals(True)
        self.setValue(shown)
        self.blockSignals(False)

    def _tell(self, value: float) -> None:
        if value > self._blank:
            self.entered.emit(value if self.decimals() else round(value))

    def _end_session(self) -> None:
        self.sessions += 1


class ChoiceBox(QComboBox):
    """One of several words; blank when the selected objects differ."""

    entered = Signal(object)
    """The value that a person chose."""

    def __init__(self, choices: Mapping[Any, str], name: str = "", tip: str = "") -> None:
        """``choices`` are values with their words; ``name`` is for screen readers."""
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.offer(choices)
        self.activated.connect(lambda index: self.entered.emit(self.itemData(index)))

    def offer(self, choices: Mapping[Any, str]) -> None:
        """Offer other values."""
        self.clear()
        for value, label in choices.items():
            self.addItem(label, value)

    def show_value(self, value: object) -> None:
        """Show a choice; ``None``: none of them."""
        self.setCurrentIndex(-1 if value is None else self.findData(value))


class LineBox(QLineEdit):
    """A text of one line; ``entered`` is emitted after Enter and when the keyboard leaves."""

    entered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._shown = ""
        _UndoPassed(self, self)
        self.editingFinished.connect(self._tell)

    def show_value(self, value: str | None) -> None:
        """Show a text, unless a person is typing another one."""
        self._shown = value or ""
        if not self.hasFocus() or not self.isModified():
            self.setText(self._shown)

    def _tell(self) -> None:
        text = self.text()
        self.setModified(False)
        if text != self._shown:
            self.entered.emit(text)
        self.setText(self._shown)


class TextBox(QPlainTextEdit):
    """A text of some lines; ``entered`` is emitted if it has changed when the keyboard leaves."""

    entered = Signal(str)

    def __init__(self, lines: int) -> None:
        super().__init__()
        self._shown = ""
        _UndoPassed(self, self.document())
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 12)

    def show_value(self, value: str | None) -> None:
        """Show a text."""
        self._shown = value or ""
        if self.toPlainText() != self._shown:
            self.setPlainText(self._shown)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Emit the text."""
        super().focusOutEvent(event)
        text = self.toPlainText()
        if text != self._shown:
            self._shown = text
            self.entered.emit(text)
