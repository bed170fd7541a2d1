"""Simulated time that follows the wall clock at a chosen speed."""

from __future__ import annotations

import time
from collections.abc import Callable

LONGEST_DEBT_S = 0.25
"""Wall-clock seconds that the simulation may be late before it gives up to catch up."""


class ScaledClock:
    """Simulated seconds; more than the wall clock's when ``speed`` is above 1."""

    def __init__(self, speed: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        """Prepare a clock that runs ``speed`` times as fast as ``clock``."""
        assert speed > 0.0, speed
        self.speed = speed
        self._clock = clock
        self._start_s = clock()

    def start(self, time_s: float) -> None:
        """Set the clock to ``time_s``."""
        self._start_s = self._clock() - time_s / self.speed

    def now_s(self) -> float:
        """Return the simulated time."""
        return (self._clock() - self._start_s) * self.speed

    def forgive(self, reached_s: float) -> float:
        """Set the clock back when the simulation is far behind; return by how much (simulated).

        Args:
            reached_s: Where the simulation is.
        """
        debt_s = self.now_s() - reached_s - LONGEST_DEBT_S * self.speed
        if debt_s <= 0.0:
            return 0.0
        self._start_s += debt_s / self.speed
        return debt_s
