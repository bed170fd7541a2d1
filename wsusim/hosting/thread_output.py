"""Gives each controller in a thread its own standard output during a run."""

from __future__ import annotations

import io
import sys
import threading
from pathlib import Path
from typing import Any, Self

from wsusim.errors import ControllerStopped
from wsusim.hosting.failure import notice_of_ignored, notice_of_thread
from wsusim.hosting.standard_files import NoKeyboard, Prints

OWN_THREADS = "wsusim-"
"""Names of wsusim's own threads begin like this."""


class ThreadOutput:
    """Replaces ``sys.stdout``, ``stderr`` and ``stdin`` until its ``with`` block ends.

    What a controller's thread prints goes to its ``Prints``. Threads that were there before keep
    the files they had. A thread that a controller has started belongs to the first controller
    (always right if there is only one).
    """

    def __init__(self) -> None:
        # By what a student's class can't change: his threads may have any __hash__ and __eq__.
        self._owners: dict[int, tuple[threading.Thread, Prints]] = {}
        self._older: list[threading.Thread] = []
        self._replaced: tuple[Any, Any, Any] | None = None
        self._folders: list[Path] = []
        self._excepthook = threading.excepthook
        self._unraisablehook = sys.unraisablehook

    def __enter__(self) -> Self:
        self._older = threading.enumerate()
        self._replaced = (sys.stdout, sys.stderr, sys.stdin)
        sys.stdout = _Router(self, sys.stdout)
        sys.stderr = _Router(self, sys.stderr)
        sys.stdin = _Keyboard(self, sys.stdin)
        self._excepthook = threading.excepthook
        threading.excepthook = self._tell_failure
        self._unraisablehook = sys.unraisablehook
        sys.unraisablehook = self._tell_ignored
        return self

    def __exit__(self, *_failure: object) -> None:
        threading.excepthook = self._excepthook
        sys.unraisablehook = self._unraisablehook
        for _, prints in self._owners.values():
            prints.finish()
        # What can't be ended must not write into the summary of the run.
        silence = Prints(lambda _: None, lambda: 0)
        self._owners = {id(thread): (thread, silence) for thread in self.left_behind()}
        if self._replaced is not None and not self._owners:
            sys.stdout, sys.stderr, sys.stdin = self._replaced

    def left_behind(self) -> list[threading.Thread]:
        """Return the threads of controllers, and those they started, that still run."""
        return [
            thread
            for thread in threading.enumerate()
            if not self._is_older(thread) and not is_own_thread(thread)
        ]

    def add(self, thread: threading.Thread, prints: Prints, folder: Path) -> None:
        """Send what ``thread`` prints to ``prints``; its program is in ``folder``."""
        self._owners[id(thread)] = (thread, prints)
        self._folders.append(folder)

    def forget(self, thread: threading.Thread) -> None:
        """Forget a thread that has ended."""
        self._owners.pop(id(thread), None)

    def _tell_failure(self, failed: threading.ExceptHookArgs) -> None:
        """Report in a line that a student's own thread has failed."""
        owner = self.owner()
        if owner is None or failed.exc_value is None:
            self._excepthook(failed)
        elif notice := notice_of_thread(failed.exc_value, self._folders):
            owner.write(f"{notice}\n")

    def _tell_ignored(self, ignored: sys.UnraisableHookArgs) -> None:
        """Report in a line an exception that Python ignores; it may be from any thread."""
        owner = self.owner() or next((prints for _, prints in self._owners.values()), None)
        failure = ignored.exc_value
        if owner is None or failure is None or issubclass(type(failure), KeyboardInterrupt):
            self._unraisablehook(ignored)
        elif notice := notice_of_ignored(failure, self._folders):
            owner.write(f"{notice}\n")
        elif not issubclass(type(failure), ControllerStopped):
            self._unraisablehook(ignored)

    def owner(self) -> Prints | None:
        """Return the output of the calling thread; ``None``: the original one."""
        thread = threading.current_thread()
        _, prints = self._owners.get(id(thread), (None, None))
        if prints is not None or self._is_older(thread) or is_own_thread(thread):
            return prints
        return next((prints for _, prints in self._owners.values()), None)

    def _is_older(self, thread: threading.Thread) -> bool:
        return any(thread is one for one in self._older)


def is_own_thread(thread: threading.Thread) -> bool:
    """Return whether a thread is wsusim's own, without asking the thread's class."""
    name = object.__getattribute__(thread, "__dict__").get("_name")
    return isinstance(name, str) and name.startswith(OWN_THREADS)


class _Router(io.TextIOBase):
    """A text file that goes to the owner of the thread that writes."""

    encoding = "utf-8"

    def __init__(self, output: ThreadOutput, original: Any) -> None:
        super().__init__()
        self._output = output
        self._original = original

    def writable(self) -> bool:
        """Tell that this can be written to."""
        return True

    def write(self, text: str) -> int:
        """Write to the calling thread's file."""
        written: int = (self._output.owner() or self._original).write(text)
        return written

    def flush(self) -> None:
        """Flush the calling thread's file."""
        (self._output.owner() or self._original).flush()

    def fileno(self) -> int:
        """Return the file descriptor of the old file, for threads that were there before."""
        number: int = (self._output.owner() or self._original).fileno()
        return number

    def isatty(self) -> bool:
        """Return whether the calling thread writes to a terminal."""
        answer: bool = (self._output.owner() or self._original).isatty()
        return answer


class _Keyboard(NoKeyboard):
    """The keyboard, for threads that were there before; none for controllers."""

    def __init__(self, output: ThreadOutput, original: Any) -> None:
        super().__init__()
        self._output = output
        self._original = original

    def readline(self, *arguments: Any) -> Any:
        """Read a line, unless a controller asks."""
        if self._output.owner() is not None or self._original is None:
            super().readline()
        return self._original.readline(*arguments)

    read = readline
    __next__ = readline
