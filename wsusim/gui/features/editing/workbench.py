"""What all tools and edit commands share: the document, snapping, previews and messages."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from wsusim.editor.changes import Change
from wsusim.editor.snapping import Snapping
from wsusim.gui.arena.scene import ArenaScene
from wsusim.gui.features.editing.edits.edit import Edit
from wsusim.gui.shell.document import Document
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.preferences import PreferenceStore
from wsusim.gui.widgets.phrases import phrase, title, translate

SNAP_REACH_PX = 12.0
"""A wall end draws the pointer from this far on the screen."""


class Workbench(QObject):
    """Carries edits to the document and says what happened.

    ``told`` has the message and its ``Weight``; ``hinted`` what the tool in hand expects next.
    """

    told = Signal(str, object)
    hinted = Signal(str)

    def __init__(
        self,
        document: Document,
        scene: ArenaScene,
        preferences: PreferenceStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.scene = scene
        self.preferences = preferences
        self.mm_per_px = 1.0

    def snapping(self, modifiers: Qt.KeyboardModifier) -> Snapping:
        """Return what draws points now; nothing while Alt is held."""
        chosen = self.preferences.value
        if not chosen.snap or modifiers & Qt.KeyboardModifier.AltModifier:
            return Snapping()
        return Snapping(chosen.grid_mm, SNAP_REACH_PX * self.mm_per_px)

    def preview(self, change: Change) -> None:
        """Draw what a change would do, and where things would have liked to be."""
        self.document.set_preview(None if change.is_refused else change.world)
        self.scene.set_ghosts(change.refused or change.wished)

    def commit(self, make_edit: Callable[[Document, Change], Edit], change: Change) -> bool:
        """Make a change; say so when things had to give way or there is no room. Tell if done."""
        self.end_preview()
        if not self.may_edit():
            return False
        if change.is_refused:
            self.told.emit(refusal(change), Weight.WARNING)
            return False
        if change.world != self.document.world:
            self.document.undo_stack.push(make_edit(self.document, change))
            if change.wished:
                self.told.emit(gave_way(change), Weight.NOTE)
        return True

    def end_preview(self) -> None:
        """Draw the document itself again."""
        self.scene.set_ghosts(())
        self.document.set_preview(None)

    def may_edit(self) -> bool:
        """Tell whether the maze can be edited now; say why not."""
        if not self.document.can_edit:
            text = translate("Workbench", "The maze can be edited after Reset (Ctrl+Backspace).")
            self.told.emit(text, Weight.WARNING)
        return self.document.can_edit


def refusal(change: Change) -> str:
    """Return why a change was not made."""
    text = translate("Workbench", "There is no room here for the {what}. Nothing was changed.")
    return text.format(what=phrase(change.refused))


def gave_way(change: Change) -> str:
    """Return what had to give way."""
    text = translate("Workbench", "{what} moved to the nearest free place.")
    return text.format(what=title(phrase(change.wished)))
