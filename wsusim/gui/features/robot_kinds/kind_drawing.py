"""A drawing of the robot on which its sensors are placed and turned by dragging."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.editor.kind_edits import SNAP_DEG, with_bearing, with_sensor_at
from wsusim.editor.sensor_field import field_outline
from wsusim.gui.arena.painting import polygon, see_through
from wsusim.gui.arena.robot_body import drawn_radius_mm
from wsusim.gui.arena.robot_plan import paint_plan, paint_sensor, to_pixels
from wsusim.gui.features.robot_kinds.kind_document import KindDocument
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.geometry import Point

SENSOR_PX, TIP_PX, REACH_PX = 9.0, 30.0, 13.0
"""Radius of a sensor, length of its pointer, and how near the mouse must come."""
FIELD_OPACITY, EDGE_OPACITY = (26 / 255, 80 / 255), (70 / 255, 220 / 255)
"""Of a sensor, and of the chosen one."""
SCALES_MM = (10.0, 20.0, 50.0, 100.0)
MOST_SHOWN = 2.6
"""The drawing shows so much around the robot at most, as a ratio to its radius."""
NUDGE_MM = 1.0
_NUDGES = {
    Qt.Key.Key_Left: (0.0, 1.0),
    Qt.Key.Key_Right: (0.0, -1.0),
    Qt.Key.Key_Up: (1.0, 0.0),
    Qt.Key.Key_Down: (-1.0, 0.0),
}
"""Ahead is up: (ahead, left)."""


class KindDrawing(QWidget):
    """Drag a sensor to move it, its tip to turn it. Alt: without snapping. Arrow keys work, too."""

    def __init__(self, document: KindDocument) -> None:
        super().__init__()
        self._document = document
        self._drags_tip = False
        self._drag = 0
        self._is_dragging = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(220, 220)
        self.setAccessibleName(self.tr("The robot from above"))
        self.setToolTip(
            self.tr(
                "Drag a sensor to move it, and its tip to turn it. Angles snap to {step:g} "
                "degrees; hold Alt for any. Arrow keys move the chosen sensor, Ctrl and arrow "
                "keys turn it."
            ).format(step=SNAP_DEG)
        )
        document.changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which sensors can be placed well."""
        return QSize(380, 340)

    def place_of(self, sensor: int) -> QPointF:
        """Return where a sensor is drawn, in pixels."""
        mount = self._document.kind.sensors[sensor]
        return self._to_screen().map(QPointF(mount.x_mm, mount.y_mm))

    def tip_of(self, sensor: int) -> QPointF:
        """Return where the tip for turning a sensor is drawn."""
        bearing = math.radians(self._document.kind.sensors[sensor].bearing_deg)
        return self.place_of(sensor) + QPointF(-math.sin(bearing), -math.cos(bearing)) * TIP_PX

    # What Qt calls

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Choose what is under the mouse."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        sensor, self._drags_tip = self._under(event.position())
        self._is_dragging = sensor is not None
        self._drag += 1
        self._document.choose(sensor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Move or turn the chosen sensor; show what could be dragged."""
        sensor = self._document.sensor
        if not self._is_dragging or sensor is None:
            can_drag = self._under(event.position())[0] is not None
            shape = Qt.CursorShape.OpenHandCursor if can_drag else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            return
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        snaps = not event.modifiers() & Qt.KeyboardModifier.AltModifier
        at = self._to_robot().map(event.position())
        if self._drags_tip:
            mount = self._document.kind.sensors[sensor]
            bearing = math.degrees(math.atan2(at.y() - mount.y_mm, at.x() - mount.x_mm))
            self._turn(sensor, bearing, snaps, f"drag {self._drag}")
        else:
            self._move(sensor, (at.x(), at.y()), snaps, f"drag {self._drag}")

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Let go."""
        self._is_dragging = False
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Move or turn the chosen sensor with the arrow keys."""
        sensor, nudge = self._document.sensor, _NUDGES.get(Qt.Key(event.key()))
        if sensor is None or nudge is None:
            super().keyPressEvent(event)
            return
        mount = self._document.kind.sensors[sensor]
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turn = SNAP_DEG * (nudge[1] or nudge[0])
            self._turn(sensor, mount.bearing_deg + turn, snaps=True, session="")
        else:
            place = (mount.x_mm + NUDGE_MM * nudge[0], mount.y_mm + NUDGE_MM * nudge[1])
            self._move(sensor, place, snaps=False, session=f"keys {sensor}")

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw fields, body, wheels and sensors."""
        kind, theme = self._document.kind, current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.field))
        to_screen = self._to_screen()
        for sensor in range(len(kind.sensors)):
            self._paint_field(painter, sensor, to_screen)
        paint_plan(painter, kind, to_screen)
        if kind.gripper is not None:
            painter.setPen(QPen(QColor(theme.dim_text), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for part in kind.gripper.outlines_mm(kind.gripper.open_gap_mm):
                painter.drawPolygon(to_screen.map(polygon(part)))
        for sensor in range(len(kind.sensors)):
            self._paint_sensor(painter, sensor)
        self._paint_scale(painter)

    # Inside

    def _paint_field(self, painter: QPainter, sensor: int, to_screen: QTransform) -> None:
        is_chosen = sensor == self._document.sensor
        accent = current_theme().accent
        edge = see_through(accent, EDGE_OPACITY[is_chosen])
        painter.setPen(QPen(edge, 1.4 if is_chosen else 0.8))
        painter.setBrush(see_through(accent, FIELD_OPACITY[is_chosen]))
        painter.drawPolygon(to_screen.map(polygon(field_outline(self._document.kind, sensor))))

    def _paint_sensor(self, painter: QPainter, sensor: int) -> None:
        theme, is_chosen = current_theme(), sensor == self._document.sensor
        place, tip = self.place_of(sensor), self.tip_of(sensor)
        painter.setPen(QPen(QColor(theme.accent if is_chosen else theme.text), 2.0))
        painter.drawLine(place, tip)
        painter.setBrush(QColor(theme.accent if is_chosen else theme.raised))
        painter.drawEllipse(tip, 4.0, 4.0)
        paint_sensor(painter, place, SENSOR_PX, sensor, is_marked=is_chosen)

    def _paint_scale(self, painter: QPainter) -> None:
        """Draw a scale in millimetres."""
        scale = self._px_per_mm()
        fitting = [mm for mm in SCALES_MM if mm * scale <= self.width() / 3.0] or [SCALES_MM[0]]
        length = fitting[-1] * scale
        y = self.height() - 10.0
        painter.setPen(QPen(QColor(current_theme().dim_text), 2.0))
        painter.drawLine(QPointF(10.0, y), QPointF(10.0 + length, y))
        painter.drawText(QPointF(16.0 + length, y + 4.0), f"{fitting[-1]:g} mm")

    def _move(self, sensor: int, place_mm: Point, snaps: bool, session: str) -> None:
        file = with_sensor_at(self._document.file, sensor, *place_mm, snaps=snaps)
        self._document.edit(self.tr("Move sensor"), file, sensor, session)

    def _turn(self, sensor: int, bearing_deg: float, snaps: bool, session: str) -> None:
        file = with_bearing(self._document.file, sensor, bearing_deg, snaps=snaps)
        self._document.edit(self.tr("Turn sensor"), file, sensor, session)

    def _under(self, at: QPointF) -> tuple[int | None, bool]:
        """Return the sensor at a place, and whether its tip is there."""
        near = [
            (QLineF(at, place).length(), sensor != self._document.sensor, sensor, is_tip)
            for sensor in range(len(self._document.kind.sensors))
            for place, is_tip in ((self.place_of(sensor), False), (self.tip_of(sensor), True))
        ]
        distance, _, sensor, is_tip = min(near)
        return (sensor, is_tip) if distance <= REACH_PX else (None, False)

    def _px_per_mm(self) -> float:
        # The whole field of sensors that look far would leave the robot itself too small.
        kind = self._document.kind
        radius_mm = drawn_radius_mm(kind)
        shown_mm = min(radius_mm + kind.cone.echo_mm[-1], MOST_SHOWN * radius_mm)
        return min(self.width(), self.height()) / 2.0 / shown_mm

    def _to_screen(self) -> QTransform:
        """Return the transform from the robot's millimetres to pixels; ahead is up."""
        return to_pixels(self, self._px_per_mm())

    def _to_robot(self) -> QTransform:
        return self._to_screen().inverted()[0]
