"""Hands chunks to the disk so that a slow one never holds up whoever makes them.

As long as the disk is quick, the thread that makes a chunk writes it as well: handing it to another
thread would cost more than writing it. When a write takes too long, the roles are dealt anew, once
and for all: the thread that is stuck in it becomes the disk's own, a second thread goes on making
chunks, and between the two is a queue.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from wsusim.recording.chunks import PackedChunk
from wsusim.recording.mcap_file import McapFile

QUEUE_LIMIT_BYTES = 32 * 1024 * 1024
"""What may wait for the disk: about an hour and a half of one robot."""

LONGEST_WRITE_S = 0.01
"""A write that takes longer than this is not waited for; the run's pipe holds more than that."""


class TakenOver(Exception):
    """The calling thread was the disk's; another one has taken over its former work."""


class DiskWriter:
    """Appends chunks to a file.

    ``put`` waits for the disk until ``take_over`` is called by a thread that goes on with the work
    of the one in ``put``; from then on it only queues. Whoever calls it looks at ``backlog_bytes``
    first and leaves out what can be spared. After the first failure (disk full, say) nothing more
    is written, ``failure`` says why, and ``on_failure`` is told once.
    """

    def __init__(
        self, file: McapFile, *, on_failure: Callable[[OSError], None] | None = None
    ) -> None:
        self.file = file
        self.failure: OSError | None = None
        self.backlog_bytes = 0
        self._on_failure = on_failure
        self._began_s: float | None = None
        self._has_queue = False
        self._queue: deque[PackedChunk] = deque()
        self._is_closing = False
        self._is_done = False
        self._news = threading.Condition()

    def put(self, chunk: PackedChunk) -> None:
        """Write a chunk, or queue it; after a failure it is forgotten.

        Raises:
            TakenOver: This thread wrote the queue to its end; its former work is done elsewhere.
        """
        with self._news:
            if self.failure is not None:
                return
            if self._has_queue:
                self._queue.append(chunk)
                self.backlog_bytes += len(chunk.record)
                self._news.notify_all()
                return
            self._began_s = time.monotonic()
        self._write(chunk)
        if self._is_taken_over():
            self._write_queue()
            raise TakenOver

    def is_stuck(self) -> bool:
        """Tell whether a write has been going on for too long."""
        began_s = self._began_s
        return began_s is not None and time.monotonic() - began_s > LONGEST_WRITE_S

    def take_over(self) -> bool:
        """Let the thread that is in a write be the disk's from now on; ``False``: none is."""
        with self._news:
            if self._began_s is None:
                return False
            self._has_queue = True
            return True

    def close(self) -> None:
        """Return when everything queued is on the disk, or was given up."""
        with self._news:
            self._is_closing = True
            self._news.notify_all()
            self._news.wait_for(lambda: self._is_done or not self._has_queue)

    def _is_taken_over(self) -> bool:
        """Tell whether another thread took over during the write that has ended."""
        with self._news:
            self._began_s = None
            return self._has_queue

    def _write_queue(self) -> None:
        """Be the disk's thread until ``close``."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._queue or self._is_closing)
                if not self._queue:
                    self._is_done = True
                    self._news.notify_all()
                    return
                chunk = self._queue.popleft()
            self._write(chunk)
            with self._news:
                self.backlog_bytes -= len(chunk.record)

    def _write(self, chunk: PackedChunk) -> None:
        if self.failure is not None:
            return
        try:
            self.file.add_chunk(chunk)
        except OSError as error:
            self.failure = error
            if self._on_failure is not None:
                self._on_failure(error)
