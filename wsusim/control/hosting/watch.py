"""Notice a controller that stays away from its robot for too long (wall clock)."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


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
