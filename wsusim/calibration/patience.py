"""Do a step again when the robot was not heard for a moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from wsusim.backends.contract import Backend
from wsusim.errors import LinkLost
from wsusim.model.units import TICKS_PER_SECOND

PATIENCE_S = 60.0
"""A robot that has fallen silent is waited for this long: a plug can be put back meanwhile."""

PAUSE_TICKS = 100
"""From one attempt to the next."""

NAP_TICKS = 10
"""Shorter than the time after which a backend asks for a sign of life."""

MEANWHILE = "wsusim tries again for up to a minute; meanwhile, check the cable and the battery."

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Patience:
    """Waits for a robot whose answers come late or not at all."""

    backend: Backend
    tell: Callable[[str], None]

    def until_done(self, do: Callable[[], T], again: Callable[[], None] | None = None) -> T:
        """Return what a step returns, doing it again after each hiccup of the line.

        Args:
            do: The step. What it has collected before a hiccup must be lost with it.
            again: Done before it is repeated.

        Raises:
            LinkLost: The robot was silent for longer than ``PATIENCE_S``.
        """
        begun_tick: int | None = None
        while True:
            try:
                if begun_tick is not None and again is not None:
                    again()
                return do()
            except LinkLost as lost:
                now = self.backend.now_ticks()
                if begun_tick is None:
                    begun_tick = now
                    self.tell(f"{_what_happened(lost)} {MEANWHILE}")
                if self.backend.is_stopping or now - begun_tick > PATIENCE_S * TICKS_PER_SECOND:
                    raise
                self._pause()

    def _pause(self) -> None:
        for _ in range(PAUSE_TICKS // NAP_TICKS):
            self.backend.sleep_until_tick(self.backend.now_ticks() + NAP_TICKS)


def _what_happened(lost: LinkLost) -> str:
    """Return an error's first sentence: what comes after it tells to start the run again."""
    return str(lost).partition(". ")[0].removesuffix(".") + "."
