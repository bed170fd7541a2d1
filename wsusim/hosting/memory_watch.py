"""Looks again and again how much memory this process uses, and acts while that is too much.

Where a limit of the system is met by many small pieces, Python has no memory left to say at which
line that was. And in a thread, a program uses up wsusim's own memory, and the computer's.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

LOOK_S = 0.05
CLOSE_LOOK_S = 0.01
"""How often to look, and how often from half of it on: a loop can fill 1.5 GB in a second."""

MB = 1 << 20

_ADDRESSES, _DATA = 0, 5
"""Fields of /proc/self/statm, in pages (proc(5))."""


def address_bytes() -> int:
    """Return the size of this process's address space; outside Linux, of what it uses itself."""
    return _bytes_of(_ADDRESSES)


def data_bytes() -> int:
    """Return how much memory this process has of its own, stacks included.

    Outside Linux, Windows tells just that, and other systems the most that was in use at a time.
    """
    return _bytes_of(_DATA)


def _bytes_of(field: int) -> int:
    try:
        pages = Path("/proc/self/statm").read_bytes().split()
        return int(pages[field]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        pass  # not Linux, or locked in
    if os.name == "nt":
        from wsusim.hosting.windows_memory import committed_bytes

        return committed_bytes()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024  # getrusage(2) of either system


class MemoryWatch:
    """Calls a function at each look at which too much memory is used.

    Args:
        used_bytes: Tells how much is used.
        most_bytes: From here on it is too much.
        act: What to do then.
    """

    def __init__(
        self, used_bytes: Callable[[], int], most_bytes: int, act: Callable[[], None]
    ) -> None:
        self.most_bytes = most_bytes
        self._used_bytes = used_bytes
        self._act = act
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="wsusim-memory", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._is_over.set()
        self._thread.join()

    def _look(self) -> None:
        used_bytes = 0
        while not self._is_over.wait(LOOK_S if 2 * used_bytes < self.most_bytes else CLOSE_LOOK_S):
            with suppress(MemoryError):  # there is none even for this; the next look may find some
                used_bytes = self._used_bytes()
                if used_bytes > self.most_bytes:
                    self._act()


def limit_hint(memory_mb: int) -> str:
    """Return what to tell the author of a program that has met its limit."""
    return f"A controller may use {memory_mb} MB of memory. Store less in its lists."
