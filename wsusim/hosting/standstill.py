"""Ends this program when a controller in a thread keeps the Python interpreter to itself.

``re.match(r"(a+)+$", ...)`` or ``7**10**9`` is a single step for Python: until it is done, no other
thread runs, no exception can be thrown into it, and no signal is handled. Two things still work:
the watchdog of ``faulthandler``, written in C, which says where every thread is, and a process of
its own that hears it and acts (``hosting.bystander``).

The same happens when one of wsusim's own threads does not return from a student's code that Python
has called there: a ``__del__``, an ``__eq__``, a property.
"""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from types import FrameType

from wsusim.hosting import bystander
from wsusim.hosting.failure import is_pythons, is_wsusims
from wsusim.hosting.thread_output import is_own_thread
from wsusim.side_process import OWN_GROUP

SIGN_OF_LIFE_S = 0.5
"""Wall-clock time between two signs of life."""

SHORTEST_S = 1.0
"""After twice this time without a sign the program stands still, however short the patience is."""

_MOST_PLACES = 100


@contextmanager
def ended_at_standstill(patience_s: float | None) -> Iterator[None]:
    """End this program if it stands still within the block for longer than the patience.

    Exit code 3, with the controller's line on standard error. ``None``: never.
    """
    if patience_s is None:
        yield
        return
    process = subprocess.Popen(
        [
            *(sys.executable, "-P", "-S", bystander.__file__),
            *(str(os.getpid()), str(patience_s), str(Path(__file__).parents[2])),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        bufsize=0,
        **OWN_GROUP,  # Ctrl-C is for the program, with whose end the bystander goes too
    )
    assert process.stdin is not None
    whole = os.fstat(process.stdin.fileno())
    over = threading.Event()
    thread = threading.Thread(
        target=_give_signs_of_life,
        args=(process.stdin.fileno(), max(SHORTEST_S, patience_s / 2.0), over, Strays(patience_s)),
        name="wsusim-sign-of-life",
        daemon=True,
    )
    with _exit_at_signal(bystander.EXIT_UNRESPONSIVE):
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            faulthandler.cancel_dump_traceback_later()
            with suppress(OSError):  # a controller may have closed what is not its own
                if os.path.samestat(os.fstat(process.stdin.fileno()), whole):
                    process.stdin.write(bystander.OVER.encode())
                process.stdin.close()
            process.wait()


class Strays:
    """Looks for threads of wsusim that are in a student's line for longer than the patience.

    Args:
        patience_s: How long they may be there.
        clock: Seconds that only grow.
    """

    def __init__(self, patience_s: float, clock: Callable[[], float] = monotonic) -> None:
        self._patience_s = max(patience_s, 2 * SHORTEST_S)
        self._clock = clock
        self._since_s: dict[int, float] = {}

    def look(self, frames: Mapping[int, FrameType], own: Container[int | None]) -> list[str]:
        """Return the lines that say where such a thread is; none: all is well.

        Args:
            frames: Where each thread is.
            own: Those that are wsusim's.
        """
        now_s = self._clock()
        lost = {
            thread: frame for thread, frame in frames.items() if thread in own and _is_lost(frame)
        }
        self._since_s = {thread: self._since_s.get(thread, now_s) for thread in lost}
        for thread, since_s in self._since_s.items():
            if now_s - since_s > self._patience_s:
                return _places(lost[thread])
        return []


def _is_lost(frame: FrameType | None) -> bool:
    """Return whether a thread is in a line that is neither Python's nor wsusim's."""
    while frame is not None:
        file = frame.f_code.co_filename
        if is_wsusims(file):
            return False
        if not is_pythons(file):
            return True
        frame = frame.f_back
    return False


def _places(frame: FrameType | None) -> list[str]:
    """Return where a thread is, as Python's fault handler writes it."""
    lines: list[str] = []
    while frame is not None and len(lines) < _MOST_PLACES:
        code = frame.f_code
        lines.append(f'  File "{code.co_filename}", line {frame.f_lineno} in {code.co_name}\n')
        frame = frame.f_back
    return lines


def _own_threads() -> set[int | None]:
    """Return the numbers of wsusim's threads, the main one among them."""
    threads = [*filter(is_own_thread, threading.enumerate()), threading.main_thread()]
    return {thread.ident for thread in threads}


def _give_signs_of_life(pipe: int, silence_s: float, over: threading.Event, strays: Strays) -> None:
    """Report that Python is running, and restart the watchdog; in a thread of its own."""
    with suppress(OSError):  # the bystander was killed: nothing to be done
        whole = os.fstat(pipe)
        # Where a controller has closed the pipe, a file of its own may have the number now.
        while os.path.samestat(os.fstat(pipe), whole):
            if places := strays.look(sys._current_frames(), _own_threads()):
                os.write(pipe, "".join([*places, bystander.STRAYED]).encode())
                return
            os.write(pipe, bystander.ALIVE.encode())
            with suppress(RuntimeError):  # there may be no thread for it now
                faulthandler.dump_traceback_later(silence_s, repeat=True, file=pipe)
            if over.wait(SIGN_OF_LIFE_S):
                return


@contextmanager
def _exit_at_signal(number: int) -> Iterator[None]:
    """Let a signal end this program with its number as exit code, even when Python stands still.

    A handler written in Python would not run then, so it is the C library's ``_exit`` itself.
    On Windows a program can be ended with any code, without this.
    """
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(number)
    library = ctypes.CDLL(None)
    library.signal(number, library._exit)
    try:
        yield
    finally:
        signal.signal(number, before or signal.SIG_DFL)
