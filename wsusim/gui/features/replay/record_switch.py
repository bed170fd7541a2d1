"""The record button: while it is on, every run is kept in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from wsusim.gui.shell.message_bar import Answer, Weight
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.file_dialog import ask_to_save
from wsusim.recording.names import SUFFIX, free_name
from wsusim.runs.request import RecordingWish, RunRequest


class RecordSwitch(QObject):
    """Asks for a file when it is switched on; later runs go into files with numbers."""

    def __init__(self, shell: Shell, open_recording: Callable[[Path], object]) -> None:
        """``open_recording`` shows a finished one."""
        super().__init__(shell.frame)
        self._shell = shell
        self._open = open_recording
        self._file: Path | None = None
        self._may_replace = False
        self._present: Path | None = None
        """Where the present run is recorded."""
        self._last: Path | None = None
        self.action = shell.action_set.switch(
            "record",
            self.tr("Re&cord runs..."),
            self._switch,
            keys=("Ctrl+R",),
            icon_name="record",
        )
        self.action.setIconText(self.tr("Record runs"))
        self.open_last = shell.action_set.make(
            "open last recording", self.tr("Open the &last recorded run"), self._open_last
        )
        self.open_last.setEnabled(False)
        shell.setup.add_part(self._prepare)
        shell.watched.ended.connect(lambda _ended: self._tell_end())

    @property
    def is_on(self) -> bool:
        """Whether the next run is recorded."""
        return self._file is not None

    def record_into(self, file: Path, *, may_replace: bool = False) -> None:
        """Record the next run into this file; ``may_replace``: the person has agreed to that."""
        self._file = file
        self._may_replace = may_replace
        self.action.blockSignals(True)
        self.action.setChecked(True)
        self.action.blockSignals(False)
        text = self.tr("The next run is recorded in {file}.").format(file=file.name)
        answers: tuple[Answer, ...] = ()
        if self._shell.watched.is_lively:
            text = self.tr(
                "This run goes on without a recording: one holds a whole run. The next one is "
                "recorded in {file}."
            ).format(file=file.name)
            answers = ((self.tr("Restart now"), self._shell.action_set["restart"].trigger),)
        self._shell.messages.show_message(text, Weight.NOTE, answers)

    def _switch(self, on: bool) -> None:
        if on:
            self._ask()
        else:
            self._file = None

    def _ask(self) -> None:
        world, path = self._shell.document.world, self._shell.document.path
        folder = Path.home() if path is None else path.parent
        if self._last is not None:
            folder = self._last.parent

        def chosen(file: Path) -> None:
            # The dialog has asked about a file that is there.
            self.record_into(file, may_replace=file.exists())

        dialog = ask_to_save(
            self._shell.frame,
            self.tr("Record the runs in"),
            free_name(folder / f"{world.name}{SUFFIX}"),
            (self.tr("Recordings (*.mcap)"),),
            chosen,
        )
        dialog.setObjectName("record into")
        dialog.rejected.connect(lambda: self.action.setChecked(False))

    def _prepare(self, request: RunRequest) -> RunRequest:
        self._present = None
        if self._file is None:
            return request
        may_replace, self._may_replace = self._may_replace, False
        self._present = self._file if may_replace else free_name(self._file)
        return replace(request, record=RecordingWish(self._present, may_replace))

    def _tell_end(self) -> None:
        file, self._present = self._present, None
        if file is None or not file.exists():
            return
        self._last = file
        self.open_last.setEnabled(True)
        messages = self._shell.messages
        text = self.tr("Recorded in {file}.").format(file=file.name)
        if messages.is_asking:
            self._shell.status.showMessage(text, 10_000)
        else:
            whole = f"{messages.text} {text}".strip()
            messages.show_message(whole, Weight.NOTE, ((self.tr("Replay"), self._open_last),))

    def _open_last(self) -> None:
        if self._last is not None:
            self._open(self._last)
