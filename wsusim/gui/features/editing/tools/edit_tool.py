"""The base of the tools that edit: takes objects from the palette, can be worked by keys."""

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
        """Return the pointer's place, drawn to wall ends and grid."""
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


class KeyedTool(EditTool):
    """A tool whose pointer can be moved by the arrow keys; Enter stands for the button.

    A cross shows where the keys have it; the mouse takes over as soon as it moves.
    """

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._at_mm: Point | None = None
        self._is_pressed = False

    def begin_at(self, at_mm: Point) -> None:
        """Show the cross here: the tool was taken up by the keyboard."""
        grid = self._workbench.snapping(Qt.KeyboardModifier.NoModifier)
        self._show_cross(grid.grid_point(at_mm))
        self.point(self._keyed(Qt.KeyboardModifier.NoModifier))

    def put_away(self) -> None:
        """Remove the cross and forget a press."""
        self._is_pressed = False
        self._hide_cross()
        self._workbench.end_preview()

    def press(self, pointer: Pointer) -> None:
        """Note the button."""
        self._is_pressed = True
        self.begin(pointer)

    def move(self, pointer: Pointer) -> None:
        """Follow the mouse instead of the keys."""
        self._hide_cross()
        self.point(pointer)

    def release(self, pointer: Pointer) -> None:
        """Note the button."""
        if self._is_pressed:
            self._is_pressed = False
            self.end(pointer)

    def key(self, event: QKeyEvent) -> bool:
        """Move the cross, or press and release by Enter."""
        step_mm = self.arrow_step_mm(event)
        if step_mm is not None and self._at_mm is not None:
            times = 5.0 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
            x_mm, y_mm = self._at_mm
            self._show_cross((x_mm + times * step_mm[0], y_mm + times * step_mm[1]))
            self.point(self._keyed(event.modifiers()))
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at_mm is not None:
            pointer = self._keyed(event.modifiers())
            if not self._is_pressed:
                self.press(pointer)
                if self.needs_two_points():
                    return True
            self.release(pointer)
            return True
        return False

    def needs_two_points(self) -> bool:
        """Tell whether Enter presses and a second Enter releases."""
        return False

    def begin(self, pointer: Pointer) -> None:
        """Answer to the button going down, or Enter."""

    def point(self, pointer: Pointer) -> None:
        """Answer to the pointer moving."""

    def end(self, pointer: Pointer) -> None:
        """Answer to the button going up, or Enter again."""

    def _keyed(self, modifiers: Qt.KeyboardModifier) -> Pointer:
        assert self._at_mm is not None
        return Pointer(self._at_mm, (0.0, 0.0), modifiers)

    def _show_cross(self, at_mm: Point) -> None:
        self._at_mm = at_mm
        self._workbench.scene.cross.setPos(*at_mm)
        self._workbench.scene.cross.setVisible(True)

    def _hide_cross(self) -> None:
        self._at_mm = None
        self._workbench.scene.cross.setVisible(False)
