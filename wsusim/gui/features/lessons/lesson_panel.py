"""The panel of a lesson: its text, and the buttons with which a student goes through it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QWidget

from wsusim.gui.widgets.layouts import in_column, in_row, named, push_button, words
from wsusim.gui.widgets.manual_browser import ManualBrowser
from wsusim.gui.widgets.share_bar import ShareBar
from wsusim.gui.widgets.theme import current_theme
from wsusim.gui.widgets.window_words import in_window_words

WIDTH_EM = 21
"""This wide, all buttons are visible."""
MISSING_SHOWN = 4


class LessonPanel(QWidget):
    """Shows what it is told; the side defines what its buttons do."""

    folder_wanted = Signal()
    """Asks for another folder for the student's copies."""

    def __init__(self) -> None:
        super().__init__()
        self.title = words("heading")
        self.facts = words("dim")
        self.text = ManualBrowser()
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        named(self.text, self.tr("Text of the lesson"))
        self.mazes = named(QComboBox(), self.tr("Maze of the lesson"))
        self.result = words()
        self.result.setTextFormat(Qt.TextFormat.PlainText)
        self.copy = words("dim")
        self.start = push_button(self.tr("Start"))
        self.hint = push_button(self.tr("Hint"))
        self.check = push_button(self.tr("Check"))
        self.stop = push_button(self.tr("Stop checking"))
        self.next = push_button(self.tr("Next lesson"))
        self.folder = push_button(self.tr("Folder..."), self.folder_wanted.emit)
        self.folder.setToolTip(self.tr("Choose the folder in which your copies are kept"))
        self.bar = ShareBar()
        buttons = in_row(self.start, self.hint, self.check, self.stop, None, self.next, spacing=6)
        self.setLayout(
            in_column(
                self.title,
                self.facts,
                self.mazes,
                self.text,
                self.bar,
                self.result,
                buttons,
                in_row(self.copy, self.folder, spacing=6, grows=self.copy),
                grows=self.text,
                spacing=6,
                margins=(8, 8, 8, 8),
            )
        )
        self.setMinimumWidth(WIDTH_EM * self.fontMetrics().height())
        self.show_checking(is_going=False)
        self.clear()

    def clear(self) -> None:
        """Show that no lesson is open."""
        self.title.setText(self.tr("No lesson is open"))
        self.facts.setText(self.tr("Choose one on the start page, or open a .lesson file."))
        for part in (self.mazes, self.result, self.copy, self.folder, self.next):
            part.setVisible(False)
        for button in (self.start, self.hint, self.check):
            button.setEnabled(False)

    def show_lesson(self, title: str, facts: str, mazes: tuple[str, ...], page: Path) -> None:
        """Show a lesson that was just opened."""
        self.title.setText(title)
        self.facts.setText(facts)
        with QSignalBlocker(self.mazes):
            self.mazes.clear()
            self.mazes.addItems(list(mazes))
        self.mazes.setVisible(len(mazes) > 1)
        self.show_page(page)
        self.show_result("", is_good=False)

    def choose_maze(self, maze: str) -> None:
        """Show which of its mazes is open, without opening it."""
        with QSignalBlocker(self.mazes):
            self.mazes.setCurrentText(maze)

    def show_page(self, page: Path, *, at_end: bool = False) -> None:
        """Show a text; with ``at_end`` its last lines are in view."""
        if self.text.path == page:
            self.text.reload()
        else:
            self.text.open_page(page)
        if at_end:  # once the text has its height
            QTimer.singleShot(0, self.text, self._go_to_end)

    def _go_to_end(self) -> None:
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())

    def show_copy(self, program: Path | None, root: Path) -> None:
        """Show where the student's copy is, or will be."""
        text = (
            self.tr("Your copies go to {folder}.").format(folder=root)
            if program is None
            else self.tr("Your program: {program}").format(program=program)
        )
        self.copy.setText(text)
        self.copy.setVisible(True)
        self.folder.setVisible(program is None)
        self.start.setText(self.tr("Start") if program is None else self.tr("Go on"))
        self.start.setEnabled(True)
        self.check.setEnabled(program is not None)

    def show_hints(self, shown: int, count: int) -> None:
        """Show how many hints are left."""
        self.hint.setText(
            self.tr("Hint {number} of {count}").format(number=shown + 1, count=count)
            if shown < count
            else self.tr("No more hints")
        )
        self.hint.setEnabled(shown < count)

    def show_checking(self, *, is_going: bool) -> None:
        """Show whether a check goes on."""
        self.bar.setVisible(is_going)
        self.stop.setVisible(is_going)
        self.check.setVisible(not is_going)
        if is_going:
            self.bar.show_share(0.0)
            self.result.setVisible(False)

    def show_share(self, share: float) -> None:
        """Show how much of the check is done."""
        self.bar.show_share(share)

    def show_result(self, text: str, *, is_good: bool) -> None:
        """Show the result of a check, or what prevents it."""
        theme = current_theme()
        self.result.setText(in_window_words(text))
        self.result.setStyleSheet(f"color: {theme.good if is_good else theme.bad}")
        self.result.setVisible(bool(text))

    def show_next(self, is_there: bool, *, is_passed: bool) -> None:
        """Show the way to the next lesson; after this one is passed, Enter goes there."""
        self.next.setVisible(is_there)
        self.next.setDefault(is_passed)


def missing_words(missing: tuple[str, ...]) -> str:
    """Return what is missing, a line for each thing."""
    shown = [f"• {sentence}" for sentence in missing[:MISSING_SHOWN]]
    return "\n".join(shown)
