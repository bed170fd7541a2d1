"""How late this process is given a processor: whether slow answers are the computer's own fault."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic

LOOK_S = 0.05
KEPT_S = 4.0
"""Longer than a line that is lost is asked again and again."""

LATE_S = 0.2
"""A guess: an answer of the robot takes 0.05 s at most, and a controller waits for it in 0.3 s."""


class Lateness:
    """Sleeps for moments and notes how much longer each took. ``start`` it once."""

    def __init__(self, now_s: Callable[[], float] = monotonic) -> None:
        self._now_s = now_s
        self._late: deque[tuple[float, float]] = deque()
        self._pause = threading.Event()

    def start(self) -> None:
        """Look from now on, in a thread of its own, for as long as the process lives."""
        threading.Thread(target=self._look, name="lateness", daemon=True).start()

    def note(self, late_s: float) -> None:
        """Note that a moment was so much too long."""
        now_s = self._now_s()
        self._late.append((now_s, late_s))
        while self._late and self._late[0][0] < now_s - KEPT_S:
            self._late.popleft()

    def was_late(self) -> bool:
        """Tell whether this computer has kept us waiting lately."""
        now_s = self._now_s()
        return any(at_s >= now_s - KEPT_S and late >= LATE_S for at_s, late in tuple(self._late))

    def _look(self) -> None:
        while True:
            begun_s = self._now_s()
            self._pause.wait(LOOK_S)
            self.note(self._now_s() - begun_s - LOOK_S)
