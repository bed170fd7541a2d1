"""What dragging does to a world: each drag knows its start, and what leads from there to a point.

Pure geometry; ``snapping`` says what draws the point.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Protocol

from wsusim.editor import changes
from wsusim.editor.changes import Change
from wsusim.editor.handles import Handle, HandleKind
from wsusim.editor.objects import Ids, WorldObject, chosen
from wsusim.editor.snapping import Snapping, snap_angle_rad, snap_ends
from wsusim.model.geometry import Point
from wsusim.model.world import World


class Drag(Protocol):
    """A drag in progress."""

    verb: ClassVar[str]
    """What the edit is called (see ``gui.features.editing.workbench``)."""

    def change(self, to_mm: Point, snapping: Snapping) -> Change:
        """Return what releasing at a point does to the world."""


@dataclass(frozen=True, slots=True)
class MoveDrag:
    """Moves objects; the grabbed one snaps, the others go with it."""

    verb: ClassVar[str] = "move"
    world: World
    ids: Ids
    grabbed: WorldObject
    from_mm: Point

    def change(self, to_mm: Point, snapping: Snapping) -> Change:
        """Return the world with the objects moved."""
        by_mm = (to_mm[0] - self.from_mm[0], to_mm[1] - self.from_mm[1])
        by_mm = snapping.shift(self.grabbed, by_mm, snap_ends(self.world, self.ids))
        return changes.move(self.world, self.ids, *by_mm)


@dataclass(frozen=True, slots=True)
class TurnDrag:
    """Turns objects by their handle, in steps while there is a grid."""

    verb: ClassVar[str] = "rotate"
    world: World
    ids: Ids
    from_mm: Point

    def change(self, to_mm: Point, snapping: Snapping) -> Change:
        """Return the world with the objects turned."""
        pivot_mm = changes.pivot_mm(chosen(self.world, self.ids))
        to_rad = _bearing_rad(pivot_mm, to_mm)
        if snapping.grid_mm:
            to_rad = snap_angle_rad(to_rad)
        by_rad = to_rad - _bearing_rad(pivot_mm, self.from_mm)
        return changes.rotate(self.world, self.ids, by_rad, pivot_mm)


@dataclass(frozen=True, slots=True)
class PullDrag:
    """Pulls a wall's end, or a corner of a region or picture; wall ends and grid draw it."""

    verb: ClassVar[str] = "resize"
    world: World
    ids: Ids
    handle: Handle

    def change(self, to_mm: Point, snapping: Snapping) -> Change:
        """Return the world with the object resized."""
        (name,) = self.ids
        to_mm = snapping.point(to_mm, snap_ends(self.world, self.ids))
        return _PULLS[self.handle.kind](self.world, name, self.handle.index, to_mm)


_PULLS = {
    HandleKind.WALL_END: changes.move_wall_end,
    HandleKind.GOAL_CORNER: changes.resize_goal,
    HandleKind.PICTURE_CORNER: changes.scale_picture,
}


def _bearing_rad(from_mm: Point, to_mm: Point) -> float:
    return math.atan2(to_mm[1] - from_mm[1], to_mm[0] - from_mm[0])
