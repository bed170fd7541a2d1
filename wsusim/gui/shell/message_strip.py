"""The strip above the arena: what people should notice, else what is open.

It never changes its height, so that nothing moves when a message comes or goes. Where it is too
narrow for a message and its answers, these are in a menu. Earlier messages can be read again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QPoint, QSize, Qt, QTime, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QTextBrowser, QWidget

from wsusim.gui.shell.message_bar import Answer, MessageBar, Weight
from wsusim.gui.widgets.layouts import icon_button, push_button
from wsusim.gui.widgets.shortened_label import LINES, ShortenedLabel
from wsusim.gui.widgets.theme import current_theme
from wsusim.gui.widgets.window_words import in_window_words

KEPT_MAX = 100
HISTORY_PX = QSize(520, 260)
ROOM_PX = 12
"""Above and below the two lines together."""
LEAST_LETTERS = 16
"""Of each line of a message that stands beside its answers."""


class MessageStrip(MessageBar):
    """A ``MessageBar`` that is always there; ``set_rest`` says what it shows between messages."""

    text_changed = Signal(str)
    """The message shown now; empty: none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._rest = ""
        self._is_away = False
        self._said: deque[tuple[str, str, Weight]] = deque(maxlen=KEPT_MAX)
        super().__init__(parent, label=ShortenedLabel())
        self._close.setSizePolicy(_keeping_room(self._close))
        self.history = icon_button("history", self.tr("What was said before"), self.show_history)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.history)
        self.choose = push_button(self.tr("Choose…"))
        self.choose.setMenu(QMenu(self))
        self._answers.addWidget(self.choose)
        self.clear()

    @property
    def said(self) -> tuple[str, ...]:
        """What was said, newest last."""
        return tuple(text for _at, text, _weight in self._said)

    def remember(self, text: str, weight: Weight = Weight.NOTE) -> None:
        """Add to the history what was said elsewhere, below the window."""
        self._said.append((QTime.currentTime().toString("HH:mm:ss"), in_window_words(text), weight))

    def put_away(self, away: bool) -> None:
        """Keep it hidden, whatever is said; messages and questions are there afterwards."""
        self._is_away = away
        self.setVisible(not away)

    def set_rest(self, text: str) -> None:
        """Show this while there is no message."""
        if text == self._rest:
            return
        self._rest = text
        if not self.text:
            self.clear()

    def show_message(
        self,
        text: str,
        weight: Weight = Weight.NOTE,
        answers: Sequence[Answer] = (),
        *,
        about: str = "maze",
        stays: bool = False,
    ) -> None:
        """Show a message, and keep it in the history."""
        self.remember(text, weight)
        super().show_message(text, weight, answers, about=about, stays=stays)
        self._close.show()
        self._settle()

    def clear(self) -> None:
        """Show what is open, and no message."""
        super().clear()
        self._close.hide()
        self._show_text(self._rest)
        self._settle()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return its fixed height, which follows only the text size."""
        button_px = self.history.sizeHint().height() if hasattr(self, "history") else 0
        lines_px = LINES * self.fontMetrics().lineSpacing()
        return QSize(0, max(lines_px, button_px) + ROOM_PX)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the same."""
        return self.minimumSizeHint()

    def show_history(self) -> QTextBrowser:
        """Show what was said, newest first, until a click elsewhere."""
        browser = QTextBrowser(self)
        browser.setWindowFlag(Qt.WindowType.Popup)
        browser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        browser.setAccessibleName(self.tr("What was said before"))
        browser.setHtml(self._history_html())
        browser.resize(HISTORY_PX)
        corner = self.mapToGlobal(QPoint(self.width(), self.height()))
        browser.move(corner - QPoint(HISTORY_PX.width(), 0))
        browser.show()
        return browser

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Show the answers side by side or in a menu."""
        super().resizeEvent(event)
        if self.buttons:
            self._fit_answers()

    def _take_answers(self, answers: Sequence[Answer]) -> None:
        super()._take_answers(answers)
        menu = self.choose.menu()
        menu.clear()
        for button in self.buttons:
            menu.addAction(button.text(), button.click)
        self._fit_answers()

    def _fit_answers(self) -> None:
        """Put the answers into a menu if there is no room for them beside a message."""
        letters_px = LEAST_LETTERS * self.fontMetrics().averageCharWidth()
        layout = self.layout()
        assert layout is not None
        margins, gaps = layout.contentsMargins(), layout.count() - 1 + len(self.buttons)
        parts = (self._icon, self._close, self.history, *self.buttons)
        needed_px = (
            sum(part.sizeHint().width() for part in parts)
            + (margins.left() + margins.right() + gaps * layout.spacing())
            + letters_px
        )
        has_room = needed_px <= self.width()
        for button in self.buttons:
            button.setVisible(has_room)
        self.choose.setVisible(bool(self.buttons) and not has_room)

    def _vanish(self) -> None:
        """Stay: to go and come again would lay out the whole window."""

    def _settle(self) -> None:
        self.setVisible(not self._is_away)
        self.text_changed.emit(self.text)

    def _history_html(self) -> str:
        theme = current_theme()
        lines = [
            f"<p style='margin:0 0 6px 0'><span style='color:{theme.dim_text}'>{at}</span>&nbsp; "
            f"<span style='color:{theme.bad if weight is Weight.WARNING else theme.text}'>"
            f"{escape(text)}</span></p>"
            for at, text, weight in reversed(self._said)
        ]
        return "".join(lines) or self.tr("Nothing yet.")


def _keeping_room(widget: QWidget) -> QSizePolicy:
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    return policy
