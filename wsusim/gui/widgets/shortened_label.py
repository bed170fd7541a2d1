"""A text of at most two lines, shortened to the available room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

LINES = 2


class ShortenedLabel(QLabel):
    """Shows as much of its text as has room in two lines; the tip has all of it."""

    def __init__(self) -> None:
        super().__init__(wordWrap=True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._whole = ""

    @property
    def whole(self) -> str:
        """The whole text."""
        return self._whole

    def show_text(self, text: str) -> None:
        """Show another text."""
        self._whole = text
        self._fit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size that allows any width."""
        return QSize(0, LINES * self.fontMetrics().lineSpacing())

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
            self.setToolTip(self._whole)
        else:
            self.setText(self._whole)
            self.setToolTip("")

    def _has_room(self, text: str) -> bool:
        metrics, wraps = self.fontMetrics(), Qt.TextFlag.TextWordWrap
        box = metrics.boundingRect(0, 0, max(1, self.width()), 10_000, wraps, text)
        return box.height() <= LINES * metrics.lineSpacing() and box.width() <= max(1, self.width())
