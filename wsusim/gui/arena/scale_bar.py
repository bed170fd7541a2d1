"""The bar in the view's corner that says how long things are."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from wsusim.gui.arena.painting import mm_per_px, pen, see_through
from wsusim.gui.widgets.theme import current_theme

TARGET_PX = 110.0
MARGIN_PX = 9.0


def round_length_mm(longest_mm: float) -> float:
    """Return the longest of 1, 2, 5, 10, 20, 50 ... mm that is not above ``longest_mm``."""
    power = 10.0 ** math.floor(math.log10(longest_mm))
    return next(step * power for step in (5.0, 2.0, 1.0) if step * power <= longest_mm)


class ScaleBar(QWidget):
    """Lies over a view and takes no input."""

    def __init__(self, view: QGraphicsView) -> None:
        super().__init__(view)
        self._view = view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(round(TARGET_PX + 2 * MARGIN_PX + 24), 36)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw bar and length."""
        px_mm, theme = mm_per_px(self._view.scene()), current_theme()
        length_mm = round_length_mm(TARGET_PX * px_mm)
        length_px = length_mm / px_mm
        text = f"{length_mm:g} mm" if length_mm < 1000.0 else f"{length_mm / 1000.0:g} m"
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = max(length_px, self.fontMetrics().horizontalAdvance(text))
        sheet = QRectF(0.5, 0.5, width + 2.0 * MARGIN_PX, self.height() - 1.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(see_through(theme.window, 0.85))
        painter.drawRoundedRect(sheet, 6.0, 6.0)
        painter.setPen(pen(theme.text, 1.6))
        y, x0, x1 = self.height() - 9.0, MARGIN_PX, MARGIN_PX + length_px
        ends = [QLineF(x, y - 4.0, x, y + 4.0) for x in (x0, x1)]
        painter.drawLines([QLineF(x0, y, x1, y), *ends])
        painter.setPen(QColor(theme.text))
        place = QRectF(MARGIN_PX, 2.0, width, self.height() - 16.0)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
