"""The part of a robot's picture that never changes, drawn once and then only turned and copied.

Painting body, wheels and arrow again for ten robots sixty times a second would take most of the
time that a frame has (measured: 0.4 ms a robot; from this picture 0.05 ms).
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)

from wsusim.gui.arena.painting import disc, pen, polygon
from wsusim.gui.widgets.theme import Theme
from wsusim.model.robot_kind import RobotKind

HALO_MM = 4.0
WHEEL_WIDTH_MM = 4.5
OVERSAMPLING = 2.0
"""Drawn so much larger than shown, so that it stays crisp when it is turned."""

RIM_SHARE = 0.32
NUMBER_SHARE, NUMBER_MIN_PX = 0.36, 11
"""Height of a robot's number: a ratio to its diameter, but never too small to read."""


def body_box_mm(kind: RobotKind) -> QRectF:
    """Return the square about the robot's centre that ``body_picture`` fills."""
    return disc(drawn_radius_mm(kind) + HALO_MM)


def drawn_radius_mm(kind: RobotKind) -> float:
    """Return how far from its middle a robot's picture extends, without halo and gripper."""
    return max([kind.radius_mm, *(math.hypot(x, y) for x, y in kind.outline_mm)])


def body_outline(kind: RobotKind) -> QPainterPath:
    """Return the outline of a robot's body, in its own frame."""
    path = QPainterPath()
    if kind.outline_mm:
        path.addPolygon(polygon(kind.outline_mm))
        path.closeSubpath()
    else:
        path.addEllipse(disc(kind.radius_mm))
    return path


def body_picture(kind: RobotKind, colour: QColor, theme: Theme, px_per_mm: float) -> QPixmap:
    """Return body, wheels and arrow of a robot that looks along +x, for this zoom."""
    scale = px_per_mm * OVERSAMPLING
    box = body_box_mm(kind)
    picture = QPixmap(math.ceil(box.width() * scale), math.ceil(box.height() * scale))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(picture.width() / box.width(), picture.height() / box.height())
    painter.translate(-box.topLeft())
    _paint_body(painter, kind, theme)
    _paint_arrow(painter, kind.radius_mm, colour)
    painter.end()
    return picture


def number_picture(number: int, radius_mm: float, px_per_mm: float) -> QPixmap:
    """Return a robot's number, upright in a square of its diameter."""
    side = math.ceil(2.0 * radius_mm * px_per_mm)
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    font = QFont(painter.font())
    font.setPixelSize(max(round(NUMBER_SHARE * side), NUMBER_MIN_PX))
    font.setBold(True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    digits = QPainterPath()
    digits.addText(0.0, 0.0, font, str(number))
    digits.translate(QPointF(side / 2.0, side / 2.0) - digits.boundingRect().center())
    # White on a dark rim can be read on every colour of the arrow below.
    rim = QPen(QColor("#000000"), RIM_SHARE * font.pixelSize())
    rim.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(digits, rim)
    painter.fillPath(digits, QColor("#ffffff"))
    painter.end()
    return picture


def _paint_body(painter: QPainter, kind: RobotKind, theme: Theme) -> None:
    radius_mm = kind.radius_mm
    halo = QRadialGradient(QPointF(0.0, 0.0), radius_mm + HALO_MM)
    halo.setColorAt(radius_mm / (radius_mm + HALO_MM) - 0.02, QColor(theme.shadow))
    halo.setColorAt(1.0, QColor(0, 0, 0, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(halo)
    painter.drawEllipse(disc(radius_mm + HALO_MM))
    body = QColor(theme.robot_body)
    shade = QLinearGradient(QPointF(radius_mm, radius_mm), QPointF(-radius_mm, -radius_mm))
    shade.setColorAt(0.0, body.lighter(145))
    shade.setColorAt(1.0, body)
    painter.setBrush(shade)
    painter.setPen(pen(theme.robot_edge, 1.2 * OVERSAMPLING))
    painter.drawPath(body_outline(kind))
    painter.setBrush(body.darker(190))
    painter.setPen(Qt.PenStyle.NoPen)
    for side in (-1.0, 1.0):
        y_mm = side * (kind.wheel_base_mm / 2.0 - WHEEL_WIDTH_MM) - WHEEL_WIDTH_MM / 2.0
        length_mm = kind.motors.diameter_mm
        x_mm = kind.axle_x_mm - length_mm / 2.0
        wheel = QRectF(x_mm, y_mm, length_mm, WHEEL_WIDTH_MM)
        painter.drawRoundedRect(wheel, 1.5, 1.5)


def _paint_arrow(painter: QPainter, size_mm: float, colour: QColor) -> None:
    painter.setBrush(colour)
    painter.setPen(pen(colour.lighter(125), OVERSAMPLING))
    corners = ((0.78, 0.0), (-0.52, 0.38), (-0.3, 0.0), (-0.52, -0.38))
    painter.drawPolygon(QPolygonF([QPointF(x * size_mm, y * size_mm) for x, y in corners]))
