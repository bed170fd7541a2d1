"""The response curve of a sensor, with the rays or lamps of one answer on it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.features.why.answers import GREATEST, LAMP_CURVE_MM, Answer, Curve
from wsusim.gui.features.why.words import deciding_lamp, rays_left_to_right, shares, translate
from wsusim.gui.widgets.theme import Theme

LARGEST_PX, SMALLEST_PX = 7.0, 2.5
"""Radii of the points: of one that brings the whole echo, and of one that brings nothing."""

LAMP_TOP = 550
"""The light curve is drawn from 0 to this reading."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point on the curve; ``share`` says how much it matters, 0..1."""

    distance_mm: float
    reading: float
    share: float
    number: int
    """Row of the table that it belongs to."""


def spots(answer: Answer) -> tuple[Spot, ...]:
    """Return a point for each ray that meets something, or for each lamp in view."""
    if answer.lamps is not None:
        best = deciding_lamp(answer.lamps)
        return tuple(
            Spot(_place(answer.curve, lamp.reading), lamp.reading, float(lamp is best), number)
            for number, lamp in enumerate(answer.lamps.lamps)
            if lamp.is_in_view
        )
    assert answer.rays is not None
    pairs = zip(rays_left_to_right(answer.rays), shares(answer.rays), strict=True)
    return tuple(
        Spot(ray.distance_mm, _value(answer.curve, ray.distance_mm), abs(share), number)
        for number, (ray, share) in enumerate(pairs)
        if ray.target != "nothing"
    )


def _value(curve: Curve, distance_mm: float) -> float:
    """Return the curve's reading at a distance."""
    k = min(max(bisect_left(curve, (distance_mm, 0.0)), 1), len(curve) - 1)
    (x0, y0), (x1, y1) = curve[k - 1], curve[k]
    return y0 + (y1 - y0) * min(max((distance_mm - x0) / (x1 - x0), 0.0), 1.0)


def _place(rising: Curve, reading: float) -> float:
    """Return the distance at which a rising curve has a reading."""
    for (x0, y0), (x1, y1) in pairwise(rising):
        if y0 <= reading <= y1:
            return x0 if y1 == y0 else x0 + (x1 - x0) * (reading - y0) / (y1 - y0)
    return rising[0][0] if reading < rising[0][1] else LAMP_CURVE_MM


class CurvePlot(QWidget):
    """Distance to the right, reading upwards; the dashed line is the sensor's ideal value."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._answer: Answer | None = None
        self._marked: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(140, 120)
        self.setAccessibleName(self.tr("Response curve"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which everything can be read."""
        return QSize(260, 140)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def show_answer(self, answer: Answer | None) -> None:
        """Draw another curve with its points."""
        self._answer = answer
        self.setToolTip("" if answer is None else self._meaning(answer))
        self.setAccessibleDescription(self.toolTip())
        self.update()

    def mark(self, number: int | None) -> None:
        """Ring the point of one row of the table."""
        self._marked = number
        self.update()

    def _meaning(self, answer: Answer) -> str:
        if answer.question.is_light:
            return self.tr(
                "What this sensor reads of a lamp of power 1 straight ahead, without noise. "
                "The points are the lamps in view: as far as such a lamp would be."
            )
        return self.tr(
            "What this sensor reads of a white wall in front of all its rays, without noise. "
            "The points are its rays: the larger, the more of the echo they bring."
        )

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw axes, curve, the ideal value and the points."""
        answer, theme = self._answer, self._theme
        if answer is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = painter.fontMetrics()
        left = float(metrics.horizontalAdvance("1023") + 8)
        below = float(2 * metrics.height() + 6)
        top = 8.0
        frame = QRectF(left, top, self.width() - left - 12.0, self.height() - top - below)
        far_mm = answer.curve[-1][0]
        greatest = LAMP_TOP if answer.question.is_light else GREATEST

        def at(distance_mm: float, reading: float) -> QPointF:
            share = min(max(reading / greatest, 0.0), 1.0)
            return QPointF(
                frame.left() + frame.width() * distance_mm / far_mm,
                frame.bottom() - frame.height() * share,
            )

        painter.fillRect(frame, QColor(theme.field))
        painter.setPen(QPen(QColor(theme.line), 1.0))
        painter.drawRect(frame)
        self._write_scales(painter, frame, far_mm, greatest)
        painter.setPen(QPen(QColor(theme.dim_text), 1.0, Qt.PenStyle.DashLine))
        painter.drawLine(at(0.0, answer.ideal), at(far_mm, answer.ideal))
        painter.setPen(QPen(QColor(theme.accent), 2.0))
        painter.drawPolyline(QPolygonF([at(*point) for point in answer.curve]))
        for spot in sorted(spots(answer), key=lambda spot: -spot.share):
            radius = SMALLEST_PX + (LARGEST_PX - SMALLEST_PX) * spot.share**0.5
            middle = at(spot.distance_mm, spot.reading)
            painter.setPen(QPen(QColor(theme.field), 1.0))
            painter.setBrush(QColor(theme.ray_hit))
            painter.drawEllipse(middle, radius, radius)
            if spot.number == self._marked:
                painter.setPen(QPen(QColor(theme.text), 2.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(middle, radius + 3.5, radius + 3.5)

    def _write_scales(self, painter: QPainter, frame: QRectF, far_mm: float, greatest: int) -> None:
        height = float(painter.fontMetrics().height())
        painter.setPen(QColor(self._theme.dim_text))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value in (0, greatest // 2, greatest):
            y = frame.bottom() - frame.height() * value / greatest
            box = QRectF(0.0, y - height / 2.0, frame.left() - 5.0, height)
            painter.drawText(box, right, str(value))
        centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        step_mm = 20 if far_mm < 150.0 else 100
        room_px = 1.5 * painter.fontMetrics().horizontalAdvance(str(round(far_mm)))
        while frame.width() * step_mm / far_mm < room_px and step_mm < far_mm:
            step_mm *= 2
        for distance in range(0, int(far_mm) + 1, step_mm):
            x = frame.left() + frame.width() * distance / far_mm
            painter.drawText(
                QRectF(x - 30.0, frame.bottom() + 2.0, 60.0, height), centre, str(distance)
            )
        words = translate("Why", "distance in mm")
        under = QRectF(frame.left(), frame.bottom() + 2.0 + height, frame.width(), height)
        painter.drawText(under, centre, words)
