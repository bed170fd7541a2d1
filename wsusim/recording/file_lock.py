"""Who writes a recording holds a lock on it, so that nobody repairs it at the same time."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator
from typing import IO, Any

_ASK_AGAIN_S = 0.02

if sys.platform == "win32":
    # An open file can't be replaced there anyway.
    @contextlib.contextmanager
    def hold_lock(stream: IO[Any]) -> Iterator[None]:
        """Do nothing."""
        yield

    def is_locked(stream: IO[Any], patience_s: float = 0.0) -> bool:
        """Return ``False``."""
        return False

else:
    import fcntl

    @contextlib.contextmanager
    def hold_lock(stream: IO[Any]) -> Iterator[None]:
        """Lock the file while the block runs, or until the process dies."""
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX)
        yield

    def is_locked(stream: IO[Any], patience_s: float = 0.0) -> bool:
        """Tell whether another process still holds the lock after ``patience_s``."""
        end_s = time.monotonic() + patience_s
        pause = threading.Event()  # not time.sleep: a student may have replaced it
        while True:
            try:
                fcntl.flock(stream.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                if time.monotonic() >= end_s:
                    return True
                pause.wait(_ASK_AGAIN_S)
                continue
            fcntl.flock(stream.fileno(), fcntl.LOCK_UN)
            return False
