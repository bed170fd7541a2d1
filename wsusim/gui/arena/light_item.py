"""A lamp with its reach."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRadialGradient
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from wsusim.gui.arena.object_item import Layer, ObjectItem, Z
from wsusim.gui.arena.painting import disc, pen, see_through
from wsusim.model.world import Light
from wsusim.robots import ROBOT_KINDS


def reach_mm(light: Light) -> float:
    """Return how far a robot's sensors see a lamp: its light falls with the distance squared."""
    farthest_mm = max(kind.light.distance_mm[-1] for kind in ROBOT_KINDS.values())
    return farthest_mm * math.sqrt(light.power)


class LightPlace(ObjectItem[Light]):
    """What foot and glow share: both are where the lamp is."""

    def place(self) -> None:
        """Put the item where the lamp is."""
        self.setPos(self.thing.x_mm, self.thing.y_mm)


class ReachItem(LightPlace):
    """The glow on the floor out to where no sensor sees the lamp any more."""

    layer_z = Z.REACH
    layer = Layer.LIGHT_REACH

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the glow."""
        return disc(reach_mm(self.thing) + 1.0)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the glow and its edge."""
        radius_mm = reach_mm(self.thing)
        colour = self.theme.light_glow
        glow = QRadialGradient(QPointF(0.0, 0.0), max(radius_mm, 1.0))
        glow.setColorAt(0.0, see_through(colour, 0.42))
        glow.setColorAt(0.35, see_through(colour, 0.15))
        glow.setColorAt(1.0, see_through(colour, 0.02))
        painter.setBrush(glow)
        painter.setPen(pen(see_through(colour, 0.55), 1.0, Qt.PenStyle.DashLine))
        painter.drawEllipse(disc(radius_mm))


class LightItem(LightPlace):
    """A lamp's foot with its bulb."""

    layer_z = Z.ROUND

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the box around the foot."""
        return disc(self.thing.diameter_mm / 2.0 + 2.0)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw foot and bulb."""
        radius_mm = self.thing.diameter_mm / 2.0
        painter.setPen(pen(QColor(self.theme.light_glow).darker(130), 1.4))
        bulb = QRadialGradient(QPointF(0.0, 0.0), radius_mm)
        bulb.setColorAt(0.0, QColor("#ffffff"))
        bulb.setColorAt(0.45, QColor(self.theme.light_foot))
        bulb.setColorAt(1.0, QColor(self.theme.light_glow))
        painter.setBrush(bulb)
        painter.drawEllipse(disc(radius_mm))
