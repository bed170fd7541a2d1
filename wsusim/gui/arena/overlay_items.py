"""What the tools draw over the maze: selection with handles, ghosts, rubber band, ruler, cursor."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QGraphicsRectItem

from wsusim.editor.handles import Handle, HandleKind
from wsusim.editor.hitting import Box
from wsusim.editor.objects import WorldObject, body_radius_mm, centre_mm, outline_mm
from wsusim.gui.arena.object_item import Z
from wsusim.gui.arena.painting import (
    PaintedItem,
    disc,
    grown,
    mm_per_px,
    pen,
    polygon,
    rectangle,
    see_through,
)
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Point
from wsusim.model.world import GoalRegion, Note, Wall

HANDLE_PX = 5.0
"""Half the side of a handle on the screen."""

CROSS_PX = 14.0
RULER_LABEL_PX = (170.0, 24.0)


def shape_path(things: Sequence[WorldObject], margin_mm: float) -> QPainterPath:
    """Return the outlines of some objects, grown by a margin."""
    path = QPainterPath()
    for thing in things:
        if isinstance(thing, Wall | GoalRegion | Note | FloorPicture):
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


class OverlayItem(PaintedItem):
    """Base: lies over everything and knows how large a pixel is."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(Z.OVERLAY)

    @property
    def mm_per_px(self) -> float:
        """Millimetres on a pixel, so that handles keep their size on the screen."""
        return mm_per_px(self.scene())


class SelectionItem(OverlayItem):
    """Outlines of the selected objects, their handles, and red rings round crowded ones."""

    def __init__(self) -> None:
        super().__init__()
        self._outlines = QPainterPath()
        self._conflicts = QPainterPath()
        self._handles: tuple[Handle, ...] = ()

    def set_selection(
        self,
        things: Sequence[WorldObject],
        handles: tuple[Handle, ...] = (),
        crowded: Sequence[WorldObject] = (),
    ) -> None:
        """Draw these objects as selected, with these handles; ring the crowded ones."""
        self.prepareGeometryChange()
        self._outlines = shape_path(things, 3.0 * self.mm_per_px)
        self._conflicts = shape_path(crowded, 5.0)
        self._handles = handles
        self.setVisible(bool(things or crowded))

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around outlines and handles."""
        box = self._outlines.boundingRect().united(self._conflicts.boundingRect())
        for handle in self._handles:
            box = box.united(disc(1.0).translated(*handle.at_mm))
        return grown(box, (HANDLE_PX + 3.0) * self.mm_per_px)

    def draw(self, painter: QPainter) -> None:
        """Draw outlines, stems and handles."""
        theme = current_theme()
        painter.setBrush(see_through(theme.bad, 0.22))
        painter.setPen(pen(theme.bad, 2.0, Qt.PenStyle.DashLine))
        painter.drawPath(self._conflicts)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(see_through("#ffffff", 0.8), 4.0))
        painter.drawPath(self._outlines)
        painter.setPen(pen(theme.accent, 2.0))
        painter.drawPath(self._outlines)
        for handle in self._handles:
            self._draw_handle(painter, handle, HANDLE_PX * self.mm_per_px)

    def _draw_handle(self, painter: QPainter, handle: Handle, half_mm: float) -> None:
        accent, at = current_theme().accent, QPointF(*handle.at_mm)
        if handle.root_mm is not None:
            painter.setPen(pen(accent, 1.2))
            painter.drawLine(QLineF(QPointF(*handle.root_mm), at))
        painter.setPen(pen("#ffffff", 1.5))
        painter.setBrush(QColor(accent))
        if handle.kind is HandleKind.ROTATE:
            painter.drawEllipse(at, 1.25 * half_mm, 1.25 * half_mm)
        else:
            painter.drawRect(disc(half_mm).translated(at))


class GhostItem(QGraphicsPathItem):
    """Where objects should go but have no room: dashed and red."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(Z.OVERLAY)

    def set_ghosts(self, things: Sequence[WorldObject]) -> None:
        """Draw the outlines of these objects."""
        self.setPen(pen(current_theme().bad, 1.6, Qt.PenStyle.DashLine))
        self.setBrush(see_through(current_theme().bad, 0.12))
        self.setPath(shape_path(things, 0.0))


class BandItem(QGraphicsRectItem):
    """The rubber band."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(Z.OVERLAY)
        self.hide()

    def set_box(self, box: Box | None) -> None:
        """Draw the band round this box; ``None`` removes it."""
        self.setVisible(box is not None)
        if box is not None:
            left, bottom, right, top = box
            self.setPen(pen(current_theme().accent, 1.2))
            self.setBrush(see_through(current_theme().accent, 0.12))
            self.setRect(left, bottom, right - left, top - bottom)


class CrossItem(OverlayItem):
    """The cross that replaces the mouse when a tool is used by keys; of one size at every zoom."""

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.hide()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the cross's box in pixels."""
        return disc(CROSS_PX + 3.0)

    def draw(self, painter: QPainter) -> None:
        """Draw the cross."""
        lines = [QLineF(-CROSS_PX, 0.0, CROSS_PX, 0.0), QLineF(0.0, -CROSS_PX, 0.0, CROSS_PX)]
        _draw_edged(painter, lines, 0.85)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(disc(CROSS_PX * 0.45))


class RulerItem(OverlayItem):
    """A measured line with its length and angle."""

    def __init__(self) -> None:
        super().__init__()
        self._ends: tuple[Point, Point] | None = None

    def set_ends(self, ends: tuple[Point, Point] | None) -> None:
        """Measure from the first to the second point; ``None`` puts the ruler away."""
        self.prepareGeometryChange()
        self._ends = ends

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around line and label."""
        if self._ends is None:
            return QRectF()
        margin = RULER_LABEL_PX[0] * self.mm_per_px
        box = QRectF(QPointF(*self._ends[0]), QPointF(*self._ends[1])).normalized()
        return box.adjusted(-margin, -margin, margin, margin)

    def draw(self, painter: QPainter) -> None:
        """Draw line, ticks at both ends and label."""
        if self._ends is None:
            return
        (x0, y0), (x1, y1) = self._ends
        angle = math.atan2(y1 - y0, x1 - x0)
        tick = 7.0 * self.mm_per_px
        dx, dy = -tick * math.sin(angle), tick * math.cos(angle)
        lines = [
            QLineF(x0, y0, x1, y1),
            QLineF(x0 - dx, y0 - dy, x0 + dx, y0 + dy),
            QLineF(x1 - dx, y1 - dy, x1 + dx, y1 + dy),
        ]
        _draw_edged(painter, lines, 0.8)
        painter.translate((x0 + x1) / 2.0, (y0 + y1) / 2.0)
        painter.scale(self.mm_per_px, -self.mm_per_px)
        length_mm = math.dist(*self._ends)
        _draw_label(painter, f"{length_mm:.1f} mm   {math.degrees(angle) % 360.0:.1f}°")


def _draw_edged(painter: QPainter, lines: list[QLineF], opacity: float) -> None:
    """Draw lines that stand out from anything below."""
    for colour, width_px in (
        (see_through("#ffffff", opacity), 4.0),
        (QColor(current_theme().accent), 2.0),
    ):
        painter.setPen(pen(colour, width_px))
        painter.drawLines(lines)


def _draw_label(painter: QPainter, text: str) -> None:
    """Write above the origin, in pixels."""
    width, height = RULER_LABEL_PX
    box = rectangle(width, height).translated(0.0, -height / 2.0 - 10.0)
    painter.setPen(pen(current_theme().line))
    painter.setBrush(QColor(current_theme().raised))
    painter.drawRoundedRect(box, 5.0, 5.0)
    painter.setPen(QColor(current_theme().text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
