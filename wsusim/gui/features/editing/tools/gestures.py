"""Drags of the select tool: each begins with a press and ends with a release or Escape."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from wsusim.editor import changes
from wsusim.editor.changes import Change
from wsusim.editor.handles import Handle, HandleKind
from wsusim.editor.hitting import Box, objects_within
from wsusim.editor.objects import WorldObject, chosen
from wsusim.editor.snapping import snap_angle_rad, snap_ends
from wsusim.gui.features.editing.edits.shape import MoveObjects, ResizeObjects, RotateObjects
from wsusim.gui.features.editing.tools.tool import Pointer
from wsusim.gui.features.editing.workbench import Workbench


class Gesture(Protocol):
    """A drag in progress."""

    def move(self, pointer: Pointer) -> None:
        """Show what releasing here would do."""

    def finish(self, pointer: Pointer) -> None:
        """Do it."""

    def cancel(self) -> None:
        """Leave everything as it was."""


class MoveGesture:
    """Moves the selection; the grabbed object snaps, the others go with it."""

    def __init__(self, workbench: Workbench, grabbed: WorldObject, start: Pointer) -> None:
        self._workbench = workbench
        self.grabbed = grabbed
        self._start = start
        self._ids = workbench.document.selection.ids
        self._ends = snap_ends(workbench.document.world, self._ids)

    def move(self, pointer: Pointer) -> None:
        """Show the objects where they would be."""
        self._workbench.preview(self._change(pointer))

    def finish(self, pointer: Pointer) -> None:
        """Move them."""
        self._workbench.commit(MoveObjects, self._change(pointer))

    def cancel(self) -> None:
        """Leave them."""
        self._workbench.end_preview()

    def _change(self, pointer: Pointer) -> Change:
        raw_mm = (
            pointer.at_mm[0] - self._start.at_mm[0],
            pointer.at_mm[1] - self._start.at_mm[1],
        )
        snapping = self._workbench.snapping(pointer.modifiers)
        dx_mm, dy_mm = snapping.shift(self.grabbed, raw_mm, self._ends)
        return changes.move(self._workbench.document.world, self._ids, dx_mm, dy_mm)


class RotateGesture:
    """Turns the selection by its handle, in steps unless Alt is held."""

    def __init__(self, workbench: Workbench, handle: Handle) -> None:
        self._workbench = workbench
        self._ids = workbench.document.selection.ids
        self._pivot_mm = changes.pivot_mm(chosen(workbench.document.world, self._ids))
        self._from_rad = self._bearing_rad(handle.at_mm)

    def move(self, pointer: Pointer) -> None:
        """Show the objects turned."""
        self._workbench.preview(self._change(pointer))

    def finish(self, pointer: Pointer) -> None:
        """Turn them."""
        self._workbench.commit(RotateObjects, self._change(pointer))

    def cancel(self) -> None:
        """Leave them."""
        self._workbench.end_preview()

    def _bearing_rad(self, at_mm: tuple[float, float]) -> float:
        return math.atan2(at_mm[1] - self._pivot_mm[1], at_mm[0] - self._pivot_mm[0])

    def _change(self, pointer: Pointer) -> Change:
        to_rad = self._bearing_rad(pointer.at_mm)
        if self._workbench.snapping(pointer.modifiers).grid_mm:
            to_rad = snap_angle_rad(to_rad)
        angle_rad = to_rad - self._from_rad
        return changes.rotate(self._workbench.document.world, self._ids, angle_rad, self._pivot_mm)


class ResizeGesture:
    """Pulls a wall's end or a region's corner, which snaps to wall ends and grid."""

    def __init__(self, workbench: Workbench, handle: Handle) -> None:
        self._workbench = workbench
        (self._id,) = workbench.document.selection.ids
        self._handle = handle
        self._ends = snap_ends(workbench.document.world, {self._id})

    def move(self, pointer: Pointer) -> None:
        """Show the object resized."""
        self._workbench.preview(self._change(pointer))

    def finish(self, pointer: Pointer) -> None:
        """Resize it."""
        self._workbench.commit(ResizeObjects, self._change(pointer))

    def cancel(self) -> None:
        """Leave it."""
        self._workbench.end_preview()

    def _change(self, pointer: Pointer) -> Change:
        snapping = self._workbench.snapping(pointer.modifiers)
        to_mm = snapping.point(pointer.at_mm, self._ends)
        is_wall = self._handle.kind is HandleKind.WALL_END
        pull = changes.move_wall_end if is_wall else changes.resize_goal
        return pull(self._workbench.document.world, self._id, self._handle.index, to_mm)


class BandGesture:
    """Selects what lies wholly inside a rectangle, on top of what ``kept`` says."""

    def __init__(self, workbench: Workbench, start: Pointer, *, adds: bool) -> None:
        self._workbench = workbench
        self._start = start
        self._kept = workbench.document.selection.ids if adds else frozenset[int]()

    def move(self, pointer: Pointer) -> None:
        """Draw the band and select what is inside so far."""
        box = self._box(pointer)
        self._workbench.scene.band.set_box(box)
        inside = objects_within(self._workbench.document.world, box)
        self._workbench.document.selection.select(self._kept.union(inside))

    def finish(self, pointer: Pointer) -> None:
        """Select."""
        self.move(pointer)
        self.cancel()

    def cancel(self) -> None:
        """Remove the band."""
        self._workbench.scene.band.set_box(None)

    def _box(self, pointer: Pointer) -> Box:
        (x0, y0), (x1, y1) = self._start.at_mm, pointer.at_mm
        return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


class RunDragGesture:
    """Asks the run to put a robot, cap or ball under the pointer; the run decides."""

    def __init__(self, request: Callable[[int, float, float], None], grabbed_id: int) -> None:
        self._request = request
        self._id = grabbed_id

    def move(self, pointer: Pointer) -> None:
        """Ask."""
        self._request(self._id, *pointer.at_mm)

    def finish(self, pointer: Pointer) -> None:
        """Ask for the last time."""
        self.move(pointer)

    def cancel(self) -> None:
        """Leave it where the run has it."""
