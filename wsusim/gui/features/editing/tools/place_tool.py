"""Placing new objects by clicks or keys; walls and goal regions are drawn out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from wsusim.editor import changes
from wsusim.editor.changes import Change
from wsusim.editor.new_objects import drawn_object
from wsusim.editor.objects import ObjectKind
from wsusim.gui.arena.tool import Pointer
from wsusim.gui.features.editing.tools.keyed_tool import KeyedTool
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.phrases import kind_name, translate

DRAWN = (ObjectKind.WALL, ObjectKind.GOAL)
"""What can be drawn out from one point to another."""


class PlaceTool(KeyedTool):
    """Adds objects of one kind; ``done`` is called after one, unless Shift keeps the tool.

    Walls come one after the other until Escape.
    """

    def __init__(self, workbench: Workbench, kind: ObjectKind, done: Callable[[], None]) -> None:
        super().__init__(workbench, done)
        self.kind = kind
        self.needs_two_points = kind is ObjectKind.WALL

    def hint(self) -> str:
        """Say what to do."""
        if self.kind is ObjectKind.WALL:
            return translate(
                "Tools",
                "Drag from one end of the wall to the other, wall after wall (keys: arrows and "
                "Enter). Escape ends.",
            )
        if self.kind is ObjectKind.GOAL:
            return translate(
                "Tools",
                "Drag from corner to corner, or click for the standard size (keys: arrows and "
                "Enter). Shift adds several, Escape ends.",
            )
        return translate(
            "Tools",
            "Click where you want the {what} (keys: arrows and Enter). Shift adds several, "
            "Escape ends.",
        ).format(what=kind_name(self.kind))

    def point(self, pointer: Pointer) -> None:
        """Show the object where it would be, a drawn one with its length."""
        if self._workbench.document.can_edit:
            self._workbench.preview(self._change(pointer))
            if self.kind in DRAWN:
                self._measure(pointer)

    def end(self, pointer: Pointer) -> None:
        """Add the object."""
        change = self._change(pointer)
        self._measure(None)
        added = self._workbench.commit("add", change)
        if added and self.kind is ObjectKind.GOAL:
            self._workbench.offer_mission()
        keeps = pointer.modifiers & Qt.KeyboardModifier.ShiftModifier
        if added and not (keeps or self.kind is ObjectKind.WALL):
            self._done()

    def _change(self, pointer: Pointer) -> Change:
        world = self._workbench.document.world
        snapping = self._workbench.snapping(pointer.modifiers)
        note = translate("Objects", "Note")
        thing = drawn_object(self.kind, self._from_mm, pointer.at_mm, snapping, world, note)
        return changes.add(world, [thing])
