"""Notice a controller that stays away from its robot for too long (wall clock)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic

_TIMES = slice(11, 13)
"""Of /proc/PID/stat, counted behind the name: processor time, own and the system's (proc(5))."""

WAITING_SHARE = 0.2
"""Waiting counts for so much of its time: a busy machine keeps a controller waiting (guess)."""


class ComputingClock:
    """Seconds that a process has computed, and a share of those that have passed.

    Where it is not known how much it computes (all but Linux), every second counts.

    Args:
        program: Returns what ``/proc`` tells of the process; ``None``: there is none yet.
    """

    def __init__(self, program: Callable[[], Path | None]) -> None:
        self._program = program
        self._began_s = monotonic()
        self._is_known = Path("/proc/self/stat").exists()
        self.used_s = 0.0
        """Processor time so far, as of the last look."""

    def __call__(self) -> float:
        """Look at the clock."""
        passed_s = monotonic() - self._began_s
        if not self._is_known:
            self.used_s = passed_s
            return passed_s
        try:
            program = self._program()
            if program is None:
                return self.used_s + WAITING_SHARE * passed_s
            fields = (program / "stat").read_bytes().rpartition(b")")[2].split()
            self.used_s = sum(map(int, fields[_TIMES])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError):
            pass  # it has ended
        return self.used_s + WAITING_SHARE * passed_s


class Watch:
    """Counts the time since the last sign of life.

    Args:
        patience_s: How long a controller may stay away; ``None``: for ever.
        clock: Seconds that only grow.
    """

    def __init__(self, patience_s: float | None, clock: Callable[[], float] = monotonic) -> None:
        self.patience_s = patience_s
        self._clock = clock
        self._seen_s = clock()
        self._pulse: object = None

    @property
    def period_s(self) -> float:
        """How often to look."""
        return 0.1 if self.patience_s is None else min(0.1, self.patience_s / 4)

    def see(self) -> None:
        """Take note that the controller is alive."""
        self._seen_s = self._clock()

    def feel(self, pulse: object) -> None:
        """Take note of something that changes while the controller is alive."""
        if self._pulse is not None and pulse != self._pulse:
            self.see()
        self._pulse = pulse

    @property
    def is_overdue(self) -> bool:
        """Whether the patience is at its end."""
        return self.patience_s is not None and self._clock() - self._seen_s > self.patience_s
