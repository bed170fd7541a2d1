"""The text of a program on the screen: typing, marks, and the margin with its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

from wsusim.gui.features.programs.highlighter import NOT_CODE
from wsusim.gui.features.programs.line_edits import LineEdits
from wsusim.gui.features.programs.margin import Margin
from wsusim.gui.features.programs.program_document import ProgramDocument
from wsusim.gui.features.programs.text_marks import (
    bracket_marks,
    cursor_line_mark,
    fault_mark,
    found_mark,
    pointed_mark,
)
from wsusim.gui.shell.programs import Breakpoint, Fault, LineKind
from wsusim.gui.widgets.theme import current_theme, fixed_width_style
from wsusim.programs.indenting import block_end

TAB_COLUMNS = 8
HINT_LINE_COLUMNS = 100
LONG_LINES = 5000
MOST_MARKED = 500
"""Places of a search that are marked at once."""


class CodeEdit(QPlainTextEdit):
    """Shows one ``ProgramDocument``; breakpoints, marks and faults are set from outside."""

    line_clicked = Signal(int)
    """The margin was clicked at this line: set or remove a breakpoint."""

    margin_menu_wanted = Signal(int, QPoint)
    """The margin's menu is wanted for a line, at a place of the screen."""

    hovered = Signal(str, int, int, QPoint)
    """The mouse rests on a name: the name, line, column, and the place on the screen."""

    typed = Signal(str)
    """The person has typed this."""

    lines_moved = Signal(int, int)
    """Behind this line, so many lines were put in, or taken out (negative)."""

    def __init__(self, document: ProgramDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.program = document
        self.setDocument(document.text_document)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setAccessibleName(document.path.name)
        self.setStyleSheet(fixed_width_style())
        self.edits = LineEdits(self)
        self.breakpoints: Mapping[int, Breakpoint] = {}
        self.pointed: Mapping[int, LineKind] = {}
        self.faults: tuple[Fault, ...] = ()
        self._found: Sequence[QTextCursor] = ()
        self._block_count = self.blockCount()
        self.margin = Margin(self)
        self._take_font()
        self.blockCountChanged.connect(self._follow_count)
        self.updateRequest.connect(self._follow_scroll)
        self.cursorPositionChanged.connect(self.mark)
        self.document().contentsChange.connect(self._follow_change)
        self._fit_margin()
        self.mark()
        self.viewport().installEventFilter(self)

    # What is shown of lines

    def set_breakpoints(self, breakpoints: Sequence[Breakpoint]) -> None:
        """Show these breakpoints."""
        self.breakpoints = {mark.line: mark for mark in breakpoints}
        self.margin.update()

    def set_pointed(self, lines: Mapping[int, LineKind]) -> None:
        """Point out these lines."""
        self.pointed = lines
        self.mark()
        self.margin.update()

    def set_faults(self, faults: Sequence[Fault]) -> None:
        """Show what is wrong, under the lines and in the margin."""
        self.faults = tuple(faults)
        self.mark()
        self.margin.update()

    def set_found(self, places: Sequence[QTextCursor]) -> None:
        """Mark what a search has found."""
        self._found = places[:MOST_MARKED]
        self.mark()

    def faults_at(self, line: int) -> list[Fault]:
        """Return what is wrong at a line."""
        return [fault for fault in self.faults if fault.line == line]

    def show_line(self, line: int) -> None:
        """Put the cursor at the beginning of a line and bring it into view."""
        block = self.document().findBlockByNumber(max(0, min(line, self.blockCount()) - 1))
        self.unfold_at(block)
        cursor = QTextCursor(block)
        text = block.text()
        cursor.movePosition(
            QTextCursor.MoveOperation.Right,
            QTextCursor.MoveMode.MoveAnchor,
            len(text) - len(text.lstrip()),
        )
        self.setTextCursor(cursor)
        if not self._is_well_in_view(block):
            self.centerCursor()

    @property
    def line(self) -> int:
        """The line of the cursor, from 1."""
        return self.textCursor().blockNumber() + 1

    @property
    def place(self) -> tuple[int, int]:
        """Line from 1 and column from 0 of the cursor."""
        cursor = self.textCursor()
        return cursor.blockNumber() + 1, column_of(cursor)

    def lines(self) -> list[str]:
        """Return the text, line by line."""
        return self.toPlainText().split("\n")

    @property
    def is_long(self) -> bool:
        """Whether the text is so long that folding and proposals by themselves would be slow."""
        return bool(self.blockCount() > LONG_LINES)

    # Folding

    def is_foldable(self, block: QTextBlock) -> bool:
        """Return whether a line begins a block."""
        if self.is_long:
            return False
        following = block.next()
        text = block.text().rstrip()
        return following.isValid() and text.endswith((":", "(", "[", "{")) and bool(text.strip())

    def is_folded(self, block: QTextBlock) -> bool:
        """Return whether the lines behind this one are hidden."""
        return block.next().isValid() and not block.next().isVisible()

    def toggle_fold(self, line: int) -> None:
        """Hide the block that a line begins, or show it again."""
        first = self.document().findBlockByNumber(line - 1)
        if not self.is_foldable(first):
            return
        show = self.is_folded(first)
        last = block_end(self.lines(), line - 1)
        self._set_visible(line, last, show)
        cursor = self.textCursor()
        if not show and not cursor.block().isVisible():
            cursor.setPosition(first.position())
            self.setTextCursor(cursor)

    def unfold_all(self) -> None:
        """Show every line."""
        self._set_visible(0, self.blockCount() - 1, True)

    def unfold_at(self, block: QTextBlock) -> None:
        """Show a line that is hidden, with all that is hidden with it."""
        if not block.isVisible():
            self.unfold_all()

    def _set_visible(self, first: int, last: int, is_visible: bool) -> None:
        document = self.document()
        block = document.findBlockByNumber(first)
        begin = block.position()
        while block.isValid() and block.blockNumber() <= last:
            block.setVisible(is_visible)
            block.setLineCount(1 if is_visible else 0)
            block = block.next()
        end = block.position() if block.isValid() else document.characterCount()
        document.markContentsDirty(begin, end - begin)
        self.viewport().update()
        self.margin.update()

    # What Qt calls

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Type, with the automatisms of a program editor."""
        if self.edits.take(event):
            return
        super().keyPressEvent(event)
        if event.text() and event.text().isprintable():
            self.typed.emit(event.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Report what is under the resting mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._follow_hover(event)
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the margin as high as the text."""
        super().resizeEvent(event)
        area = self.contentsRect()
        self.margin.setGeometry(QRect(area.left(), area.top(), self.margin.width_px, area.height()))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Take another text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "margin"):
            self._take_font()
            self._fit_margin()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Scroll; the text size is a setting of the whole window."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        super().wheelEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the text, and dots where lines are folded away."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(QColor(current_theme().dim_text))
        block = self.firstVisibleBlock()
        while block.isValid():
            geometry = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if geometry.top() > event.rect().bottom():
                break
            if block.isVisible() and self.is_folded(block):
                x = self.fontMetrics().horizontalAdvance(block.text() + " ")
                baseline = geometry.top() + self.fontMetrics().ascent()
                painter.drawText(int(geometry.left() + x + 4), int(baseline), "⋯")
            block = block.next()

    # For the margin

    def visible_blocks(self, area: QRect) -> list[tuple[QTextBlock, float, float]]:
        """Return (line, top, height) of the lines in view."""
        found = []
        block = self.firstVisibleBlock()
        while block.isValid():
            geometry = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if geometry.top() > area.bottom():
                break
            if block.isVisible() and geometry.bottom() >= area.top():
                found.append((block, geometry.top(), geometry.height()))
            block = block.next()
        return found

    def is_code(self, line: int, column: int) -> bool:
        """Return whether a place (both from 0) is neither in a text nor in a comment."""
        block = self.document().findBlockByNumber(line)
        layout = block.layout()
        return not any(
            one.format.boolProperty(NOT_CODE)
            for one in layout.formats()
            if one.start <= column < one.start + one.length
        )

    def code_before_cursor(self) -> tuple[str, str]:
        """Return the line up to the cursor, and the same with its texts and comments blank."""
        cursor = self.textCursor()
        text, number = cursor.block().text()[: cursor.positionInBlock()], cursor.blockNumber()
        code = "".join(
            character if self.is_code(number, place) else " "
            for place, character in enumerate(text)
        )
        return text, code

    # Inside

    def mark(self) -> None:
        """Show the cursor's line, brackets, pointed lines, faults and what was found."""
        theme = current_theme()
        document = self.document()
        marks = [cursor_line_mark(self.textCursor(), theme)]
        marks += [pointed_mark(document, line, kind, theme) for line, kind in self.pointed.items()]
        marks += [fault_mark(document, fault, theme) for fault in self.faults]
        marks += [found_mark(cursor, theme) for cursor in self._found]
        marks += bracket_marks(self.textCursor(), self.is_code, theme)
        self.setExtraSelections(marks)

    def _follow_hover(self, event: QHelpEvent) -> None:
        cursor = self.cursorForPosition(event.pos())
        faults = self.faults_at(cursor.blockNumber() + 1)
        if faults:
            QToolTip.showText(event.globalPos(), "\n".join(fault.text for fault in faults), self)
            return
        line, column = cursor.blockNumber() + 1, column_of(cursor)
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        name = cursor.selectedText()
        if name.isidentifier():
            self.hovered.emit(name, line, column, event.globalPos())
        else:
            QToolTip.hideText()

    def _follow_change(self, position: int, _removed: int, _added: int) -> None:
        """Report lines that were inserted or removed."""
        count = self.document().blockCount()
        by, self._block_count = count - self._block_count, count
        if by:
            block = self.document().findBlock(position)
            # What is put in before the first letter of a line moves that line.
            is_before = position == block.position() and by > 0
            self.lines_moved.emit(block.blockNumber() + (0 if is_before else 1), by)

    def _follow_count(self, _count: int) -> None:
        self._fit_margin()

    def _follow_scroll(self, area: QRect, dy: int) -> None:
        if dy:
            self.margin.scroll(0, dy)
        else:
            self.margin.update(0, area.y(), self.margin.width(), area.height())

    def _fit_margin(self) -> None:
        self.margin.fit(self.blockCount())
        self.setViewportMargins(self.margin.width_px, 0, 0, 0)
        area = self.contentsRect()
        self.margin.setGeometry(QRect(area.left(), area.top(), self.margin.width_px, area.height()))

    def _take_font(self) -> None:
        self.setTabStopDistance(TAB_COLUMNS * self.fontMetrics().horizontalAdvance(" "))

    def _is_well_in_view(self, block: QTextBlock) -> bool:
        geometry = self.blockBoundingGeometry(block).translated(self.contentOffset())
        spare = 2 * geometry.height()
        return geometry.top() >= spare and geometry.bottom() + spare <= self.viewport().height()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size for usual programs."""
        metrics = self.fontMetrics()
        return QSize(60 * metrics.horizontalAdvance("0"), 24 * metrics.lineSpacing())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the click to Qt, and hide the hint."""
        QToolTip.hideText()
        super().mouseReleaseEvent(event)


def column_of(cursor: QTextCursor) -> int:
    """Return the column of a cursor in characters; Qt counts in UTF-16."""
    text = cursor.block().text()
    place = cursor.positionInBlock()
    if text.isascii():
        return place
    units = 0
    for column, character in enumerate(text):
        if units >= place:
            return column
        units += 2 if character > "\uffff" else 1
    return len(text)
