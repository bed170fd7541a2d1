"""Passes a simulation's history to a recorder: every tick's rows, a span at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from wsusim.model.robot_table import row_width
from wsusim.model.world import World

OnRows = Callable[[int, NDArray[np.float64]], None]
"""Called with the first tick and its rows [ticks, width]; the array is used again afterwards."""


class History:
    """The rows of the span of ticks that is under way.

    Args:
        world: The one whose robots and objects the rows describe.
        first_tick: The tick that the simulation is in; rows begin with the next one.
        span_ticks: At most this many ticks are kept before they are handed over.
        on_rows: Called with them by the stepping thread.
    """

    def __init__(
        self,
        world: World,
        *,
        first_tick: int,
        span_ticks: int,
        on_rows: OnRows,
    ) -> None:
        is_soccer = world.mission.kind == "soccer"
        width = row_width(
            len(world.robots), len(world.movables), len(world.boxes), is_soccer=is_soccer
        )
        self.rows = np.zeros((span_ticks, width))
        """For the tick kernel."""
        self._on_rows = on_rows
        self._next_tick = first_tick + 1

    def recent(self, first_tick: int, last_tick: int) -> NDArray[np.float64]:
        """Return the rows of ticks of the span that is under way; they are used again later."""
        span = len(self.rows)
        first_tick = max(first_tick, self._next_tick)
        if first_tick > last_tick:
            return self.rows[:0]
        return self.rows[(first_tick - 1) % span : (last_tick - 1) % span + 1]

    def hand_over(self, tick: int) -> int:
        """Hand over all rows up to ``tick``; return the tick at which to call this again."""
        span = len(self.rows)
        if tick >= self._next_tick:
            first, last = (self._next_tick - 1) % span, (tick - 1) % span
            self._on_rows(self._next_tick, self.rows[first : last + 1])
            self._next_tick = tick + 1
        return (tick // span + 1) * span
