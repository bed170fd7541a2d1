"""How long a simulated robot pushes at something that doesn't give way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.model.robot_table import HISTORY, HISTORY_WIDTH
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.observer import RunObserver

LEAST_PUSH = 0.1
"""Pulses in 10 ms of both wheels' mean, towards what it touches. A blocked wheel still slips by an
eighth of its order (``blocked_counter_ratio``), and the slowest order is 1. A guess."""


class Pushing(RunObserver):
    """Counts the ticks in which the first robot drives against what it touches.

    A robot that stands at a wall, or turns beside it, wears no gear, although it is in contact.
    """

    def __init__(self) -> None:
        self._ticks = 0
        self._first_tick = 0

    @property
    def seconds(self) -> float:
        """How long it pushed in all."""
        return ticks_to_seconds(self._ticks)

    @property
    def from_s(self) -> float:
        """When it began to push for the first time."""
        return ticks_to_seconds(self._first_tick)

    def spanned(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Count the ticks of a span."""
        robot = rows[:, :HISTORY_WIDTH].view(HISTORY)[:, 0]
        count = robot["bearing_count"][:, None]
        if not count.any():
            return
        speed = (robot["left_speed"] + robot["right_speed"])[:, None] / 2.0
        bearings_rad = robot["bearings_rad"] - robot["heading_rad"][:, None]
        is_one = np.arange(bearings_rad.shape[1]) < count
        pushes = (is_one & (np.cos(bearings_rad) * speed > LEAST_PUSH)).any(axis=1)
        if not self._ticks and pushes.any():
            self._first_tick = first_tick + int(np.argmax(pushes))
        self._ticks += int(pushes.sum())
