"""A wall."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from wsusim.editor.objects import outline_mm
from wsusim.gui.arena.object_item import ObjectItem, Z
from wsusim.gui.arena.painting import BLACK, blend, pen, polygon
from wsusim.model.world import Wall

FILL_PX = 0.6
EDGE_PX = 2.2


class WallItem(ObjectItem[Wall]):
    """A wall as the rectangle it is; a dark one is drawn darker."""

    layer_z = Z.WALL

    def place(self) -> None:
        """Take over the wall's corners."""
        self._shape: QPolygonF = polygon(outline_mm(self.thing))
        self._box = self._shape.boundingRect().adjusted(-2.0, -2.0, 2.0, 2.0)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the wall."""
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the wall; its own pen closes the gap that smoothing leaves beside the next one."""
        colour = blend(QColor(BLACK), QColor(self.theme.wall), self.thing.reflectivity)
        painter.setBrush(colour)
        painter.setPen(pen(colour, FILL_PX))
        painter.drawPolygon(self._shape, Qt.FillRule.OddEvenFill)


class WallEdgeItem(WallItem):
    """The edge of a wall. It lies below all walls, so that those of one line have no seams."""

    layer_z = Z.WALL_EDGE

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the edge."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(self.theme.wall_edge, EDGE_PX))
        painter.drawPolygon(self._shape, Qt.FillRule.OddEvenFill)
