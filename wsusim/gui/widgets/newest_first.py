"""Work in a thread of which only the newest piece counts: pictures that are soon out of date."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

_LOG = logging.getLogger(__name__)

Work = Callable[[], Any]


class NewestFirst(QObject):
    """Does one piece of work at a time; of those that wait meanwhile only the last one is done.

    There is a thread only while there is work.
    """

    done = Signal(object)
    """What a piece of work returned; comes in the thread of this object."""

    failed = Signal(object)
    """The exception that it raised instead."""

    _over = Signal(object, object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """``name`` is that of the thread."""
        super().__init__(parent)
        self._name = name
        self._lock = threading.Lock()
        self._waiting: Work | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._over.connect(self._pass_on, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether something is being worked on."""
        with self._lock:
            return self._thread is not None

    def ask(self, work: Work) -> None:
        """Do this soon; what waits is forgotten. Returns at once."""
        with self._lock:
            if self._is_closed:
                return
            self._waiting = work
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """Leave what waits undone."""
        with self._lock:
            self._waiting = None

    def close(self, timeout_s: float = 2.0) -> None:
        """Do nothing more, and wait for the end of what is being done."""
        with self._lock:
            self._is_closed = True
            self._waiting = None
            thread = self._thread
        if thread is not None:
            thread.join(timeout_s)

    def _run(self) -> None:
        while True:
            with self._lock:
                work, self._waiting = self._waiting, None
                if work is None:
                    self._thread = None
                    return
            try:
                result, failure = work(), None
            except Exception as error:  # noqa: BLE001 - the top of a thread: logged and shown
                _LOG.exception("A piece of work broke off")
                result, failure = None, error
            if not self._is_closed:
                self._over.emit(result, failure)

    def _pass_on(self, result: object, failure: Exception | None) -> None:
        if self._is_closed:
            return
        if failure is None:
            self.done.emit(result)
        else:
            self.failed.emit(failure)
