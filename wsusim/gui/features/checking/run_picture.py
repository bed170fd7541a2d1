"""A maze from above with the way of one run, drawn to fit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTransform
from PySide6.QtWidgets import QWidget

from wsusim.editor.objects import outline_mm
from wsusim.gui.arena.painting import pen, polygon, see_through
from wsusim.gui.widgets.theme import current_theme, robot_colour
from wsusim.model.world import GoalRegion, World
from wsusim.robots import robot_kind

MARGIN_PX = 8.0
EDGE_PX, TRAIL_PX = 1.5, 2.0
GOAL_OPACITY, ROBOT_OPACITY = 60 / 255, 110 / 255


class RunPicture(QWidget):
    """Draws what it was told last."""

    def __init__(self) -> None:
        super().__init__()
        self._world: World | None = None
        self._trail_mm: Sequence[int] = ()
        self.setMinimumSize(200, 160)
        self.setAccessibleName(self.tr("The robot's path"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which much can be seen."""
        return QSize(380, 320)

    def show_run(self, world: World | None, trail_mm: Sequence[int]) -> None:
        """Show a maze with a way (x and y in turn); ``None``: nothing."""
        self._world, self._trail_mm = world, trail_mm
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the maze and the way."""
        world = self._world
        if world is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(self._fit(world))
        theme = current_theme()
        painter.setPen(pen(theme.wall_edge, EDGE_PX))
        painter.setBrush(QColor(theme.floor))
        painter.drawPolygon(polygon(world.arena.outline_mm))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(see_through(theme.goal, GOAL_OPACITY))
        for goal in world.goals:
            _draw_goal(painter, goal)
        painter.setBrush(QColor(theme.wall))
        for wall in world.walls:
            painter.drawPolygon(polygon(outline_mm(wall)))
        painter.setBrush(QColor(theme.light_glow))
        for light in world.lights:
            _draw_disc(painter, light.x_mm, light.y_mm, light.diameter_mm / 2)
        painter.setBrush(QColor(theme.cap))
        for cap in world.caps:
            _draw_disc(painter, cap.x_mm, cap.y_mm, cap.diameter_mm / 2)
        self._draw_way(painter, world)

    def _draw_way(self, painter: QPainter, world: World) -> None:
        places = list(zip(self._trail_mm[::2], self._trail_mm[1::2], strict=True))
        if not places:
            return
        colour = robot_colour(0)
        painter.setPen(pen(colour, TRAIL_PX))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(polygon(places))
        _draw_disc(painter, *places[0], 12.0)
        painter.setBrush(see_through(colour, ROBOT_OPACITY))
        _draw_disc(painter, *places[-1], robot_kind(world.robots[0].kind).radius_mm)

    def _fit(self, world: World) -> QTransform:
        """Return what brings millimetres, y upwards, into this widget."""
        width, height = world.arena.width_mm, world.arena.height_mm
        room = self.width() - 2 * MARGIN_PX, self.height() - 2 * MARGIN_PX
        scale = max(0.001, min(room[0] / width, room[1] / height))
        left = (self.width() - scale * width) / 2
        below = (self.height() + scale * height) / 2
        return QTransform(scale, 0, 0, -scale, left, below)


def _draw_disc(painter: QPainter, x_mm: float, y_mm: float, radius_mm: float) -> None:
    painter.drawEllipse(QPointF(x_mm, y_mm), radius_mm, radius_mm)


def _draw_goal(painter: QPainter, goal: GoalRegion) -> None:
    half_width, half_height = goal.width_mm / 2, goal.height_mm / 2
    if goal.shape == "ellipse":
        painter.save()
        painter.translate(goal.pose.x_mm, goal.pose.y_mm)
        painter.rotate(math.degrees(goal.pose.heading_rad))
        painter.drawEllipse(QPointF(0, 0), half_width, half_height)
        painter.restore()
        return
    painter.drawPolygon(polygon(outline_mm(goal)))
