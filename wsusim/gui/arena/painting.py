"""Pens, brushes and colours that several items share, and the base of all items that draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget


class PaintedItem(QGraphicsItem):
    """An item that draws itself in millimetres; it has to define its ``boundingRect``."""

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the item; most items need none of Qt's options."""
        try:
            self.draw(painter)
        except Exception:
            # Those of its own functions (``zip``, ``list.index``) are incomplete in Python 3.11
            # until they are caught once; such a one ends PySide 6.11 with a segmentation fault.
            raise

    def draw(self, painter: QPainter) -> None:
        """Draw the item."""
        raise NotImplementedError


def mm_per_px(scene: QGraphicsScene) -> float:
    """Return the size of a pixel where a scene is shown; 1 while it isn't shown."""
    views = scene.views()
    return 1.0 / views[0].transform().m11() if views else 1.0


def pen(colour: QColor | str, width_px: float = 1.0, style: Qt.PenStyle | None = None) -> QPen:
    """Return a pen of the same width on the screen at every zoom."""
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


def polygon(points_mm: Iterable[Sequence[float]]) -> QPolygonF:
    """Return points of the world as a polygon."""
    return QPolygonF([QPointF(x, y) for x, y in points_mm])


def rectangle(width_mm: float, height_mm: float) -> QRectF:
    """Return a rectangle about the origin."""
    return QRectF(-width_mm / 2.0, -height_mm / 2.0, width_mm, height_mm)


def disc(radius_mm: float) -> QRectF:
    """Return the square around a circle about the origin."""
    return rectangle(2.0 * radius_mm, 2.0 * radius_mm)


def grown(box: QRectF, by: float) -> QRectF:
    """Return a box that is larger on all sides; an empty one stays empty."""
    return QRectF() if box.isNull() else box.adjusted(-by, -by, by, by)


def draw_upright(painter: QPainter, box: QRectF, flags: Qt.AlignmentFlag, text: str) -> None:
    """Draw text into a box of the scene, whose y goes up: turned over so that it can be read."""
    painter.save()
    painter.translate(box.center())
    painter.scale(1.0, -1.0)
    painter.drawText(rectangle(box.width(), box.height()), int(flags), text)
    painter.restore()
