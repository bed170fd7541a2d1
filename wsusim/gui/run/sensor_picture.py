"""The sensor display: a robot seen from above, a bar and a value at each of its sensors."""

from __future__ import annotations

import math
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.theme import Theme
from wsusim.model.robot_kind import RobotKind
from wsusim.model.snapshot import RobotSnapshot

READING_MAX = 1023
DARK = 500
"""Reading of a light sensor in the dark; bright light reads less, so its bar is longer."""

BODY_SHARE = 0.58
"""Radius of the body, as a ratio to that of the circle round all bars."""

BAR_SHARE = 0.36
SPREAD_RAD = math.radians(30.0)
"""The back sensors' bars are drawn so far apart, that their values do not cover each other."""


class Shown(Enum):
    """What the display shows."""

    DISTANCE = "distance"
    LIGHT = "light"
    OFF = "off"


class SensorPicture(QWidget):
    """Draws the readings of one robot; without a robot, the robot alone."""

    def __init__(self, theme: Theme, kind: RobotKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = kind
        self._robot: RobotSnapshot | None = None
        self._colour = QColor(theme.accent)
        self._shown = Shown.DISTANCE
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(170, 150)
        self.setAccessibleName(self.tr("Sensors"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which everything can be read."""
        return QSize(240, 230)

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def set_shown(self, shown: Shown) -> None:
        """Show distances, light, or nothing."""
        self._shown = shown
        self.update()

    def show_robot(self, robot: RobotSnapshot | None, kind: RobotKind, colour: QColor) -> None:
        """Show the readings of a robot."""
        if robot == self._robot and kind is self._kind and colour == self._colour:
            return
        self._robot, self._kind, self._colour = robot, kind, colour
        self.setAccessibleDescription(", ".join(map(str, self.values() or ())))
        self.update()

    def values(self) -> tuple[int, ...] | None:
        """Return the readings that are shown, in the sensors' order."""
        if self._robot is None or self._shown is Shown.OFF:
            return None
        return self._robot.proximity if self._shown is Shown.DISTANCE else self._robot.ambient

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw body, bars and values."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = painter.fontMetrics()
        side = min(
            self.width() / 2.0 - metrics.horizontalAdvance("0000") - 2.0,
            1.06 * (self.height() / 2.0 - metrics.height()),
        )
        painter.translate(self.width() / 2.0, self.height() / 2.0)
        radius = BODY_SHARE * side
        self._paint_body(painter, radius)
        values = self.values()
        for number, mount in enumerate(self._kind.sensors):
            place = math.atan2(mount.y_mm, mount.x_mm)
            if abs(mount.bearing_deg) > 135.0:
                place = math.copysign(math.pi - SPREAD_RAD, place)
            elif abs(mount.bearing_deg) < 30.0:
                place = math.copysign(SPREAD_RAD / 2.2, mount.y_mm)
            elif abs(mount.bearing_deg) > 60.0:
                place = math.copysign(math.pi / 2.0, mount.y_mm)
            self._paint_sensor(
                painter, place, radius, side, None if values is None else values[number]
            )
        self._paint_wheels(painter, radius)

    def _paint_body(self, painter: QPainter, radius: float) -> None:
        painter.setPen(QPen(QColor(self._theme.robot_edge), 1.5))
        painter.setBrush(QColor(self._theme.robot_body))
        painter.drawEllipse(QPointF(0.0, 0.0), radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour)
        arrow = ((0.0, -0.62), (0.3, 0.34), (0.0, 0.16), (-0.3, 0.34))
        painter.drawPolygon(QPolygonF([QPointF(x * radius, y * radius) for x, y in arrow]))

    def _paint_wheels(self, painter: QPainter, radius: float) -> None:
        """Write the wheels' speeds beside them, inside the body."""
        if self._robot is None:
            return
        painter.setPen(QColor("#ffffff"))
        height = painter.fontMetrics().height()
        for side, speed in ((-1.0, self._robot.left_speed), (1.0, self._robot.right_speed)):
            box = QRectF(side * 0.62 * radius - radius / 2.0, 0.1 * radius, radius, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{speed:.0f}")

    def _paint_sensor(
        self, painter: QPainter, place: float, radius: float, side: float, value: int | None
    ) -> None:
        """Draw one sensor's bar outwards and its value beyond; ``place`` counts from ahead."""
        theme = self._theme
        ahead = QPointF(-math.sin(place), -math.cos(place))
        across = QPointF(-ahead.y(), ahead.x())
        length, half = BAR_SHARE * side, 0.085 * side
        root = ahead * (radius + 3.0)

        def bar(share: float) -> QPolygonF:
            tip = ahead * (radius + 3.0 + share * length)
            return QPolygonF(
                [
                    root + across * half,
                    tip + across * half,
                    tip - across * half,
                    root - across * half,
                ]
            )

        painter.setPen(QPen(QColor(theme.line), 1.0))
        painter.setBrush(QColor(theme.field))
        painter.drawPolygon(bar(1.0))
        if value is None:
            return
        is_light = self._shown is Shown.LIGHT
        strength = (DARK - value) / DARK if is_light else value / READING_MAX
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.light_glow if is_light else theme.accent))
        painter.drawPolygon(bar(min(max(strength, 0.0), 1.0)))
        painter.setPen(QColor(theme.text))
        metrics = painter.fontMetrics()
        width, height = float(metrics.horizontalAdvance("0000")), float(metrics.height())
        reach = radius + length + 5.0
        middle = ahead * reach + QPointF(ahead.x() * width / 2.0, ahead.y() * height / 2.0)
        box = QRectF(middle.x() - width / 2.0, middle.y() - height / 2.0, width, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(value))
