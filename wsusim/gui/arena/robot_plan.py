"""A robot as a plan, with its numbered sensors: ahead is up, left is left."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QWidget

from wsusim.gui.arena.painting import disc, polygon
from wsusim.gui.arena.robot_body import body_outline
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.robot_kind import RobotKind

WHEEL_MM = 5.0
WHEELS = ("left_motor", "right_motor")
_ARROW = ((0.45, 0.0), (-0.25, 0.2), (-0.12, 0.0), (-0.25, -0.2))


def to_pixels(widget: QWidget, px_per_mm: float) -> QTransform:
    """Return the way from the robot's millimetres to a widget, the robot in its middle."""
    middle = QPointF(widget.width() / 2.0, widget.height() / 2.0)
    return QTransform(0.0, -px_per_mm, -px_per_mm, 0.0, middle.x(), middle.y())


def paint_plan(
    painter: QPainter, kind: RobotKind, to_screen: QTransform, marked: Collection[object] = ()
) -> None:
    """Paint body, wheels and the way ahead; wheels that are ``marked`` stand out."""
    theme = current_theme()
    painter.setPen(QPen(QColor(theme.robot_edge), 1.5))
    painter.setBrush(QColor(theme.robot_body))
    painter.drawPath(to_screen.map(body_outline(kind)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if kind.outline_mm:
        painter.setPen(QPen(QColor(theme.dim_text), 1.0, Qt.PenStyle.DashLine))
        painter.drawEllipse(to_screen.mapRect(disc(kind.radius_mm)))
    painter.setPen(Qt.PenStyle.NoPen)
    half_mm = kind.motors.diameter_mm / 2.0
    for wheel, y_mm in zip(WHEELS, wheels_mm(kind), strict=True):
        painter.setBrush(QColor(theme.accent if wheel in marked else theme.robot_part))
        x_mm = kind.axle_x_mm - half_mm
        box = QRectF(x_mm, y_mm - WHEEL_MM / 2.0, 2.0 * half_mm, WHEEL_MM)
        painter.drawRoundedRect(to_screen.mapRect(box), 2.0, 2.0)
    painter.setBrush(QColor(theme.robot_part).lighter(130))
    size = kind.radius_mm
    painter.drawPolygon(to_screen.map(polygon(tuple((x * size, y * size) for x, y in _ARROW))))


def wheels_mm(kind: RobotKind) -> tuple[float, float]:
    """Return how far to the left of the middle the left and the right wheel are."""
    return kind.wheel_base_mm / 2.0, -kind.wheel_base_mm / 2.0


def paint_sensor(
    painter: QPainter, place: QPointF, radius_px: float, number: int, *, is_marked: bool
) -> None:
    """Paint a sensor as a disc with its number."""
    theme = current_theme()
    painter.setPen(QPen(QColor(theme.robot_edge), 1.2))
    painter.setBrush(QColor(theme.accent if is_marked else theme.raised))
    painter.drawEllipse(place, radius_px, radius_px)
    painter.setPen(QColor(theme.accent_text if is_marked else theme.text))
    box = QRectF(0.0, 0.0, 4.0 * radius_px, 2.0 * radius_px)
    box.moveCenter(place)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
