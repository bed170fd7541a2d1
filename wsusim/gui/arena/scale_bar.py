"""The bar in the view's corner that says how long things are."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from wsusim.gui.arena.painting import pen, see_through
from wsusim.gui.widgets.theme import Theme

TARGET_PX = 110.0
MARGIN_PX = 9.0


def round_length_mm(longest_mm: float) -> float:
    """Return the longest of 1, 2, 5, 10, 20, 50 ... mm that is not above ``longest_mm``."""
    power = 10.0 ** math.floor(math.log10(longest_mm))
    return next(step * power for step in (5.0, 2.0, 1.0) if step * power <= longest_mm)


class ScaleBar(QWidget):
    """Lies over the view and takes no input."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme = theme
        self._mm_per_px = 1.0
        self.setFixedSize(round(TARGET_PX + 2 * MARGIN_PX + 24), 36)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def set_mm_per_px(self, mm_per_px: float) -> None:
        """Follow the zoom."""
        self._mm_per_px = mm_per_px
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw bar and length."""
        length_mm = round_length_mm(TARGET_PX * self._mm_per_px)
        length_px = length_mm / self._mm_per_px
        text = f"{length_mm:g} mm" if length_mm < 1000.0 else f"{length_mm / 1000.0:g} m"
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = max(length_px, QFontMetrics(self.font()).horizontalAdvance(text))
        sheet = QRectF(0.5, 0.5, width + 2.0 * MARGIN_PX, self.height() - 1.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(see_through(self._theme.window, 0.85))
        painter.drawRoundedRect(sheet, 6.0, 6.0)
        painter.setPen(pen(self._theme.text, 1.6))
        y, x0, x1 = self.height() - 9.0, MARGIN_PX, MARGIN_PX + length_px
        painter.drawLines(
            [
                QLineF(x0, y, x1, y),
                QLineF(x0, y - 4.0, x0, y + 4.0),
                QLineF(x1, y - 4.0, x1, y + 4.0),
            ]
        )
        painter.setPen(QColor(self._theme.text))
        place = QRectF(MARGIN_PX, 2.0, width, self.height() - 16.0)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()
