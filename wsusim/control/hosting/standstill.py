"""End this program when a controller in a thread keeps the Python interpreter to itself.

``re.match(r"(a+)+$", ...)`` or ``7**10**9`` is a single step for Python: until it is done, no other
thread runs, no exception can be thrown into it, and no signal is looked at. Two things work all the
same: the watchdog of ``faulthandler``, written in C, which says where every thread is, and a
process of its own that hears it and acts (``hosting.bystander``).
"""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wsusim.control.hosting import bystander
from wsusim.side_process import OWN_GROUP

SIGN_OF_LIFE_S = 0.5
"""Wall-clock time between two signs of life."""

SHORTEST_S = 1.0
"""After twice this time without a sign the program stands still, however short the patience is."""


@contextmanager
def ended_at_standstill(patience_s: float | None) -> Iterator[None]:
    """Have this program ended when it stands still within the block for longer than the patience.

    Exit code 3, with the line at which the controller is on the standard error. ``None``: never.
    """
    if patience_s is None:
        yield
        return
    process = subprocess.Popen(
        [
            *(sys.executable, "-P", "-S", bystander.__file__),
            *(str(os.getpid()), str(patience_s), str(Path(__file__).parents[3])),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        bufsize=0,
        **OWN_GROUP,  # Ctrl-C is for the program, with whose end the bystander goes too
    )
    assert process.stdin is not None
    over = threading.Event()
    thread = threading.Thread(
        target=_give_signs_of_life,
        args=(process.stdin.fileno(), max(SHORTEST_S, patience_s / 2.0), over),
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
                process.stdin.close()
            process.wait()


def _give_signs_of_life(pipe: int, silence_s: float, over: threading.Event) -> None:
    """Say that Python goes on, and wind up the watchdog again; in a thread of its own."""
    with suppress(OSError):  # the bystander was killed: nothing to be done
        whole = os.fstat(pipe)
        # Where a controller has closed the pipe, a file of its own may have the number now.
        while os.path.samestat(os.fstat(pipe), whole):
            os.write(pipe, bystander.ALIVE.encode())
            faulthandler.dump_traceback_later(silence_s, repeat=True, file=pipe)
            if over.wait(SIGN_OF_LIFE_S):
                return


@contextmanager
def _exit_at_signal(number: int) -> Iterator[None]:
    """Let a signal end this program with its number as exit code, also when Python stands still.

    A handler written in Python would not run then, so it is the C library's ``_exit`` itself.
    Windows ends a program with any code that is asked for, without this.
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
