"""A robot with its eight sensors, arm and jaws."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPolygonF, QRadialGradient
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from wsusim.gui.arena.disc_items import paint_round
from wsusim.gui.arena.object_item import ObjectItem, Z
from wsusim.gui.arena.painting import blend, disc, draw_upright, pen, see_through
from wsusim.gui.theme import YELLOW, Theme, robot_colour
from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import GripperModel
from wsusim.model.snapshot import RobotSnapshot
from wsusim.model.world import Ball, Cap, RobotStart
from wsusim.robots import robot_kind

PROXIMITY_FULL = 1023
WHEEL_LENGTH_MM, WHEEL_WIDTH_MM = 17.0, 4.5
SENSOR_LENGTH_MM, SENSOR_WIDTH_MM = 4.0, 7.0
CONTACT_SPAN_DEG = 34.0
ARM_UP_REACH = -0.42
"""How far an arm that is up reaches, as a ratio of its reach when down: it lies over the back."""


@dataclass(frozen=True, slots=True)
class RobotLook:
    """All that changes in the picture of a robot beside its place."""

    proximity: tuple[int, ...] = (0,) * 8
    arm_position: float = 0.0
    jaw_gap_mm: float = math.inf
    """Infinite: as wide as the jaws go."""
    held: Cap | Ball | None = None
    leds: tuple[bool, bool] = (False, False)
    contact_bearings_rad: tuple[float, ...] = ()


class RobotItem(ObjectItem[RobotStart]):
    """A robot at its start or, during a run, where it is at one tick."""

    layer_z = Z.ROBOT

    def __init__(self, thing: RobotStart, theme: Theme) -> None:
        self._look = RobotLook()
        self._number: int | None = None
        self._colour = robot_colour(0)
        self._show_sensors = True
        super().__init__(thing, theme)

    @property
    def colour(self) -> QColor:
        """The colour of this robot, also of its trail and rays."""
        return self._colour

    def speech_place(self) -> QPointF:
        """Return where a bubble points to: the robot's upper right."""
        off_mm = 0.72 * self._kind.radius_mm
        return self.pos() + QPointF(off_mm, off_mm)

    def set_number(self, index: int, count: int) -> None:
        """Say which robot of how many this is: its colour, and a number unless it is alone."""
        self._colour = robot_colour(index)
        self._number = index + 1 if count > 1 else None
        self.update()

    def set_sensors_visible(self, visible: bool) -> None:
        """Draw the sensors, or do not."""
        self._show_sensors = visible
        self.update()

    def place(self) -> None:
        """Put the robot at its start."""
        self._kind = robot_kind(self.thing.kind)
        self._look = RobotLook()
        self._stand(self.thing.pose)

    def show_snapshot(self, snapshot: RobotSnapshot, held: Cap | Ball | None) -> None:
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
        gripper, radius_mm = self._kind.gripper, self._kind.radius_mm
        reach_mm = gripper.jaw_root_x_mm + gripper.jaw_length_mm + 3.0
        side_mm = max(radius_mm, gripper.beam_half_width_mm) + 4.0
        back_mm = radius_mm + 4.0
        return QRectF(-back_mm, -side_mm, back_mm + reach_mm, 2.0 * side_mm)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the robot from the floor upwards."""
        share_down = self._share_down()
        if share_down > 0.5:
            self._paint_gripper(painter, share_down)
        self._paint_body(painter)
        if self._show_sensors:
            self._paint_sensors(painter)
        self._paint_marks(painter)
        if share_down <= 0.5:
            self._paint_gripper(painter, share_down)

    def _stand(self, pose: Pose) -> None:
        self.setPos(pose.x_mm, pose.y_mm)
        self.setRotation(math.degrees(pose.heading_rad))

    def _share_down(self) -> float:
        gripper = self._kind.gripper
        travel = gripper.arm_down - gripper.arm_up
        return min(max((self._look.arm_position - gripper.arm_up) / travel, 0.0), 1.0)

    def _paint_body(self, painter: QPainter) -> None:
        radius_mm, theme = self._kind.radius_mm, self.theme
        halo = QRadialGradient(QPointF(0.0, 0.0), radius_mm + 4.0)
        halo.setColorAt(0.86, QColor(theme.shadow))
        halo.setColorAt(1.0, QColor(0, 0, 0, 0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(halo)
        painter.drawEllipse(disc(radius_mm + 4.0))
        body = QColor(theme.robot_body)
        shade = QLinearGradient(QPointF(radius_mm, radius_mm), QPointF(-radius_mm, -radius_mm))
        shade.setColorAt(0.0, body.lighter(145))
        shade.setColorAt(1.0, body)
        painter.setBrush(shade)
        painter.setPen(pen(theme.robot_edge, 1.2))
        painter.drawEllipse(disc(radius_mm))
        painter.setBrush(body.darker(190))
        painter.setPen(Qt.PenStyle.NoPen)
        for side in (-1.0, 1.0):
            y_mm = side * (self._kind.wheel_base_mm / 2.0 - WHEEL_WIDTH_MM)
            painter.drawRoundedRect(
                QRectF(
                    -WHEEL_LENGTH_MM / 2.0,
                    y_mm - WHEEL_WIDTH_MM / 2.0,
                    WHEEL_LENGTH_MM,
                    WHEEL_WIDTH_MM,
                ),
                1.5,
                1.5,
            )

    def _paint_sensors(self, painter: QPainter) -> None:
        idle, full = QColor(self.theme.robot_part), QColor(YELLOW)
        painter.setPen(Qt.PenStyle.NoPen)
        for mount, reading in zip(self._kind.sensors, self._look.proximity, strict=True):
            share = reading / PROXIMITY_FULL
            painter.save()
            painter.translate(mount.x_mm, mount.y_mm)
            painter.rotate(mount.bearing_deg)
            painter.setBrush(blend(idle.darker(140), full, math.sqrt(share)))
            painter.drawRoundedRect(
                QRectF(
                    -SENSOR_LENGTH_MM / 2.0,
                    -SENSOR_WIDTH_MM / 2.0,
                    SENSOR_LENGTH_MM,
                    SENSOR_WIDTH_MM,
                ),
                1.2,
                1.2,
            )
            painter.restore()

    def _paint_marks(self, painter: QPainter) -> None:
        """Draw what tells people something: direction, colour, number, LEDs, contacts."""
        size = self._kind.radius_mm
        painter.setBrush(self._colour)
        painter.setPen(pen(self._colour.lighter(125), 1.0))
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(0.78 * size, 0.0),
                    QPointF(-0.52 * size, 0.38 * size),
                    QPointF(-0.3 * size, 0.0),
                    QPointF(-0.52 * size, -0.38 * size),
                ]
            )
        )
        for lit, place in zip(
            self._look.leds,
            (QPointF(-0.05 * size, 0.5 * size), QPointF(0.5 * size, -0.4 * size)),
            strict=True,
        ):
            painter.setBrush(QColor("#ff3b30") if lit else QColor("#5a2a2a"))
            painter.setPen(pen("#ffb0a8" if lit else "#3a1c1c", 1.0))
            painter.drawEllipse(place, 1.9, 1.9)
        if self._number is not None:
            self._paint_number(painter, size)
        painter.setPen(pen(self.theme.bad, 3.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for bearing_rad in self._look.contact_bearings_rad:
            # Qt counts these angles clockwise here, because y goes up in the scene.
            start = -math.degrees(bearing_rad) - CONTACT_SPAN_DEG / 2.0
            painter.drawArc(disc(size + 1.5), round(16 * start), round(16 * CONTACT_SPAN_DEG))

    def _paint_number(self, painter: QPainter, size_mm: float) -> None:
        painter.save()
        painter.rotate(-self.rotation())
        font = painter.font()
        font.setPixelSize(round(0.62 * size_mm))
        font.setBold(True)
        painter.setFont(font)
        for colour, offset_mm in ((QColor(0, 0, 0, 170), 0.7), (QColor("#ffffff"), 0.0)):
            painter.setPen(colour)
            box = disc(size_mm).translated(offset_mm, -offset_mm)
            draw_upright(painter, box, Qt.AlignmentFlag.AlignCenter, str(self._number))
        painter.restore()

    def _paint_gripper(self, painter: QPainter, share_down: float) -> None:
        """Draw arm and jaws as seen from above: shorter, the higher the arm is."""
        gripper = self._kind.gripper
        reach = ARM_UP_REACH + (1.0 - ARM_UP_REACH) * share_down
        root_mm, tip_mm = (
            reach * gripper.jaw_root_x_mm,
            reach * (gripper.jaw_root_x_mm + gripper.jaw_length_mm),
        )
        gap_mm = min(self._look.jaw_gap_mm, gripper.open_gap_mm)
        self._paint_beams(painter, gripper, root_mm)
        metal = QColor(self.theme.robot_part)
        painter.setBrush(metal.lighter(112))
        painter.setPen(pen(metal.darker(170), 1.0))
        for side in (-1.0, 1.0):
            middle_mm = side * (gap_mm + gripper.jaw_thickness_mm) / 2.0
            painter.drawRoundedRect(
                QRectF(
                    root_mm,
                    middle_mm - gripper.jaw_thickness_mm / 2.0,
                    tip_mm - root_mm,
                    gripper.jaw_thickness_mm,
                ).normalized(),
                1.5,
                1.5,
            )
        if self._look.held is not None:
            painter.save()
            painter.translate(reach * gripper.barrier_x_mm, 0.0)
            paint_round(painter, self._look.held, self.theme)
            painter.restore()

    def _paint_beams(self, painter: QPainter, gripper: GripperModel, root_mm: float) -> None:
        """Draw the two side arms and the cross-beam that carries the jaws."""
        half_mm = gripper.beam_half_width_mm - 2.0
        beam = pen(see_through(QColor(self.theme.robot_part).darker(125), 0.95), 1.0)
        beam.setCosmetic(False)
        beam.setWidthF(3.2)
        painter.setPen(beam)
        painter.drawLines(
            [
                QLineF(0.0, half_mm, root_mm, half_mm),
                QLineF(0.0, -half_mm, root_mm, -half_mm),
                QLineF(root_mm, -half_mm, root_mm, half_mm),
            ]
        )
