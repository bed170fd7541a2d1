"""What lies on the floor and stops nobody: goal regions and notes."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QPainter, QPolygonF, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from wsusim.editor.objects import NOTE_LINE_MM, note_size_mm
from wsusim.gui.arena.object_item import Layer, ObjectItem, Z
from wsusim.gui.arena.painting import draw_upright, pen, see_through
from wsusim.model.world import GoalRegion, Note


class GoalItem(ObjectItem[GoalRegion]):
    """A goal region: hatched, dashed outline, a flag in the middle."""

    layer_z = Z.GOAL
    layer = Layer.GOALS

    def place(self) -> None:
        """Put the region where it lies."""
        pose = self.thing.pose
        self.setPos(pose.x_mm, pose.y_mm)
        self.setRotation(math.degrees(pose.heading_rad))

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the region's own box."""
        return self._box().adjusted(-2.0, -2.0, 2.0, 2.0)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw area, outline and flag."""
        hatch = QBrush(see_through(self.theme.goal, 0.28), Qt.BrushStyle.BDiagPattern)
        screen, _ = painter.worldTransform().inverted()
        hatch.setTransform(QTransform(screen.m11(), screen.m12(), screen.m21(), screen.m22(), 0, 0))
        draw = painter.drawEllipse if self.thing.shape == "ellipse" else painter.drawRect
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(see_through(self.theme.goal, 0.13))
        draw(self._box())
        painter.setBrush(hatch)
        painter.setPen(pen(self.theme.goal, 1.6, Qt.PenStyle.DashLine))
        draw(self._box())
        self._paint_flag(painter)

    def _paint_flag(self, painter: QPainter) -> None:
        size = min(self.thing.width_mm, self.thing.height_mm, 90.0) * 0.36
        painter.save()
        painter.rotate(-self.rotation())
        painter.setPen(pen(self.theme.goal, 2.0))
        painter.drawLine(QPointF(-0.3 * size, -0.5 * size), QPointF(-0.3 * size, 0.5 * size))
        painter.setBrush(see_through(self.theme.goal, 0.85))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(-0.3 * size, 0.5 * size),
                    QPointF(0.5 * size, 0.25 * size),
                    QPointF(-0.3 * size, 0.0),
                ]
            )
        )
        painter.restore()

    def _box(self) -> QRectF:
        width_mm, height_mm = self.thing.width_mm, self.thing.height_mm
        return QRectF(-width_mm / 2.0, -height_mm / 2.0, width_mm, height_mm)


class NoteItem(ObjectItem[Note]):
    """A sheet of paper with text."""

    layer_z = Z.NOTE
    layer = Layer.NOTES

    def place(self) -> None:
        """Put the note where it lies."""
        self.setPos(self.thing.x_mm, self.thing.y_mm)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the sheet's box."""
        return self._sheet().adjusted(-2.0, -2.0, 2.0, 2.0)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw sheet and text."""
        painter.setBrush(see_through(self.theme.note_paper, 0.94))
        painter.setPen(pen(see_through(self.theme.note_text, 0.35)))
        painter.drawRoundedRect(self._sheet(), 4.0, 4.0)
        font = QFont(painter.font())
        font.setPixelSize(round(NOTE_LINE_MM * 0.78))
        painter.setFont(font)
        painter.setPen(pen(self.theme.note_text))
        draw_upright(painter, self._sheet(), Qt.AlignmentFlag.AlignCenter, self.thing.text)

    def _sheet(self) -> QRectF:
        width_mm, height_mm = note_size_mm(self.thing.text)
        return QRectF(-width_mm / 2.0, -height_mm / 2.0, width_mm, height_mm)
