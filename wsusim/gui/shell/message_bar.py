"""A line over the arena's upper edge for what people should notice; it goes by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from PySide6.QtCore import QEvent, QSize, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.layouts import icon_button, in_row, push_button, words

SHOWN_MS = 9000
ICON_SIZE = QSize(18, 18)


class Weight(Enum):
    """How much a message matters."""

    NOTE = "note"
    WARNING = "warning"


ABOUT_RUN = "run"
"""What messages of a run, or of what could be run, are about."""

ABOUT_FILE = "file"
"""What messages about a controller's file are about; a space and its path follow."""

Answer = tuple[str, Callable[[], None]]
"""The text of a button and what it does."""


class MessageBar(QFrame):
    """Shows one message at a time; one with answers stays until it is answered or closed."""

    covering = Signal(int)
    """So many pixels of the arena's upper edge are covered now; 0 when the message is gone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._weight = Weight.NOTE
        self._about = ""
        self._icon = QLabel()
        self._label = words()
        close = icon_button("close", self.tr("Close this message"), self.hide)
        self._answers = QHBoxLayout()
        self.buttons: list[QPushButton] = []
        parts = (self._icon, self._label, self._answers, close)
        self.setLayout(in_row(*parts, spacing=6, margins=(12, 5, 6, 5), grows=self._label))
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    @property
    def text(self) -> str:
        """The message shown, empty when there is none."""
        return "" if self.isHidden() else self._label.text()

    @property
    def is_asking(self) -> bool:
        """Whether the message waits for an answer."""
        return not self.isHidden() and bool(self.buttons)

    def show_message(
        self,
        text: str,
        weight: Weight = Weight.NOTE,
        answers: Sequence[Answer] = (),
        *,
        about: str = "maze",
    ) -> None:
        """Show a message; each answer becomes a button that also closes it.

        ``about`` names its subject, so that ``forget`` can take it away with that.
        """
        self._weight = weight
        self._about = about
        self._label.setText(text)
        self.setAccessibleName(text)
        for old in self.buttons:
            old.hide()
            old.deleteLater()
        self.buttons = [self._button(label, action) for label, action in answers]
        self._show_icon()
        self.setProperty("weight", weight.value)
        self.style().polish(self)  # the style sheet colours its edge by the weight
        self.show()
        self.covering.emit(self.height())
        if answers:
            self._timer.stop()
        else:
            self._timer.start()

    def forget(self, *subjects: str) -> None:
        """Take the message away if it is about one of these: it no longer holds.

        A subject's first word stands for all subjects that begin with it.
        """
        if not {self._about, self._about.split(" ", 1)[0]}.isdisjoint(subjects):
            self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Tell the new height."""
        super().resizeEvent(event)
        if self.isVisible():
            self.covering.emit(self.height())

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Tell that nothing is covered."""
        super().hideEvent(event)
        self.covering.emit(0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_icon()

    def _show_icon(self) -> None:
        name = "warning" if self._weight is Weight.WARNING else "information"
        self._icon.setPixmap(icon(name).pixmap(ICON_SIZE))

    def _button(self, label: str, action: Callable[[], None]) -> QPushButton:
        button = push_button(label, self.hide)
        button.clicked.connect(lambda _checked=False: action())
        self._answers.addWidget(button)
        return button
