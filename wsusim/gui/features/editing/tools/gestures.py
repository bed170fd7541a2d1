"""The drags of the arrow tool: each begins with a press and ends with a release or Escape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wsusim.editor.drags import Drag
from wsusim.editor.hitting import Box, objects_within
from wsusim.gui.arena.tool import Pointer
from wsusim.gui.features.editing.workbench import Workbench


class Gesture(Protocol):
    """A drag in progress."""

    def move(self, pointer: Pointer) -> None:
        """Show what releasing here would do."""

    def finish(self, pointer: Pointer) -> None:
        """Do it."""

    def cancel(self) -> None:
        """Leave everything as it was."""


class EditGesture:
    """Changes the maze; ``clicked`` is selected alone when the press was only a click."""

    def __init__(self, workbench: Workbench, drag: Drag, clicked: int | None = None) -> None:
        self._workbench = workbench
        self._drag = drag
        self.clicked = clicked

    def move(self, pointer: Pointer) -> None:
        """Show the objects as they would be."""
        snapping = self._workbench.snapping(pointer.modifiers)
        self._workbench.preview(self._drag.change(pointer.at_mm, snapping))

    def finish(self, pointer: Pointer) -> None:
        """Change them."""
        snapping = self._workbench.snapping(pointer.modifiers)
        self._workbench.commit(self._drag.verb, self._drag.change(pointer.at_mm, snapping))

    def cancel(self) -> None:
        """Leave them."""
        self._workbench.end_preview()


class BandGesture:
    """Selects what lies wholly inside a rectangle, on top of what was selected if it ``adds``."""

    def __init__(self, workbench: Workbench, start: Pointer, *, adds: bool) -> None:
        self._workbench = workbench
        self._start = start
        self._kept = workbench.document.selection.ids if adds else frozenset[int]()

    def move(self, pointer: Pointer) -> None:
        """Draw the band and select what is inside so far."""
        (x0, y0), (x1, y1) = self._start.at_mm, pointer.at_mm
        box: Box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
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
