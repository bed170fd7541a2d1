"""A bar for what people should notice, which disappears by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from PySide6.QtCore import QEvent, QSize, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.layouts import icon_button, in_row, push_button, words
from wsusim.gui.widgets.shortened_label import ShortenedLabel
from wsusim.gui.widgets.window_words import in_window_words

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

    def __init__(self, parent: QWidget | None = None, *, label: QLabel | None = None) -> None:
        """``label``: where the text is shown."""
        super().__init__(parent)
        self._weight = Weight.NOTE
        self._about = ""
        self._text = ""
        self._icon = QLabel()
        self._label = words() if label is None else label
        self._close = icon_button("close", self.tr("Close this message"), self.clear)
        self._answers = QHBoxLayout()
        self.buttons: list[QPushButton] = []
        parts = (self._icon, self._label, self._answers, self._close)
        self.setLayout(in_row(*parts, spacing=6, margins=(12, 5, 6, 5), grows=self._label))
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._timer.timeout.connect(self.clear)
        self.hide()

    @property
    def text(self) -> str:
        """The message shown, empty when there is none."""
        return self._text

    @property
    def is_asking(self) -> bool:
        """Whether the message waits for an answer."""
        return bool(self._text and self.buttons)

    def show_message(
        self,
        text: str,
        weight: Weight = Weight.NOTE,
        answers: Sequence[Answer] = (),
        *,
        about: str = "maze",
        stays: bool = False,
    ) -> None:
        """Show a message; each answer becomes a button that also closes it.

        ``about`` names its subject, by which ``forget`` can remove it; ``stays``: until it is
        closed or replaced.
        """
        self._about = about
        self._text = in_window_words(text)
        self._show_text(self._text)
        self._take_answers(answers)
        self._weigh(weight)
        self._icon.show()
        self.show()
        if answers or stays:
            self._timer.stop()
        else:
            self._timer.start()

    def forget(self, *subjects: str) -> None:
        """Remove the message if it is about one of these, as it is no longer true.

        A subject's first word stands for all subjects that begin with it.
        """
        if not {self._about, self._about.split(" ", 1)[0]}.isdisjoint(subjects):
            self.clear()

    def clear(self) -> None:
        """Remove the message."""
        self._timer.stop()
        self._text = self._about = ""
        self._take_answers(())
        self._weigh(Weight.NOTE)
        self._icon.hide()
        self._vanish()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_icon()

    def _vanish(self) -> None:
        """Take up no room without a message."""
        self.hide()

    def _show_text(self, text: str) -> None:
        if isinstance(self._label, ShortenedLabel):
            self._label.show_text(text)
        else:
            self._label.setText(text)
        self.setAccessibleName(text)

    def _take_answers(self, answers: Sequence[Answer]) -> None:
        for old in self.buttons:
            old.hide()
            old.deleteLater()
        self.buttons = [self._button(label, action) for label, action in answers]

    def _weigh(self, weight: Weight) -> None:
        self._weight = weight
        self._show_icon()
        shown = weight.value if self._text else "none"
        if shown != self.property("weight"):
            self.setProperty("weight", shown)
            self.style().polish(self)  # the style sheet colours it by the weight

    def _show_icon(self) -> None:
        name = "warning" if self._weight is Weight.WARNING else "information"
        self._icon.setPixmap(icon(name).pixmap(ICON_SIZE))

    def _button(self, label: str, action: Callable[[], None]) -> QPushButton:
        button = push_button(label, self.clear)
        button.clicked.connect(lambda _checked=False: action())
        self._answers.addWidget(button)
        return button
