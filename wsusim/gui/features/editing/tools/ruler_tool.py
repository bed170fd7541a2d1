"""The ruler: length and angle between two points."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from wsusim.gui.arena.tool import Pointer
from wsusim.gui.features.editing.tools.edit_tool import KeyedTool
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.phrases import translate
from wsusim.model.geometry import Point


class RulerTool(KeyedTool):
    """Measures from press to release; the line stays until the next one or Escape."""

    def __init__(self, workbench: Workbench, done: Callable[[], None]) -> None:
        super().__init__(workbench)
        self._done = done
        self._from_mm: Point | None = None

    def take_up(self) -> None:
        """Say what to do."""
        self._workbench.hint(
            translate("Tools", "Drag from one point to another (keys: arrows and Enter).")
        )

    def put_away(self) -> None:
        """Remove the line."""
        self._from_mm = None
        self._workbench.scene.ruler.set_ends(None)
        self._workbench.hint("")
        super().put_away()

    def needs_two_points(self) -> bool:
        """Measure from one Enter to the next."""
        return True

    def begin(self, pointer: Pointer) -> None:
        """Fix the first point."""
        self._from_mm = self._snapped(pointer)
        self._workbench.scene.ruler.set_ends(None)

    def point(self, pointer: Pointer) -> None:
        """Measure to the pointer while the button is down."""
        if self._from_mm is not None:
            self._workbench.scene.ruler.set_ends((self._from_mm, self._snapped(pointer)))

    def end(self, pointer: Pointer) -> None:
        """Leave the line where it is."""
        self.point(pointer)
        self._from_mm = None

    def key(self, event: QKeyEvent) -> bool:
        """Leave by Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._done()
            return True
        return super().key(event)
