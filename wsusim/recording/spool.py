"""The spool between a run and its recording's writer process: frames in shared memory.

It is one file that both processes have open, and it belongs to the operating system: what was put
in can be taken even after the run has gone. On Linux it never reaches a disk.
"""

from __future__ import annotations

import errno
import os
import sys
import tempfile

ROOM_BYTES = 64 * 1024 * 1024
"""Half an hour of one robot at least. Memory is taken only as far as it is used."""

_COUNTER_BYTES = 8
_PUT, _AT_START, _TAKEN = 0, 8, 16
"""Where the counters are: frames put, number of the frame that is at the start, frames taken."""
_START = 24
_LENGTH_BYTES = 4

if sys.platform == "win32":

    def _read(descriptor: int, size: int, place: int) -> bytes:
        os.lseek(descriptor, place, os.SEEK_SET)
        return os.read(descriptor, size)

    def _write_some(descriptor: int, data: bytes, place: int) -> int:
        os.lseek(descriptor, place, os.SEEK_SET)
        return os.write(descriptor, data)

else:
    _read, _write_some = os.pread, os.pwrite


CLOSED = "The program has closed files that it did not open"
"""Of a controller in a thread that calls ``os.closerange``, or closes one number after another."""


def _write(descriptor: int, data: bytes, place: int) -> None:
    """Write all of it or raise ``OSError``: at a limit (``ulimit -f``) the system writes a part."""
    while data:
        written = _write_some(descriptor, data, place)
        data, place = data[written:], place + written


class TooLarge(OSError):
    """A frame is larger than the whole spool."""


def make_spool() -> tuple[int, str]:
    """Return the descriptor of a new spool and its file's name, empty where it has none."""
    if sys.platform == "linux":
        descriptor, name = os.memfd_create("wsusim-recording"), ""
    else:
        descriptor, name = tempfile.mkstemp(prefix="wsusim-recording-")
    _write(descriptor, bytes(_START), 0)
    return descriptor, name


class Spool:
    """Frames, one after the other; once all are taken, the next one goes to the start again.

    One process puts and another one takes. Each changes only its own counters, and only when the
    bytes are complete or no longer needed, so that neither sees half a frame, and neither waits.
    """

    def __init__(self, descriptor: int, *, room_bytes: int = ROOM_BYTES) -> None:
        self._descriptor = descriptor
        self._identity = _identity(descriptor)
        self._room_bytes = room_bytes
        self._count = 0
        self._place = _START

    @property
    def taken(self) -> int:
        """How many frames were taken so far."""
        return self._counter(_TAKEN)

    @property
    def is_open(self) -> bool:
        """Whether the descriptor still belongs to this file; others may have closed it."""
        try:
            return _identity(self._descriptor) == self._identity
        except OSError:
            return False

    def put(self, frame: bytes) -> bool:
        """Put a frame in; ``False``: there is no room now.

        Raises:
            TooLarge: There never will be.
            OSError: There is no memory, or the file was closed.
        """
        if not self.is_open:
            raise OSError(errno.EBADF, CLOSED)
        size = _LENGTH_BYTES + len(frame)
        if size > self._room_bytes - _START:
            raise TooLarge
        if self._place > _START and self.taken == self._count:
            self._place = _START
            self._set_counter(_AT_START, self._count)
        if self._place + size > self._room_bytes:
            return False
        _write(self._descriptor, len(frame).to_bytes(_LENGTH_BYTES, "little") + frame, self._place)
        self._place += size
        self._count += 1
        self._set_counter(_PUT, self._count)
        return True

    def take(self) -> bytes | None:
        """Return the next frame; ``None``: there is none now."""
        if self._counter(_PUT) == self._count:
            return None
        if self._counter(_AT_START) == self._count:
            self._place = _START
        length = int.from_bytes(_read(self._descriptor, _LENGTH_BYTES, self._place), "little")
        frame = _read(self._descriptor, length, self._place + _LENGTH_BYTES)
        self._place += _LENGTH_BYTES + length
        self._count += 1
        self._set_counter(_TAKEN, self._count)
        return frame

    def _counter(self, place: int) -> int:
        return int.from_bytes(_read(self._descriptor, _COUNTER_BYTES, place), "little")

    def _set_counter(self, place: int, value: int) -> None:
        _write(self._descriptor, value.to_bytes(_COUNTER_BYTES, "little"), place)


def _identity(descriptor: int) -> tuple[int, int]:
    """Return the identity of an open file."""
    status = os.fstat(descriptor)
    return status.st_dev, status.st_ino
