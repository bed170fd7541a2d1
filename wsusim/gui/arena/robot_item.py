"""A robot with its eight sensors, arm and jaws."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from wsusim.gui.arena.object_item import ObjectItem, Z
from wsusim.gui.arena.painting import blend, disc, pen, polygon
from wsusim.gui.arena.robot_body import body_box_mm, body_picture, drawn_radius_mm, number_picture
from wsusim.gui.arena.round_items import paint_thing
from wsusim.gui.widgets.theme import LIGHT, Theme, current_theme, robot_colour
from wsusim.model.colours import YELLOW
from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import GripperModel, SensorMount
from wsusim.model.snapshot import RobotSnapshot
from wsusim.model.world import Movable, RobotStart
from wsusim.robots import robot_kind

PROXIMITY_FULL = 1023
LED_PLACES = ((-0.05, 0.5), (0.5, -0.4))
"""Where the lateral and the frontal LED are drawn, in radii of the robot (guess)."""

LED_ON, LED_OFF = QColor("#ff3b30"), QColor("#5a2a2a")

ZOOM_TOLERANCE = 0.02
"""The body is drawn again when the zoom has changed by more than this ratio."""

SENSOR_LENGTH_MM, SENSOR_WIDTH_MM = 4.0, 7.0
CONTACT_SPAN_DEG = 34.0
BEAM_MM = 3.2
"""Width of the arm's beams (guess)."""

ARM_UP_REACH = -0.42
"""How far an arm that is up reaches, as a ratio of its reach when down: it lies over the back."""


@dataclass(frozen=True, slots=True)
class RobotLook:
    """All that changes in the picture of a robot besides its place."""

    proximity: tuple[int, ...] = ()
    arm_position: float = 0.0
    jaw_gap_mm: float = math.inf
    """Infinite: as wide as the jaws go."""
    held: Movable | None = None
    leds: tuple[bool, bool] = (False, False)
    contact_bearings_rad: tuple[float, ...] = ()


class RobotItem(ObjectItem[RobotStart]):
    """A robot at its start or, during a run, where it is at one tick."""

    layer_z = Z.ROBOT
    is_cached = False

    def __init__(self, thing: RobotStart) -> None:
        self._look = RobotLook()
        self._number: int | None = None
        self.colour = robot_colour(0)
        """The colour of this robot, also of its trail and rays."""
        self._show_sensors = True
        self._body: QPixmap | None = None
        self._number_picture = QPixmap()
        self._drawn_for = 1.0
        self._drawn_in = LIGHT
        super().__init__(thing)

    def speech_place(self) -> QPointF:
        """Return where a bubble points to: the robot's upper right."""
        off_mm = 0.72 * self._kind.radius_mm
        return self.pos() + QPointF(off_mm, off_mm)

    def set_number(self, index: int, count: int) -> None:
        """Set which robot of how many this is: its colour, and a number unless it is alone."""
        number = index + 1 if count > 1 else None
        colour = robot_colour(index, self.thing.colour)
        if (colour, number) != (self.colour, self._number):
            self.colour, self._number = colour, number
            self._body = None
            self.update()

    def set_sensors_visible(self, visible: bool) -> None:
        """Draw the sensors, or do not."""
        self._show_sensors = visible
        self.update()

    def place(self) -> None:
        """Put the robot at its start."""
        self._kind = robot_kind(self.thing.kind)
        self._sensor_shapes = [_sensor_shape(mount) for mount in self._kind.sensors]
        self._look = RobotLook()
        self._body = None
        self._stand(self.thing.pose)

    def show_snapshot(self, snapshot: RobotSnapshot, held: Movable | None) -> None:
        """Put the robot where it is at one tick."""
        self._stand(snapshot.pose)
        look = RobotLook(
            snapshot.proximity,
            snapshot.arm_position,
            snapshot.jaw_gap_mm,
            held,
            snapshot.leds,
            snapshot.contact_bearings_rad,
        )
        if look != self._look:
            self._look = look
            self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around body and lowered gripper."""
        gripper, radius_mm = self._kind.gripper, drawn_radius_mm(self._kind)
        back_mm = reach_mm = side_mm = radius_mm + 4.0
        if gripper is not None:
            reach_mm = max(reach_mm, gripper.jaw_tip_x_mm + 3.0)
            side_mm = max(side_mm, gripper.half_width_mm + 4.0)
        return QRectF(-back_mm, -side_mm, back_mm + reach_mm, 2.0 * side_mm)

    def draw(self, painter: QPainter) -> None:
        """Draw the robot from the floor upwards."""
        gripper = self._kind.gripper
        share_down = 0.0 if gripper is None else self._share_down(gripper)
        if gripper is not None and share_down > 0.5:
            self._paint_gripper(painter, gripper, share_down)
        self._paint_body(painter)
        if self._show_sensors:
            self._paint_sensors(painter)
        self._paint_marks(painter)
        if gripper is not None and share_down <= 0.5:
            self._paint_gripper(painter, gripper, share_down)

    def _stand(self, pose: Pose) -> None:
        self.setPos(pose.x_mm, pose.y_mm)
        self.setRotation(math.degrees(pose.heading_rad))

    def _share_down(self, gripper: GripperModel) -> float:
        travel = gripper.arm_down - gripper.arm_up
        return min(max((self._look.arm_position - gripper.arm_up) / travel, 0.0), 1.0)

    def _paint_body(self, painter: QPainter) -> None:
        transform = painter.deviceTransform()
        px_per_mm, theme = math.hypot(transform.m11(), transform.m12()), current_theme()
        is_zoomed = abs(px_per_mm / self._drawn_for - 1.0) > ZOOM_TOLERANCE
        if self._body is None or is_zoomed or self._drawn_in is not theme:
            self._drawn_for, self._drawn_in = px_per_mm, theme
            self._body = body_picture(self._kind, self.colour, theme, px_per_mm)
            if self._number is not None:
                radius_mm = self._kind.radius_mm
                self._number_picture = number_picture(self._number, radius_mm, px_per_mm)
        self._copy(painter, body_box_mm(self._kind), self._body)

    def _copy(self, painter: QPainter, box: QRectF, picture: QPixmap) -> None:
        """Draw a picture, turned. Not smoothing its clear edges is ten times as fast."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawPixmap(box, picture, QRectF(picture.rect()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _paint_sensors(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        idle, full = QColor(current_theme().robot_part).darker(140), QColor(YELLOW)
        readings = self._look.proximity or (0,) * len(self._sensor_shapes)
        for shape, reading in zip(self._sensor_shapes, readings, strict=True):
            painter.setBrush(blend(idle, full, math.sqrt(reading / PROXIMITY_FULL)))
            painter.drawPolygon(shape)

    def _paint_marks(self, painter: QPainter) -> None:
        """Draw the marks for people: number, LEDs, contacts."""
        size = self._kind.radius_mm
        for is_lit, place in zip(self._look.leds, LED_PLACES, strict=True):
            painter.setBrush(LED_ON if is_lit else LED_OFF)
            painter.drawEllipse(QPointF(place[0] * size, place[1] * size), 1.9, 1.9)
        if self._number is not None:
            painter.save()
            painter.rotate(-self.rotation())
            painter.scale(1.0, -1.0)
            self._copy(painter, disc(size), self._number_picture)
            painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for bearing_rad in self._look.contact_bearings_rad:
            painter.setPen(pen(current_theme().bad, 3.5))
            # Qt counts these angles clockwise here, because y goes up in the scene.
            start = -math.degrees(bearing_rad) - CONTACT_SPAN_DEG / 2.0
            painter.drawArc(disc(size + 1.5), round(16 * start), round(16 * CONTACT_SPAN_DEG))

    def _paint_gripper(self, painter: QPainter, gripper: GripperModel, share_down: float) -> None:
        """Draw arm and jaws as seen from above: shorter, the higher the arm is."""
        reach = ARM_UP_REACH + (1.0 - ARM_UP_REACH) * share_down
        root_mm = reach * gripper.jaw_root_x_mm
        gap_mm = min(self._look.jaw_gap_mm, gripper.open_gap_mm)
        *jaws, arm = gripper.outlines_mm(gap_mm)
        half_mm = max(y for _, y in arm) - BEAM_MM / 2.0
        beams = [
            QRectF(0.0, side * half_mm - BEAM_MM / 2.0, root_mm, BEAM_MM) for side in (-1.0, 1.0)
        ]
        beams.append(QRectF(root_mm - BEAM_MM / 2.0, -half_mm, BEAM_MM, 2.0 * half_mm))
        beam_colour, jaw_colour, jaw_pen = _metal(current_theme())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(beam_colour)
        painter.drawRects([beam.normalized() for beam in beams])
        painter.setPen(jaw_pen)
        painter.setBrush(jaw_colour)
        for jaw in jaws:
            painter.drawPolygon(polygon(tuple((reach * x, y) for x, y in jaw)))
        if self._look.held is not None:
            painter.save()
            painter.translate(reach * gripper.barrier_x_mm, 0.0)
            paint_thing(painter, self._look.held)
            painter.restore()


@lru_cache
def _metal(theme: Theme) -> tuple[QColor, QColor, QPen]:
    """Return the colours of beams and jaws, and the pen of the jaws, made once for all frames."""
    metal = QColor(theme.robot_part)
    return metal.darker(125), metal.lighter(112), pen(metal.darker(170), 1.0)


@lru_cache
def _sensor_shape(mount: SensorMount) -> QPolygonF:
    """Return the outline of a sensor's housing in the robot's frame."""
    half_length, half_width = SENSOR_LENGTH_MM / 2.0, SENSOR_WIDTH_MM / 2.0
    frame = Pose(mount.x_mm, mount.y_mm, math.radians(mount.bearing_deg))
    signs = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    return polygon(tuple(frame.place((u * half_length, v * half_width)) for u, v in signs))
