"""What robots push: caps, balls, cylinders and boxes; and lamps with their reach."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRadialGradient

from wsusim.gui.arena.object_item import ObjectItem, Z
from wsusim.gui.arena.painting import disc, pen, rectangle, see_through
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import ObjectSnapshot
from wsusim.model.world import Ball, Box, Cap, Cylinder, Light, Movable
from wsusim.robots import ROBOT_KINDS
from wsusim.scene.walk import lamp_shape, thing_shape

CAP_RIDGES = 18


class PushedItem(ObjectItem[Movable]):
    """A loose thing, which a run moves; hidden while a robot holds it (the robot draws it)."""

    layer_z = Z.ROUND

    def place(self) -> None:
        """Put the thing where it starts."""
        super().place()
        self._turn(self.thing.pose.heading_rad if isinstance(self.thing, Box) else 0.0)
        self.setVisible(True)

    def show_snapshot(self, snapshot: ObjectSnapshot) -> None:
        """Put the thing where it is at one tick."""
        self.setPos(snapshot.x_mm, snapshot.y_mm)
        self._turn(snapshot.heading_rad)
        self.setVisible(snapshot.held_by is None)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the thing and its shadow."""
        return disc(self.thing.diameter_mm / 2.0 + 2.0)

    def draw(self, painter: QPainter) -> None:
        """Draw the thing."""
        paint_thing(painter, self.thing)

    def _turn(self, heading_rad: float) -> None:
        if isinstance(self.thing, Box):
            self.setRotation(math.degrees(heading_rad))


class ReachItem(ObjectItem[Light]):
    """The glow on the floor, as far as sensors see the lamp."""

    layer_z = Z.REACH

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the glow."""
        return disc(reach_mm(self.thing) + 1.0)

    def draw(self, painter: QPainter) -> None:
        """Draw the glow and its edge."""
        radius_mm, colour = reach_mm(self.thing), current_theme().light_glow
        glow = QRadialGradient(QPointF(0.0, 0.0), max(radius_mm, 1.0))
        glow.setColorAt(0.0, see_through(colour, 0.42))
        glow.setColorAt(0.35, see_through(colour, 0.15))
        glow.setColorAt(1.0, see_through(colour, 0.02))
        painter.setBrush(glow)
        painter.setPen(pen(see_through(colour, 0.55), 1.0, Qt.PenStyle.DashLine))
        painter.drawEllipse(disc(radius_mm))


class LightItem(ObjectItem[Light]):
    """A lamp's foot with its bulb."""

    layer_z = Z.ROUND

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the foot."""
        return disc(self.thing.diameter_mm / 2.0 + 2.0)

    def draw(self, painter: QPainter) -> None:
        """Draw foot and bulb."""
        radius_mm, theme = self.thing.diameter_mm / 2.0, current_theme()
        painter.setPen(pen(QColor(theme.light_glow).darker(130), 1.4))
        bulb = QRadialGradient(QPointF(0.0, 0.0), radius_mm)
        bulb.setColorAt(0.0, QColor("#ffffff"))
        bulb.setColorAt(0.45, QColor(theme.light_foot))
        bulb.setColorAt(1.0, QColor(lamp_shape(self.thing, theme).look.fill))
        painter.setBrush(bulb)
        painter.drawEllipse(disc(radius_mm))


def reach_mm(light: Light) -> float:
    """Return how far a robot's sensors see a lamp: its light falls with the distance squared."""
    farthest_mm = max(kind.light.distance_mm[-1] for kind in ROBOT_KINDS.values())
    return farthest_mm * math.sqrt(light.power)


def paint_thing(painter: QPainter, thing: Movable) -> None:
    """Draw a loose thing about the origin; a dark one darker, unless it has a colour of its own."""
    if isinstance(thing, Cap):
        _paint_cap(painter, thing)
    elif isinstance(thing, Ball):
        _paint_ball(painter, thing)
    else:
        _paint_block(painter, thing)


def _tone(thing: Movable) -> QColor:
    """Return the colour of a loose thing."""
    return QColor(thing_shape(thing, Pose(0.0, 0.0), current_theme()).look.fill)


def _paint_cap(painter: QPainter, cap: Cap) -> None:
    """Draw a bottle cap from above: rim with ridges, flat top."""
    theme, radius_mm = current_theme(), cap.diameter_mm / 2.0
    tone = _tone(cap)
    painter.setBrush(tone)
    painter.setPen(pen(theme.cap_edge, 1.2))
    painter.drawEllipse(disc(radius_mm))
    ridges = []
    for ridge in range(CAP_RIDGES):
        angle = math.tau * ridge / CAP_RIDGES
        c, s = radius_mm * math.cos(angle), radius_mm * math.sin(angle)
        ridges.append(QLineF(0.84 * c, 0.84 * s, c, s))
    painter.setPen(pen(theme.cap_edge, 1.0))
    painter.drawLines(ridges)
    painter.setBrush(tone.lighter(112))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(disc(0.72 * radius_mm))


def _paint_block(painter: QPainter, block: Cylinder | Box) -> None:
    """Draw a block from above: a flat top within its edge."""
    tone = _tone(block)
    painter.setPen(pen(tone.darker(170), 1.2))
    painter.setBrush(tone)
    if isinstance(block, Cylinder):
        painter.drawEllipse(disc(block.diameter_mm / 2.0))
    else:
        painter.drawRect(rectangle(block.width_mm, block.depth_mm))
    painter.setBrush(tone.lighter(112))
    painter.setPen(Qt.PenStyle.NoPen)
    if isinstance(block, Cylinder):
        painter.drawEllipse(disc(0.8 * block.diameter_mm / 2.0))
    else:
        rim_mm = 0.1 * min(block.width_mm, block.depth_mm)
        top = rectangle(block.width_mm - 2.0 * rim_mm, block.depth_mm - 2.0 * rim_mm)
        painter.drawRect(top)


def _paint_ball(painter: QPainter, ball: Ball) -> None:
    """Draw a ball with a highlight."""
    theme, radius_mm = current_theme(), ball.diameter_mm / 2.0
    tone = _tone(ball)
    shine = QRadialGradient(QPointF(-0.3 * radius_mm, 0.35 * radius_mm), 1.4 * radius_mm)
    shine.setColorAt(0.0, tone.lighter(125))
    shine.setColorAt(1.0, tone.darker(150))
    painter.setBrush(shine)
    painter.setPen(pen(theme.ball_edge, 1.2))
    painter.drawEllipse(disc(radius_mm))
