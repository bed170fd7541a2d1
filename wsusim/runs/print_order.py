"""Sorts what several robots print by time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from operator import itemgetter

HELD_MAX = 1000
"""Pieces that are held at most; more are passed on at once."""


class PrintOrder:
    """Holds prints for a moment, then passes them on by tick, and by robot within a tick.

    Controllers in threads or processes print at the same simulated moment in an arbitrary order,
    and the prints of processes arrive late. ``take`` may be called from any thread. What is held
    when ``release`` is called is passed on with the next call, a look (0.1 s) later.
    """

    def __init__(self, emit: Callable[[int, int, str], None], *, is_needed: bool = True) -> None:
        """``emit`` takes (tick, robot, text); one robot's prints need not be held."""
        self._emit = emit
        self._is_needed = is_needed
        # A ``__del__`` of a student's may print at any moment, in the middle of this, too.
        self._lock = threading.RLock()
        self._older: list[tuple[int, int, str]] = []
        self._newer: list[tuple[int, int, str]] = []

    def take(self, robot: int, tick: int, text: str) -> None:
        """Hold a print."""
        with self._lock:
            if not self._is_needed:
                self._emit(tick, robot, text)
                return
            self._newer.append((tick, robot, text))
            if len(self._newer) > HELD_MAX:
                self._pass_on()

    def release(self) -> None:
        """Pass on what was held at the call before this one."""
        with self._lock:
            self._pass_on()

    def finish(self) -> None:
        """Pass on everything."""
        with self._lock:
            self._older += self._newer
            self._newer = []
            self._pass_on()

    def _pass_on(self) -> None:
        due, self._older, self._newer = self._older, self._newer, []
        # Of one robot in one tick the order stays: sorting is stable.
        for tick, robot, text in sorted(due, key=itemgetter(0, 1)):
            self._emit(tick, robot, text)
