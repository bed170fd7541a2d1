"""The emergency stop: some bytes that the server, the robots' processes and the terminal share.

Pressing it needs neither the store nor the server nor room on the disk: the bytes have had their
place there since the lab was made. The process of each robot looks at them by itself, so a robot
also stops when its server is stuck. They stay when the server ends.
"""

from __future__ import annotations

import os
import struct
import threading
from contextlib import suppress
from pathlib import Path

from wsusim.errors import BadInput

NAME = "halt"
"""Of the file in the lab's folder."""

_WORD = struct.Struct("<q")
_WORDS = 512


class HaltSwitch:
    """Whether robots must stand, and which processes drive them. Safe from any thread and process.

    The first word is 1 while the switch is pressed; each of the others is the number of a process
    that drives a robot, or 0.

    Args:
        file: Created if it does not exist.

    Raises:
        BadInput: It can't be made or opened.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = threading.Lock()
        self._is_pressed_here = False
        try:
            is_there = file.exists()
            self.is_new = not is_there or file.stat().st_size < _whole()
            """Whether it can't have been pressed yet: it is whole only when it has been made."""
            if not is_there:
                _make(file)
            self._bytes = file.open("r+b", buffering=0)
            if self.is_new and is_there:
                self._make_whole()
        except OSError as error:
            raise BadInput(
                f"The file of the emergency stop, {file}, can't be used: {error.strerror or error}."
            ) from None

    @classmethod
    def in_folder(cls, folder: Path) -> HaltSwitch:
        """Return the switch of a lab's folder."""
        return cls(folder / NAME)

    @property
    def is_pressed(self) -> bool:
        """Whether robots must stand. A switch that can't be read counts as pressed."""
        if self._is_pressed_here:
            return True
        try:
            return self._word() != 0
        except OSError:
            return True

    def press_here(self) -> None:
        """Treat it as pressed in this process until ``press`` or ``release``; never waits."""
        self._is_pressed_here = True

    def press(self) -> None:
        """Stop all robots.

        Raises:
            OSError: Only this process knows about it; others have to be told in another way.
        """
        self._is_pressed_here = True
        self._set(0, 1)
        self._is_pressed_here = False  # the file says so

    def release(self) -> None:
        """Let robots drive; raises ``OSError`` if that can't be written."""
        self._set(0, 0)
        self._is_pressed_here = False

    def begin(self, process_id: int) -> None:
        """Note that a process drives a robot."""
        with self._lock:
            free = next((slot for slot in range(1, _WORDS) if not self._read(slot)), None)
            if free is not None:
                self._write(free, process_id)

    def end(self, process_id: int) -> None:
        """Note that it no longer does."""
        with self._lock:
            for slot in range(1, _WORDS):
                if self._read(slot) == process_id:
                    self._write(slot, 0)

    def drivers(self) -> list[int]:
        """Return the processes that drive a robot."""
        with self._lock:
            self._bytes.seek(0)
            data = self._bytes.read(_whole()).ljust(_whole(), b"\0")
            words = [number for (number,) in _WORD.iter_unpack(data)]
        return [number for number in words[1:] if number]

    def forget_drivers(self) -> None:
        """Assume that nothing drives: the server is starting."""
        with self._lock:
            for slot in range(1, _WORDS):
                if self._read(slot):
                    self._write(slot, 0)

    def close(self) -> None:
        """Let go of the file."""
        self._bytes.close()

    # Inside

    def _word(self) -> int:
        """Return the first word; raises ``OSError`` when it is not there."""
        with self._lock:
            if os.fstat(self._bytes.fileno()).st_size < _WORD.size:
                raise OSError(f"{self.file} is empty")
            return self._read(0)

    def _make_whole(self) -> None:
        """Complete a file that was cut short when it was made, by a full disk or a power cut.

        Even without room for that the switch can be pressed.
        """
        with suppress(OSError):
            self._bytes.seek(0)
            begun = self._bytes.read(_whole())
            self._bytes.write(bytes(_whole() - len(begun)))

    def _set(self, slot: int, value: int) -> None:
        with self._lock:
            self._write(slot, value)

    def _read(self, slot: int) -> int:
        self._bytes.seek(slot * _WORD.size)
        return int.from_bytes(self._bytes.read(_WORD.size), "little", signed=True)

    def _write(self, slot: int, value: int) -> None:
        self._bytes.seek(slot * _WORD.size)
        self._bytes.write(_WORD.pack(value))


def _whole() -> int:
    return _WORD.size * _WORDS


def _make(file: Path) -> None:
    """Write every byte, so that none needs room later on a full disk."""
    number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "wb") as made:
        made.write(bytes(_whole()))
        made.flush()
        os.fsync(made.fileno())
