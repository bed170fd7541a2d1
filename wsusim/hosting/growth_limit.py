"""Keeps programs in threads from using up the computer's memory, which is wsusim's own there.

Two things hold them back. What a program asks for in one piece, the system refuses, with Python's
``MemoryError``. And who fills the memory bit by bit gets that error thrown in, before there is so
little left that any thread might meet it, and while Python can still say at which line.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Self

from wsusim.hosting.failure import is_wsusims
from wsusim.hosting.memory_watch import MemoryWatch, data_bytes

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SPARE = 0.5
"""The system refuses only what leads beyond the limit by this share of it: wsusim needs memory,
too, and a table that grows by half goes there in one step."""

AGAIN_S = 0.5
"""A program that has got the error has so long to end before it gets it again."""

UNCLEAR_S = 0.1
"""For so long it is looked who is in a line of its own; after that, all get the error."""


class GrowthLimit:
    """Bounds how much this process may grow within a ``with`` block.

    Args:
        growth_bytes: By so much.
        suspects: Returns the threads in which the programs are, which may be ended.
    """

    def __init__(
        self, growth_bytes: int, suspects: Callable[[], Sequence[threading.Thread]]
    ) -> None:
        self._growth_bytes = growth_bytes
        self._suspects = suspects
        self._watch = MemoryWatch(data_bytes, 0, self._act)
        self._usual: tuple[int, int] | None = None
        self._thrown: list[threading.Thread] = []
        self._thrown_s = 0.0
        self._unclear_since_s: float | None = None

    def __enter__(self) -> Self:
        if resource is not None:
            self._usual = resource.getrlimit(resource.RLIMIT_DATA)
        self._allow_more()
        self._watch.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self._watch.close()
        if self._usual is not None:
            resource.setrlimit(resource.RLIMIT_DATA, self._usual)

    def _allow_more(self) -> None:
        """Let this process grow from where it is now."""
        self._watch.most_bytes = data_bytes() + self._growth_bytes
        if self._usual is not None:
            most = self._watch.most_bytes + int(SPARE * self._growth_bytes)
            tightest = min((most, *(one for one in self._usual if one >= 0)))
            resource.setrlimit(resource.RLIMIT_DATA, (tightest, self._usual[1]))

    def _act(self) -> None:
        """Throw ``MemoryError`` into the program that computes, if that can be seen."""
        if any(thread.is_alive() for thread in self._thrown):
            if monotonic() < self._thrown_s + AGAIN_S:
                return
        elif self._thrown:  # what they hold is only freed later
            self._thrown = []
            self._allow_more()
            return
        suspects = list(self._suspects())
        computing = [thread for thread in suspects if _is_in_own_line(thread)]
        if computing:
            self._throw(computing[:1])
        elif self._unclear_since_s is None:
            self._unclear_since_s = monotonic()
        elif monotonic() > self._unclear_since_s + UNCLEAR_S:
            self._throw(suspects)

    def _throw(self, threads: list[threading.Thread]) -> None:
        self._thrown, self._thrown_s, self._unclear_since_s = threads, monotonic(), None
        for thread in threads:
            if thread.ident is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread.ident), ctypes.py_object(MemoryError)
                )


def _is_in_own_line(thread: threading.Thread) -> bool:
    """Return whether a thread computes; of several, most wait in wsusim's lines for one."""
    frame = sys._current_frames().get(thread.ident or 0)
    return frame is not None and not is_wsusims(frame.f_code.co_filename)
