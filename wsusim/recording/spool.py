"""Memory between a run and its writer process, much larger than a pipe.

Where processors are few, the writer process falls behind a run at full speed. A pipe holds half a
minute of one robot; this holds an hour, and belongs to the operating system like a pipe does: what
was put into it outlives the run. Only Linux has it (``memfd_create``); elsewhere the pipe must do.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

ROOM_BYTES = 64 * 1024 * 1024
"""Memory is taken only as far as it is used."""

_COUNTER_BYTES = 8
"""At the beginning: how many frames the reader has taken."""

_WAIT_S = 0.001

_PAUSE = threading.Event()
"""Never set. This may be a controller's thread, where ``time.sleep`` is the student's: it would let
the robot's time pass, and the run would record into the spool that it waits for."""


def make_spool() -> int | None:
    """Return the descriptor of a new spool, for both processes; ``None``: there is no such thing.

    It is inherited by a process that is given it; close it when it is not needed any more.
    """
    if sys.platform != "linux":
        return None
    descriptor = os.memfd_create("wsusim-recording")
    os.pwrite(descriptor, bytes(_COUNTER_BYTES), 0)
    return descriptor


class SpoolWriter:
    """The run's side. Frames are put one behind the other; whenever all are taken, from the start.

    Args:
        descriptor: Of the spool.
        is_read: Tells whether there still is a reader; asked only while the spool is full.
        room_bytes: How much it holds.
    """

    def __init__(
        self, descriptor: int, is_read: Callable[[], bool], *, room_bytes: int = ROOM_BYTES
    ) -> None:
        self._room_bytes = room_bytes
        self._descriptor = descriptor
        self._is_read = is_read
        self._put = 0
        self._end = _COUNTER_BYTES

    def put(self, frame: bytes) -> int:
        """Put a frame in and return its place; wait only while an hour is waiting already.

        Raises:
            OSError: There is no reader any more, or no memory.
        """
        while not self._is_empty():
            if self._end + len(frame) <= self._room_bytes:
                break
            if not self._is_read():
                raise BrokenPipeError
            _PAUSE.wait(_WAIT_S)
        else:
            self._end = _COUNTER_BYTES
        place = self._end
        os.pwrite(self._descriptor, frame, place)
        self._end += len(frame)
        self._put += 1
        return place

    def _is_empty(self) -> bool:
        taken = os.pread(self._descriptor, _COUNTER_BYTES, 0)
        return int.from_bytes(taken, "little") == self._put


class SpoolReader:
    """The writer process's side."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._taken = 0

    def take(self, place: int, size: int) -> bytes:
        """Return the frame at a place; its room may be used again from now on."""
        frame = os.pread(self._descriptor, size, place)
        self._taken += 1
        os.pwrite(self._descriptor, self._taken.to_bytes(_COUNTER_BYTES, "little"), 0)
        return frame
