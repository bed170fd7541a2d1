"""The random numbers that were drawn for the sensors at one tick, drawn once more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.arguments import BLOCK_TICKS
from wsusim.engine.randomness import Purpose, streams_of
from wsusim.kernels.chance import DRAWN, fill_uniforms
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.units import SENSOR_REFRESH_TICKS


def sensed_tick(tick: int) -> int:
    """Return the tick at which the readings of a tick were taken."""
    return tick - tick % SENSOR_REFRESH_TICKS


def drawn_uniforms(seed: int, robot_ids: Sequence[int], tick: int) -> NDArray[np.float64]:
    """Return [R, NOISE_COLUMNS] numbers in [0, 1) that made the readings of a tick noisy.

    A simulation without noise draws none.
    """
    block, row = divmod(sensed_tick(tick) - 1, BLOCK_TICKS)
    uniforms = np.zeros((1, len(robot_ids), NOISE_COLUMNS))
    streams, drawn = streams_of(seed, robot_ids, Purpose.SENSORS), np.zeros(DRAWN, np.uint64)
    # The first readings, of tick 0, are made from the last row of the first block.
    fill_uniforms(uniforms, streams, max(block, 0), row // SENSOR_REFRESH_TICKS, 1, drawn)
    of_robots: NDArray[np.float64] = uniforms[0]
    return of_robots
