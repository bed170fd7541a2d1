"""What to say when a controller's process has died, from its exit code and last output."""

from __future__ import annotations

import linecache
import re
import signal
from collections.abc import Sequence
from pathlib import Path

from wsusim.control.report import FailureReport, Frame
from wsusim.hosting.failure import (
    ControllerDied,
    Unresponsive,
    is_pythons,
    is_wsusims,
)
from wsusim.hosting.self_interrupts import UNSEEN
from wsusim.interrupts import ENDING_SIGNALS

EXIT_LINK_LOST = 70
"""A child ends with this when it has lost its parent, or its connection to it."""

EXIT_OUT_OF_MEMORY = 71
"""A child ends with this when its program has left no memory even for hearing its parent."""

_CUT = (
    "The controller broke the connection to its own robot. Look for code that closes or writes to "
    "a file it did not open itself."
)
_BUBBLEWRAP = "bwrap: "
_FATAL = "Fatal Python error"
_FRAME = re.compile(r'File "(?P<file>.+)", line (?P<line>\d+) in (?P<function>.+)')
_FRAMES_SHOWN = 8


class LastWords:
    """Picks what Python's fault handler writes at a crash out of a child's raw output."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.sandbox = ""
        """What bubblewrap said when it could not begin."""
        self._is_dying = False

    def take(self, line: str) -> bool:
        """Return whether a line belongs to the crash, and keep it if so."""
        if line.startswith(_BUBBLEWRAP):
            self.sandbox = line.removeprefix(_BUBBLEWRAP).strip()
            return True
        self._is_dying = self._is_dying or line.startswith(_FATAL)
        if self._is_dying and len(self.lines) < 200:
            self.lines.append(line)
        return self._is_dying

    def frames(self, folder: Path) -> tuple[Frame, ...]:
        """Return the student's own frames at the crash, outermost first."""
        found = (_FRAME.search(line) for line in self.lines)
        frames = [
            Frame(match["file"], int(match["line"]), match["function"], "")
            for match in found
            if match and Path(match["file"]).is_relative_to(folder)
        ]
        return tuple(reversed(frames[:_FRAMES_SHOWN]))


def report_of_death(
    exit_code: int, words: LastWords, folder: Path, *, was_cut: bool = False
) -> FailureReport:
    """Return the report on a process that ended without one of its own.

    Args:
        exit_code: As ``subprocess`` gives it.
        words: What its fault handler wrote, or its sandbox.
        folder: Where the student's own files are.
        was_cut: The process went on after its link was cut, and was killed for that.
    """
    failure = ControllerDied(_CUT if was_cut else _message(exit_code, words.sandbox))
    return FailureReport.at(failure, words.frames(folder))


def report_of_standstill(
    lines: Sequence[str], patience_s: float, *, has_strayed: bool = False
) -> FailureReport:
    """Return the report on a program that a controller in a thread has brought to a standstill.

    Args:
        lines: Where its threads are, as Python's fault handler writes it.
        patience_s: How long wsusim waited for it.
        has_strayed: One of wsusim's own threads is in a line of the controller; others run.
    """
    threads = re.split(r"^(?:Current thread|Thread) .*$", "\n".join(lines), flags=re.MULTILINE)
    frames = next(filter(None, map(_student_at_work, threads)), ())
    if has_strayed:
        message = (
            f"The controller kept wsusim itself waiting for more than {patience_s:g} s, so the "
            "whole program had to be stopped. Look for an endless loop in a method that Python "
            "calls by itself, such as __del__, __eq__ or a property. With --isolate, only the "
            "controller would have been stopped."
        )
        return FailureReport.at(Unresponsive(message), frames)
    failure = Unresponsive(
        f"A single step of the controller blocked Python for more than {patience_s:g} s, so "
        "nothing else could run and the whole program had to be stopped. Look for a calculation or "
        "a search that takes forever. With --isolate, only the controller would have been stopped."
    )
    return FailureReport.at(failure, frames)


def _student_at_work(thread: str) -> tuple[Frame, ...]:
    """Return the student's frames of a thread, outermost first; none if it waits for its robot."""
    frames = []
    for match in _FRAME.finditer(thread):
        file, line = match["file"], int(match["line"])
        if is_wsusims(file):
            break
        if not is_pythons(file):
            text = linecache.getline(file, line).strip()
            frames.append(Frame(file, line, match["function"], text))
    return tuple(reversed(frames[:_FRAMES_SHOWN]))


def _message(exit_code: int, sandbox: str) -> str:
    if exit_code == EXIT_LINK_LOST:
        return _CUT
    if exit_code > 0 and sandbox:
        return (
            f"The sandbox could not begin ({sandbox}). Close other programs and try again; if it "
            "stays so, show this line to the person who looks after the computer."
        )
    if exit_code == EXIT_OUT_OF_MEMORY:
        return (
            "The controller used up all the memory it may use, and went on after the MemoryError. "
            "Store less in its lists, and let an except name the errors that it expects."
        )
    if exit_code >= 0:
        return (
            f"The controller ended its whole process (exit code {exit_code}), perhaps with "
            "os._exit. Leave run() instead, or call self.finish()."
        )
    number = -exit_code
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    if number == signal.SIGKILL:
        return (
            "The controller's process was killed (SIGKILL): by a person, by itself, or by the "
            "system because memory ran out. Look for lists that never stop growing."
        )
    if name in ENDING_SIGNALS:
        return f"{UNSEEN} ({name})"
    return (
        f"The controller crashed the Python interpreter ({_NAMES.get(name, name)}). Look for "
        "ctypes, or for a package written in C that is used incorrectly."
    )


_NAMES = {
    "SIGSEGV": "SIGSEGV, an invalid memory access",
    "SIGABRT": "SIGABRT, it aborted",
    "SIGBUS": "SIGBUS, an invalid memory access",
    "SIGFPE": "SIGFPE, an invalid calculation",
    "SIGILL": "SIGILL, an invalid instruction",
}
