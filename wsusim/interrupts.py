"""Handles Ctrl-C and other requests of the system that the program should end.

A handler of signals comes between any two steps of the main thread: while it holds a lock, or has
started a process that is not yet registered. So ours only leaves a note, and does one thing more
where the main thread has said that nothing can be lost: it raises ``KeyboardInterrupt`` there.

Three blocks say what a request means while they last; the innermost one counts:

- ``raising``: ``KeyboardInterrupt``, where the program is. Only once: the clean-up after that is
not interrupted again. - ``calls``: a function is called, in a thread of its own, which ends the
block in good order. - ``held_back``: ``KeyboardInterrupt`` after the block.

Outside of them, requests are noted only. In threads other than the main one, and where other code
handles signals (a notebook), the blocks do nothing.
"""

from __future__ import annotations

import _thread
import logging
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from functools import partial
from time import monotonic, sleep
from types import FrameType
from typing import Any

from wsusim.wakeups import Wakeups

ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that ask a program to end: Ctrl-C, ``kill``, a terminal that is closed; Ctrl-Break."""

TERMINAL_SIGNALS = ("SIGQUIT", "SIGTSTP")
"""Further ones, for who drives a real robot. At Ctrl-Z the program would stand still and its robot
drive on."""

EXIT_INTERRUPTED = 130

FORCE_S = 5.0
"""A program that has been asked to end for so long is killed when it is asked once more."""

FORCED = (
    "The program didn't end, so it was killed. What it was writing may be incomplete: "
    "check a recording with: python main.py info FILE\n"
)

_LOG = logging.getLogger(__name__)

Act = Callable[[], object]

_AGAIN_LOOK_S = 0.01
_IMPORTING = "<frozen importlib._bootstrap>"
_GARBLING = tuple(f"{os.sep}{package}{os.sep}" for package in ("pydantic", "llvmlite"))
_ASKED, _LATER, _LOST, _OVER = "asked", "later", "lost", "over"


class _Meaning(Enum):
    """What a request to end the program means at the moment."""

    NOTE = "it is noted"
    RAISE = "it is raised"


class Interrupts:
    """Requests to end this process, and who deals with them."""

    def __init__(self) -> None:
        self._meaning = _Meaning.NOTE
        self._has_raised = False
        self._asked = self._answered = 0
        self._first_s = 0.0
        self._acts: tuple[Act, ...] = ()
        self._calling = threading.Lock()
        # Its ``put`` is one step for Python, so that a handler may call it in the middle of a get.
        self._notes: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._before: dict[signal.Signals, Any] = {}
        self._thread: threading.Thread | None = None
        self._wakeups = Wakeups()
        self._has_hooks = self._is_rescuing = self._is_again = False

    @property
    def is_asked(self) -> bool:
        """Whether the end was requested and the request has not been answered."""
        return self._asked > self._answered

    def answer(self) -> None:
        """Note that the request has been answered: the next one is new."""
        self._answered = self._asked
        self._has_raised = False

    def listen(self, names: tuple[str, ...] = ENDING_SIGNALS) -> None:
        """Take over the signals that end this program; main thread. Idempotent."""
        if self._thread is not None:
            return
        thread = threading.Thread(target=self._pass_on, name="wsusim-signals", daemon=True)
        thread.start()
        self._thread = thread
        self._wakeups.begin()
        self._take_over(names)
        if not self._has_hooks:
            self._has_hooks = True
            sys.unraisablehook = partial(self._rescue, sys.unraisablehook)
            if hasattr(os, "register_at_fork"):
                # A controller's multiprocessing.Pool ends its workers by signals: without a
                # traceback, and without a word to us. Python forgets what a fork is sent in its
                # first moment, so until it is ready that has to wait.
                os.register_at_fork(
                    before=partial(self._mask, "SIG_BLOCK"),
                    after_in_parent=partial(self._mask, "SIG_UNBLOCK"),
                    after_in_child=self._forget,
                )

    def unlisten(self) -> None:
        """Restore the signal handlers; main thread."""
        if self._thread is None:
            return
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}
        self._wakeups.end()
        self._notes.put(_OVER)
        self._thread.join()
        self._thread = None
        self.answer()

    @contextmanager
    def also(self, *names: str) -> Iterator[None]:
        """Count further signals as requests to end the program."""
        if not self._is_ours():
            yield
            return
        taken = self._take_over(names)
        try:
            yield
        finally:
            for number in taken:
                signal.signal(number, self._before.pop(number))

    @contextmanager
    def raising(self) -> Iterator[None]:
        """Raise requests at once, as there is nothing to lose in the block.

        Raises:
            KeyboardInterrupt: The end is requested, or was before.
        """
        if not self._is_ours():
            yield
            return
        before = self._meaning
        try:
            self._meaning = _Meaning.RAISE  # before the look: one may come between the two
            if self.is_asked and not self._has_raised:
                self._has_raised = True
                raise KeyboardInterrupt
            yield
        finally:
            self._meaning = before

    @contextmanager
    def calls(self, act: Act) -> Iterator[None]:
        """Call ``act`` for requests; at once if one was left unanswered before the block.

        It is called in another thread, so it may take locks that the main thread holds.
        """
        with self._listening() as is_ours:
            if not is_ours:
                yield
                return
            before = self._meaning
            try:
                self._meaning = _Meaning.NOTE
                with self._calling:
                    self._acts = (*self._acts, act)
                if self.is_asked:
                    act()
                yield
            finally:
                with self._calling:
                    self._acts = self._acts[:-1]
                self._meaning = before

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Let requests wait until the block has ended.

        Raises:
            KeyboardInterrupt: After the block: one has come.
        """
        with self._listening() as is_ours:
            if not is_ours:
                yield
                return
            before = self._meaning
            try:
                self._meaning = _Meaning.NOTE
                yield
            finally:
                self._meaning = before
            if before is _Meaning.RAISE and self.is_asked and not self._has_raised:
                self._has_raised = True
                raise KeyboardInterrupt

    def look(self) -> None:
        """Raise a waiting request; called at a step of ``held_back`` at which nothing can be lost.

        Raises:
            KeyboardInterrupt: There is one, and it has not been raised yet.
        """
        with self.raising():
            pass

    # Signals

    def _is_ours(self) -> bool:
        return self._thread is not None and threading.current_thread() is threading.main_thread()

    @contextmanager
    def _listening(self) -> Iterator[bool]:
        """Listen at least during the block, if possible; yield whether it is."""
        if self._is_ours():
            yield True
            return
        is_main = threading.current_thread() is threading.main_thread()
        if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield False
            return
        # A person's own program with a run in it: others than Ctrl-C end it as they always did.
        self.listen(("SIGINT",))
        self._meaning = _Meaning.RAISE  # as Python has it
        try:
            yield True
        finally:
            self._meaning = _Meaning.NOTE
            self.unlisten()

    def _take_over(self, names: tuple[str, ...]) -> list[signal.Signals]:
        """Handle those signals that are neither handled nor ignored yet."""
        usual = (signal.SIG_DFL, signal.default_int_handler)
        taken = []
        for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
            handler = signal.getsignal(number)
            if handler in usual and number not in self._before:
                # Until we were there, Ctrl-C just ended the program (``main.py``).
                is_ctrl_c = number == signal.SIGINT
                self._before[number] = signal.default_int_handler if is_ctrl_c else handler
                signal.signal(number, self._note)
                taken.append(number)
        return taken

    def _note(self, _number: int, frame: FrameType | None) -> None:
        """Handle a signal."""
        if not self._is_again:
            if not self.is_asked:
                self._first_s = monotonic()
            self._asked += 1
            self._notes.put(_ASKED)
        if self._meaning is not _Meaning.RAISE or self._has_raised:
            return
        if not _is_dropped_at(frame):
            self._has_raised = True
            raise KeyboardInterrupt
        if not self._is_again:
            self._notes.put(_LATER)

    def _rescue(self, usual: Callable[[Any], object], lost: Any) -> None:
        """Raise a request again that was raised where Python drops it, such as in a ``__del__``."""
        if self._is_ours() and lost.exc_type is KeyboardInterrupt:
            # Raised here it would be dropped, too: the other thread waits until this is over.
            self._is_rescuing = True
            self._notes.put(_LOST)
            self._is_rescuing = False
        elif not (self._has_raised and _is_half_made(lost)):
            usual(lost)

    def _raise_again(self, *, is_lost: bool) -> None:
        """Raise a request in the main thread as soon as it stays raised there.

        ``is_lost``: it has been raised, to no effect. Otherwise another may have been meanwhile.
        """
        while self._is_rescuing:
            sleep(_AGAIN_LOOK_S)
        if is_lost:
            self._has_raised = False
        self._is_again = True
        # Again and again: it may come just before the main thread falls asleep, or while it loads.
        while self._meaning is _Meaning.RAISE and not self._has_raised:
            interrupt_main_thread()
            sleep(_AGAIN_LOOK_S)
        self._is_again = False

    def _pass_on(self) -> None:
        """Call the function for requests, in a thread of its own."""
        while (note := self._notes.get()) != _OVER:
            if note in (_LATER, _LOST):
                self._raise_again(is_lost=note == _LOST)
                continue
            if self.is_asked and monotonic() - self._first_s > FORCE_S:
                with suppress(OSError):
                    os.write(2, FORCED.encode())
                os._exit(EXIT_INTERRUPTED)
            with self._calling:
                for act in self._acts:
                    try:
                        act()
                    except Exception:  # noqa: BLE001 - the others are to hear of it, too
                        _LOG.exception("A request to end the program came to nothing")

    # Forks

    def _mask(self, how: str) -> None:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(getattr(signal, how), list(self._before))

    def _forget(self) -> None:
        """Forget everything in a forked child, which ends as any other program does."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._wakeups.forget()
        self._mask("SIG_UNBLOCK")
        self._before, self._thread, self._acts = {}, None, ()


INTERRUPTS = Interrupts()
"""There are no others: signals belong to a process."""


def _is_half_made(lost: Any) -> bool:
    """Return whether an object's finalizer fails because its ``__init__`` was interrupted."""
    is_end = getattr(lost.object, "__name__", "") == "__del__"
    return is_end and isinstance(lost.exc_value, AttributeError)


def _is_dropped_at(frame: FrameType | None) -> bool:
    """Return whether compiled code mishandles an exception raised in a frame.

    While a module is loaded, NumPy prints it and then says that it can't be imported. While
    Pydantic builds a validator, it looks up objects by their ``__hash__`` in Python, and treats any
    failure of that as "not found". LLVM asks Python for a kernel's machine code, and goes on
    without if it gets none; calling the kernel then crashes.
    """
    while frame is not None:
        file = frame.f_code.co_filename
        if file == _IMPORTING or any(part in file for part in _GARBLING):
            return True
        frame = frame.f_back
    return False


def interrupt_main_thread() -> None:
    """Make the main thread do what it does at Ctrl-C, even while it waits for something."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()


def ignore_all() -> None:
    """Ignore all requests, in a process that ends with its input, whatever ends the others."""
    for name in ENDING_SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
