"""The camera's pixels as one row of grey fields, above the plot of their levels."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.widgets.plot import Plot
from wsusim.gui.widgets.theme import current_theme

ROW_EM = 1.6
"""The row is so high, in heights of the text."""


class PixelStrip(QWidget):
    """Each pixel stands exactly above its point of the plot below; says where left and right is."""

    def __init__(self, plot: Plot) -> None:
        super().__init__()
        self._plot = plot
        self._pixels: tuple[int, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def pixels(self) -> tuple[int, ...]:
        """What is shown."""
        return self._pixels

    def show_pixels(self, pixels: tuple[int, ...]) -> None:
        """Show grey levels from left to right, 0 = black, 255 = white."""
        self._pixels = pixels
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return room for a line of words above the row."""
        em = self.fontMetrics().height()
        return QSize(9 * em, round((1.2 + ROW_EM) * em))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the words, then the row."""
        painter, plot, em = QPainter(self), self._plot, self.fontMetrics().height()
        edges = [round(plot.place_px(k - 0.5, 0.0).x()) for k in range(len(self._pixels) + 1)]
        left, width = edges[0], edges[-1] - edges[0]
        painter.setPen(QColor(current_theme().dim_text))
        words = QRectF(left, 0, width, em)
        for side, text in (
            (Qt.AlignmentFlag.AlignLeft, self.tr("← left")),
            (Qt.AlignmentFlag.AlignHCenter, self.tr("ahead")),
            (Qt.AlignmentFlag.AlignRight, self.tr("right →")),
        ):
            painter.drawText(words, side, text)
        top, height = round(1.2 * em), round(ROW_EM * em) - 1
        for k, level in enumerate(self._pixels):
            grey = QColor.fromHsv(0, 0, min(max(level, 0), 255))
            painter.fillRect(edges[k], top, edges[k + 1] - edges[k], height, grey)
        painter.setPen(QColor(current_theme().line))
        painter.drawRect(left, top, width, height)
