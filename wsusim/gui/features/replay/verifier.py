"""Verifies the recording that is open.

The command line does it, in a process of its own, since the recorded programs are run for it: the
window stays live whatever they do.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QProcess, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog

import wsusim
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.widgets.jobs import PATIENCE_MS
from wsusim.model.units import ticks_to_seconds

if TYPE_CHECKING:
    from wsusim.gui.shell.window import MainWindow

KILL_MS = 3000
"""A process that was asked to end is killed after so long."""

CLOSE_MS = 2000

SHARE = b'{"share"'

PROGRAM = "from wsusim.cli import main; main()"


class Verifier(QObject):
    """Does one verification at a time and shows the verdict."""

    finished = Signal(str)
    """The finding in one word; empty when there is none."""

    progressed = Signal(int)
    """Percent of the run that were done again."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._process: QProcess | None = None
        self._is_called_off = False
        self._output = self._verdict = b""

    def verify(self, file: Path) -> None:
        """Begin, unless one is under way."""
        if self._process is not None:
            return
        self._is_called_off = False
        self._output = self._verdict = b""
        process = QProcess(self)
        process.setWorkingDirectory(str(Path(wsusim.__file__).parents[1]))
        process.setProgram(sys.executable)
        options = ["--verify", "--json", "--shares"]
        process.setArguments(["-c", PROGRAM, "replay", str(file.absolute()), *options])
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._follow_end)
        process.errorOccurred.connect(self._follow_error)
        self._process = process
        self.dialog = QProgressDialog(self._window)
        self.dialog.setLabelText(
            self.tr("The run in {file} is done again and compared...").format(file=file.name)
        )
        self.dialog.setWindowModality(Qt.WindowModality.NonModal)
        self.dialog.setRange(0, 100)
        self.dialog.setAutoReset(False)
        self.dialog.setAutoClose(False)
        self.dialog.setMinimumDuration(PATIENCE_MS)
        self.dialog.canceled.connect(self.call_off)
        self.progressed.connect(self.dialog.setValue)
        self.dialog.setValue(0)
        process.start()

    def call_off(self) -> None:
        """Stop without a verdict."""
        process = self._process
        if process is None:
            return
        self._is_called_off = True
        if os.name == "posix" and process.processId():
            # As Ctrl-C does: it ends its own children, and removes what it laid out.
            os.kill(process.processId(), signal.SIGINT)
            QTimer.singleShot(KILL_MS, process, process.kill)
        else:
            process.kill()

    def close(self) -> None:
        """End the process; the window is going away."""
        process = self._process
        if process is not None:
            self.call_off()
            if not process.waitForFinished(CLOSE_MS):
                process.kill()
                process.waitForFinished(CLOSE_MS)

    def _read(self) -> None:
        """Take what has come: shares of the work, one a line, and at the end the verdict."""
        if self._process is None:
            return
        self._output += bytes(self._process.readAllStandardOutput().data())
        *lines, self._output = self._output.split(b"\n")
        for line in lines:
            if line.startswith(SHARE):
                self.progressed.emit(round(100 * json.loads(line)["share"]))
            else:
                self._verdict += line

    def _follow_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            text = self._process.errorString()
            self._put_away()
            self._show(self.tr("The verification could not begin: {text}").format(text=text), False)

    def _follow_end(self, _code: int, _status: QProcess.ExitStatus) -> None:
        process = self._process
        if process is None:
            return
        self._read()
        output = (self._verdict + self._output).decode("utf-8", "replace")
        trouble = bytes(process.readAllStandardError().data()).decode("utf-8", "replace")
        self._put_away()
        if self._is_called_off:
            self.finished.emit("")
            return
        try:
            verdict: dict[str, Any] = json.loads(output)
        except ValueError:
            self._show(trouble.strip() or self.tr("There is no verdict."), False)
            self.finished.emit("")
            return
        self._show(self._text(verdict), verdict["finding"] == "identical")
        self.finished.emit(verdict["finding"])

    def _text(self, verdict: dict[str, Any]) -> str:
        words = {
            "identical": self.tr("Verified: the run done again is identical, {ticks:,} ticks."),
            "differs": self.tr("Not verified: the run done again differs."),
            "damaged": self.tr("Not verified: the file was changed after it was written."),
            "other_controller": self.tr("Not verified: another controller made this run."),
            "other_version": self.tr("Not verified: it differs, and was made by other versions."),
            "cannot_run": self.tr("This run can't be done again."),
        }[verdict["finding"]].format(ticks=verdict["ticks"])
        parts = [words]
        found = verdict["difference"]
        if found is not None:
            text = self.tr("First at {seconds:.2f} s, {quantity}: recorded {old}, again {new}.")
            parts.append(
                text.format(
                    seconds=ticks_to_seconds(found["tick"]),
                    quantity=found["quantity"],
                    old=found["recorded"],
                    new=found["again"],
                )
            )
        return " ".join([*parts, *verdict["remarks"]])

    def _show(self, text: str, is_good: bool) -> None:
        self._window.messages.show_message(text, Weight.NOTE if is_good else Weight.WARNING)
        self._window.view.announce(text)

    def _put_away(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        self.dialog.blockSignals(True)
        self.dialog.deleteLater()
