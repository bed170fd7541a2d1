"""A line above the arena for what people should notice: it never blocks and goes by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.theme import Theme

SHOWN_MS = 9000


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

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._weight = Weight.NOTE
        self._about = ""
        self._icon = QLabel()
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = QToolButton()
        self._close.setToolTip(self.tr("Close this message"))
        self._close.setAccessibleName(self.tr("Close this message"))
        self._close.clicked.connect(self.hide)
        self._answers = QHBoxLayout()
        self.buttons: list[QPushButton] = []
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 5, 6, 5)
        layout.addWidget(self._icon)
        layout.addWidget(self._label, 1)
        layout.addLayout(self._answers)
        layout.addWidget(self._close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        self.set_theme(theme)
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
        self.buttons = [self._button(words, action) for words, action in answers]
        self._paint_weight()
        self.show()
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

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self._close.setIcon(icon("close", theme))
        self._paint_weight()

    def _button(self, words: str, action: Callable[[], None]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(self.hide)
        button.clicked.connect(lambda _checked=False: action())
        self._answers.addWidget(button)
        return button

    def _paint_weight(self) -> None:
        is_warning = self._weight is Weight.WARNING
        colour = self._theme.warning if is_warning else self._theme.accent
        name = "warning" if is_warning else "information"
        self._icon.setPixmap(icon(name, self._theme).pixmap(QSize(18, 18)))
        self.setStyleSheet(
            f"MessageBar {{ background: {self._theme.raised}; border: none;"
            f" border-left: 4px solid {colour}; border-bottom: 1px solid {self._theme.line}; }}"
        )
