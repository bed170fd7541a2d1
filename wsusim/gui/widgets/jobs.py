"""Work that takes longer than a moment: in a thread, with progress and a way to call it off."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

from wsusim.errors import WsusimError
from wsusim.recording.reader import Recording

_LOG = logging.getLogger(__name__)

PATIENCE_MS = 500
"""Work that is done within this time shows no progress."""

STEPS = 1000

Report = Callable[[float], None]
"""Takes how much is done, 0 to 1; raises ``CalledOff`` when nobody wants the rest."""


class CalledOff(Exception):
    """The work was called off."""


class Job(QObject):
    """One piece of work. Exactly one of ``done``, ``failed`` and ``called_off`` comes."""

    done = Signal(object)
    """What the work returned."""

    failed = Signal(object)
    """The exception, a ``WsusimError`` or ``OSError``."""

    called_off = Signal()

    _progressed = Signal(float)
    _over = Signal(object, object)
    """From the thread: the signal's name, and what it tells."""

    def __init__(self, words: str, work: Callable[[Report], Any], parent: QWidget) -> None:
        """``words`` say what is being done; ``work`` runs in a thread once ``start`` is called."""
        super().__init__(parent)
        self._work = work
        self._is_called_off = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wsusim-job", daemon=True)
        self.dialog = QProgressDialog(parent)
        self.dialog.setLabelText(words)
        self.dialog.setWindowModality(Qt.WindowModality.NonModal)
        self.dialog.setRange(0, STEPS)
        self.dialog.setMinimumDuration(PATIENCE_MS)
        self.dialog.setAutoReset(False)
        self.dialog.setAutoClose(False)
        self.dialog.canceled.connect(self.call_off)
        self._progressed.connect(lambda share: self.dialog.setValue(round(share * STEPS)))
        self._over.connect(self._finish, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begin."""
        self.dialog.setValue(0)
        self._thread.start()

    def call_off(self) -> None:
        """Stop as soon as the work reports next."""
        self._is_called_off.set()

    def wait(self, timeout_s: float) -> None:
        """Wait for the thread's end."""
        self._thread.join(timeout_s)

    def _run(self) -> None:
        try:
            result = self._work(self._report)
        except CalledOff:
            self._over.emit("called off", None)
        except (WsusimError, OSError) as error:
            self._over.emit("failed", error)
        except Exception as error:  # noqa: BLE001 - the top of a thread: logged and shown
            _LOG.exception("A job broke off")
            self._over.emit("failed", error)
        else:
            self._over.emit("done", result)

    def _report(self, share: float) -> None:
        if self._is_called_off.is_set():
            raise CalledOff
        self._progressed.emit(min(1.0, share))

    def _finish(self, how: str, what: object) -> None:
        self.dialog.blockSignals(True)
        self.dialog.deleteLater()
        self.deleteLater()
        if how == "called off":
            self.called_off.emit()
        else:
            (self.done if how == "done" else self.failed).emit(what)


class WatchedRecording(Recording):
    """A recording that reports how much of it was read; reading ends when it is called off."""

    def __init__(self, path: Path, report: Report, passes: int = 1) -> None:
        """``passes``: how often the work will read the whole file."""
        super().__init__(path)
        self._report = report
        self._wanted = max(1, passes * len(self.chunks))
        self._count = 0

    def read_chunk(self, number: int) -> list[tuple[str, int, bytes]]:
        """Read a chunk and report."""
        self._report(self._count / self._wanted)
        self._count += 1
        return super().read_chunk(number)

    def stop_reporting(self) -> None:
        """Be an ordinary recording from now on."""
        self._report = lambda share: None
