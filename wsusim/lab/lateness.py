"""How long this process waits for a processor: whether slow answers are the computer's fault."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic

LOOK_S = 0.05
KEPT_S = 4.0
"""Longer than anybody asks about: a line is given up after less than a second."""


class Lateness:
    """Sleeps briefly, again and again, and notes how much longer each took. ``start`` it once."""

    def __init__(self, now_s: Callable[[], float] = monotonic) -> None:
        self._now_s = now_s
        self._late: deque[tuple[float, float]] = deque()
        """Stretches (from, until) in which this process should have been awake."""
        self._due_s: float | None = None
        """When the present moment of sleep should be over."""
        self._pause = threading.Event()

    def start(self) -> None:
        """Measure from now on, in a thread of its own, for as long as the process lives."""
        threading.Thread(target=self._look, name="lateness", daemon=True).start()

    def sleep(self) -> None:
        """Note that a moment of sleep begins."""
        self._due_s = self._now_s() + LOOK_S

    def wake(self) -> None:
        """Note that it is over."""
        due_s, now_s = self._due_s, self._now_s()
        if due_s is not None and now_s > due_s:
            self._late.append((due_s, now_s))
        self._due_s = None
        while self._late and self._late[0][1] < now_s - KEPT_S:
            self._late.popleft()

    def late_s(self, lately_s: float) -> float:
        """Return for how long, of the last ``lately_s`` seconds, this process was kept waiting.

        Args:
            lately_s: At most ``KEPT_S``.
        """
        now_s = self._now_s()
        stretches = list(self._late)
        if (due_s := self._due_s) is not None:
            stretches.append((due_s, now_s))  # it may be asleep still, and too long
        since_s = now_s - lately_s
        return sum(max(0.0, until - max(begun, since_s)) for begun, until in stretches)

    def _look(self) -> None:
        while True:
            self.sleep()
            self._pause.wait(LOOK_S)
            self.wake()
