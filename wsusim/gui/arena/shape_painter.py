"""Paints the shapes of a scene with Qt: pictures of mazes that can't be edited."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from wsusim.gui.arena.painting import draw_upright, pen, polygon, rectangle, see_through
from wsusim.gui.arena.region_items import ink_of
from wsusim.scene.shapes import Area, Disc, Ink, Robot, Shape, What, Words

EDGE_PX = 1.5
ROBOT_OPACITY = 0.45
NOTE_MM = 17.0
_EDGED = {What.FLOOR, What.CAP, What.BALL, What.CYLINDER, What.BOX}
"""What is drawn with an edge; walls would show seams where they meet."""


def paint_shapes(painter: QPainter, shapes: Iterable[Shape]) -> None:
    """Paint shapes, the first one lowest; the painter counts millimetres, y up."""
    for shape in shapes:
        match shape:
            case Area():
                _choose(painter, shape)
                painter.drawPolygon(polygon(shape.corners_mm))
            case Disc():
                _choose(painter, shape)
                painter.drawEllipse(
                    QPointF(shape.x_mm, shape.y_mm), shape.radius_mm, shape.radius_mm
                )
            case Ink():
                _paint_ink(painter, shape)
            case Words():
                _paint_words(painter, shape)
            case Robot():
                paint_robot(painter, shape)
            case _:
                assert_never(shape)


def paint_robot(painter: QPainter, robot: Robot) -> None:
    """Paint a robot: see-through, with a line ahead."""
    colour, pose, radius_mm = QColor(robot.fill), robot.pose, robot.kind.radius_mm
    middle = QPointF(pose.x_mm, pose.y_mm)
    painter.setPen(pen(colour, EDGE_PX))
    painter.setBrush(see_through(colour, ROBOT_OPACITY))
    for outline in robot.gripper_mm:
        painter.drawPolygon(polygon(outline))
    painter.drawEllipse(middle, radius_mm, radius_mm)
    painter.drawLine(middle, QPointF(*pose.place((radius_mm, 0.0))))


def _choose(painter: QPainter, shape: Area | Disc) -> None:
    """Take the brush and the pen for a shape."""
    painter.setBrush(QColor(shape.look.fill))
    painter.setPen(
        pen(shape.look.edge, EDGE_PX) if shape.what in _EDGED else QColor(shape.look.fill)
    )


def _paint_ink(painter: QPainter, ink: Ink) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(ink.x_mm, ink.y_mm)
    painter.scale(1.0, -1.0)
    painter.drawImage(rectangle(ink.width_mm, ink.height_mm), ink_of(ink.png))
    painter.restore()


def _paint_words(painter: QPainter, words: Words) -> None:
    font = QFont(painter.font())
    font.setPixelSize(round(NOTE_MM))
    painter.setFont(font)
    painter.setPen(QColor(words.look.edge))
    box = QRectF(-500.0, -200.0, 1000.0, 400.0).translated(words.x_mm, words.y_mm)
    draw_upright(painter, box, Qt.AlignmentFlag.AlignCenter, words.text)
