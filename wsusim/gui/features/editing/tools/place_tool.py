"""Placing new objects by clicks or keys; walls and goal regions are drawn out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from wsusim.editor import changes
from wsusim.editor.changes import Change
from wsusim.editor.new_objects import drawn_object
from wsusim.editor.objects import ObjectKind
from wsusim.gui.arena.tool import Pointer
from wsusim.gui.features.editing.tools.edit_tool import KeyedTool
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.phrases import kind_name, translate
from wsusim.model.geometry import Point

DRAWN = (ObjectKind.WALL, ObjectKind.GOAL)
"""What can be drawn out from one point to another."""


class PlaceTool(KeyedTool):
    """Adds objects of one kind; ``done`` is called after one, unless Shift keeps the tool.

    Walls come one after the other until Escape.
    """

    def __init__(self, workbench: Workbench, kind: ObjectKind, done: Callable[[], None]) -> None:
        super().__init__(workbench)
        self.kind = kind
        self._done = done
        self._from_mm: Point | None = None

    def take_up(self) -> None:
        """Say what to do."""
        if self.kind is ObjectKind.WALL:
            hint = translate(
                "Tools",
                "Drag from one end of the wall to the other, wall after wall (keys: arrows and "
                "Enter). Escape ends.",
            )
        elif self.kind is ObjectKind.GOAL:
            hint = translate(
                "Tools",
                "Drag from corner to corner, or click for the standard size (keys: arrows and "
                "Enter). Shift adds several, Escape ends.",
            )
        else:
            hint = translate(
                "Tools",
                "Click where you want the {what} (keys: arrows and Enter). Shift adds several, "
                "Escape ends.",
            ).format(what=kind_name(self.kind))
        self._workbench.hint(hint)

    def put_away(self) -> None:
        """Forget a wall that was begun."""
        self._from_mm = None
        self._workbench.scene.ruler.set_ends(None)
        self._workbench.hint("")
        super().put_away()

    def needs_two_points(self) -> bool:
        """Draw walls from end to end."""
        return self.kind is ObjectKind.WALL

    def begin(self, pointer: Pointer) -> None:
        """Fix the first end of a wall, or corner of a region."""
        self._from_mm = self._snapped(pointer)

    def point(self, pointer: Pointer) -> None:
        """Show the object where it would be, a drawn one with its length."""
        if self._workbench.document.can_edit:
            self._workbench.preview(self._change(pointer))
            if self._from_mm is not None and self.kind in DRAWN:
                self._workbench.scene.ruler.set_ends((self._from_mm, self._snapped(pointer)))

    def end(self, pointer: Pointer) -> None:
        """Add the object."""
        change = self._change(pointer)
        self._from_mm = None
        self._workbench.scene.ruler.set_ends(None)
        added = self._workbench.commit("add", change)
        goes_on = self.kind is ObjectKind.WALL or (
            pointer.modifiers & Qt.KeyboardModifier.ShiftModifier
        )
        if added and not goes_on:
            self._done()

    def key(self, event: QKeyEvent) -> bool:
        """Leave by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._done()
            return True
        return super().key(event)

    def _change(self, pointer: Pointer) -> Change:
        world = self._workbench.document.world
        snapping = self._workbench.snapping(pointer.modifiers)
        note = translate("Objects", "Note")
        thing = drawn_object(self.kind, self._from_mm, pointer.at_mm, snapping, world, note)
        return changes.add(world, [thing])
