"""Tools that lead from one point to another, by mouse or by keys: their base, and the ruler."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from wsusim.gui.arena.tool import Pointer
from wsusim.gui.features.editing.tools.edit_tool import EditTool
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.phrases import translate
from wsusim.model.geometry import Point


class KeyedTool(EditTool):
    """A tool whose pointer can be moved by the arrow keys; Enter replaces the button.

    A cross shows where it is; the mouse takes over as soon as it moves. ``done`` is
    called when the tool is no longer wanted.
    """

    cursor = Qt.CursorShape.CrossCursor
    needs_two_points = True
    """Whether Enter presses and a second Enter releases."""

    def __init__(self, workbench: Workbench, done: Callable[[], None]) -> None:
        super().__init__(workbench)
        self._done = done
        self._at_mm: Point | None = None
        """Where the keys have the pointer."""
        self._from_mm: Point | None = None
        """Where the button went down; ``None`` while it is up."""

    def hint(self) -> str:
        """Say what to do."""
        raise NotImplementedError

    def point(self, pointer: Pointer) -> None:
        """Handle a move of the pointer."""

    def end(self, pointer: Pointer) -> None:
        """Handle the release of the button, or Enter again."""

    def begin_at(self, at_mm: Point) -> None:
        """Show the cross here: the tool was taken up by the keyboard."""
        grid = self._workbench.snapping(Qt.KeyboardModifier.NoModifier)
        self._show_cross(grid.grid_point(at_mm))
        self.point(Pointer(grid.grid_point(at_mm), (0.0, 0.0)))

    def take_up(self) -> None:
        """Say what to do."""
        self._workbench.hint(self.hint())

    def put_away(self) -> None:
        """Remove the cross and forget a press."""
        self._from_mm = None
        self._measure(None)
        self._hide_cross()
        self._workbench.hint("")
        self._workbench.end_preview()

    def press(self, pointer: Pointer) -> None:
        """Fix the first point."""
        self._from_mm = self._snapped(pointer)
        self._measure(None)

    def move(self, pointer: Pointer) -> None:
        """Follow the mouse instead of the keys."""
        self._hide_cross()
        self.point(pointer)

    def release(self, pointer: Pointer) -> None:
        """Use the second point."""
        if self._from_mm is not None:
            self.end(pointer)
            self._from_mm = None

    def key(self, event: QKeyEvent) -> bool:
        """Move the cross, press and release by Enter, leave by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._done()
            return True
        step_mm = self.arrow_step_mm(event)
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if self._at_mm is None or (step_mm is None and not is_enter):
            return False
        if step_mm is not None:
            times = 5.0 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
            x_mm, y_mm = self._at_mm
            self._show_cross((x_mm + times * step_mm[0], y_mm + times * step_mm[1]))
        pointer = Pointer(self._at_mm, (0.0, 0.0), event.modifiers())
        if step_mm is not None:
            self.point(pointer)
        elif self._from_mm is not None:
            self.release(pointer)
        else:
            self.press(pointer)
            if not self.needs_two_points:
                self.release(pointer)
        return True

    def _measure(self, to: Pointer | None) -> None:
        """Show the distance from the first point to another one; ``None``: show nothing."""
        if to is None or self._from_mm is None:
            self._workbench.scene.ruler.set_ends(None)
        else:
            self._workbench.scene.ruler.set_ends((self._from_mm, self._snapped(to)))

    def _show_cross(self, at_mm: Point) -> None:
        self._at_mm = at_mm
        self._workbench.scene.cross.setPos(*at_mm)
        self._workbench.scene.cross.setVisible(True)

    def _hide_cross(self) -> None:
        self._at_mm = None
        self._workbench.scene.cross.setVisible(False)


class RulerTool(KeyedTool):
    """Measures from press to release; the line stays until the next one or Escape."""

    def hint(self) -> str:
        """Say what to do."""
        return translate("Tools", "Drag from one point to another (keys: arrows and Enter).")

    def point(self, pointer: Pointer) -> None:
        """Measure to the pointer while the button is down."""
        if self._from_mm is not None:
            self._measure(pointer)

    def end(self, pointer: Pointer) -> None:
        """Leave the line where it is."""
        self._measure(pointer)
