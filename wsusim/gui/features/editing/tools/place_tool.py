"""Placing new objects by clicks or keys; walls are drawn from one end to the other."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from wsusim.editor import changes
from wsusim.editor.changes import WALL_LENGTH_MIN_MM, Change
from wsusim.editor.objects import ObjectKind, WorldObject
from wsusim.gui.features.editing.edits.inventory import AddObjects
from wsusim.gui.features.editing.new_objects import NO_ID, new_object
from wsusim.gui.features.editing.tools.edit_tool import KeyedTool
from wsusim.gui.features.editing.tools.tool import Pointer
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.phrases import kind_name, translate
from wsusim.model.geometry import Point
from wsusim.model.world import Wall


class PlaceTool(KeyedTool):
    """Adds objects of one kind; ``done`` is called after one, unless Shift keeps the tool."""

    def __init__(self, workbench: Workbench, kind: ObjectKind, done: Callable[[], None]) -> None:
        super().__init__(workbench)
        self.kind = kind
        self._done = done
        self._from_mm: Point | None = None

    def take_up(self) -> None:
        """Say what to do."""
        if self.kind is ObjectKind.WALL:
            hint = translate(
                "Tools", "Drag from one end of the wall to the other (keys: arrows and Enter)."
            )
        else:
            hint = translate(
                "Tools",
                "Click where the {what} is to be (keys: arrows and Enter). "
                "Shift adds several, Escape ends.",
            ).format(what=kind_name(self.kind))
        self._workbench.hinted.emit(hint)

    def put_away(self) -> None:
        """Forget a wall that was begun."""
        self._from_mm = None
        self._workbench.scene.ruler.set_ends(None)
        self._workbench.hinted.emit("")
        super().put_away()

    def needs_two_points(self) -> bool:
        """Draw walls from end to end."""
        return self.kind is ObjectKind.WALL

    def begin(self, pointer: Pointer) -> None:
        """Fix the first end of a wall."""
        self._from_mm = self._snapped(pointer)

    def point(self, pointer: Pointer) -> None:
        """Show the object where it would be, a wall with its length."""
        if self._workbench.document.can_edit:
            self._workbench.preview(self._change(pointer))
            if self._from_mm is not None and self.kind is ObjectKind.WALL:
                self._workbench.scene.ruler.set_ends((self._from_mm, self._snapped(pointer)))

    def end(self, pointer: Pointer) -> None:
        """Add the object."""
        change = self._change(pointer)
        self._from_mm = None
        self._workbench.scene.ruler.set_ends(None)
        added = self._workbench.commit(AddObjects, change)
        if added and not pointer.modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._done()

    def key(self, event: QKeyEvent) -> bool:
        """Leave by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._done()
            return True
        return super().key(event)

    def _change(self, pointer: Pointer) -> Change:
        return changes.add(self._workbench.document.world, [self._thing(pointer)])

    def _thing(self, pointer: Pointer) -> WorldObject:
        world = self._workbench.document.world
        at_mm = self._snapped(pointer)
        if self.kind is ObjectKind.WALL and self._from_mm is not None:
            if math.dist(self._from_mm, at_mm) >= WALL_LENGTH_MIN_MM:
                return Wall(NO_ID, *self._from_mm, *at_mm)
        elif self.kind is not ObjectKind.WALL:
            at_mm = self._workbench.snapping(pointer.modifiers).grid_point(pointer.at_mm)
        return new_object(self.kind, at_mm, world)
