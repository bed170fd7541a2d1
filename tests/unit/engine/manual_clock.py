"""A clock that moves only when told to."""

from __future__ import annotations


class ManualClock:
    """Call it for the time; ``sleep`` moves it and notes how long."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now_s

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.slept.append(seconds)
        self.now_s += seconds
