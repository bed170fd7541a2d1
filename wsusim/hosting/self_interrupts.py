"""Refuses a program that interrupts its own process, as Ctrl-C does, or has an alarm do it.

A signal doesn't show who sent it: the run would say that a person had stopped it. So the
functions by which a program can do that are replaced while controllers exist. They fail at the
program's own line, in a thread as in a process of its own; for all other callers, processes and
signals they do what they always did. In a thread, ``os._exit`` is one of them: it would be the end
of wsusim.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from typing import Any

from wsusim.errors import Misuse
from wsusim.hosting.failure import is_in_students_line
from wsusim.interrupts import ENDING_SIGNALS

REFUSED = (
    "{name}() tells the whole program to end, as Ctrl-C does; that is for the person who runs it. "
    "To end your controller, leave run() or call self.finish()."
)

ALARM_REFUSED = (
    "{name}() would end the whole program when its time is over, as nobody here handles such an "
    "alarm. To wait, use self.sleep(...); self.time says how late it is."
)

EXIT_REFUSED = (
    "os.{name}() would end wsusim itself, before your robot is stopped. To end your controller, "
    "leave run() or call self.finish()."
)

UNSEEN = (
    "The program told its own process to end, as Ctrl-C does. To end a controller, leave run() or "
    "call self.finish()."
)
"""Is said in a process of its own, which no other Ctrl-C reaches."""

_WAYS = (
    ("_thread", "interrupt_main"),
    ("signal", "raise_signal"), ("_signal", "raise_signal"),
    ("signal", "pthread_kill"), ("_signal", "pthread_kill"),
    ("os", "kill"), ("posix", "kill"), ("nt", "kill"),
    ("os", "killpg"), ("posix", "killpg"),
    ("signal", "alarm"), ("_signal", "alarm"),
    ("signal", "setitimer"), ("_signal", "setitimer"),
)  # fmt: skip
"""Modules and their functions."""

_EXITS = tuple((of, name) for of in ("os", "posix", "nt") for name in ("_exit", "abort"))

_ENDING = tuple(getattr(signal, name) for name in ENDING_SIGNALS if hasattr(signal, name))

_UNHEARD = ("SIGALRM", "SIGPROF", "SIGUSR1", "SIGUSR2", "SIGVTALRM")
"""Further signals that end a process without a word, unless they are handled. What only kills
or crashes it is told as that."""

_ALARMS = {
    getattr(signal, timer): getattr(signal, name)
    for timer, name in (
        ("ITIMER_REAL", "SIGALRM"), ("ITIMER_VIRTUAL", "SIGVTALRM"), ("ITIMER_PROF", "SIGPROF"),
    )
    if hasattr(signal, timer)
}  # fmt: skip


@contextmanager
def self_interrupts_refused(*, in_threads: bool = False) -> Iterator[None]:
    """Keep programs from interrupting their own process until the block ends.

    ``in_threads``: it is wsusim's, too, so they can't end it either; their copies of it still can.
    """
    replaced: list[tuple[Any, str, Any]] = []
    process_id = os.getpid()
    for of, name in (*_WAYS, *(_EXITS if in_threads else ())):
        module = sys.modules.get(of) or _module(of)
        function = getattr(module, name, None)
        if function is not None:
            replaced.append((module, name, function))
            setattr(module, name, _refusing(name, function, process_id))
    try:
        yield
    finally:
        for module, name, function in reversed(replaced):
            setattr(module, name, function)


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:  # of another system
        return None


def _refusing(name: str, function: Callable[..., Any], process_id: int) -> Any:
    is_exit = name in ("_exit", "abort")
    is_alarm = name in ("alarm", "setitimer")
    refused = EXIT_REFUSED if is_exit else ALARM_REFUSED if is_alarm else REFUSED

    @wraps(function)
    def call(*arguments: Any) -> Any:
        is_end = os.getpid() == process_id if is_exit else _ends_this_process(name, arguments)
        if is_end and is_in_students_line(sys._getframe(1)):
            raise Misuse(refused.format(name=name))
        return function(*arguments)

    return call


def _ends_this_process(name: str, arguments: tuple[Any, ...]) -> bool:
    """Return whether a call sends this process a signal that ends it, at once or later."""
    match name, arguments:
        case "kill", (target, number):
            is_own = target in {0, os.getpid(), *_native_ids()}
        case "killpg", (target, number):
            is_own = target in (0, os.getpgid(0))
        case "pthread_kill", (target, number):
            is_own = target in {thread.ident for thread in threading.enumerate()}
        case "raise_signal", (number,):
            is_own = True
        case "interrupt_main", _:
            is_own, number = True, arguments[0] if arguments else signal.SIGINT
        case "alarm", (seconds,):
            is_own, number = bool(seconds), _ALARMS[signal.ITIMER_REAL]
        case "setitimer", (timer, seconds, *_):
            is_own, number = bool(seconds), _ALARMS.get(timer)
        case _:  # wrong arguments, of which Python says more
            return False
    return is_own and _is_deadly(number)


def _native_ids() -> set[int | None]:
    """Return the numbers that the system gives the threads of this process; Linux takes them, too.

    For ``os.kill`` they stand for the whole process.
    """
    return {thread.native_id for thread in threading.enumerate()}


def _is_deadly(number: Any) -> bool:
    """Return whether a signal asks a process to end, or ends it when unhandled."""
    unheard = {getattr(signal, name) for name in _UNHEARD if hasattr(signal, name)}
    is_unheard = number in unheard and signal.getsignal(number) is signal.SIG_DFL
    return number in _ENDING or is_unheard
