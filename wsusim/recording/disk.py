"""The thread that hands chunks to the disk, behind a queue that never makes anybody wait."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from wsusim.recording.chunks import PackedChunk
from wsusim.recording.mcap_file import McapFile

QUEUE_LIMIT_BYTES = 32 * 1024 * 1024
"""What may wait for the disk: about two hours of one robot."""


class DiskWriter:
    """Appends chunks to a file in a thread of its own.

    ``put`` never blocks. Whoever calls it looks at ``backlog_bytes`` first and leaves out what can
    be spared. After the first failure (disk full, say) nothing more is written, ``failure`` says
    why, and ``on_failure`` is told once.
    """

    def __init__(
        self, file: McapFile, *, on_failure: Callable[[OSError], None] | None = None
    ) -> None:
        self.file = file
        self.failure: OSError | None = None
        self.backlog_bytes = 0
        self._on_failure = on_failure
        self._queue: deque[PackedChunk] = deque()
        self._is_closing = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="recording-disk")
        self._thread.start()

    def put(self, chunk: PackedChunk) -> None:
        """Queue a chunk; after a failure it is forgotten."""
        with self._news:
            if self.failure is not None:
                return
            self._queue.append(chunk)
            self.backlog_bytes += len(chunk.record)
            self._news.notify()

    def close(self) -> None:
        """Return when everything queued is on the disk, or was given up."""
        with self._news:
            self._is_closing = True
            self._news.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._queue or self._is_closing)
                if not self._queue:
                    return
                chunk = self._queue.popleft()
            try:
                self.file.add_chunk(chunk)
            except OSError as error:
                self._fail(error)
                return
            with self._news:
                self.backlog_bytes -= len(chunk.record)

    def _fail(self, error: OSError) -> None:
        with self._news:
            self.failure = error
            self._queue.clear()
            self.backlog_bytes = 0
        if self._on_failure is not None:
            self._on_failure(error)
