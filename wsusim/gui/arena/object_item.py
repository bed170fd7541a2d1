"""The base of all items that draw an object of the world."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Generic, TypeVar

from PySide6.QtWidgets import QGraphicsItem

from wsusim.editor.objects import WorldObject, centre_mm
from wsusim.gui.arena.painting import PaintedItem

Thing = TypeVar("Thing", bound=WorldObject)


class Z(IntEnum):
    """The order of the items, from the floor upwards."""

    FLOOR = 0
    PICTURE = 1
    GOAL = 2
    REACH = 3
    TRAIL = 4
    WALL_EDGE = 5
    WALL = 6
    ROUND = 7
    RAYS = 8
    ROBOT = 9
    NOTE = 10
    DRAWING = 11
    MATRIX = 12
    OVERLAY = 13
    SPEECH = 14


class Layer(Enum):
    """What can be switched on and off in the picture."""

    GRID = "grid"
    GOALS = "goals"
    NOTES = "notes"
    LIGHT_REACH = "light reach"
    SENSORS = "sensors"
    RAYS = "rays"
    TRAILS = "trails"
    DRAWINGS = "drawings"
    SPEECH = "speech"
    MATRIX = "object matrix"


class ObjectItem(PaintedItem, Generic[Thing]):
    """Draws one object; takes no input. ``set_object`` exchanges it in place."""

    layer_z = Z.FLOOR
    is_cached = True
    """Whether Qt keeps the picture: for all that stands, or moves without turning."""

    def __init__(self, thing: Thing) -> None:
        super().__init__()
        self.thing = thing
        if self.is_cached:
            self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.place()

    def set_object(self, thing: Thing) -> None:
        """Draw another state of the same object."""
        self.prepareGeometryChange()
        self.thing = thing
        self.place()
        self.update()

    def place(self) -> None:
        """Put the item where its object is, and prepare what its drawing needs."""
        self.setPos(*centre_mm(self.thing))
