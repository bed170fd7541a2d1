"""The base of all tools, and what they are told about the mouse."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QKeyEvent

from wsusim.model.geometry import Point


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the mouse (or its replacement) is."""

    at_mm: Point
    at_px: Point
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier


class Tool:
    """A mode of the mouse; this one does nothing. The view calls it."""

    cursor = Qt.CursorShape.ArrowCursor
    pans = False
    """Whether the left button moves the view."""
    takes_double_clicks = False
    """Whether a double click asks for the properties of what is under the pointer."""

    def take_up(self) -> None:
        """Become the active tool."""

    def put_away(self) -> None:
        """Leave nothing half done."""

    def press(self, pointer: Pointer) -> None:
        """Answer to the left button going down."""

    def move(self, pointer: Pointer) -> None:
        """Answer to the mouse moving, with the button down or not."""

    def release(self, pointer: Pointer) -> None:
        """Answer to the left button going up."""

    def key(self, event: QKeyEvent) -> bool:
        """Answer to a key; return whether it was of use."""
        return False

    def key_released(self, event: QKeyEvent) -> None:
        """Answer to a key let go."""

    def tab(self, forward: bool) -> bool:
        """Answer to Tab; return whether it was of use (if not, the next widget gets the keys)."""
        return False

    def can_drop(self, data: QMimeData) -> bool:
        """Return whether this can be dropped into the arena."""
        return False

    def drag_over(self, pointer: Pointer, data: QMimeData) -> None:
        """Show what dropping here would do."""

    def drag_left(self) -> None:
        """Show nothing any more."""

    def drop(self, pointer: Pointer, data: QMimeData) -> None:
        """Take what was dropped."""
