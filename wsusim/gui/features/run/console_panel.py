"""The console: what controllers print, per robot; cut when there is too much, saved on demand."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QWidget

from wsusim.errors import WsusimError
from wsusim.formats.atomic import write_whole
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.widgets.file_dialog import ask_to_save
from wsusim.gui.widgets.layouts import in_column, in_row, named, push_button
from wsusim.gui.widgets.phrases import robot_name
from wsusim.gui.widgets.theme import fixed_width_style

KEPT_LINES = 5000
"""Lines kept for all robots together."""

FLUSH_MS = 100
BATCH_LINES = 400
"""Lines shown at each flush; of more, the last ones."""

LONGEST_OPEN = 2000
"""Characters of a line without an end; then it is broken, since all of it is shown again."""

ALL = -1

END = QTextCursor.MoveOperation.End


class ConsolePanel(QWidget):
    """Shows prints in batches, so that a flood costs no more than a stream."""

    told = Signal(str, object)
    """A message for people, and its ``Weight``."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[tuple[int, str]] = deque(maxlen=KEPT_LINES)
        self._fresh: deque[tuple[int, str]] = deque(maxlen=KEPT_LINES)
        self._parts: dict[int, str] = {}
        """Lines that have not ended yet, in the order in which they began."""
        self._parts_shown: QTextCursor | None = None
        """Where these begin, below all others."""
        self._left_out = 0
        self._robots = 1
        self.text = named(QPlainTextEdit(), self.tr("What controllers print"))
        self.text.setReadOnly(True)
        self.text.setMaximumBlockCount(KEPT_LINES)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setStyleSheet(fixed_width_style())
        self.text.setPlaceholderText(self.tr("What controllers print appears here."))
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.robot = named(QComboBox(), self.tr("Which robot's output to show"))
        self.robot.activated.connect(lambda _index: self._show_all())
        tip = self.tr("Write these lines to a file")
        save = push_button(self.tr("&Save..."), self._ask_save, tip)
        clear = push_button(self.tr("&Clear"), self.clear)
        side = in_column(self.robot, save, clear, None)
        self.setLayout(in_row(self.text, side, margins=(4, 4, 4, 4), grows=self.text))
        self._timer = QTimer(self, singleShot=True, interval=FLUSH_MS)
        self._timer.timeout.connect(self.flush)
        self.set_robots(1)

    def set_robots(self, count: int) -> None:
        """Offer so many robots to choose from."""
        if count == self._robots and self.robot.count():
            return
        self._robots = count
        chosen = self.robot.currentData()
        self.robot.clear()
        self.robot.addItem(self.tr("All robots"), ALL)
        for number in range(count):
            self.robot.addItem(robot_name(number), number)
        self.robot.setCurrentIndex(max(0, self.robot.findData(chosen)))
        self.robot.setVisible(count > 1)

    def add(self, robot: int, text: str) -> None:
        """Add what a robot's controller printed; it is shown a moment later."""
        *lines, rest = (self._parts.get(robot, "") + text).split("\n")
        if len(rest) > LONGEST_OPEN:
            lines, rest = [*lines, rest], ""
        if lines:
            self._parts.pop(robot, None)
        if rest:
            self._parts[robot] = rest
        for line in lines:
            if len(self._fresh) == KEPT_LINES:
                self._left_out += 1
            self._fresh.append((robot, line))
        if not self._timer.isActive():
            self._timer.start()

    def flush(self) -> None:
        """Show what was added."""
        fresh, left_out = list(self._fresh), self._left_out
        self._fresh.clear()
        self._left_out = 0
        if len(fresh) > BATCH_LINES:
            left_out += len(fresh) - BATCH_LINES
            fresh = fresh[-BATCH_LINES:]
        if left_out:
            note = self.tr("... {count} lines were left out because they came too fast")
            fresh.insert(0, (fresh[0][0] if fresh else 0, note.format(count=f"{left_out:,}")))
        if self._parts_shown is not None:
            # Its anchor, unlike itself, has moved with what was put in.
            self._parts_shown.setPosition(self._parts_shown.position())
            self._parts_shown.movePosition(END, QTextCursor.MoveMode.KeepAnchor)
            self._parts_shown.removeSelectedText()
        self._append(fresh)
        self._lines.extend(fresh)
        self._show_parts()

    def finish(self) -> None:
        """Show unfinished lines, as the run is over."""
        for robot, part in tuple(self._parts.items()):
            self.add(robot, "\n" if part else "")
        self.flush()

    def clear(self) -> None:
        """Forget everything."""
        self._lines.clear()
        self._fresh.clear()
        self._parts.clear()
        self._parts_shown = None
        self._left_out = 0
        self.text.clear()

    def save(self, path: Path) -> bool:
        """Write the lines shown to a file."""
        text = "".join(f"{line}\n" for line in self._shown(self._all()))
        try:
            write_whole(path, text.encode())
        except (OSError, WsusimError) as error:
            self.told.emit(str(error), Weight.WARNING)
            return False
        self.told.emit(self.tr("Saved to {path}.").format(path=path), Weight.NOTE)
        return True

    def _shown(self, lines: list[tuple[int, str]]) -> list[str]:
        wanted = self.robot.currentData()
        if self._robots > 1 and wanted == ALL:
            return [f"{robot + 1} | {line}" for robot, line in lines]
        return [line for robot, line in lines if wanted in (ALL, robot)]

    def _all(self) -> list[tuple[int, str]]:
        return [*self._lines, *self._parts.items()]

    def _append(self, lines: list[tuple[int, str]]) -> None:
        if shown := self._shown(lines):
            if self.text.document().isEmpty() and self._shown(list(self._lines)):
                shown = ["", *shown]  # one blank line is there, which Qt takes for nothing
            # appendPlainText keeps the view where a person reads, and follows when it is below.
            self.text.appendPlainText("\n".join(shown))

    def _show_parts(self) -> None:
        """Show unfinished lines, until the next flush replaces them."""
        self._parts_shown = None
        if self._parts:
            self._parts_shown = QTextCursor(self.text.document())
            self._parts_shown.movePosition(END)
            self._parts_shown.setKeepPositionOnInsert(True)
            self._append(list(self._parts.items()))

    def _show_all(self) -> None:
        self.text.setPlainText("\n".join(self._shown(list(self._lines))))
        self._show_parts()
        self.text.moveCursor(END)

    def _ask_save(self) -> None:
        filters = [self.tr("Text (*.txt)")]
        title = self.tr("Save what was printed")
        ask_to_save(self, title, Path.home() / "prints.txt", filters, self.save)
