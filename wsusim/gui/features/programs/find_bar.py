"""Find and replace in the program in front."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit

from wsusim.gui.features.programs.code_edit import CodeEdit
from wsusim.gui.widgets.layouts import held, icon_button, in_column, in_row, named, tool_button

MOST_FOUND = 10_000


class FindBar(QFrame):
    """A bar below the text; Esc closes it."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._edit: CodeEdit | None = None
        self.wanted = named(QLineEdit(), self.tr("Find"))
        self.wanted.setPlaceholderText(self.tr("Find"))
        self.wanted.setClearButtonEnabled(True)
        self.by = named(QLineEdit(), self.tr("Replace by"))
        self.by.setPlaceholderText(self.tr("Replace by"))
        self.case = tool_button(
            self.tr("Aa"), self.tr("Capital letters count"), self._show_all, is_switch=True
        )
        self.words = tool_button(
            self.tr("ab|"), self.tr("Whole words only"), self._show_all, is_switch=True
        )
        self.pattern = tool_button(
            ".*", self.tr("A regular expression"), self._show_all, is_switch=True
        )
        self.count = QLabel()
        self.count.setProperty("role", "dim")
        previous = tool_button("↑", self.tr("Previous (Shift+F3)"), self.find_previous)
        following = tool_button("↓", self.tr("Next (F3, Enter)"), self.find_next)
        close = icon_button("close", self.tr("Close (Esc)"), self.close_bar)
        one = tool_button(self.tr("Replace"), self.tr("Replace this one and go on"), self.replace)
        every = tool_button(
            self.tr("All"), self.tr("Replace all, in one step of undo"), self.replace_all
        )
        first = in_row(
            self.wanted, self.case, self.words, self.pattern, previous, following, self.count,
            close, grows=self.wanted,
        )  # fmt: skip
        self._second = held(in_row(self.by, one, every, grows=self.by))
        self.setLayout(in_column(first, self._second, margins=(6, 4, 6, 4)))
        self.wanted.textChanged.connect(lambda _text: self._show_all())
        for field in (self.wanted, self.by):
            field.installEventFilter(self)
        self.hide()

    def watch(self, edit: CodeEdit | None) -> None:
        """Search in this text from now on."""
        if self._edit is not None and edit is not self._edit:
            self._edit.set_found(())
        self._edit = edit
        if self.isVisible():
            self._show_all()

    def open_bar(self, *, with_replace: bool = False) -> None:
        """Show the bar, and search for the selected text."""
        if self._edit is not None:
            chosen = self._edit.textCursor().selectedText()
            if chosen and "\u2029" not in chosen:
                self.wanted.setText(chosen)
        self._second.setVisible(with_replace)
        self.show()
        self.wanted.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.wanted.selectAll()
        self._show_all()

    def close_bar(self) -> None:
        """Hide the bar and go back to the text."""
        self.hide()
        if self._edit is not None:
            self._edit.set_found(())
            self._edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def find_next(self) -> None:
        """Select the next match, after the last one the first."""
        self._go(1)

    def find_previous(self) -> None:
        """Select the previous match."""
        self._go(-1)

    def replace(self) -> None:
        """Replace the selected match, and go on to the next."""
        edit = self._edit
        if edit is None:
            return
        cursor, places = edit.textCursor(), self._places()
        span = (cursor.selectionStart(), cursor.selectionEnd())
        if span in places:
            cursor.insertText(self._replacement(cursor.selectedText()))
            self._show_all()
        self.find_next()

    def replace_all(self) -> None:
        """Replace every match."""
        edit, places = self._edit, self._places()
        if edit is None or not places:
            return
        cursor = QTextCursor(edit.document())
        cursor.beginEditBlock()
        for first, last in reversed(places):
            cursor.setPosition(first)
            cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(self._replacement(cursor.selectedText()))
        cursor.endEditBlock()
        self._show_all()
        self.count.setText(self.tr("{count} replaced").format(count=len(places)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Handle the keys of a search in its fields."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if key == Qt.Key.Key_Escape:
                self.close_bar()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if watched is self.by:
                    self.replace()
                else:
                    self._go(-1 if is_back else 1)
                return True
        return super().eventFilter(watched, event)

    def _go(self, by: int) -> None:
        edit, places = self._edit, self._places()
        if edit is None or not places:
            return
        cursor = edit.textCursor()
        if by > 0:
            here = cursor.selectionEnd()
            index = next((n for n, span in enumerate(places) if span[0] >= here), 0)
        else:
            here = cursor.selectionStart()
            index = max((n for n, span in enumerate(places) if span[1] <= here), default=-1)
            index %= len(places)
        first, last = places[index]
        edit.unfold_at(edit.document().findBlock(first))
        cursor.setPosition(first)
        cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
        edit.setTextCursor(cursor)
        edit.ensureCursorVisible()
        self._write_count(places, index)

    def _places(self) -> list[tuple[int, int]]:
        """Return first and last position of every match, as Qt counts."""
        wanted = self._compiled()
        if self._edit is None or wanted is None:
            return []
        text = self._edit.toPlainText()
        found = []
        for match in wanted.finditer(text):
            if match.end() > match.start():
                found.append((match.start(), match.end()))
            if len(found) == MOST_FOUND:
                break
        if text.isascii() or not any(character > "\uffff" for character in text):
            return found
        wide = [place for place, character in enumerate(text) if character > "\uffff"]
        return [
            (first + sum(w < first for w in wide), last + sum(w < last for w in wide))
            for first, last in found
        ]

    def _compiled(self) -> re.Pattern[str] | None:
        text = self.wanted.text()
        if not text:
            return None
        source = text if self.pattern.isChecked() else re.escape(text)
        if self.words.isChecked():
            source = rf"\b(?:{source})\b"
        try:
            return re.compile(source, 0 if self.case.isChecked() else re.IGNORECASE)
        except re.error:
            return None

    def _replacement(self, chosen: str) -> str:
        wanted, by = self._compiled(), self.by.text()
        if not self.pattern.isChecked() or wanted is None:
            return by
        try:
            return wanted.sub(by, chosen, count=1)
        except (re.error, IndexError):
            return by

    def _show_all(self) -> None:
        edit = self._edit
        if edit is None:
            return
        places = self._places()
        cursors = []
        for first, last in places[:500]:
            cursor = QTextCursor(edit.document())
            cursor.setPosition(first)
            cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
            cursors.append(cursor)
        edit.set_found(cursors)
        self._write_count(places, None)

    def _write_count(self, places: list[tuple[int, int]], index: int | None) -> None:
        if not self.wanted.text():
            self.count.setText("")
        elif self._compiled() is None:
            self.count.setText(self.tr("not a pattern"))
        elif not places:
            self.count.setText(self.tr("not found"))
        elif index is None:
            self.count.setText(self.tr("{count} found").format(count=len(places)))
        else:
            text = self.tr("{number} of {count}")
            self.count.setText(text.format(number=index + 1, count=len(places)))
