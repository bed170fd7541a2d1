"""Keeps programs in threads from using up the computer's memory, which is wsusim's own there.

Two things hold them back. What a program asks for in one piece, the system refuses, with Python's
``MemoryError``. And who fills the memory bit by bit gets that error thrown in, before there is so
little left that any thread might meet it, and while Python can still say at which line.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping, Sequence
from time import monotonic
from types import FrameType
from typing import Protocol, Self

from wsusim.hosting.failure import is_in_students_line
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


class Program(Protocol):
    """A program in a thread of this process."""

    program_ident: int | None
    """Of the thread that it is in; ``None``: it has none yet, or has ended."""

    def refuse_memory(self) -> None:
        """Raise ``MemoryError`` when it next waits for its robot."""


class GrowthLimit:
    """Bounds how much this process may grow within a ``with`` block.

    Args:
        growth_bytes: By so much.
        programs: What may be ended.
    """

    def __init__(self, growth_bytes: int, programs: Sequence[Program]) -> None:
        self._growth_bytes = growth_bytes
        self._programs = programs
        self._watch = MemoryWatch(data_bytes, 0, self._act)
        self._usual: tuple[int, int] | None = None
        self._failing: Sequence[Program] = ()
        """Those that have got the error."""
        self._failing_since_s = 0.0
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
        """Raise ``MemoryError`` in the program that computes, if that can be seen.

        It is never thrown into a line of wsusim's: that may be writing a recording just now.
        """
        if any(program.program_ident is not None for program in self._failing):
            if monotonic() < self._failing_since_s + AGAIN_S:
                return
        elif self._failing:  # what they hold is only freed later
            self._failing = ()
            self._allow_more()
            return
        frames = sys._current_frames()
        running = [program for program in self._programs if program.program_ident is not None]
        # Of several programs, most wait in wsusim's lines for the one that computes.
        computing = next((one for one in running if _computes(one, frames)), None)
        if computing is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(computing.program_ident or 0), ctypes.py_object(MemoryError)
            )
            self._wait_for(computing)
        elif self._unclear_since_s is None:
            self._unclear_since_s = monotonic()
        elif monotonic() > self._unclear_since_s + UNCLEAR_S:
            for program in running:
                program.refuse_memory()
            self._wait_for(*running)

    def _wait_for(self, *failing: Program) -> None:
        self._failing, self._failing_since_s, self._unclear_since_s = failing, monotonic(), None


def _computes(program: Program, frames: Mapping[int, FrameType]) -> bool:
    return is_in_students_line(frames.get(program.program_ident or 0))
