"""The arena's floor with its solid border, and the grid on it."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from wsusim.gui.arena.painting import pen, polygon
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.world import Arena
from wsusim.scene.walk import border_shape

GRID_COARSE = 5
"""Every so many grid lines one is drawn stronger."""

GRID_GAP_MIN_PX = 10.0
"""Grid lines that would be closer than this on the screen are left out."""


class FloorItem(QGraphicsItem):
    """Floor, border and grid; ``set_grid`` with 0 hides the grid."""

    def __init__(self, arena: Arena) -> None:
        super().__init__()
        self._grid_mm = 0.0
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.set_arena(arena)

    def set_arena(self, arena: Arena) -> None:
        """Draw another floor."""
        self.prepareGeometryChange()
        self._floor = QPainterPath()
        self._floor.addPolygon(polygon(arena.outline_mm))
        self._floor.closeSubpath()
        self._solid = QPainterPath()
        self._arena = arena
        border = polygon(border_shape(arena).corners_mm).boundingRect()
        self._solid.addRoundedRect(border, 3.0, 3.0)
        self.update()  # the box may be the same, and then Qt would show the old picture

    def set_grid(self, grid_mm: float) -> None:
        """Draw grid lines at this distance; none for 0."""
        self._grid_mm = grid_mm
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the extent of floor and border."""
        return self._solid.boundingRect()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw border, floor and grid."""
        theme = current_theme()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillPath(self._solid, QColor(border_shape(self._arena, theme).look.fill))
        painter.fillPath(self._floor, QColor(theme.floor))
        if self._grid_mm > 0.0:
            self._paint_grid(painter, option)
        painter.setPen(pen(theme.wall_edge, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._floor)

    def _paint_grid(self, painter: QPainter, option: QStyleOptionGraphicsItem) -> None:
        px_per_mm = option.levelOfDetailFromTransform(painter.worldTransform())
        step_mm = self._grid_mm
        while step_mm * px_per_mm < GRID_GAP_MIN_PX:
            step_mm *= GRID_COARSE
        area = option.exposedRect.intersected(self._floor.boundingRect())
        painter.save()
        painter.setClipPath(self._floor, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for colour, gap_mm in (
            (current_theme().grid_fine, step_mm),
            (current_theme().grid_coarse, step_mm * GRID_COARSE),
        ):
            line_pen = QPen(QColor(colour), 1.0)
            line_pen.setCosmetic(True)
            painter.setPen(line_pen)
            painter.drawLines(_grid_lines(area, gap_mm))
        painter.restore()


def _grid_lines(area: QRectF, gap_mm: float) -> list[QLineF]:
    left, right = math.ceil(area.left() / gap_mm), math.floor(area.right() / gap_mm)
    low, high = math.ceil(area.top() / gap_mm), math.floor(area.bottom() / gap_mm)
    upright = [
        QLineF(i * gap_mm, area.top(), i * gap_mm, area.bottom()) for i in range(left, right + 1)
    ]
    level = [
        QLineF(area.left(), i * gap_mm, area.right(), i * gap_mm) for i in range(low, high + 1)
    ]
    return upright + level
