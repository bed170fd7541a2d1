"""Lets a student's ``time.sleep`` wait in the robot's time.

``time.sleep`` would stop the program and not the robot's clock; in a simulation as fast as it can
go it would mean nothing. While ``simulated_sleep`` is in force, a call from a controller's thread
waits as ``self.sleep`` does, and says so once. All others sleep as usual, and so does wsusim's own
work on a controller's thread (the serial line, a recording), whatever library it sleeps through:
its wait would otherwise call itself. Enter it before the controller's file is loaded, so that
``from time import sleep`` gets the same. ``time.time`` and the other clocks remain those of the
computer.
"""

from __future__ import annotations

import operator
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import SupportsIndex
from weakref import WeakSet

from wsusim.control.controller import Controller

NOTICE = (
    "Here time.sleep waits in the robot's time, just like self.sleep. Use self.sleep instead: it "
    "is clearer."
)


_STUDENTS_CALLERS = ("wsusim.control.", "wsusim.hosting.", "wsusim.stack_room")
"""The modules that call a student's program; all others of wsusim's do work of their own."""


class _SimulatedSleep:
    """Stands for ``time.sleep``; remembers which controllers were told."""

    def __init__(self, real_sleep: Callable[[float | SupportsIndex], None]) -> None:
        self._real_sleep = real_sleep
        self._told: WeakSet[Controller] = WeakSet()

    def __call__(self, seconds: float | SupportsIndex, /) -> None:
        """Wait: in the robot's time for a controller, else in the computer's."""
        thread = threading.current_thread()
        if not isinstance(thread, Controller) or _is_called_by_wsusim():
            self._real_sleep(seconds)
            return
        if thread not in self._told:
            self._told.add(thread)
            thread.say(NOTICE)
        thread.sleep(seconds if isinstance(seconds, float) else operator.index(seconds))


def _is_called_by_wsusim() -> bool:
    """Return whether this call comes from wsusim's own work and not from a student's program."""
    frame = sys._getframe(1)  # of ``__call__``
    while frame.f_back is not None:
        frame = frame.f_back
        module = str(frame.f_globals.get("__name__"))
        if module.startswith("wsusim."):
            return not module.startswith(_STUDENTS_CALLERS)
    return False


@contextmanager
def simulated_sleep() -> Iterator[None]:
    """Replace ``time.sleep`` until the block ends; within another such block nothing changes."""
    real_sleep = time.sleep
    if isinstance(real_sleep, _SimulatedSleep):
        yield
        return
    time.sleep = _SimulatedSleep(real_sleep)
    try:
        yield
    finally:
        time.sleep = real_sleep
