"""Completion, signatures, descriptions and remarks of the program in front, from a side process."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QToolTip

from wsusim.gui.features.programs.code_edit import CodeEdit
from wsusim.gui.features.programs.popup import Proposals, SignatureTip
from wsusim.gui.shell.programs import Fault, Programs
from wsusim.programs.assistant import Answer, Assistant

CHECK_MS = 350
"""So long after the last letter the program is checked."""

CHECK_LONG_MS = 2000
COMPLETE_MS = 60
LEAST_LETTERS = 2
"""Proposals come by themselves after so many letters of a name, or a dot."""

LONGEST_TIP = 1200

_WORD = re.compile(r"\w+$")


class Helper(QObject):
    """Watches one ``CodeEdit`` after the other: the one in front."""

    checked = Signal(object, object)
    """A ``Path`` and the list of ``Fault`` that its text has."""

    line_wanted = Signal(object, int)
    """Where a name is made: a ``Path`` and a line."""

    _answered = Signal(object, object)

    def __init__(self, programs: Programs, parent: QObject) -> None:
        super().__init__(parent)
        self._programs = programs
        self._assistant = Assistant()
        self._edit: CodeEdit | None = None
        self._is_warm = False
        """Whether the side process has been told to read what it needs to know of wsusim."""
        self.proposals = Proposals()
        self.tip = SignatureTip()
        self.proposals.hide()
        self.proposals.taken.connect(self._take)
        self.proposals.looked_at.connect(self._describe)
        self._answered.connect(_tell, Qt.ConnectionType.QueuedConnection)
        self._check = QTimer(self, singleShot=True, interval=CHECK_MS)
        self._check.timeout.connect(self.check_now)
        self._is_tip_wanted = self._are_proposals_wanted = False
        self._complete = QTimer(self, singleShot=True, interval=COMPLETE_MS)
        self._complete.timeout.connect(self.complete_now)

    def watch(self, edit: CodeEdit | None) -> None:
        """Help with this text from now on."""
        if edit is self._edit:
            return
        self.hide()
        if self._edit is not None:
            self._edit.removeEventFilter(self)
        self._edit = edit
        if edit is None:
            return
        edit.installEventFilter(self)
        if not edit.property("is helped"):
            edit.setProperty("is helped", True)
            edit.typed.connect(self._follow_typing)
            edit.hovered.connect(self._explain)
            edit.textChanged.connect(self._check_soon)
            edit.cursorPositionChanged.connect(self._follow_cursor)
        self._check.start()

    def _check_soon(self) -> None:
        """Check the text once nothing has been typed for a moment."""
        is_long = self._edit is not None and self._edit.is_long
        self._check.start(CHECK_LONG_MS if is_long else CHECK_MS)

    def check_now(self) -> None:
        """Check the text in front."""
        if self._edit is not None:
            path = self._edit.program.path

            def tell(answer: Answer) -> None:
                faults = [
                    Fault(one["line"], one["text"], one["is_error"])
                    for one in answer.get("remarks", ())
                ]
                self.checked.emit(path, faults)
                if not self._is_warm:
                    self._is_warm = True
                    self._ask("warm", lambda _answer: None, path=str(path))

            self._ask("check", tell, text=self._edit.toPlainText(), path=str(path))

    def complete_now(self) -> None:
        """Propose completions."""
        edit = self._edit
        if edit is None:
            return
        self._complete.stop()
        place = edit.textCursor().position()
        self._are_proposals_wanted = True

        def show(answer: Answer) -> None:
            is_here = edit is self._edit and edit.textCursor().position() == place
            if is_here and self._are_proposals_wanted:
                self._show_proposals(answer.get("proposals", []))

        self._ask_here("complete", show)

    def go_to_definition(self) -> None:
        """Show where the name at the cursor is defined."""

        def go(answer: Answer) -> None:
            found = answer.get("place", {})
            if found.get("path"):
                self.line_wanted.emit(Path(found["path"]), int(found["line"]))

        self._ask_here("define", go)

    def hide(self) -> None:
        """Show neither proposals nor a signature."""
        self._complete.stop()
        self._are_proposals_wanted = False
        self.proposals.hide()
        self._hide_tip()

    def close(self) -> None:
        """End the side process."""
        self._check.stop()
        self.hide()
        self._assistant.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Pass the keys of a list to the proposals."""
        if watched is self._edit:
            if event.type() == QEvent.Type.FocusOut:
                self.hide()
            elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._take_key(event)
            elif event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
                return self._claim_escape(event)
        return False

    def _claim_escape(self, event: QKeyEvent) -> bool:
        """Claim Esc, before anything else does, for what is shown over the text."""
        if event.key() != Qt.Key.Key_Escape or not self._is_shown:
            return False
        event.accept()
        return True

    @property
    def _is_shown(self) -> bool:
        return not self.proposals.isHidden() or not self.tip.isHidden()

    def _take_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            was_shown = self._is_shown
            self.hide()  # and what is still on its way
            return was_shown
        if self.proposals.isHidden():
            return False
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if key != Qt.Key.Key_Tab and self.proposals.chosen == self._word():
                self.proposals.hide()  # it is written already: Enter means a new line
                return False
            self.proposals.take_current()
            return True
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: 8,
            Qt.Key.Key_PageUp: -8,
        }
        if key in steps:
            self.proposals.step(steps[Qt.Key(key)])
            return True
        return False

    def _follow_typing(self, text: str) -> None:
        if self.sender() is not self._edit or self._edit is None:
            return
        if text in ("(", ","):
            self._ask_signature(self._edit)
        elif text == ")":
            self._hide_tip()
        word = self._word()
        is_name = len(word) >= LEAST_LETTERS and not word[0].isdigit()
        if text == "." or (is_name and (text.isalnum() or text == "_")):
            if self._is_in_code() and not self._edit.is_long:
                self._complete.start()
            return
        self._complete.stop()
        if not word:
            self.proposals.hide()

    def _follow_cursor(self) -> None:
        edit = self._edit
        if edit is None or self.sender() is not edit:
            return
        is_for_here = edit.place[0] == self.proposals.line
        if not self.proposals.isHidden() and not (
            is_for_here and self.proposals.narrow(self._word())
        ):
            self.proposals.hide()
        if not self.tip.isHidden() and edit.place[0] != self.tip.line:
            self.tip.hide()

    def _is_in_code(self) -> bool:
        assert self._edit is not None
        cursor = self._edit.textCursor()
        column = cursor.positionInBlock()
        return column == 0 or self._edit.is_code(cursor.blockNumber(), column - 1)

    def _word(self) -> str:
        """Return the part of a name before the cursor."""
        assert self._edit is not None
        cursor = self._edit.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        length = 0
        while length < len(before) and (
            before[-1 - length].isalnum() or before[-1 - length] == "_"
        ):
            length += 1
        return before[len(before) - length :]

    def _show_proposals(self, found: list[dict[str, str]]) -> None:
        assert self._edit is not None
        word = self._word()
        only_itself = len(found) == 1 and found[0]["name"] == word
        if not found or only_itself:
            self.proposals.hide()
            return
        cursor = self._edit.textCursor()
        cursor.movePosition(
            QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.MoveAnchor, len(word)
        )
        self.proposals.show_at(self._edit, self._edit.cursorRect(cursor), found, word)

    def _ask_signature(self, edit: CodeEdit) -> None:
        """Show how a function is called, unless its line is finished when the answer comes."""
        line = edit.place[0]
        self._is_tip_wanted = True

        def show(answer: Answer) -> None:
            found = answer.get("signature")
            is_here = edit is self._edit and edit.place[0] == line
            if found and is_here and self._is_tip_wanted:
                self.tip.show_for(edit, found)

        self._ask_here("signature", show)

    def _hide_tip(self) -> None:
        self._is_tip_wanted = False
        self.tip.hide()

    def _describe(self, name: str) -> None:
        self._ask(
            "describe",
            lambda answer: self.proposals.show_description(name, answer.get("text", "")),
            name=name,
        )

    def _take(self, name: str) -> None:
        """Insert the chosen proposal."""
        assert self._edit is not None
        cursor = self._edit.textCursor()
        word = self._word()
        cursor.movePosition(
            QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(word)
        )
        cursor.insertText(name)
        self._edit.setTextCursor(cursor)
        self.proposals.hide()

    def _explain(self, name: str, line: int, column: int, place: QPoint) -> None:
        """Show the value of a name under the mouse, or what it is."""
        edit = self._edit
        if edit is None or self.sender() is not edit:
            return
        value_of = self._programs.value_of
        value = value_of(edit.program.path, line, name) if value_of is not None else None
        if value is not None:
            QToolTip.showText(place, f"{name} = {value}", edit)
            return

        def show(answer: Answer) -> None:
            text = answer.get("text", "")[:LONGEST_TIP]
            if text and edit is self._edit:
                QToolTip.showText(place, f"<pre>{html.escape(text)}</pre>", edit)

        question = {"text": edit.toPlainText(), "line": line, "column": column}
        self._ask("help", show, path=str(edit.program.path), **question)

    def _ask_here(self, do: str, told: Callable[[Answer], object]) -> None:
        if self._edit is not None:
            line, column = self._edit.place
            text, path = self._edit.toPlainText(), str(self._edit.program.path)
            self._ask(do, told, text=text, path=path, line=line, column=column)

    def _ask(self, do: str, told: Callable[[Answer], object], **question: Any) -> None:
        self._assistant.ask(do, partial(self._bring, told), **question)

    def _bring(self, told: Callable[[Answer], object], answer: Answer) -> None:
        """Bring an answer into the window's thread."""
        self._answered.emit(told, answer)


def _tell(told: Callable[[Answer], object], answer: Answer) -> None:
    told(answer)
