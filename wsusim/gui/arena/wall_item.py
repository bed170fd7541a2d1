"""A wall."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from wsusim.gui.arena.object_item import ObjectItem, Z
from wsusim.gui.arena.painting import grown, pen, polygon
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.world import Wall
from wsusim.scene.walk import wall_shape

FILL_PX = 0.6
EDGE_PX = 2.2


class WallItem(ObjectItem[Wall]):
    """A wall as the rectangle it is; a dark one is drawn darker."""

    layer_z = Z.WALL

    def place(self) -> None:
        """Take over the wall's corners."""
        self._shape = polygon(self.thing.corners_mm())

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the wall."""
        return grown(self._shape.boundingRect(), 2.0)

    def draw(self, painter: QPainter) -> None:
        """Draw the wall; its own pen closes the gap that smoothing leaves beside the next one."""
        colour = QColor(wall_shape(self.thing, current_theme()).look.fill)
        painter.setBrush(colour)
        painter.setPen(pen(colour, FILL_PX))
        painter.drawPolygon(self._shape, Qt.FillRule.OddEvenFill)


class WallEdgeItem(WallItem):
    """The edge of a wall. It lies below all walls, so that those of one line have no seams."""

    layer_z = Z.WALL_EDGE

    def draw(self, painter: QPainter) -> None:
        """Draw the edge."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(current_theme().wall_edge, EDGE_PX))
        painter.drawPolygon(self._shape, Qt.FillRule.OddEvenFill)
