"""What the tools draw over the maze: selection with handles, ghosts, rubber band, ruler, cursor."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from wsusim.editor.handles import Handle, HandleKind
from wsusim.editor.hitting import Box
from wsusim.editor.objects import (
    WorldObject,
    body_radius_mm,
    centre_mm,
    outline_mm,
)
from wsusim.gui.arena.object_item import Z
from wsusim.gui.arena.painting import disc, pen, polygon, see_through
from wsusim.gui.widgets.theme import Theme
from wsusim.model.geometry import Point
from wsusim.model.world import GoalRegion, Note, Wall

HANDLE_PX = 5.0
"""Half the side of a handle on the screen."""


def shape_path(thing: WorldObject, margin_mm: float) -> QPainterPath:
    """Return the outline of an object, grown by a margin."""
    path = QPainterPath()
    if isinstance(thing, Wall | GoalRegion | Note):
        path.addPolygon(polygon(_grown(outline_mm(thing), margin_mm)))
        path.closeSubpath()
    else:
        path.addEllipse(disc(body_radius_mm(thing) + margin_mm).translated(*centre_mm(thing)))
    return path


def _grown(corners: tuple[Point, ...], margin_mm: float) -> tuple[Point, ...]:
    """Return the corners of a turned rectangle, each moved outwards along both of its sides."""
    (ax, ay), (bx, by) = corners[0], corners[1]
    heading = math.atan2(by - ay, bx - ax)
    c, s = margin_mm * math.cos(heading), margin_mm * math.sin(heading)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(
        (x + u * c - v * s, y + u * s + v * c)
        for (x, y), (u, v) in zip(corners, signs, strict=True)
    )


class OverlayItem(QGraphicsItem):
    """Base: lies over everything and knows the theme and how large a pixel is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.mm_per_px = 1.0
        self.setZValue(Z.OVERLAY)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.theme = theme
        self.update()

    def set_mm_per_px(self, mm_per_px: float) -> None:
        """Follow the zoom, so that handles keep their size on the screen."""
        self.prepareGeometryChange()
        self.mm_per_px = mm_per_px


class SelectionItem(OverlayItem):
    """Outlines of the selected objects, their handles, and red rings round crowded ones."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._outlines = QPainterPath()
        self._conflicts = QPainterPath()
        self._handles: tuple[Handle, ...] = ()

    def set_selection(
        self,
        things: Sequence[WorldObject],
        handles: tuple[Handle, ...],
        crowded: Sequence[WorldObject],
    ) -> None:
        """Draw these objects as selected, with these handles; ring the crowded ones."""
        self.prepareGeometryChange()
        self._outlines, self._conflicts = QPainterPath(), QPainterPath()
        for thing in things:
            self._outlines.addPath(shape_path(thing, 3.0 * self.mm_per_px))
        for thing in crowded:
            self._conflicts.addPath(shape_path(thing, 5.0))
        self._handles = handles
        self.setVisible(bool(things or crowded))

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around outlines and handles."""
        box = self._outlines.boundingRect().united(self._conflicts.boundingRect())
        for handle in self._handles:
            x, y = handle.at_mm
            box = box.united(disc(1.0).translated(x, y))
        margin = (HANDLE_PX + 3.0) * self.mm_per_px
        return QRectF() if box.isNull() else box.adjusted(-margin, -margin, margin, margin)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw outlines, stems and handles."""
        painter.setBrush(see_through(self.theme.bad, 0.22))
        painter.setPen(pen(self.theme.bad, 2.0, Qt.PenStyle.DashLine))
        painter.drawPath(self._conflicts)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(see_through("#ffffff", 0.8), 4.0))
        painter.drawPath(self._outlines)
        painter.setPen(pen(self.theme.accent, 2.0))
        painter.drawPath(self._outlines)
        for handle in self._handles:
            self._paint_handle(painter, handle)

    def _paint_handle(self, painter: QPainter, handle: Handle) -> None:
        at = QPointF(*handle.at_mm)
        half = HANDLE_PX * self.mm_per_px
        if handle.root_mm is not None:
            painter.setPen(pen(self.theme.accent, 1.2))
            painter.drawLine(QLineF(QPointF(*handle.root_mm), at))
        painter.setPen(pen("#ffffff", 1.5))
        painter.setBrush(QColor(self.theme.accent))
        if handle.kind is HandleKind.ROTATE:
            painter.drawEllipse(at, 1.25 * half, 1.25 * half)
        else:
            painter.drawRect(disc(half).translated(at))


class GhostItem(OverlayItem):
    """Where objects were to go but had no room: dashed and red."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._outlines = QPainterPath()

    def set_ghosts(self, things: Sequence[WorldObject]) -> None:
        """Draw the outlines of these objects."""
        self.prepareGeometryChange()
        self._outlines = QPainterPath()
        for thing in things:
            self._outlines.addPath(shape_path(thing, 0.0))

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the ghosts."""
        box = self._outlines.boundingRect()
        return QRectF() if box.isNull() else box.adjusted(-3.0, -3.0, 3.0, 3.0)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the ghosts."""
        painter.setBrush(see_through(self.theme.bad, 0.12))
        painter.setPen(pen(self.theme.bad, 1.6, Qt.PenStyle.DashLine))
        painter.drawPath(self._outlines)


class BandItem(OverlayItem):
    """The rubber band."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._box = QRectF()

    def set_box(self, box: Box | None) -> None:
        """Draw the band round this box; ``None`` removes it."""
        self.prepareGeometryChange()
        self._box = QRectF()
        if box is not None:
            left, bottom, right, top = box
            self._box = QRectF(left, bottom, right - left, top - bottom)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the band's box."""
        return self._box.adjusted(-2.0, -2.0, 2.0, 2.0)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the band."""
        if not self._box.isNull():
            painter.setBrush(see_through(self.theme.accent, 0.12))
            painter.setPen(pen(self.theme.accent, 1.2))
            painter.drawRect(self._box)


class CrossItem(OverlayItem):
    """The cross that stands for the mouse when a tool is worked by keys."""

    ARM_PX = 14.0

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the cross's box."""
        return disc((self.ARM_PX + 3.0) * self.mm_per_px)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the cross."""
        arm = self.ARM_PX * self.mm_per_px
        lines = [QLineF(-arm, 0.0, arm, 0.0), QLineF(0.0, -arm, 0.0, arm)]
        for colour, width_px in ((see_through("#ffffff", 0.85), 4.0), (self.theme.accent, 1.8)):
            painter.setPen(pen(colour, width_px))
            painter.drawLines(lines)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(disc(arm * 0.45))


class RulerItem(OverlayItem):
    """A measured line with its length and angle."""

    LABEL_PX = (170.0, 24.0)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._ends: tuple[Point, Point] | None = None

    def set_ends(self, ends: tuple[Point, Point] | None) -> None:
        """Measure from the first to the second point; ``None`` puts the ruler away."""
        self.prepareGeometryChange()
        self._ends = ends

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around line and label."""
        if self._ends is None:
            return QRectF()
        margin = self.LABEL_PX[0] * self.mm_per_px
        box = QRectF(QPointF(*self._ends[0]), QPointF(*self._ends[1])).normalized()
        return box.adjusted(-margin, -margin, margin, margin)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw line, ticks at both ends and label."""
        if self._ends is None:
            return
        (x0, y0), (x1, y1) = self._ends
        length_mm = math.dist(*self._ends)
        angle = math.atan2(y1 - y0, x1 - x0)
        tick = 7.0 * self.mm_per_px
        dx, dy = -tick * math.sin(angle), tick * math.cos(angle)
        lines = [
            QLineF(x0, y0, x1, y1),
            QLineF(x0 - dx, y0 - dy, x0 + dx, y0 + dy),
            QLineF(x1 - dx, y1 - dy, x1 + dx, y1 + dy),
        ]
        for colour, width_px in ((see_through("#ffffff", 0.8), 4.0), (self.theme.accent, 2.0)):
            painter.setPen(pen(colour, width_px))
            painter.drawLines(lines)
        self._paint_label(painter, f"{length_mm:.1f} mm   {math.degrees(angle) % 360.0:.1f}°")

    def _paint_label(self, painter: QPainter, text: str) -> None:
        assert self._ends is not None
        (x0, y0), (x1, y1) = self._ends
        painter.save()
        painter.translate((x0 + x1) / 2.0, (y0 + y1) / 2.0)
        painter.scale(self.mm_per_px, -self.mm_per_px)
        width, height = self.LABEL_PX
        box = QRectF(-width / 2.0, -height - 10.0, width, height)
        painter.setPen(pen(self.theme.line))
        painter.setBrush(QColor(self.theme.raised))
        painter.drawRoundedRect(box, 5.0, 5.0)
        painter.setPen(QColor(self.theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()
