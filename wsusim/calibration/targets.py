"""Waiting, for a time or until the wheels have come where they were sent."""

from __future__ import annotations

from wsusim.backends.contract import Backend
from wsusim.errors import BadInput
from wsusim.model.readings import Quantity
from wsusim.model.units import TICKS_PER_SECOND

TARGET_S = 20.0
"""No turn, and no drive, takes longer."""


def rest(backend: Backend, ticks: int) -> None:
    """Let time pass."""
    backend.sleep_until_tick(backend.now_ticks() + ticks)


def await_target(backend: Backend) -> None:
    """Return when both wheels stand at their targets.

    Raises:
        BadInput: They don't get there.
    """
    until_tick = backend.now_ticks() + round(TARGET_S * TICKS_PER_SECOND)
    while backend.now_ticks() < until_tick and not backend.is_stopping:
        rest(backend, 2)
        motion = backend.read(Quantity.MOTION)
        if motion[0] and motion[3]:
            return
    raise BadInput(
        "The robot didn't reach its target: a wheel is blocked, or the battery is empty. Check "
        "both and start again."
    )
