"""Caps and balls: round things that robots push."""

from __future__ import annotations

import math
from typing import TypeVar

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRadialGradient
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from wsusim.gui.arena.object_item import ObjectItem, Z
from wsusim.gui.arena.painting import BLACK, blend, disc, pen
from wsusim.gui.widgets.theme import Theme
from wsusim.model.snapshot import ObjectSnapshot
from wsusim.model.world import Ball, Cap

Round = TypeVar("Round", Cap, Ball)

CAP_RIDGES = 18


class DiscItem(ObjectItem[Round]):
    """Something round that a run moves; hidden while a robot holds it (the robot draws it)."""

    layer_z = Z.ROUND

    def place(self) -> None:
        """Put the thing where it starts."""
        self.setPos(self.thing.x_mm, self.thing.y_mm)
        self.setVisible(True)

    def show_snapshot(self, snapshot: ObjectSnapshot) -> None:
        """Put the thing where it is at one tick."""
        self.setPos(snapshot.x_mm, snapshot.y_mm)
        self.setVisible(snapshot.held_by is None)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the thing and its shadow."""
        return disc(self.thing.diameter_mm / 2.0 + 2.0)


class CapItem(DiscItem[Cap]):
    """A bottle cap from above: rim with ridges, flat top."""

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the cap."""
        paint_round(painter, self.thing, self.theme)


class BallItem(DiscItem[Ball]):
    """A ball with a highlight."""

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the ball."""
        paint_round(painter, self.thing, self.theme)


def paint_round(painter: QPainter, thing: Cap | Ball, theme: Theme) -> None:
    """Draw a cap or ball about the origin; a dark one darker."""
    if isinstance(thing, Cap):
        _paint_cap(painter, thing, theme)
    else:
        _paint_ball(painter, thing, theme)


def _paint_cap(painter: QPainter, cap: Cap, theme: Theme) -> None:
    radius_mm = cap.diameter_mm / 2.0
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


def _paint_ball(painter: QPainter, ball: Ball, theme: Theme) -> None:
    radius_mm = ball.diameter_mm / 2.0
    tone = blend(QColor(BLACK), QColor(theme.ball), ball.reflectivity)
    shine = QRadialGradient(QPointF(-0.3 * radius_mm, 0.35 * radius_mm), 1.4 * radius_mm)
    shine.setColorAt(0.0, tone.lighter(125))
    shine.setColorAt(1.0, tone.darker(150))
    painter.setBrush(shine)
    painter.setPen(pen(theme.ball_edge, 1.2))
    painter.drawEllipse(disc(radius_mm))
