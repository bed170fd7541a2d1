"""What lies on the floor and blocks nothing: goal regions, notes and pictures."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QImage, QPainter, QTransform

from wsusim.editor.objects import NOTE_LINE_MM, note_size_mm
from wsusim.gui.arena.object_item import ObjectItem, Z
from wsusim.gui.arena.painting import draw_upright, grown, pen, polygon, rectangle, see_through
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.world import GoalRegion, Note


class GoalItem(ObjectItem[GoalRegion]):
    """A goal region: hatched, dashed outline, a flag in the middle."""

    layer_z = Z.GOAL

    def place(self) -> None:
        """Put the region where it lies."""
        super().place()
        self.setRotation(math.degrees(self.thing.pose.heading_rad))

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the region's own box."""
        return grown(self._box(), 2.0)

    def draw(self, painter: QPainter) -> None:
        """Draw area, outline and flag."""
        goal = current_theme().goal
        hatch = QBrush(see_through(goal, 0.28), Qt.BrushStyle.BDiagPattern)
        screen, _ = painter.worldTransform().inverted()
        hatch.setTransform(QTransform(screen.m11(), screen.m12(), screen.m21(), screen.m22(), 0, 0))
        outline = painter.drawEllipse if self.thing.shape == "ellipse" else painter.drawRect
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(see_through(goal, 0.13))
        outline(self._box())
        painter.setBrush(hatch)
        painter.setPen(pen(goal, 1.6, Qt.PenStyle.DashLine))
        outline(self._box())
        self._draw_flag(painter)

    def _draw_flag(self, painter: QPainter) -> None:
        goal, size = current_theme().goal, min(self.thing.width_mm, self.thing.height_mm, 90.0)
        painter.rotate(-self.rotation())
        painter.scale(0.36 * size, 0.36 * size)
        painter.setPen(pen(goal, 2.0))
        painter.drawLine(QPointF(-0.3, -0.5), QPointF(-0.3, 0.5))
        painter.setBrush(see_through(goal, 0.85))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(polygon(((-0.3, 0.5), (0.5, 0.25), (-0.3, 0.0))))

    def _box(self) -> QRectF:
        return rectangle(self.thing.width_mm, self.thing.height_mm)


class NoteItem(ObjectItem[Note]):
    """A sheet of paper with text."""

    layer_z = Z.NOTE

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the sheet's box."""
        return grown(self._sheet(), 2.0)

    def draw(self, painter: QPainter) -> None:
        """Draw sheet and text."""
        theme = current_theme()
        painter.setBrush(see_through(theme.note_paper, 0.94))
        painter.setPen(pen(see_through(theme.note_text, 0.35)))
        painter.drawRoundedRect(self._sheet(), 4.0, 4.0)
        font = QFont(painter.font())
        font.setPixelSize(round(NOTE_LINE_MM * 0.78))
        painter.setFont(font)
        painter.setPen(pen(theme.note_text))
        draw_upright(painter, self._sheet(), Qt.AlignmentFlag.AlignCenter, self.thing.text)

    def _sheet(self) -> QRectF:
        return rectangle(*note_size_mm(self.thing.text))


class FloorPictureItem(ObjectItem[FloorPicture]):
    """A picture: its ink alone, so that grid and floor shine through."""

    layer_z = Z.PICTURE

    def __init__(self, thing: FloorPicture) -> None:
        self._png = ""
        self._ink = QImage()
        super().__init__(thing)

    def place(self) -> None:
        """Put the picture where it lies."""
        super().place()
        if self.thing.png is not self._png:
            self._png = self.thing.png
            self._ink = ink_of(self.thing.content)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the picture's box."""
        return rectangle(*self.thing.size_mm)

    def draw(self, painter: QPainter) -> None:
        """Draw the ink."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(1.0, -1.0)
        painter.drawImage(self.boundingRect(), self._ink)


def ink_of(png: bytes) -> QImage:
    """Return a grey picture as black ink: opaque where it is black, clear where it is white."""
    image = QImage.fromData(png).convertToFormat(QImage.Format.Format_Grayscale8)
    image.invertPixels()
    image.reinterpretAsFormat(QImage.Format.Format_Alpha8)
    return image
