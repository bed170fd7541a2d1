"""The editor beside the arena: the open programs in tabs, with remarks on them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QInputDialog,
    QLabel,
    QMenu,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QWidget,
)

from wsusim.gui.features.programs.code_edit import CodeEdit
from wsusim.gui.features.programs.commands import Keys, commands_of, fill_menu
from wsusim.gui.features.programs.find_bar import FindBar
from wsusim.gui.features.programs.helper import Helper
from wsusim.gui.features.programs.program_document import ProgramDocument
from wsusim.gui.shell.programs import Fault, Programs
from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.layouts import held, in_column, in_row, named
from wsusim.gui.widgets.shortened_label import ShortenedLabel

LEAST_PX = 240


class ProgramPanel(QWidget):
    """Tabs, one text, the bar of a search, and a line about the cursor's place."""

    run_wanted = Signal()
    save_wanted = Signal()
    save_as_wanted = Signal()
    outside_wanted = Signal()
    hide_wanted = Signal()

    close_wanted = Signal(object)
    """Asks to close this ``ProgramDocument``."""

    front_changed = Signal()
    """Another program is in front, or none."""

    def __init__(self, programs: Programs) -> None:
        super().__init__()
        self._programs = programs
        self._typed_faults: dict[Path, tuple[Fault, ...]] = {}
        self.setMinimumWidth(LEAST_PX)
        self.helper = Helper(programs, self)
        self.tabs = named(QTabBar(), self.tr("Open programs"))
        self.tabs.setTabsClosable(True)
        self.tabs.setMovable(True)
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(True)
        self.stack = QStackedWidget()
        self.find_bar = FindBar()
        self.about = ShortenedLabel(lines=1)
        self.about.setContentsMargins(8, 2, 8, 2)
        self.place = QLabel()
        self.place.setProperty("role", "dim")
        self.place.setContentsMargins(8, 2, 8, 2)
        self.commands = commands_of(self)
        self.keys = Keys(self.commands, self)
        for part in (self.tabs, self.find_bar.wanted, self.find_bar.by):
            self.keys.listen(part)
        self._arrange()
        self.tabs.currentChanged.connect(self._follow_tab)
        self.tabs.tabMoved.connect(self._follow_move)
        self.tabs.tabCloseRequested.connect(
            lambda index: self.close_wanted.emit(self._edits[index].program)
        )
        self.helper.checked.connect(self._take_faults)
        programs.breakpoints_changed.connect(self._show_breakpoints)
        programs.pointed.connect(self._show_pointed)
        programs.faults_changed.connect(self._show_faults)

    # What is open

    @property
    def documents(self) -> list[ProgramDocument]:
        """The open programs in the order of their tabs."""
        return [edit.program for edit in self._edits]

    @property
    def edit(self) -> CodeEdit | None:
        """The text in front."""
        index = self.tabs.currentIndex()
        return self._edits[index] if 0 <= index < len(self._edits) else None

    @property
    def document(self) -> ProgramDocument | None:
        """The program in front."""
        return None if self.edit is None else self.edit.program

    def edit_of(self, path: Path) -> CodeEdit | None:
        """Return the text of a program that is open."""
        return next((edit for edit in self._edits if edit.program.path == path), None)

    def add(self, document: ProgramDocument) -> CodeEdit:
        """Add a program, in front."""
        edit = CodeEdit(document)
        self.keys.listen(edit)
        edit.viewport().setAcceptDrops(False)
        edit.setAcceptDrops(False)
        edit.line_clicked.connect(
            lambda line: self._programs.toggle_breakpoint(document.path, line)
        )
        edit.margin_menu_wanted.connect(self._show_margin_menu)
        edit.lines_moved.connect(
            lambda after, by: self._programs.shift_lines(document.path, after, by)
        )
        edit.cursorPositionChanged.connect(self._write_place)
        edit.textChanged.connect(lambda: self._programs.edited.emit(document.path))
        document.changed.connect(lambda: self._write_tab(document))
        self.stack.addWidget(edit)
        self._edits.append(edit)
        self.tabs.addTab(document.path.name)
        self._write_tab(document)
        self.tabs.setCurrentIndex(len(self._edits) - 1)
        self._follow_tab(self.tabs.currentIndex())
        self._show_breakpoints(document.path)
        self._show_pointed(document.path)
        self._show_faults(document.path)
        return edit

    def remove(self, document: ProgramDocument) -> None:
        """Remove a program."""
        index = self.documents.index(document)
        edit = self._edits.pop(index)
        self.helper.watch(None)
        self.find_bar.watch(None)
        self.tabs.removeTab(index)
        self.stack.removeWidget(edit)
        edit.deleteLater()
        self._typed_faults.pop(document.path, None)
        self._follow_tab(self.tabs.currentIndex())

    def bring(self, document: ProgramDocument) -> None:
        """Bring a program to the front."""
        self.tabs.setCurrentIndex(self.documents.index(document))

    # Commands

    def go(self, step: int) -> None:
        """Bring the next program to the front."""
        if self._edits:
            self.tabs.setCurrentIndex((self.tabs.currentIndex() + step) % len(self._edits))

    def close_front(self) -> None:
        """Ask for the program in front to be closed."""
        if self.document is not None:
            self.close_wanted.emit(self.document)

    def toggle_breakpoint(self) -> None:
        """Set or remove a breakpoint at the cursor's line."""
        if self.edit is not None:
            self._programs.toggle_breakpoint(self.edit.program.path, self.edit.line)

    def fold(self) -> None:
        """Fold or unfold at the cursor's line."""
        if self.edit is not None:
            self.edit.toggle_fold(self.edit.line)

    def unfold(self) -> None:
        """Show every line."""
        if self.edit is not None:
            self.edit.unfold_all()

    def ask_line(self) -> None:
        """Ask for a line to go to."""
        edit = self.edit
        if edit is None:
            return
        dialog = QInputDialog(self)
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setWindowTitle(self.tr("Go to line"))
        text = self.tr("Line, 1 to {last}:").format(last=edit.blockCount())
        dialog.setLabelText(text)
        dialog.setIntRange(1, edit.blockCount())
        dialog.setIntValue(edit.line)
        dialog.intValueSelected.connect(edit.show_line)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def go_to_next_fault(self) -> None:
        """Go to the next line with a fault, after the last one to the first."""
        edit = self.edit
        if edit is None or not edit.faults:
            return
        lines = sorted({fault.line for fault in edit.faults})
        edit.show_line(next((line for line in lines if line > edit.line), lines[0]))

    # Inside

    def _arrange(self) -> None:
        self._edits: list[CodeEdit] = []
        self.menu = QMenu(self)
        fill_menu(self.menu, self.commands)
        more = named(QToolButton(), self.tr("Editor menu"), self.tr("Everything the editor can do"))
        more.setIcon(icon("menu"))
        more.setMenu(self.menu)
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        more.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        hide = named(QToolButton(), self.tr("Hide the editor"), self.tr("Hide the editor"))
        hide.setIcon(icon("close"))
        hide.clicked.connect(lambda _checked=False: self.hide_wanted.emit())
        head = held(in_row(self.tabs, None, more, hide, spacing=2, margins=(4, 2, 4, 0)))
        empty = QLabel(
            self.tr("Open a program with Ctrl+L, or begin a new one in Run, Controller."),
            wordWrap=True,
            alignment=Qt.AlignmentFlag.AlignCenter,
        )
        empty.setProperty("role", "dim")
        empty.setMargin(24)
        self._empty = empty
        self.stack.addWidget(empty)
        below = held(in_row(self.about, self.place, spacing=0, grows=self.about))
        self.setLayout(
            in_column(
                *(head, self._programs.bar, self.stack, self.find_bar, below),
                spacing=0,
                grows=self.stack,
            )
        )
        self.setFocusProxy(self.stack)

    def _follow_tab(self, _index: int) -> None:
        edit = self.edit
        self.stack.setCurrentWidget(edit or self._empty)
        self.helper.watch(edit)
        self.find_bar.watch(edit)
        self.setFocusProxy(edit or self.stack)
        self._write_place()
        self.front_changed.emit()

    def _follow_move(self, to: int, origin: int) -> None:
        """Follow a tab that was dragged elsewhere."""
        self._edits.insert(to, self._edits.pop(origin))

    def _write_tab(self, document: ProgramDocument) -> None:
        if document not in self.documents:
            return
        index = self.documents.index(document)
        name = document.path.name
        self.tabs.setTabText(index, f"{name} •" if document.is_modified else name)
        tip = str(document.path)
        if document.is_modified:
            tip = self.tr("{path} (not saved)").format(path=tip)
        self.tabs.setTabToolTip(index, tip)
        self._edits[index].setAccessibleName(name)

    def _take_faults(self, path: Path, faults: list[Fault]) -> None:
        self._typed_faults[path] = tuple(faults)
        self._show_faults(path)

    def _show_faults(self, path: Path) -> None:
        edit = self.edit_of(path)
        if edit is not None:
            edit.set_faults((*self._programs.faults(path), *self._typed_faults.get(path, ())))
            self._write_place()

    def _show_breakpoints(self, path: Path) -> None:
        edit = self.edit_of(path)
        if edit is not None:
            edit.set_breakpoints(self._programs.breakpoints_in(path))

    def _show_pointed(self, path: Path) -> None:
        edit = self.edit_of(path)
        if edit is not None:
            edit.set_pointed(self._programs.pointed_lines(path))

    def _show_margin_menu(self, line: int, at_px: QPoint) -> None:
        document = self.document
        if document is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(
            self.tr("Breakpoint"),
            lambda: self._programs.toggle_breakpoint(document.path, line),
        )
        for words, run in self._programs.line_actions:
            menu.addAction(words, partial(run, document.path, line))
        menu.popup(at_px)

    def _write_place(self) -> None:
        """Show where the cursor is, and what is wrong there."""
        edit = self.edit
        if edit is None:
            self.about.show_text("")
            self.place.setText("")
            return
        line, column = edit.place
        text = self.tr("line {line}, column {column}")
        self.place.setText(text.format(line=line, column=column + 1))
        faults = edit.faults_at(line)
        words = faults[0].text if faults else self._count_words(edit)
        self.about.show_text(words.splitlines()[0] if words else "", words)

    def _count_words(self, edit: CodeEdit) -> str:
        lines = {fault.line for fault in edit.faults}
        if not lines:
            return ""
        if len(lines) == 1:
            return self.tr("Problem in line {line} (F8)").format(line=min(lines))
        return self.tr("Problems in {count} lines (F8)").format(count=len(lines))
