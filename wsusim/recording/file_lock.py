"""The lock that a recording's writer holds, so that nothing else writes or repairs it meanwhile."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import IO, Any

LOCK_PATIENCE_S = 0.5
"""A run that is about to record holds the lock for a moment as well."""

_ASK_AGAIN_S = 0.02


class FileInUse(Exception):
    """Another run writes this recording; the message says so."""


@contextlib.contextmanager
def hold_lock(stream: IO[Any], patience_s: float = LOCK_PATIENCE_S) -> Iterator[None]:
    """Lock a file while the block runs, or until the process dies.

    Raises:
        FileInUse: Another process holds the lock, even after ``patience_s``.
    """
    end_s = monotonic() + patience_s
    pause = threading.Event()  # not time.sleep: a student may have replaced it
    while not _lock(stream):
        if monotonic() >= end_s:
            raise FileInUse(f"Another run is recording to {Path(stream.name).name} right now.")
        pause.wait(_ASK_AGAIN_S)
    try:
        yield
    finally:
        _unlock(stream)


def is_locked(stream: IO[Any]) -> bool:
    """Return whether another process holds the lock of an open file."""
    if not _lock(stream):
        return True
    _unlock(stream)
    return False


if sys.platform == "win32":
    # An open file can't be replaced there anyway.
    def _lock(stream: IO[Any]) -> bool:
        return True

    def _unlock(stream: IO[Any]) -> None:
        pass

else:
    import fcntl

    def _lock(stream: IO[Any]) -> bool:
        try:
            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # A file system without locks; then no other writer can be noticed either.
        return True

    def _unlock(stream: IO[Any]) -> None:
        with contextlib.suppress(OSError):
            fcntl.flock(stream.fileno(), fcntl.LOCK_UN)
