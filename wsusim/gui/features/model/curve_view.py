"""The preview: the response curve of one sensor or wheel, with the band of its noise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.editor.robot_model.curves import Band
from wsusim.gui.widgets.theme import Theme

STEPS = (10, 20, 50, 100, 200, 250, 500)
"""Distances between two lines of the grid, in units of an axis."""

LINES_MAX = 5


class CurveView(QWidget):
    """Draws a band; without one it says why."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._band: Band | None = None
        self._title = ""
        self._x_words = ""
        self._excuse = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Preview of the response"))
        self.setToolTip(
            self.tr("What it reads without noise (line), and how far its noise goes (band)")
        )

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which the axes can be read."""
        return QSize(250, 190)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which a curve can be seen."""
        height = self.fontMetrics().height()
        return QSize(12 * height, 9 * height)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    @property
    def band(self) -> Band | None:
        """What is drawn."""
        return self._band

    def show_band(self, title: str, x_words: str, band: Band | None, excuse: str = "") -> None:
        """Draw a band with a title and the words of its x axis; or an excuse for not drawing."""
        self._title, self._x_words, self._band, self._excuse = title, x_words, band, excuse
        self.setAccessibleDescription(f"{title}. {excuse or x_words}")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw axes, band and curve."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = painter.fontMetrics()
        height = float(metrics.height())
        left = metrics.horizontalAdvance("0000") + 6.0
        plot = QRectF(left, 1.6 * height, self.width() - left - 8.0, self.height() - 4.1 * height)
        painter.setPen(QColor(self._theme.text))
        title = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(QPointF(2.0, height - 2.0), title)
        painter.setPen(QPen(QColor(self._theme.line), 1.0))
        painter.setBrush(QColor(self._theme.field))
        painter.drawRect(plot)
        band = self._band
        if band is None:
            painter.setPen(QColor(self._theme.dim_text))
            painter.drawText(
                plot.adjusted(6, 6, -6, -6),
                Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap,
                self._excuse,
            )
            return
        self._paint_axes(painter, plot, band)
        self._paint_band(painter, plot, band)

    def _paint_axes(self, painter: QPainter, plot: QRectF, band: Band) -> None:
        theme, metrics = self._theme, painter.fontMetrics()
        height = float(metrics.height())
        first, last = float(band.x[0]), float(band.x[-1])
        grid = QPen(QColor(theme.line), 1.0)
        for value in _marks(0.0, band.top):
            y = plot.bottom() - value / band.top * plot.height()
            painter.setPen(grid)
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(theme.dim_text))
            box = QRectF(0.0, y - height / 2.0, plot.left() - 4.0, height)
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{value:g}"
            )
        for value in _marks(first, last):
            x = plot.left() + (value - first) / (last - first) * plot.width()
            painter.setPen(grid)
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            painter.setPen(QColor(theme.dim_text))
            wide = float(metrics.horizontalAdvance(f"{value:g}"))
            begin = min(x - wide / 2.0, self.width() - wide - 1.0)
            painter.drawText(QPointF(begin, plot.bottom() + height), f"{value:g}")
        words = metrics.elidedText(self._x_words, Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(
            QRectF(0.0, plot.bottom() + 1.25 * height, self.width() - 4.0, height),
            Qt.AlignmentFlag.AlignRight,
            words,
        )

    def _paint_band(self, painter: QPainter, plot: QRectF, band: Band) -> None:
        first, last = float(band.x[0]), float(band.x[-1])
        across = plot.left() + (band.x - first) / (last - first) * plot.width()

        def points(values: NDArray[np.float64]) -> list[QPointF]:
            share = np.clip(values / band.top, 0.0, 1.0)
            down = plot.bottom() - share * plot.height()
            return [QPointF(float(x), float(y)) for x, y in zip(across, down, strict=True)]

        colour = QColor(self._theme.accent)
        soft = QColor(colour)
        soft.setAlphaF(0.28)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(soft)
        painter.drawPolygon(QPolygonF([*points(band.greatest), *reversed(points(band.least))]))
        painter.setPen(QPen(colour, 2.0))
        painter.drawPolyline(QPolygonF(points(band.middle)))


def _marks(first: float, last: float) -> list[float]:
    """Return round numbers from ``first`` to ``last``, a few of them."""
    step = next((s for s in STEPS if (last - first) / s <= LINES_MAX), STEPS[-1])
    if last - first <= STEPS[1]:
        step = 5
    start = step * int(np.ceil(first / step))
    return [float(value) for value in range(start, int(last) + 1, step)]
