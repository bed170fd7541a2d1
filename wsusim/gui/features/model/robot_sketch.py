"""A small drawing of the robot that shows which sensor or wheel a figure belongs to."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPolygonF, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.arena.painting import see_through
from wsusim.gui.arena.robot_body import drawn_radius_mm
from wsusim.gui.arena.robot_plan import WHEELS, paint_plan, paint_sensor, to_pixels, wheels_mm
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.robot_kind import RobotKind

Part = int | str
"""Number of a sensor, ``left_motor`` or ``right_motor``."""

REACH_PX = 16.0
MARGIN_PX = 14.0


class RobotSketch(QWidget):
    """The robot from above, ahead is up; a click on a sensor or wheel chooses it."""

    part_clicked = Signal(object)
    """The ``Part``."""

    def __init__(self, kind: RobotKind) -> None:
        super().__init__()
        self._kind = kind
        self.marked: frozenset[Part] = frozenset()
        """What is marked."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(self.tr("The robot from above"))
        self.setToolTip(self.tr("Click a sensor or a wheel to go to its values"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which the sensors' numbers can be read."""
        side = 11 * self.fontMetrics().height()
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which the parts can be told apart."""
        side = 7 * self.fontMetrics().height()
        return QSize(side, side)

    def show_kind(self, kind: RobotKind) -> None:
        """Draw another kind of robot."""
        self._kind = kind
        self.update()

    def mark(self, parts: frozenset[Part]) -> None:
        """Mark some sensors or wheels."""
        self.marked = parts
        self.update()

    def place_of(self, part: Part) -> QPointF:
        """Return where a sensor or wheel is drawn, in pixels."""
        if isinstance(part, str):
            at_mm = QPointF(0.0, wheels_mm(self._kind)[WHEELS.index(part)])
        else:
            mount = self._kind.sensors[part]
            at_mm = QPointF(mount.x_mm, mount.y_mm)
        return self._to_screen().map(at_mm)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Choose the nearest sensor or wheel."""
        parts: tuple[Part, ...] = (*range(len(self._kind.sensors)), *WHEELS)
        at = event.position()
        away_px = {part: QLineF(at, self.place_of(part)).length() for part in parts}
        nearest = min(parts, key=away_px.__getitem__)
        if away_px[nearest] <= REACH_PX:
            self.part_clicked.emit(nearest)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw body, wheels, arrow and sensors."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_plan(painter, self._kind, self._to_screen(), self.marked)
        for sensor in range(len(self._kind.sensors)):
            self._paint_sensor(painter, sensor)

    def _paint_sensor(self, painter: QPainter, sensor: int) -> None:
        is_marked = sensor in self.marked
        place = self.place_of(sensor)
        bearing = math.radians(self._kind.sensors[sensor].bearing_deg)
        ahead = QPointF(-math.sin(bearing), -math.cos(bearing))
        size = painter.fontMetrics().height() * 0.62
        if is_marked:
            across = QPointF(-ahead.y(), ahead.x())
            reach = size + 20.0
            painter.setBrush(see_through(current_theme().accent, 0.35))
            painter.setPen(Qt.PenStyle.NoPen)
            edges = (place + (ahead + across) * reach, place + (ahead - across) * reach)
            painter.drawPolygon(QPolygonF([place, *edges]))
        paint_sensor(painter, place, size, sensor, is_marked=is_marked)

    def _to_screen(self) -> QTransform:
        reach_px = min(self.width(), self.height()) / 2.0 - MARGIN_PX
        return to_pixels(self, reach_px / drawn_radius_mm(self._kind))
