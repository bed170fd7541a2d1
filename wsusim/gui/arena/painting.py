"""Pens, brushes and colours that several items share."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from wsusim.model.geometry import Point

BLACK = "#14161b"
"""What a thing that reflects nothing is drawn in."""


def pen(colour: QColor | str, width_px: float = 1.0, style: Qt.PenStyle | None = None) -> QPen:
    """Return a pen that is as wide on the screen at every zoom."""
    made = QPen(QColor(colour), width_px)
    made.setCosmetic(True)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    if style is not None:
        made.setStyle(style)
    return made


def see_through(colour: QColor | str, opacity: float) -> QColor:
    """Return a colour with this opacity, 0..1."""
    made = QColor(colour)
    made.setAlphaF(opacity)
    return made


def blend(low: QColor, high: QColor, share: float) -> QColor:
    """Return the colour between two others; ``share`` 0 gives the first, 1 the second."""
    share = min(max(share, 0.0), 1.0)
    return QColor.fromRgbF(
        low.redF() + share * (high.redF() - low.redF()),
        low.greenF() + share * (high.greenF() - low.greenF()),
        low.blueF() + share * (high.blueF() - low.blueF()),
    )


def polygon(points_mm: tuple[Point, ...]) -> QPolygonF:
    """Return points of the world as a polygon."""
    return QPolygonF([QPointF(x, y) for x, y in points_mm])


def disc(radius_mm: float) -> QRectF:
    """Return the square around a circle about the origin."""
    return QRectF(-radius_mm, -radius_mm, 2.0 * radius_mm, 2.0 * radius_mm)


def draw_upright(painter: QPainter, box: QRectF, flags: Qt.AlignmentFlag, text: str) -> None:
    """Draw text into a box of the scene, whose y goes up: turned over so that it can be read."""
    painter.save()
    painter.translate(box.center())
    painter.scale(1.0, -1.0)
    size = box.size()
    painter.drawText(
        QRectF(-size.width() / 2.0, -size.height() / 2.0, size.width(), size.height()),
        int(flags),
        text,
    )
    painter.restore()
