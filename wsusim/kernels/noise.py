"""What noise makes of the ideal values of a sensor: the whole numbers that it gives."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.eyes import (
    ARM_NOISE,
    DARK,
    DARK_NOISE,
    DARK_NOISE_SHARE,
    LIGHT_NOISE,
    NOISE_HIGH,
    NOISE_LOW,
    QUIET_HIGH,
    QUIET_LOW,
    QUIET_LOW_SHARE,
    QUIET_ZERO_SHARE,
)
from wsusim.kernels.jit import inlined

GREATEST = 1023
"""Ten bits (manual)."""

ARM_MIDDLE = 1018.5
"""Middle of 1015 to 1022, which a sensor reads that looks into the lowered arm."""


@inlined
def noisy_proximity(
    ideal: float, uniform: float, robot: int, block: int, eyes: NDArray[np.float64]
) -> int:
    """Return the integer that a sensor gives for an ideal value.

    ``block`` is the first column of the sensor in ``eyes``. ``uniform`` in [0, 1) decides both
    kinds of noise: a relative error that is a fifth power, so that most steps are small, and the
    quiet values that show when the signal is below them.
    """
    me, at = np.uint64(robot), np.uint64(block)
    swing = 2.0 * uniform - 1.0
    low, high = eyes[me, at + np.uint64(NOISE_LOW)], eyes[me, at + np.uint64(NOISE_HIGH)]
    ratio = low + (high - low) * min(max(ideal, 0.0) / GREATEST, 1.0)
    value = ideal * (1.0 + ratio * swing * swing * swing * swing * swing)
    signal = int(min(max(value + 0.5, 0.0), GREATEST + 0.5))
    zero = eyes[me, at + np.uint64(QUIET_ZERO_SHARE)]
    few = eyes[me, at + np.uint64(QUIET_LOW_SHARE)]
    quiet = 0.0
    if uniform >= few:
        top = eyes[me, at + np.uint64(QUIET_HIGH)]
        bottom = eyes[me, at + np.uint64(QUIET_LOW)]
        quiet = bottom + (top - bottom) * (uniform - few) / (1.0 - few)
    elif uniform >= zero:
        quiet = 1.0 + (eyes[me, at + np.uint64(QUIET_LOW)] - 1.0) * (uniform - zero) / (few - zero)
    return max(signal, int(quiet))


@inlined
def arm_reading(uniform: float, robot: int, block: int, eyes: NDArray[np.float64]) -> int:
    """Return the integer that a sensor gives which looks into the lowered arm."""
    return int(ARM_MIDDLE + (uniform - 0.5) * eyes[robot, block + ARM_NOISE] + 0.5)


@inlined
def noisy_light(
    ideal: float, uniform: float, robot: int, block: int, eyes: NDArray[np.float64]
) -> int:
    """Return the integer that a sensor gives for an ideal light reading.

    ``block`` is the first column of the sensor in ``eyes``. ``uniform`` in [0, 1): its lowest
    values are the rare noise that shows even in the dark, the others a relative error of whichever
    is smaller, the reading or its distance from the dark.
    """
    share = eyes[robot, block + DARK_NOISE_SHARE]
    if uniform < share:
        error = (2.0 * uniform / share - 1.0) * eyes[robot, block + DARK_NOISE]
    else:
        swing = 2.0 * (uniform - share) / (1.0 - share) - 1.0
        error = swing * eyes[robot, block + LIGHT_NOISE] * min(ideal, eyes[robot, DARK] - ideal)
    return int(min(max(ideal + error + 0.5, 0.0), 1023.0))
