"""A row of parts that becomes a column where there is no room side by side."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget


class FoldingRow(QWidget):
    """Holds a few parts; never asks for more width than the widest of them needs.

    Room that is left over goes to the first.
    """

    def __init__(self, *parts: QWidget) -> None:
        super().__init__()
        self._parts = parts
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(2)
        for part in parts:
            self._box.addWidget(part)
        self._box.setStretch(0, 1)

    @property
    def is_folded(self) -> bool:
        """Whether the parts stand one below the other."""
        return self._box.direction() is QBoxLayout.Direction.TopToBottom

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width of the widest part, and the height of what is shown now."""
        widths = [part.minimumSizeHint().width() for part in self._parts]
        return QSize(max(widths), self._box.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fold or unfold, as the width allows."""
        super().resizeEvent(event)
        spacing = self._box.spacing() * (len(self._parts) - 1)
        wanted = sum(part.sizeHint().width() for part in self._parts) + spacing
        should_fold = self.width() < wanted
        if should_fold != self.is_folded:
            self._box.setDirection(
                QBoxLayout.Direction.TopToBottom
                if should_fold
                else QBoxLayout.Direction.LeftToRight
            )
            self.updateGeometry()
