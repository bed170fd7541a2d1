"""Joins the editor of programs to the window: its files, runs, recovery, and its place."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer

from wsusim.errors import WsusimError
from wsusim.gui.features.programs.kept_programs import Leftover, leftovers_in, salvage_of
from wsusim.gui.features.programs.outside_changes import ABOUT_PROGRAM, OutsideChanges
from wsusim.gui.features.programs.program_document import ProgramDocument
from wsusim.gui.features.programs.program_panel import ProgramPanel
from wsusim.gui.features.programs.text_history import TextHistory
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.programs import Breakpoint, Fault
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.unsaved import Work
from wsusim.gui.shell.watched import Failure, Subject
from wsusim.gui.widgets.file_dialog import ask_to_save
from wsusim.gui.widgets.question import Button, Then, ask
from wsusim.gui.widgets.theme import current_theme
from wsusim.programs.text_file import BadProgramFile, ProgramFile, read_program

GO_ON = "debug go"
"""The action that lets a program that stands go on; it has a key only then."""

SHARE, LARGEST_SHARE = 0.5, 0.6
"""Of the middle of the window that the editor takes when it opens; in a small one more (guess)."""
LINE_COLUMNS = 80
"""This many characters of a line are visible without scrolling, line numbers included (guess)."""


class ProgramsSide(Side):
    """Opens, saves and watches the programs, and shows what runs say about their lines."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._programs = shell.programs
        self._copies = shell.folder / "autosave"
        self._is_changed_since_run = False
        self.panel = ProgramPanel(shell.programs)
        self.panel.hide()
        shell.middle.addWidget(self.panel)
        shell.middle.setCollapsible(0, False)
        shell.middle.setCollapsible(1, False)
        self.outside = OutsideChanges(shell, self.panel, self.save, self.ask_save)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.autosave_now)
        self._make_actions()
        self._connect()
        shell.programs.has_editor = True

    # What is open

    def open(self, path: Path, line: int = 0) -> bool:
        """Show a program, opened if it is not, with a line in view (0: where it was)."""
        path = path.absolute()
        edit = self.panel.edit_of(path)
        if edit is None:
            try:
                file = read_program(path)
            except BadProgramFile as error:
                self._tell(str(error), Weight.WARNING)
                return False
            edit = self._add(path, file)
            if file.remark:
                self._tell(file.remark, Weight.WARNING)
        self.show_editor()
        self.panel.bring(edit.program)
        if line:
            edit.show_line(line)
        edit.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def save(self, document: ProgramDocument, path: Path | None = None) -> bool:
        """Save a program; return whether it worked."""
        before = document.path
        if path is None and document.is_changed_outside:
            self.outside.follow(document)
            return False
        try:
            document.save(path)
        except BadProgramFile as error:
            words = self.tr("Save as...")
            answers = ((words, partial(self.ask_save, document)),)
            self._shell.tell(str(error), Weight.WARNING, answers, about=ABOUT_PROGRAM, is_news=True)
            return False
        self.outside.forget(document.path)
        if document.path != before:
            self._programs.close(before)
            self._programs.open(document.path, lambda: document.text)
            self._programs.set_breakpoints(document.path, self._programs.breakpoints_in(before))
        self._shell.messages.forget(ABOUT_PROGRAM)
        self._programs.saved.emit(document.path)
        self.outside.watch()
        self.panel.helper.check_now()
        return True

    def ask_save(self, document: ProgramDocument, then: Then | None = None) -> None:
        """Ask for another file for a program."""

        def save(to: Path) -> None:
            if self.save(document, to.absolute()) and then is not None:
                then()

        title, kinds = self.tr("Save the program as"), [self.tr("Python (*.py)")]
        ask_to_save(self._shell.frame, title, document.path, kinds, save)

    def save_all(self) -> bool:
        """Save what has changed, as a run uses what is on the screen; return whether it worked."""
        return all(self.save(document) for document in self.panel.documents if document.is_modified)

    def close(self, document: ProgramDocument) -> None:
        """Close a program, after asking about unsaved changes."""
        if not document.is_modified:
            self._remove(document)
            return

        def save() -> None:
            if self.save(document):
                self._remove(document)

        ask(
            self._shell.frame,
            "unsaved program",
            self.tr("Unsaved changes"),
            self.tr("Save the changes to {name}?").format(name=document.path.name),
            self.tr("If you don't save, they will be lost."),
            {Button.Save: save, Button.Discard: lambda: self._remove(document)},
        )

    # Its place in the window

    def show_editor(self) -> None:
        """Show the editor beside the arena."""
        if not self.panel.isHidden():
            return
        middle = self._shell.middle
        width = max(middle.width(), 1)
        self.panel.show()
        line_px = LINE_COLUMNS * self.panel.fontMetrics().averageCharWidth()
        share = round(min(max(SHARE * width, line_px), LARGEST_SHARE * width))
        middle.setSizes([width - share, share])
        self._set_switch(True)

    def hide_editor(self) -> None:
        """Give all the room to the arena; the programs stay open."""
        self.panel.helper.hide()
        self.panel.hide()
        self._set_switch(False)
        self._shell.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle(self, is_on: bool) -> None:
        """Show the editor with the keyboard in it, or hide it."""
        if not is_on:
            self.hide_editor()
            return
        self.show_editor()
        (self.panel.edit or self.panel.tabs).setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Running

    def run(self) -> None:
        """Run what is on the screen; if the program already runs unchanged, pause or go on."""
        shell, document = self._shell, self.panel.document
        watched = shell.watched
        if self._stands:
            shell.action_set[GO_ON].trigger()
            return
        is_anew = watched.is_recording or (watched.is_lively and self._is_changed_since_run)
        if not self.save_all():
            return
        if document is not None and not self._is_chosen(document.path):
            shell.setup.program_wanted.emit(document.path)
            is_anew = is_anew or watched.is_lively
        shell.action_set["restart" if is_anew else "run"].trigger()

    @property
    def _stands(self) -> bool:
        """Whether a program is stopped at a breakpoint; F5 then belongs to the debugger."""
        actions = self._shell.action_set
        return GO_ON in actions.names() and not actions[GO_ON].shortcut().isEmpty()

    def _is_chosen(self, path: Path) -> bool:
        """Return whether a program drives a robot, or is a part of a controller."""
        from wsusim.control.class_finder import look_into

        specs = self._shell.setup.controllers()
        found = look_into(path)
        return not found.classes or any(
            spec == str(found.path) or spec.startswith(f"{found.path}:") for spec in specs
        )

    # Inside

    def _make_actions(self) -> None:
        self._switch = self._shell.action_set.switch(
            "program", self.tr("Pro&gram"), self.toggle, keys="Ctrl+Shift+P", icon="edit"
        )
        self._shell.action_set.explain("program")

    def _set_switch(self, is_on: bool) -> None:
        self._switch.blockSignals(True)
        self._switch.setChecked(is_on)
        self._switch.blockSignals(False)

    def _connect(self) -> None:
        shell, panel, programs = self._shell, self.panel, self._programs
        programs.line_wanted.connect(self.open)
        programs.loaded.connect(self._follow_loaded)
        programs.edited.connect(self._follow_edit)
        panel.helper.line_wanted.connect(self.open)
        panel.run_wanted.connect(self.run)
        panel.save_wanted.connect(self._save_front)
        panel.save_as_wanted.connect(self._save_front_as)
        panel.close_wanted.connect(self.close)
        panel.hide_wanted.connect(self.hide_editor)
        panel.outside_wanted.connect(self._open_outside)
        shell.setup.add_check(self.save_all)
        shell.watched.begun.connect(self._follow_begin)
        shell.watched.failed.connect(self._mark_failure)
        shell.watched.cleared.connect(programs.forget_faults)
        shell.theme_changed.connect(lambda _theme: self._take_theme())
        self.history = TextHistory(panel)
        shell.histories.add(panel, self.history, lambda: panel.edit is not None)
        shell.session.add("programs", self._kept, self._take_up)
        shell.unsaved.add(
            Work(
                name=lambda: ", ".join(one.path.name for one in self._modified()),
                is_modified=lambda: bool(self._modified()),
                save=self._save_then,
                autosave=self.autosave_now,
                leftovers=lambda: salvage_of(leftovers_in(self._copies), self._recover),
            )
        )
        shell.closing.connect(self._end)

    def _add(self, path: Path, file: ProgramFile) -> Any:
        document = ProgramDocument(path, file, self._copies, self)
        edit = self.panel.add(document)
        self._programs.open(path, lambda: document.text)
        document.changed.connect(self._schedule)
        self.outside.watch()
        return edit

    def _remove(self, document: ProgramDocument) -> None:
        self.panel.remove(document)
        document.close()
        self._programs.close(document.path)
        self.outside.watch()
        document.deleteLater()
        if not self.panel.documents:
            self.hide_editor()

    def _modified(self) -> list[ProgramDocument]:
        return [document for document in self.panel.documents if document.is_modified]

    def _save_front(self) -> None:
        if self.panel.document is not None and self.save(self.panel.document):
            name = self.panel.document.path.name
            self._tell(self.tr("Saved {file}.").format(file=name))

    def _save_front_as(self) -> None:
        if self.panel.document is not None:
            self.ask_save(self.panel.document)

    def _save_then(self, then: Then) -> None:
        if self.save_all():
            then()

    def _open_outside(self) -> None:
        if self.panel.edit is not None and self.save_all():
            path, line = self.panel.edit.program.path, self.panel.edit.line
            self._programs.outside_wanted.emit(path, line)

    def _follow_loaded(self, path: Path) -> None:
        """Show a controller that was loaded, while the editor is open."""
        if not self.panel.isHidden():
            self.open(path)

    def _follow_edit(self, path: Path) -> None:
        self._is_changed_since_run = True
        self._programs.forget_faults(path)
        self._schedule()

    def _follow_begin(self, subject: Subject) -> None:
        self._is_changed_since_run = False
        self._programs.forget_faults()
        for failure in subject.failures:
            self._mark_failure(failure, subject)

    def _mark_failure(self, failure: Failure, subject: Subject | None = None) -> None:
        """Show at its line what went wrong in a run."""
        report = failure.report
        if report.file is None or report.line is None:
            return
        subject = subject or self._shell.watched.subject
        path = Path(report.file)
        path = path if subject is None else subject.locate(path)
        first, *more = report.message.splitlines() or [report.kind]
        if report.values:
            first = f"{first} ({report.values_text})"
        text = "\n".join((first, *more, *report.hints))
        self._programs.add_fault(path, Fault(report.line, text))
        edit = self.panel.edit_of(path.absolute())
        if edit is not None and not self.panel.isHidden():
            self.panel.bring(edit.program)
            edit.show_line(report.line)

    def _take_theme(self) -> None:
        for document in self.panel.documents:
            document.highlighter.take_theme(current_theme())
            edit = self.panel.edit_of(document.path)
            if edit is not None:
                edit.mark()

    # Keeping

    def autosave_now(self) -> bool:
        """Write the copies that survive a crash; return whether no change can be lost."""
        is_kept = True
        for document in self.panel.documents:
            try:
                document.autosave()
            except WsusimError as error:
                is_kept = False
                self._tell(str(error), Weight.WARNING)
        return is_kept

    def _schedule(self) -> None:
        interval_s = self._shell.preferences.value.autosave_s
        if interval_s and self._modified() and not self._timer.isActive():
            self._timer.start(1000 * interval_s)

    def _recover(self, leftover: Leftover) -> bool:
        """Show an unsaved program of a window that crashed; it is still not saved.

        Returns whether there is another copy of it.
        """
        path = leftover.path.absolute()
        edit = self.panel.edit_of(path)
        if edit is None:
            try:
                file = read_program(path)
            except BadProgramFile:
                file = ProgramFile("")
            edit = self._add(path, file)
        edit.program.replace_text(leftover.text)
        edit.program.text_document.setModified(True)
        self.show_editor()
        return self.autosave_now()

    def _kept(self) -> dict[str, Any]:
        document = self.panel.document
        return {
            "open": [str(one.path) for one in self.panel.documents],
            "front": None if document is None else str(document.path),
            "is_shown": not self.panel.isHidden(),
            "sizes": self._shell.middle.sizes(),
            "breakpoints": {
                str(path): [[mark.line, mark.condition, mark.is_on] for mark in marks]
                for path, marks in self._programs.breakpoints.items()
            },
        }

    def _take_up(self, kept: dict[str, Any]) -> None:
        for name in kept["open"]:
            if Path(name).is_file():
                self.open(Path(name))
        if kept["front"] is not None:
            edit = self.panel.edit_of(Path(kept["front"]))
            if edit is not None:
                self.panel.bring(edit.program)
        for name, marks in kept["breakpoints"].items():
            found = [Breakpoint(int(line), str(when), bool(on)) for line, when, on in marks]
            self._programs.set_breakpoints(Path(name), found)
        if not kept["is_shown"]:
            self.hide_editor()
        elif len(kept["sizes"]) == self._shell.middle.count():
            self._shell.middle.setSizes([int(size) for size in kept["sizes"]])

    def _end(self) -> None:
        self._timer.stop()
        self.outside.close()
        self.panel.helper.close()
        for document in self.panel.documents:
            document.close()

    def _tell(self, text: str, weight: Weight = Weight.NOTE) -> None:
        self._shell.tell(text, weight, about=ABOUT_PROGRAM, is_news=weight is Weight.WARNING)
