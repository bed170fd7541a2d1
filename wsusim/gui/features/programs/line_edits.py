"""What an editor of programs does with lines: Enter, Tab, comments, moving and copying."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCursor

from wsusim.programs.indenting import (
    dedent_lines,
    dedented,
    indent_after,
    indent_lines,
    indent_of,
    step_of,
    toggle_comment,
)

if TYPE_CHECKING:
    from wsusim.gui.features.programs.code_edit import CodeEdit

LOOKED_AT = 500
"""Lines at the beginning of a program that tell how it indents."""

KEEP = QTextCursor.MoveMode.KeepAnchor

CLOSERS = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'"}


class LineEdits:
    """Each edit is one step of undo."""

    def __init__(self, edit: CodeEdit) -> None:
        self._edit = edit

    def take(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether it has a meaning here."""
        key, modifiers = event.key(), event.modifiers()
        plain = not modifiers & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if not plain or self._edit.isReadOnly():
            return False
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.break_line()
        elif key == Qt.Key.Key_Tab:
            self.indent()
        elif key == Qt.Key.Key_Backtab:
            self.dedent()
        elif key == Qt.Key.Key_Backspace:
            return self._step_back()
        elif key == Qt.Key.Key_Home:
            self._go_home(keep=bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
        elif event.text() in CLOSERS or event.text() in CLOSERS.values():
            return self._pair(event.text())
        else:
            return False
        return True

    def break_line(self) -> None:
        """Begin a new line with the indentation that Python expects."""
        text, code = self._edit.code_before_cursor()
        indent = indent_after(text, code, self.step)
        cursor = self._edit.textCursor()
        after = cursor.block().text()[cursor.positionInBlock() :]
        cursor.beginEditBlock()
        cursor.insertText("\n" + indent)
        if code.rstrip()[-1:] in ("(", "[", "{") and after[:1] in (")", "]", "}"):
            # The closing bracket gets a line of its own.
            place = cursor.position()
            cursor.insertText("\n" + indent_of(text))
            cursor.setPosition(place)
        cursor.endEditBlock()
        self._edit.setTextCursor(cursor)
        self._edit.ensureCursorVisible()

    def indent(self) -> None:
        """Move the chosen lines in, or go on to the next step of indentation."""
        cursor = self._edit.textCursor()
        if cursor.hasSelection():
            self._change_lines(lambda lines: indent_lines(lines, self.step))
            return
        step = self.step
        if step != "\t":
            step = " " * (len(step) - cursor.positionInBlock() % len(step))
        cursor.insertText(step)

    def indent_chosen(self) -> None:
        """Move the chosen lines in, or the cursor's line."""
        self._change_lines(lambda lines: indent_lines(lines, self.step))

    def dedent(self) -> None:
        """Move the chosen lines out."""
        self._change_lines(lambda lines: dedent_lines(lines, self.step))

    def comment(self) -> None:
        """Comment the chosen lines out, or in again."""
        self._change_lines(toggle_comment)

    def duplicate(self) -> None:
        """Duplicate the chosen lines below."""
        first, last = self._chosen()
        lines = self._lines(first, last)
        cursor = QTextCursor(self._edit.document().findBlockByNumber(last))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        cursor.insertText("\n" + "\n".join(lines))

    def delete(self) -> None:
        """Remove the chosen lines."""
        first, last = self._chosen()
        cursor = self._around(first, last)
        cursor.beginEditBlock()
        if last + 1 < self._edit.blockCount():
            cursor.setPosition(cursor.selectionStart())
            end = self._edit.document().findBlockByNumber(last + 1).position()
            cursor.setPosition(end, KEEP)
        elif first:
            end = cursor.selectionEnd()
            cursor.setPosition(cursor.selectionStart() - 1)
            cursor.setPosition(end, KEEP)
        cursor.removeSelectedText()
        cursor.endEditBlock()
        self._edit.setTextCursor(cursor)

    def move(self, by: int) -> None:
        """Move the chosen lines one up (-1) or down (1)."""
        first, last = self._chosen()
        if not (first + by >= 0 and last + by < self._edit.blockCount()):
            return
        upper, lower = min(first, first + by), max(last, last + by)
        lines = self._lines(upper, lower)
        moved = [*lines[1:], lines[0]] if by < 0 else [lines[-1], *lines[:-1]]
        cursor = self._around(upper, lower)
        cursor.insertText("\n".join(moved))
        self._choose(first + by, last + by)

    @property
    def step(self) -> str:
        """How this program indents."""
        return step_of(self._lines(0, min(self._edit.blockCount(), LOOKED_AT) - 1))

    # Inside

    def _step_back(self) -> bool:
        """Remove a step of indentation, or an empty pair of brackets."""
        cursor = self._edit.textCursor()
        if cursor.hasSelection():
            return False
        text, place = cursor.block().text(), cursor.positionInBlock()
        before = text[:place]
        if before and not before.strip():
            shorter = dedented(before, self.step)
            cursor.setPosition(cursor.block().position() + len(shorter), KEEP)
            cursor.removeSelectedText()
            return True
        if CLOSERS.get(before[-1:]) == text[place : place + 1] != "":
            cursor.setPosition(cursor.position() - 1)
            cursor.setPosition(cursor.position() + 2, KEEP)
            cursor.removeSelectedText()
            return True
        return False

    def _go_home(self, *, keep: bool) -> None:
        """Go to the first letter of the line; from there to its beginning."""
        cursor = self._edit.textCursor()
        first = len(indent_of(cursor.block().text()))
        there = 0 if cursor.positionInBlock() == first else first
        mode = KEEP if keep else QTextCursor.MoveMode.MoveAnchor
        cursor.setPosition(cursor.block().position() + there, mode)
        self._edit.setTextCursor(cursor)

    def _pair(self, typed: str) -> bool:
        """Insert brackets and quotes in pairs, around the selection; step over an existing one."""
        cursor = self._edit.textCursor()
        if cursor.hasSelection():
            if typed not in CLOSERS or "\u2029" in cursor.selectedText():
                return False
            cursor.insertText(typed + cursor.selectedText() + CLOSERS[typed])
            return True
        text, place = cursor.block().text(), cursor.positionInBlock()
        before, after = text[place - 1 : place] if place else "", text[place : place + 1]
        if after == typed and typed in CLOSERS.values() and not (typed in "\"'" and before == "\\"):
            cursor.movePosition(QTextCursor.MoveOperation.Right)
            self._edit.setTextCursor(cursor)
            self._edit.typed.emit(typed)
            return True
        is_code = place == 0 or self._edit.is_code(cursor.blockNumber(), place - 1)
        is_word = before.isalnum() or before in ("_", "'", '"')
        if typed not in CLOSERS or (typed in "\"'" and (is_word or not is_code)):
            return False
        if not is_code or (after and not after.isspace() and after not in ")]},:"):
            return False
        cursor.insertText(typed + CLOSERS[typed])
        cursor.movePosition(QTextCursor.MoveOperation.Left)
        self._edit.setTextCursor(cursor)
        self._edit.typed.emit(typed)
        return True

    def _chosen(self) -> tuple[int, int]:
        """Return the first and last line of what is chosen, from 0."""
        cursor = self._edit.textCursor()
        document = self._edit.document()
        first = document.findBlock(cursor.selectionStart())
        last = document.findBlock(cursor.selectionEnd())
        is_behind = cursor.selectionEnd() == last.position() and cursor.hasSelection()
        number = last.blockNumber()
        return first.blockNumber(), max(first.blockNumber(), number - 1 if is_behind else number)

    def _lines(self, first: int, last: int) -> list[str]:
        document = self._edit.document()
        return [document.findBlockByNumber(n).text() for n in range(first, last + 1)]

    def _around(self, first: int, last: int) -> QTextCursor:
        """Return a cursor over whole lines, without the end of the last one."""
        document = self._edit.document()
        cursor = QTextCursor(document.findBlockByNumber(first))
        end = document.findBlockByNumber(last)
        cursor.setPosition(end.position() + end.length() - 1, KEEP)
        return cursor

    def _choose(self, first: int, last: int) -> None:
        self._edit.setTextCursor(self._around(first, last))

    def _change_lines(self, change: Callable[[Sequence[str]], list[str]]) -> None:
        first, last = self._chosen()
        cursor = self._edit.textCursor()
        had_selection, column = cursor.hasSelection(), cursor.positionInBlock()
        before = self._lines(first, last)
        after = change(before)
        if after == before:
            return
        self._around(first, last).insertText("\n".join(after))
        if had_selection:
            self._choose(first, last)
            return
        cursor = self._edit.textCursor()
        block = self._edit.document().findBlockByNumber(first)
        column = max(0, column + len(after[0]) - len(before[0]))
        cursor.setPosition(block.position() + min(column, block.length() - 1))
        self._edit.setTextCursor(cursor)
