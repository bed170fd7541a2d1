"""Work that takes longer than a moment: in a thread, with progress and a way to cancel it."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

from wsusim.errors import WsusimError

_LOG = logging.getLogger(__name__)

PATIENCE_MS = 500
"""Work that is done within this time shows no progress."""

STEPS = 1000
CLOSE_S = 2.0

Report = Callable[[float], None]
"""Takes how much is done, 0 to 1; raises ``CalledOff`` when the rest isn't wanted."""


class CalledOff(BaseException):
    """The work was called off; what catches failures lets it through."""


@dataclass(eq=False, slots=True)
class _Job:
    work: Callable[[Report], Any]
    done: Callable[[Any], object]
    failed: Callable[[Exception], object]
    progressed: Callable[[float], object] | None
    is_called_off: threading.Event = field(default_factory=threading.Event)
    is_forgotten: bool = False
    dialog: QProgressDialog | None = None


class Worker(QObject):
    """Does one piece of work after the other; there is a thread only while there is work.

    With ``newest_only`` a new piece replaces those that wait, and the current one is cancelled: for
    pictures that are soon out of date.
    """

    _progressed = Signal(object, float)
    _over = Signal(object, object)
    """From the thread: a job, and what tells of its end."""

    def __init__(self, parent: QObject, *, newest_only: bool = False) -> None:
        super().__init__(parent)
        self._newest_only = newest_only
        self._lock = threading.Lock()
        self._waiting: deque[_Job] = deque()
        self._present: _Job | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._progressed.connect(_tell_progress, Qt.ConnectionType.QueuedConnection)
        self._over.connect(self._finish, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether something is being worked on."""
        with self._lock:
            return self._thread is not None

    def ask(
        self,
        work: Callable[[Report], Any],
        done: Callable[[Any], object],
        failed: Callable[[Exception], object],
        words: str = "",
        *,
        progressed: Callable[[float], object] | None = None,
    ) -> None:
        """Do this soon, and call ``done`` or ``failed`` in the window's thread.

        With ``words``, which say what is being done, longer work is shown with a button that
        cancels it; then neither is called. ``progressed`` gets the progress instead.
        """
        if self._is_closed:
            return
        job = _Job(work, done, failed, progressed)
        if words:
            job.dialog = progress_dialog(self.parent(), words, job.is_called_off.set)
            job.progressed = partial(_show_share, job.dialog)
        with self._lock:
            if self._newest_only:
                self._call_off()
            self._waiting.append(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="wsusim-work", daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """Drop waiting work, cancel the current piece, and report nothing of it."""
        with self._lock:
            self._call_off()
            if self._present is not None:
                self._present.is_forgotten = True

    def close(self, timeout_s: float = CLOSE_S) -> None:
        """Do nothing more, and wait for the end of the current work."""
        self._is_closed = True
        self.forget()
        thread = self._thread
        if thread is not None:
            thread.join(timeout_s)

    def _call_off(self) -> None:
        while self._waiting:
            self._over.emit(self._waiting.popleft(), None)
        if self._present is not None:
            self._present.is_called_off.set()

    def _run(self) -> None:
        while True:
            with self._lock:
                self._present = self._waiting.popleft() if self._waiting else None
                job = self._present
                if job is None:
                    self._thread = None
                    return
            tell = self._result(job)
            if not self._is_closed:
                self._over.emit(job, tell)

    def _result(self, job: _Job) -> Callable[[], object] | None:
        def report(share: float) -> None:
            if job.is_called_off.is_set():
                raise CalledOff
            if job.progressed is not None:
                self._progressed.emit(job, min(1.0, share))

        try:
            result = job.work(report)
        except CalledOff:
            return None
        except Exception as error:  # noqa: BLE001 - the top of a thread: logged and shown
            if not isinstance(error, WsusimError | OSError):
                _LOG.exception("A piece of work broke off")
            failure = error
            return lambda: job.failed(failure)
        return lambda: job.done(result)

    def _finish(self, job: _Job, tell: Callable[[], object] | None) -> None:
        if job.dialog is not None:
            job.dialog.blockSignals(True)
            job.dialog.deleteLater()
        if tell is not None and not (job.is_forgotten or self._is_closed):
            tell()


def _tell_progress(job: _Job, share: float) -> None:
    if job.progressed is not None:
        job.progressed(share)


def _show_share(dialog: QProgressDialog, share: float) -> None:
    dialog.setValue(round(share * STEPS))


def progress_dialog(
    parent: QObject | None, words: str, call_off: Callable[[], object]
) -> QProgressDialog:
    """Return a dialogue that shows how far something is, once it takes longer."""
    while parent is not None and not isinstance(parent, QWidget):
        parent = parent.parent()
    dialog = QProgressDialog(parent, labelText=words, maximum=STEPS, minimumDuration=PATIENCE_MS)
    dialog.setWindowModality(Qt.WindowModality.NonModal)
    dialog.setAutoReset(False)
    dialog.setAutoClose(False)
    dialog.canceled.connect(call_off)
    dialog.setValue(0)
    return dialog
