"""Writes that a thread of its own makes, in order, as soon as the store can be written.

An emergency stop must not wait for a disk that is full or a database that is locked; what was done
is recorded when that is possible.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from wsusim.lab.workers import Workers


class Later:
    """Does one thing after the other; one that fails because of the store is tried again."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._acts: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def do(self, act: Callable[[], object]) -> None:
        """Have something done; returns at once."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._work, name="wsusim-lab-later", daemon=True
                )
                self._thread.start()
        self._acts.put(act)

    def finish(self, patience_s: float) -> None:
        """Wait until all is done, or it can't be."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._acts.put(None)
            thread.join(patience_s)

    def _work(self) -> None:
        while (act := self._acts.get()) is not None:
            self._workers.insist(act)
