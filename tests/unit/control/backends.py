"""Backends with one property that the scripted robot does not have."""

from __future__ import annotations

from wsusim.backends.fake import FakeBackend
from wsusim.model.readings import Quantity


class CountingBackend(FakeBackend):
    """Counts how often it was asked for something, and how often it was made safe."""

    def __init__(self, stop_at_s: float = 60.0) -> None:
        super().__init__(stop_at_s=stop_at_s)
        self.reads = 0
        self.times_made_safe = 0

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Count, and answer as ever."""
        self.reads += 1
        return super().read(quantity)

    def make_safe(self) -> None:
        """Count, and make safe."""
        self.times_made_safe += 1
        super().make_safe()


class RunningClockBackend(CountingBackend):
    """A robot whose time runs by itself: ``let_time_pass`` moves it between two calls."""

    time_stands_still = False

    def let_time_pass(self, ticks: int) -> None:
        """Move the clock on."""
        self._tick += ticks


class LateCountersBackend(FakeBackend):
    """Takes orders only when time moves on, as the simulation does."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[object] = []

    def send(self, command: object) -> None:
        """Keep the order."""
        self._waiting.append(command)

    def sleep_until_tick(self, tick: int) -> None:
        """Take the orders, then let time jump."""
        for command in self._waiting:
            super().send(command)  # type: ignore[arg-type]
        self._waiting.clear()
        super().sleep_until_tick(tick)
