"""Makes the main thread handle a signal, even if it has just fallen asleep.

Python's handlers run in the main thread, when it next checks. A signal that arrives after its last
check, and before it sleeps, wakes no thread: on a busy computer, where a thread can lose its
processor at exactly that point, the program then sleeps on as if there had been no signal.

The same happens if the system gives a signal to another thread. But Python can report a signal at
once by a byte in a pipe; a thread that reads there wakes the main thread until it has handled the
signal. POSIX only: elsewhere the system wakes the main thread itself.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress

WAIT_S = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Times after which the main thread is woken once more, until it has looked: it may have fallen
asleep in the same way again, or be busy with something that doesn't ask for signals."""

_WAKE = "SIGURG"
"""A signal that means nothing to us, nor to programs that are started: it is ignored by default."""


class Wakeups:
    """Wakes the main thread of this process; all methods but the thread's in the main thread."""

    def __init__(self) -> None:
        self._looks = 0
        self._ends: tuple[int, int] | None = None
        self._thread: threading.Thread | None = None
        self._over = threading.Event()
        self._before = -1

    def begin(self) -> None:
        """Wake the main thread from now on, if the system supports it."""
        is_there = hasattr(signal, "pthread_kill") and hasattr(signal, _WAKE)
        if not is_there or signal.getsignal(getattr(signal, _WAKE)) is not signal.SIG_DFL:
            return
        reader, writer = self._ends = os.pipe()
        os.set_blocking(writer, False)
        self._over.clear()
        self._thread = threading.Thread(
            target=self._watch, args=(reader,), name="wsusim-wakeups", daemon=True
        )
        self._thread.start()
        signal.signal(getattr(signal, _WAKE), self._look)
        self._before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)

    def end(self) -> None:
        """Restore everything."""
        if self._ends is None or self._thread is None:
            return
        reader, writer = self._ends
        now = signal.set_wakeup_fd(self._before)
        if now != writer:  # another one by now
            signal.set_wakeup_fd(now)
        signal.signal(getattr(signal, _WAKE), signal.SIG_DFL)
        self._over.set()
        _close(writer)
        self._thread.join()
        _close(reader)
        self._ends = self._thread = None

    def forget(self) -> None:
        """Forget everything in a forked child, which handles its own signals."""
        if self._ends is None:
            return
        signal.set_wakeup_fd(-1)
        signal.signal(getattr(signal, _WAKE), signal.SIG_DFL)
        for descriptor in self._ends:
            _close(descriptor)
        self._ends = self._thread = None

    def _look(self, _number: int, _frame: object) -> None:
        """Handle the waking signal: by now the main thread has handled other signals, too."""
        self._looks += 1

    def _watch(self, reader: int) -> None:
        """Read Python's reports of signals, in a thread of its own."""
        wake = getattr(signal, _WAKE)
        main_thread = threading.main_thread().ident or 0
        with suppress(OSError):  # it has been closed
            while told := os.read(reader, 256):
                looks = self._looks
                for wait_s in WAIT_S if set(told) != {wake} else ():
                    if self._over.wait(wait_s):
                        return
                    if self._looks != looks:
                        break
                    signal.pthread_kill(main_thread, wake)


def _close(descriptor: int) -> None:
    with suppress(OSError):  # a controller in a thread may have closed what is not its own
        os.close(descriptor)
