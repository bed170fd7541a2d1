"""A clock that moves only when told to."""

from __future__ import annotations


class ManualClock:
    """Call it for the time; set ``now_s``, or ``sleep``, which notes how long."""

    def __init__(self, now_s: float = 100.0) -> None:
        self.now_s = now_s
        self.slept: list[float] = []

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now_s

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.slept.append(seconds)
        self.now_s += seconds
