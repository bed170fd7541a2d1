"""The base of the tools that edit: they take objects from the palette."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QKeyEvent

from wsusim.editor import changes
from wsusim.editor.changes import Change
from wsusim.editor.new_objects import new_object
from wsusim.editor.objects import ObjectKind
from wsusim.editor.snapping import snap_ends
from wsusim.gui.arena.tool import Pointer, Tool
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.phrases import translate
from wsusim.model.geometry import Point

PALETTE_MIME = "application/x-wsusim-object-kind"
"""Drag and drop from the palette; the data is an ``ObjectKind``."""

FINE_STEP_MM = 1.0
"""How far an arrow key goes with Alt, or without a grid."""

ARROWS: dict[int, Point] = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
}


class EditTool(Tool):
    """Takes what is dropped from the palette."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench

    def can_drop(self, data: QMimeData) -> bool:
        """Take objects from the palette."""
        return data.hasFormat(PALETTE_MIME) and self._workbench.document.can_edit

    def drag_over(self, pointer: Pointer, data: QMimeData) -> None:
        """Show the object where it would stand."""
        self._workbench.preview(self._added(pointer, data))

    def drag_left(self) -> None:
        """Show nothing any more."""
        self._workbench.end_preview()

    def drop(self, pointer: Pointer, data: QMimeData) -> None:
        """Add the object."""
        self._workbench.commit("add", self._added(pointer, data))

    def arrow_step_mm(self, event: QKeyEvent) -> Point | None:
        """Return how far an arrow key goes: a grid step, or 1 mm with Alt; ``None`` for others."""
        direction = ARROWS.get(event.key())
        if direction is None:
            return None
        step_mm = self._workbench.snapping(event.modifiers()).grid_mm or FINE_STEP_MM
        return (direction[0] * step_mm, direction[1] * step_mm)

    def _snapped(self, pointer: Pointer) -> Point:
        """Return the pointer's place, snapped to wall ends and grid."""
        snapping = self._workbench.snapping(pointer.modifiers)
        return snapping.point(pointer.at_mm, snap_ends(self._workbench.document.world))

    def _added(self, pointer: Pointer, data: QMimeData) -> Change:
        kind = ObjectKind(bytes(data.data(PALETTE_MIME).data()).decode())
        world = self._workbench.document.world
        at_mm = self._workbench.snapping(pointer.modifiers).grid_point(pointer.at_mm)
        return changes.add(world, [new_object(kind, at_mm, world, translate("Objects", "Note"))])


class HandTool(EditTool):
    """The hand: the left button moves the view."""

    cursor = Qt.CursorShape.OpenHandCursor
    pans = True
