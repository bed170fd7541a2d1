"""Turns a robot's narrow counters, which wrap within a minute, into the wide ones for programs."""

from __future__ import annotations

from collections.abc import Sequence

WIDE_SPAN = 2**32
"""Of the counters that programs read: signed, 32 bits."""


class StepCounters:
    """Goes on counting where the robot's own counters begin again.

    They must be read before they have gone through half of their span, an e-puck's every 32 s at
    full speed.

    Args:
        span: How many values the robot's counters have.
    """

    def __init__(self, span: int) -> None:
        self._span = span
        self._wide = [0, 0]

    def set(self, left: int, right: int) -> None:
        """Note that the counters were set to these values."""
        self._wide = [left, right]

    def read(self, narrow: Sequence[int]) -> tuple[int, int]:
        """Read the robot's counters; return the wide ones."""
        for wheel, shown in enumerate(narrow):
            step = (shown - self._wide[wheel] + self._span // 2) % self._span - self._span // 2
            wide = self._wide[wheel] + step
            self._wide[wheel] = (wide + WIDE_SPAN // 2) % WIDE_SPAN - WIDE_SPAN // 2
        return self._wide[0], self._wide[1]
