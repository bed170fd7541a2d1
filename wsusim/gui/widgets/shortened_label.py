"""A text of one or two lines, shortened to the available room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

LINES = 2
"""Of a text, unless its label says otherwise."""


class ShortenedLabel(QLabel):
    """Shows as much of its text as has room in its lines; the tip has all of it."""

    def __init__(self, lines: int = LINES) -> None:
        super().__init__(wordWrap=True)
        self._lines = lines
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._whole = self._tip = ""

    @property
    def whole(self) -> str:
        """The whole text."""
        return self._whole

    def show_text(self, text: str, tip: str = "") -> None:
        """Show another text; its tip is ``tip``, or else all of a text that had to be shortened."""
        self._whole, self._tip = text, tip
        self._fit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size that allows any width."""
        margins = self.contentsMargins()
        height = self._lines * self.fontMetrics().lineSpacing()
        return QSize(0, height + margins.top() + margins.bottom())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the same, whatever the text is."""
        return self.minimumSizeHint()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Return false: its height doesn't depend on its width, so no panel has to scroll."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Show as much as has room now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        low, high = 0, len(self._whole)
        if not self._has_room(self._whole):
            while low < high - 1:
                middle = (low + high) // 2
                if self._has_room(self._whole[:middle] + "…"):
                    low = middle
                else:
                    high = middle
            self.setText(self._whole[:low].rstrip() + "…")
            self.setToolTip(self._tip or self._whole)
        else:
            self.setText(self._whole)
            self.setToolTip(self._tip)

    def _has_room(self, text: str) -> bool:
        metrics, wraps = self.fontMetrics(), Qt.TextFlag.TextWordWrap
        width = max(1, self.contentsRect().width())
        box = metrics.boundingRect(0, 0, width, 10_000, wraps, text)
        return box.height() <= self._lines * metrics.lineSpacing() and box.width() <= width
