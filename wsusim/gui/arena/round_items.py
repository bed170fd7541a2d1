"""Round things: caps and balls, which robots push, and lamps with their reach."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRadialGradient

from wsusim.gui.arena.object_item import ObjectItem, Z
from wsusim.gui.arena.painting import BLACK, blend, disc, pen, see_through
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.snapshot import ObjectSnapshot
from wsusim.model.world import Ball, Cap, Light
from wsusim.robots import ROBOT_KINDS

CAP_RIDGES = 18


class PushedItem(ObjectItem[Cap | Ball]):
    """A cap or ball, which a run moves; hidden while a robot holds it (the robot draws it)."""

    layer_z = Z.ROUND

    def place(self) -> None:
        """Put the thing where it starts."""
        super().place()
        self.setVisible(True)

    def show_snapshot(self, snapshot: ObjectSnapshot) -> None:
        """Put the thing where it is at one tick."""
        self.setPos(snapshot.x_mm, snapshot.y_mm)
        self.setVisible(snapshot.held_by is None)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the thing and its shadow."""
        return disc(self.thing.diameter_mm / 2.0 + 2.0)

    def draw(self, painter: QPainter) -> None:
        """Draw the thing."""
        paint_round(painter, self.thing)


class ReachItem(ObjectItem[Light]):
    """The glow on the floor out to where no sensor sees the lamp any more."""

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
        bulb.setColorAt(1.0, QColor(theme.light_glow))
        painter.setBrush(bulb)
        painter.drawEllipse(disc(radius_mm))


def reach_mm(light: Light) -> float:
    """Return how far a robot's sensors see a lamp: its light falls with the distance squared."""
    farthest_mm = max(kind.light.distance_mm[-1] for kind in ROBOT_KINDS.values())
    return farthest_mm * math.sqrt(light.power)


def paint_round(painter: QPainter, thing: Cap | Ball) -> None:
    """Draw a cap or ball about the origin; a dark one darker."""
    if isinstance(thing, Cap):
        _paint_cap(painter, thing)
    else:
        _paint_ball(painter, thing)


def _paint_cap(painter: QPainter, cap: Cap) -> None:
    """Draw a bottle cap from above: rim with ridges, flat top."""
    theme, radius_mm = current_theme(), cap.diameter_mm / 2.0
    tone = blend(QColor(BLACK), QColor(theme.cap), cap.reflectivity)
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


def _paint_ball(painter: QPainter, ball: Ball) -> None:
    """Draw a ball with a highlight."""
    theme, radius_mm = current_theme(), ball.diameter_mm / 2.0
    tone = blend(QColor(BLACK), QColor(theme.ball), ball.reflectivity)
    shine = QRadialGradient(QPointF(-0.3 * radius_mm, 0.35 * radius_mm), 1.4 * radius_mm)
    shine.setColorAt(0.0, tone.lighter(125))
    shine.setColorAt(1.0, tone.darker(150))
    painter.setBrush(shine)
    painter.setPen(pen(theme.ball_edge, 1.2))
    painter.drawEllipse(disc(radius_mm))
