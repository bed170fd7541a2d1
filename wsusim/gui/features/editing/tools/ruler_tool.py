"""The ruler: length and angle between two points."""

from __future__ import annotations

from wsusim.gui.arena.tool import Pointer
from wsusim.gui.features.editing.tools.keyed_tool import KeyedTool
from wsusim.gui.widgets.phrases import translate


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
