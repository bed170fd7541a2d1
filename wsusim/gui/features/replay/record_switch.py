"""Keeps runs: the last ones until the window closes, and in files while the button is down."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from wsusim.formats.atomic import free_name
from wsusim.gui.features.replay.kept_runs import KeptRuns, kept_run
from wsusim.gui.shell.exporter import Exporter
from wsusim.gui.shell.message_bar import ABOUT_RUN, Answer, Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import Failure, Subject
from wsusim.gui.widgets.file_dialog import ask_to_save
from wsusim.gui.widgets.worker import Report
from wsusim.recording.file_layout import SUFFIX
from wsusim.runs.events import Ended
from wsusim.runs.request import RecordingOptions, RunRequest


class RecordSwitch(Side):
    """Asks for a file when it is switched on; later runs go into files with numbers.

    Other runs are recorded into a folder that is removed with the window, so that they can be
    replayed, compared and saved afterwards, and the button can be pressed in the middle of a run.
    """

    def __init__(
        self,
        shell: Shell,
        exporter: Exporter,
        open_recording: Callable[[Path], object],
    ) -> None:
        """``open_recording`` shows a finished one; ``exporter`` copies it."""
        super().__init__(shell)
        self._exporter = exporter
        self._open = open_recording
        self._file: Path | None = None
        self._may_replace = False
        self._folder = tempfile.TemporaryDirectory(
            prefix="wsusim-runs-", ignore_cleanup_errors=True
        )
        self.kept = KeptRuns(Path(self._folder.name), self)
        """The last runs that are over."""
        self._present: Path | None = None
        """Where the present run is recorded."""
        self._request: RunRequest | None = None
        self._has_failed = False
        self._wanted: Path | None = None
        """Where to move it when the run is over."""
        self.last: Path | None = None
        """The last run that is over."""
        make = shell.action_set.make
        switch, text = shell.action_set.switch, self.tr("Re&cord runs...")
        self.action = switch("record", text, self._switch, keys="Ctrl+R", icon="record")
        self.action.setIconText(self.tr("Record runs"))
        self._of_last = (
            make("replay last run", self.tr("Replay the &last run"), self._open_last),
            make("save last run", self.tr("Sa&ve the last run as..."), self._ask_for_last),
        )
        for action in self._of_last:
            action.setEnabled(False)
        shell.setup.add_part(self._prepare)
        shell.watched.begun.connect(self._follow_begin)
        shell.watched.failed.connect(self._follow_failure)
        shell.watched.ended.connect(self._follow_end)

    @property
    def is_on(self) -> bool:
        """Whether the next run is recorded into a file of the person's."""
        return self._file is not None

    def is_kept(self, file: Path) -> bool:
        """Return whether a file is removed with the window."""
        return file.parent == Path(self._folder.name)

    def record_into(self, file: Path, *, may_replace: bool = False) -> None:
        """Record into this file; ``may_replace``: the person has agreed to that."""
        self._file = file
        self._may_replace = may_replace
        self.action.blockSignals(True)
        self.action.setChecked(True)
        self.action.blockSignals(False)
        text = self.tr("The next run will be recorded in {file}.")
        if self._shell.watched.is_lively and self._present is not None:
            self._wanted, self._may_replace = file, False
            text = self.tr("This run is being recorded in {file}, right from the start.")
        self._shell.tell(text.format(file=file.name), about=ABOUT_RUN, is_news=True)

    def save_last(self, file: Path) -> None:
        """Copy the last run there."""
        if self.last is not None:
            self.save_kept(self.last, file)

    def save_kept(self, kept: Path, file: Path) -> None:
        """Copy a run there."""
        self._exporter.save(file, (SUFFIX,), partial(_copy, kept))

    def ask_for_kept(self, kept: Path) -> None:
        """Ask where to keep a run."""
        self._ask(self.tr("Save the run as"), partial(self.save_kept, kept))

    def close(self) -> None:
        """Remove the window's own recordings."""
        self._folder.cleanup()

    def _switch(self, on: bool) -> None:
        if on:
            dialog = self._ask(self.tr("Record runs in"), self._chosen)
            dialog.rejected.connect(lambda: self.action.setChecked(False))
        else:
            self._file = self._wanted = None

    def _chosen(self, file: Path) -> None:
        # The dialog has asked about a file that is there.
        self.record_into(file, may_replace=file.exists())

    def _ask_for_last(self) -> None:
        self._ask(self.tr("Save the last run as"), self.save_last)

    def _ask(self, title: str, then: Callable[[Path], object]) -> QFileDialog:
        document = self._shell.document
        folder = document.folder if self._file is None else self._file.parent
        proposed = free_name(folder / f"{document.world.name}{SUFFIX}")
        kinds = (self.tr("Recordings (*.mcap)"),)
        dialog = ask_to_save(self._shell.frame, title, proposed, kinds, then)
        dialog.setObjectName("record into")
        return dialog

    def _prepare(self, request: RunRequest) -> RunRequest:
        self._wanted = None
        may_replace, self._may_replace = self._may_replace, False
        self.kept.tidy(None if request.begin_at is None else request.begin_at.file)
        self._request = request
        kept = Path(self._folder.name) / f"run{SUFFIX}"
        file = self._file or kept
        self._present = file if may_replace else free_name(file)
        return replace(request, record=RecordingOptions(self._present, may_replace))

    def _follow_begin(self, _subject: Subject) -> None:
        self._has_failed = False

    def _follow_failure(self, _failure: Failure) -> None:
        self._has_failed = True

    def _follow_end(self, ended: Ended) -> None:
        file, self._present = self._present, None
        if file is None or not file.exists():
            return
        if self._request is not None:
            picture, failed = self._shell.watched.picture, self._has_failed
            self.kept.add(kept_run(file, self._request, ended, picture, has_failed=failed))
        self.last = file
        for action in self._of_last:
            action.setEnabled(True)
        if self._wanted is not None:
            self.save_last(self._wanted)
            self._wanted = None
        elif not self.is_kept(file):
            self._tell(file)

    def _tell(self, file: Path) -> None:
        messages = self._shell.messages
        text = self.tr("Recorded in {file}.").format(file=file.name)
        if messages.is_asking:
            self._shell.status.showMessage(text, 10_000)
        else:
            answers: tuple[Answer, ...] = ((self.tr("Replay"), self._open_last),)
            whole = f"{messages.text} {text}".strip()
            self._shell.tell(whole, Weight.NOTE, answers, about=ABOUT_RUN, is_news=True)

    def _open_last(self) -> None:
        if self.last is not None:
            self._open(self.last)


def _copy(source: Path, draft: Path, _report: Report) -> None:
    shutil.copyfile(source, draft)
