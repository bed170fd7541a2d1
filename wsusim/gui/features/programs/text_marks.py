"""What is marked in the text of a program: lines, faults, brackets, what a search has found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QTextEdit

from wsusim.gui.shell.programs import Fault, LineKind
from wsusim.gui.widgets.theme import Theme
from wsusim.programs.brackets import is_bracket, partner

Mark = QTextEdit.ExtraSelection

IsCode = Callable[[int, int], bool]
"""Says whether a place (line and column from 0) is neither in a text nor in a comment."""


def cursor_line_mark(cursor: QTextCursor, theme: Theme) -> Mark:
    """Return the mark of the line in which a person types."""
    return _line_mark(cursor, theme.panel if theme.is_dark else "#f2f5fa")


def pointed_mark(document: QTextDocument, line: int, kind: LineKind, theme: Theme) -> Mark:
    """Return the mark of a line (from 1) that is pointed out."""
    block = document.findBlockByNumber(line - 1)
    return _line_mark(QTextCursor(block), _pointed_colour(kind, theme))


def fault_mark(document: QTextDocument, fault: Fault, theme: Theme) -> Mark:
    """Return the wavy line under what is wrong."""
    block = document.findBlockByNumber(fault.line - 1)
    cursor = QTextCursor(block)
    text = block.text()
    indent = len(text) - len(text.lstrip())
    cursor.setPosition(block.position() + indent)
    end = block.position() + len(text.rstrip())
    cursor.setPosition(max(end, cursor.position()), QTextCursor.MoveMode.KeepAnchor)
    made = QTextCharFormat()
    made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    made.setUnderlineColor(QColor(theme.bad if fault.is_error else theme.warning))
    return _mark(cursor, made)


def found_mark(cursor: QTextCursor, theme: Theme) -> Mark:
    """Return the mark of a place that a search has found."""
    return _mark(cursor, _ground(theme.warning, 70))


def bracket_marks(cursor: QTextCursor, is_code: IsCode, theme: Theme) -> list[Mark]:
    """Return the marks of the bracket beside the cursor and of its partner, if there is one."""
    block, column = cursor.block(), cursor.positionInBlock()
    text, document = block.text(), block.document()
    for place in (column - 1, column):
        if not 0 <= place < len(text) or not is_bracket(text[place]):
            continue
        if not is_code(block.blockNumber(), place):
            continue
        other = partner(_Lines(document), block.blockNumber(), place, is_code)
        own = _at(document, block.blockNumber(), place)
        if other is None:
            return [_mark(own, _ground(theme.bad, 90))]
        ground = _ground(theme.accent, 80)
        return [_mark(own, ground), _mark(_at(document, *other), ground)]
    return []


class _Lines(Sequence[str]):
    """The lines of a text, taken from it one by one."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document

    def __len__(self) -> int:
        return self._document.blockCount()

    def __getitem__(self, index: int) -> str:  # type: ignore[override]
        return self._document.findBlockByNumber(index).text()


def _at(document: QTextDocument, line: int, column: int) -> QTextCursor:
    """Return a cursor that has chosen one character."""
    cursor = QTextCursor(document.findBlockByNumber(line))
    right, keep = QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor
    cursor.movePosition(right, QTextCursor.MoveMode.MoveAnchor, column)
    cursor.movePosition(right, keep, 1)
    return cursor


def _pointed_colour(kind: LineKind, theme: Theme) -> str:
    colours = {
        LineKind.STOPPED: "#5c4a12" if theme.is_dark else "#fff0b8",
        LineKind.CALLER: "#3d3a2c" if theme.is_dark else "#f6f0d8",
        LineKind.FOUND: "#1f4034" if theme.is_dark else "#d9f2e6",
    }
    return colours[kind]


def _ground(colour: str, alpha: int) -> QTextCharFormat:
    made = QTextCharFormat()
    shade = QColor(colour)
    shade.setAlpha(alpha)
    made.setBackground(shade)
    return made


def _mark(cursor: QTextCursor, look: QTextCharFormat) -> Mark:
    mark = QTextEdit.ExtraSelection()
    mark.cursor, mark.format = cursor, look
    return mark


def _line_mark(cursor: QTextCursor, colour: str) -> Mark:
    look = QTextCharFormat()
    look.setBackground(QColor(colour))
    look.setProperty(QTextFormat.Property.FullWidthSelection, True)
    place = QTextCursor(cursor)
    place.clearSelection()
    return _mark(place, look)
