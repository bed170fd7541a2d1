"""Colours a program as it is typed; a long one bit by bit, so that the window never freezes."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from wsusim.gui.widgets.theme import Theme, current_theme
from wsusim.programs.colouring import FIRST_STATE, Colouring, Kind

BUDGET_S = 0.02
"""So long it colours at once; the rest comes a moment later."""

PAUSE_MS = 5
UNCOLOURED = -2
"""The state of a line whose turn comes later; Qt's own -1 is that of one never looked at."""

_LIGHT = {
    Kind.KEYWORD: "#7a3e9d",
    Kind.STRING: "#2f7d32",
    Kind.COMMENT: "#6b7280",
    Kind.NUMBER: "#b45f06",
    Kind.DEFINED: "#0b5fa5",
    Kind.BUILT_IN: "#0e7490",
    Kind.DECORATOR: "#9a5b00",
}
_DARK = {
    Kind.KEYWORD: "#cf9cf2",
    Kind.STRING: "#8fd694",
    Kind.COMMENT: "#8b95a5",
    Kind.NUMBER: "#f0b06a",
    Kind.DEFINED: "#7cc4ff",
    Kind.BUILT_IN: "#6fd3e0",
    Kind.DECORATOR: "#e0b070",
}
_BOLD = frozenset({Kind.KEYWORD, Kind.DEFINED})
_SLANTED = frozenset({Kind.COMMENT})

NOT_CODE = QTextCharFormat.Property.UserProperty + 1
"""Property of the formats of texts and comments."""


class Highlighter(QSyntaxHighlighter):
    """Colours one document."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._colouring = Colouring()
        self._formats = _formats(current_theme())
        self._began_s = 0.0
        self._resume_at = -1
        self._timer = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._timer.timeout.connect(self._go_on)

    def take_theme(self, theme: Theme) -> None:
        """Colour everything again."""
        self._formats = _formats(theme)
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Colour one line."""
        now_s = monotonic()
        if not self._timer.isActive() and now_s - self._began_s > 2 * BUDGET_S:
            self._began_s = now_s  # a new pass: a person types
        number = self.currentBlock().blockNumber()
        if now_s - self._began_s > BUDGET_S:
            self.setCurrentBlockState(UNCOLOURED)
            if not self._timer.isActive():
                self._resume_at = number
                self._timer.start()
            else:
                self._resume_at = min(self._resume_at, number)
            return
        state = self.previousBlockState()
        pieces, after = self._colouring.line(text, max(state, FIRST_STATE))
        for column, length, kind in pieces:
            self.setFormat(column, length, self._formats[kind])
        self.setCurrentBlockState(after)

    def _go_on(self) -> None:
        """Colour the lines that were left."""
        document = self.document()
        self._began_s = monotonic()
        number, self._resume_at = self._resume_at, -1
        block = document.findBlockByNumber(number)
        while block.isValid() and monotonic() - self._began_s < BUDGET_S:
            if block.userState() == UNCOLOURED or block.userState() == -1:
                self.rehighlightBlock(block)
            block = block.next()
        if block.isValid():
            self._resume_at = block.blockNumber()
            self._timer.start()


def _formats(theme: Theme) -> dict[Kind, QTextCharFormat]:
    formats = {}
    for kind, colour in (_DARK if theme.is_dark else _LIGHT).items():
        made = QTextCharFormat()
        made.setForeground(QColor(colour))
        if kind in _BOLD:
            made.setFontWeight(QFont.Weight.DemiBold)
        made.setFontItalic(kind in _SLANTED)
        made.setProperty(NOT_CODE, kind in (Kind.STRING, Kind.COMMENT))
        formats[kind] = made
    return formats
