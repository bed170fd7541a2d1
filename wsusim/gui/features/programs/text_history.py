"""Undo and Redo of the text in front, for the window's menu."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from wsusim.gui.features.programs.program_panel import ProgramPanel
from wsusim.gui.widgets.phrases import translate


class TextHistory(QObject):
    """The history of the program in front; Qt keeps it with the text."""

    indexChanged = Signal(int)  # noqa: N815 - as QUndoStack calls it
    """Something was done, undone, or another program is in front."""

    def __init__(self, panel: ProgramPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._last: object = None
        panel.front_changed.connect(self._follow_front)

    def undo(self) -> None:
        """Undo the last step."""
        if self._panel.edit is not None:
            self._panel.edit.undo()

    def redo(self) -> None:
        """Redo the step that was undone last."""
        if self._panel.edit is not None:
            self._panel.edit.redo()

    def canUndo(self) -> bool:  # noqa: N802 - as QUndoStack calls it
        """Return whether there is a step to undo."""
        document = self._panel.document
        return document is not None and document.text_document.isUndoAvailable()

    def canRedo(self) -> bool:  # noqa: N802 - as QUndoStack calls it
        """Return whether there is a step to redo."""
        document = self._panel.document
        return document is not None and document.text_document.isRedoAvailable()

    def undoText(self) -> str:  # noqa: N802 - as QUndoStack calls it
        """Return what would be undone."""
        return translate("Programs", "typing") if self.canUndo() else ""

    def redoText(self) -> str:  # noqa: N802 - as QUndoStack calls it
        """Return what would be redone."""
        return translate("Programs", "typing") if self.canRedo() else ""

    def _follow_front(self) -> None:
        document = self._panel.document
        if document is not None and document is not self._last:
            text = document.text_document
            if not document.property("is followed"):
                document.setProperty("is followed", True)
                text.undoAvailable.connect(lambda _can: self.indexChanged.emit(0))
                text.redoAvailable.connect(lambda _can: self.indexChanged.emit(0))
            self._last = document
