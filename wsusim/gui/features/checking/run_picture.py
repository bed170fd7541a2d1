"""A maze from above with the path of one run, drawn to fit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTransform
from PySide6.QtWidgets import QWidget

from wsusim.gui.arena.painting import pen, polygon, see_through
from wsusim.gui.arena.shape_painter import paint_shapes
from wsusim.gui.widgets.theme import current_theme, robot_colour
from wsusim.model.world import World
from wsusim.robots import robot_kind
from wsusim.scene.shapes import Robot
from wsusim.scene.walk import shapes_of

MARGIN_PX = 8.0
TRAIL_PX = 2.0
ROBOT_OPACITY = 110 / 255


class RunPicture(QWidget):
    """Draws the last run that it was given."""

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
        """Show a maze with a path (x and y in turn); ``None``: nothing."""
        self._world, self._trail_mm = world, trail_mm
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the maze and the path."""
        world = self._world
        if world is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(self._fit(world))
        theme = current_theme()
        shapes = shapes_of(world, palette=theme)
        paint_shapes(painter, (shape for shape in shapes if not isinstance(shape, Robot)))
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
        """Return the transform from millimetres, y upwards, to this widget."""
        width, height = world.arena.width_mm, world.arena.height_mm
        room = self.width() - 2 * MARGIN_PX, self.height() - 2 * MARGIN_PX
        scale = max(0.001, min(room[0] / width, room[1] / height))
        left = (self.width() - scale * width) / 2
        below = (self.height() + scale * height) / 2
        return QTransform(scale, 0, 0, -scale, left, below)


def _draw_disc(painter: QPainter, x_mm: float, y_mm: float, radius_mm: float) -> None:
    painter.drawEllipse(QPointF(x_mm, y_mm), radius_mm, radius_mm)
