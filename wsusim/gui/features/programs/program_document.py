"""One program that is open: its text with undo, its file, and the copy that survives a crash."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from wsusim.gui.features.programs.highlighter import Highlighter
from wsusim.gui.shell.autosave import Autosave
from wsusim.programs.text_file import ProgramFile, digest_on_disk, read_program, write_program

COPY_SUFFIX = ".autosave-program.json"


class ProgramDocument(QObject):
    """A program's text on the screen; undo reaches back beyond saving."""

    changed = Signal()
    """Its file, or whether it has unsaved changes, is another now."""

    def __init__(self, path: Path, file: ProgramFile, copies: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.path = path
        self.file = file
        self.kept_digest = file.digest
        """Of what another program wrote and the person did not want: it is asked about once."""
        self.text_document = QTextDocument(self)
        self.text_document.setDocumentLayout(QPlainTextDocumentLayout(self.text_document))
        self.text_document.setUndoRedoEnabled(False)
        self.text_document.setPlainText(file.text)
        self.text_document.setUndoRedoEnabled(True)
        self.text_document.setModified(False)
        self.highlighter = Highlighter(self.text_document)
        self._copy = Autosave(copies, COPY_SUFFIX)
        self.text_document.modificationChanged.connect(lambda _is: self._follow_modified())

    @property
    def text(self) -> str:
        """What is on the screen."""
        return self.text_document.toPlainText()

    @property
    def is_modified(self) -> bool:
        """Whether there are unsaved changes."""
        return self.text_document.isModified()

    @property
    def is_changed_outside(self) -> bool:
        """Whether the file has changed since it was read or saved here."""
        there = digest_on_disk(self.path)
        return there is not None and there not in (self.file.digest, self.kept_digest)

    @property
    def is_gone(self) -> bool:
        """Whether the file is gone."""
        return not self.path.exists()

    def keep_mine(self) -> None:
        """Stop asking about the file's present content, which the next save replaces."""
        self.kept_digest = digest_on_disk(self.path) or self.file.digest
        self.text_document.setModified(True)

    def reload(self) -> None:
        """Load what is in the file; undo brings back the earlier text.

        Raises:
            BadProgramFile: It can't be read.
        """
        file = read_program(self.path)
        self.replace_text(file.text)
        self.file, self.kept_digest = file, file.digest
        self.text_document.setModified(False)
        self.changed.emit()

    def save(self, path: Path | None = None) -> None:
        """Write the text to its file, or to another one, which is its file from now on.

        Raises:
            BadProgramFile: It can't be written.
        """
        to = path or self.path
        self.file = write_program(to, self.text, self.file)
        self.path, self.kept_digest = to, self.file.digest
        self.text_document.setModified(False)
        self._copy.remove()
        self.changed.emit()

    def replace_text(self, text: str) -> None:
        """Replace what differs, as one step that can be undone; the rest keeps its marks."""
        before = self.text
        if text == before:
            return
        first = _common(before, text)
        last = _common(before[first:][::-1], text[first:][::-1])
        cursor = QTextCursor(self.text_document)
        # Qt counts in UTF-16, Python in characters.
        cursor.setPosition(_units(before[:first]))
        cursor.setPosition(_units(before[: len(before) - last]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[first : len(text) - last])

    def autosave(self) -> None:
        """Write the copy that survives a crash; raises ``WsusimError`` if that is impossible."""
        if self.is_modified:
            self._copy.write(self.kept())

    def kept(self) -> dict[str, Any]:
        """Return what is needed to restore the text."""
        return {"path": str(self.path), "text": self.text}

    def close(self) -> None:
        """Remove the copy, which gives up unsaved changes."""
        self._copy.close()

    def _follow_modified(self) -> None:
        if not self.is_modified:
            self._copy.remove()
        self.changed.emit()


def _common(one: str, other: str) -> int:
    """Return how many characters at the beginning are the same."""
    most = min(len(one), len(other))
    if one[:most] == other[:most]:
        return most
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _units(text: str) -> int:
    """Return the length of a text as Qt counts it."""
    return len(text) + sum(character > "\uffff" for character in text)
