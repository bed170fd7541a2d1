"""When a tick is due: absolute deadlines on the wall clock, at any speed, changed at run time."""

from __future__ import annotations

import time
from collections.abc import Callable

from wsusim.model.units import TICK_S

LONGEST_DEBT_S = 0.25
"""A pacer that is further behind forgives the rest, instead of racing to make up for it."""

Clock = Callable[[], float]
"""Seconds that only grow, such as ``time.perf_counter``."""


class Pacer:
    """Computes how many ticks are due; has no thread and never sleeps.

    Deadlines are counted from one anchor, so that late wake-ups do not add up.

    Args:
        speed: Simulated seconds per wall-clock second, more than 0.
        clock: The wall clock; tests pass one that they set.
    """

    def __init__(self, speed: float = 1.0, clock: Clock = time.perf_counter) -> None:
        assert speed > 0.0, speed
        self._clock = clock
        self._speed = speed
        self._anchor_s = clock()
        self._anchor_tick = 0

    @property
    def speed(self) -> float:
        """Simulated seconds per wall-clock second."""
        return self._speed

    def restart(self, tick: int) -> None:
        """Count from now on: ``tick`` is now (start, end of a pause)."""
        self._anchor_s = self._clock()
        self._anchor_tick = tick

    def set_speed(self, speed: float, tick: int) -> None:
        """Go on at another speed; ``tick`` is the one that was reached."""
        assert speed > 0.0, speed
        self._speed = speed
        self.restart(tick)

    def seconds_until(self, tick: int) -> float:
        """Return how long to wait until ``tick`` is due; 0 or less when it is."""
        due_s = self._anchor_s + (tick - self._anchor_tick) * (TICK_S / self._speed)
        return due_s - self._clock()

    def due_tick(self, tick: int) -> int:
        """Return the last tick that is due, ``tick`` being reached; forgives a large debt."""
        behind_s = -self.seconds_until(tick)
        # At a slow pace one tick alone lasts longer than the debt that is kept.
        longest_debt_s = max(LONGEST_DEBT_S, 2.0 * TICK_S / self._speed)
        if behind_s > longest_debt_s:
            self._anchor_s += behind_s - longest_debt_s
            behind_s = longest_debt_s
        return tick + max(0, int(behind_s * self._speed / TICK_S + 1e-9))
