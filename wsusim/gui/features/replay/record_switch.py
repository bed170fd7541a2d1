"""The record button: while it is on, every run is kept in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog

from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.message_bar import Answer, Weight
from wsusim.recording.names import SUFFIX, free_name
from wsusim.runs.live_request import LiveRequest

if TYPE_CHECKING:
    from wsusim.gui.shell.window import MainWindow

SHOWN_MS = 10_000


class RecordSwitch(QObject):
    """Asks for a file when it is switched on; later runs go into files with numbers."""

    def __init__(
        self, window: MainWindow, run_side: RunSide, open_recording: Callable[[Path], object]
    ) -> None:
        """``open_recording`` shows a finished one."""
        super().__init__(window)
        self._window = window
        self._run_side = run_side
        self._open = open_recording
        self._file: Path | None = None
        self._may_replace = False
        self._last: Path | None = None
        self.action = window.action_set.switch(
            "record",
            self.tr("Re&cord runs..."),
            self._switch,
            keys=("Ctrl+R",),
            icon_name="record",
        )
        self.action.setIconText(self.tr("Record runs"))
        self.open_last = window.action_set.make(
            "open last recording", self.tr("Open the &last recorded run"), self._open_last
        )
        self.open_last.setEnabled(False)
        window.setup.add_part(self._prepare)
        run_side.bridge.ended.connect(lambda _ended: self._tell_end())

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
        if self._run_side.bridge.is_lively:
            text = self.tr(
                "This run goes on without a recording: one holds a whole run. The next one is "
                "recorded in {file}."
            ).format(file=file.name)
            answers = ((self.tr("Restart now"), self._run_side.restart),)
        self._window.messages.show_message(text, Weight.NOTE, answers)

    def _switch(self, on: bool) -> None:
        if on:
            self._ask()
        else:
            self._file = None

    def _ask(self) -> None:
        world, path = self._window.document.world, self._window.document.path
        folder = Path.home() if path is None else path.parent
        if self._last is not None:
            folder = self._last.parent
        dialog = QFileDialog(self._window, self.tr("Record the runs in"), str(folder))
        dialog.setObjectName("record into")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Recordings (*.mcap)"))
        dialog.setDefaultSuffix(SUFFIX[1:])
        dialog.selectFile(free_name(folder / f"{world.name}{SUFFIX}").name)

        def chosen(name: str) -> None:
            # The dialog has asked about a file that is there.
            self.record_into(Path(name), may_replace=Path(name).exists())

        dialog.fileSelected.connect(chosen)
        dialog.rejected.connect(lambda: self.action.setChecked(False))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _prepare(self, request: LiveRequest) -> LiveRequest:
        if self._file is None:
            return request
        may_replace, self._may_replace = self._may_replace, False
        file = self._file if may_replace else free_name(self._file)
        return replace(request, record_file=file, may_replace=may_replace)

    def _tell_end(self) -> None:
        run = self._run_side.bridge.run
        file = None if run is None else run.recorded_file
        if file is None:
            return
        self._last = file
        self.open_last.setEnabled(True)
        messages = self._window.messages
        text = self.tr("Recorded in {file}.").format(file=file.name)
        if messages.is_asking:
            self._window.status.showMessage(text, SHOWN_MS)
        else:
            whole = f"{messages.text} {text}".strip()
            messages.show_message(whole, Weight.NOTE, ((self.tr("Replay"), self._open_last),))

    def _open_last(self) -> None:
        if self._last is not None:
            self._open(self._last)
