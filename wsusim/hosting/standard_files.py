"""Replacements for a controller's standard files: its prints, and the keyboard that it lacks."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from wsusim.control.allowance import Allowance
from wsusim.control.value_text import exact_text
from wsusim.errors import Misuse
from wsusim.model.text import whole_text

if sys.platform != "win32":
    import fcntl
    import termios

LONGEST_LINE = 2000
"""Characters of a line; the rest is cut off."""


class Prints(io.TextIOBase):
    """A text file whose lines go to a callback; any thread may write.

    In each second as many lines are passed on as an ``Allowance`` has; how many were left out is
    said once when the next second begins.

    Args:
        emit: Takes a piece of text: whole lines, or a part of one when it was flushed.
        second: Returns the current second; only its change matters.
    """

    encoding = "utf-8"

    def __init__(self, emit: Callable[[str], None], second: Callable[[], int]) -> None:
        super().__init__()
        self._emit = emit
        self._second_now = second
        self._second = second()
        self._allowance = Allowance()
        self._left_out = 0
        self._pending = ""
        self._is_line_open = False
        self._lock = threading.RLock()

    def writable(self) -> bool:
        """Return that this can be written to."""
        return True

    def write(self, text: str) -> int:
        """Accept text, and pass complete lines on."""
        if not isinstance(text, str):
            raise TypeError(f"print and write take text, not {type(text).__name__}.")
        text = exact_text(text)
        length, text = len(text), whole_text(text)
        with self._lock:
            start = 0
            while (end := text.find("\n", start)) >= 0:
                self._pass_on(self._pending + text[start : min(end, start + LONGEST_LINE)], "\n")
                self._pending = ""
                start = end + 1
            room = LONGEST_LINE - len(self._pending)
            self._pending += text[start : start + max(0, room)]
        return length

    def flush(self) -> None:
        """Pass on an unfinished line."""
        with self._lock:
            if self._pending:
                self._pass_on(self._pending, "")
                self._pending = ""

    def finish(self) -> None:
        """Pass on all that is left, and the count of what was left out; end the last line."""
        self.flush()
        with self._lock:
            if self._is_line_open:
                self._pass_on("", "\n")
            self._tell_left_out()

    def _pass_on(self, line: str, end: str) -> None:
        second = self._second_now()
        if second != self._second:
            self._second = second
            self._tell_left_out()
            self._allowance.begin()
        line = line[:LONGEST_LINE]
        if not self._allowance.take(line):
            self._left_out += 1
            return
        self._emit(line + end)
        self._is_line_open = not end

    def _tell_left_out(self) -> None:
        if self._left_out:
            count, self._left_out = self._left_out, 0
            self._emit(f"... {count:,} more lines in one second were left out\n")


class NoKeyboard(io.TextIOBase):
    """Replaces ``sys.stdin``: a program that reads from it is told why nothing can come."""

    def readable(self) -> bool:
        """Return that this can be read from."""
        return True

    def readline(self, *_args: object) -> NoReturn:
        """Refuse to read; ``input()`` ends up here."""
        raise Misuse(
            "You can't use input() in a controller: a robot has no keyboard. Put the value into "
            "the program, or let the robot find it out with its sensors."
        )

    read = readline
    __next__ = readline


def leave_terminal() -> None:
    """Give up the terminal, for this process and all that it starts.

    Else they could open ``/dev/tty``: read what is typed there, or stand still as they try, and
    write what looks like another program's words. Only the leader of a session can get one again.
    """
    if sys.platform == "win32":
        return
    with suppress(OSError):  # there is none
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
        try:
            fcntl.ioctl(terminal, termios.TIOCNOTTY)
        finally:
            os.close(terminal)
