"""Real time, and how to wait in it; tests pass a clock that they set."""

from __future__ import annotations

import threading
from time import monotonic


class WallClock:
    """The computer's monotonic clock.

    Args:
        speed: Seconds of this clock for each real one: beside an emulator of the same ``--speed``.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed

    def now_s(self) -> float:
        """Return the current time."""
        return monotonic() * self._speed

    def wait(self, wake: threading.Event, seconds: float) -> None:
        """Return after so many seconds, or as soon as ``wake`` is set."""
        wake.wait(seconds / self._speed)
