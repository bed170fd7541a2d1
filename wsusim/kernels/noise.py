"""What noise makes of the ideal values of a sensor: the whole numbers that it gives."""

from __future__ import annotations

import math

from wsusim.kernels.elementary import sine_of_turns
from wsusim.kernels.jit import inline
from wsusim.kernels.sensor_records import Sensor

GREATEST = 1023
"""Ten bits (manual)."""

ARM_MIDDLE = 1018.5
"""Middle of 1015 to 1022, which a sensor reads that looks into the lowered arm."""


SPLIT = 2**20
"""Beyond so many equal parts of its range, a uniform number is a second one of its own."""


@inline
def noisy_proximity(ideal: float, uniform: float, sensor: Sensor) -> int:
    """Return the integer that a sensor of model 1 gives for an ideal value.

    ``uniform`` in [0, 1) decides both kinds of noise: a relative error that is a fifth power, so
    that most steps are small, and the quiet values that show when the signal is below them.
    """
    return shown(relative_noise(ideal, uniform, sensor), uniform, sensor)


@inline
def rippled_proximity(ideal: float, uniform: float, sensor: Sensor) -> int:
    """Return the integer that a sensor of model 2 gives for an ideal value.

    Beside the noise of model 1 there is an error that does not depend on the level: a point of a
    sine, as real readings ripple along the heading.
    """
    phase = uniform * SPLIT
    ripple = sensor.ripple * sine_of_turns(phase - math.floor(phase))
    return shown(relative_noise(ideal, uniform, sensor) + ripple, uniform, sensor)


@inline
def relative_noise(ideal: float, uniform: float, sensor: Sensor) -> float:
    """Return an ideal value with its relative error."""
    swing = 2.0 * uniform - 1.0
    low, high = sensor.noise_low, sensor.noise_high
    ratio = low + (high - low) * min(max(ideal, 0.0) / GREATEST, 1.0)
    return ideal * (1.0 + ratio * swing * swing * swing * swing * swing)


@inline
def shown(value: float, uniform: float, sensor: Sensor) -> int:
    """Return a value as the integer that the robot tells, or the quiet value that hides it."""
    signal = int(min(max(value + 0.5, 0.0), GREATEST + 0.5))
    zero, few = sensor.quiet_zero_share, sensor.quiet_low_share
    # Chosen, not jumped to: which of the three it is can't be foreseen.
    is_rare = uniform >= few
    low = sensor.quiet_low if is_rare else 1.0
    high = sensor.quiet_high if is_rare else sensor.quiet_low
    begin = few if is_rare else zero
    end = 1.0 if is_rare else few
    quiet = low + (high - low) * (uniform - begin) / (end - begin)
    quiet = min(quiet, float(GREATEST)) if quiet > 0.0 else 0.0  # also where nothing is between
    return max(signal, int(quiet) * (uniform >= zero))


@inline
def arm_reading(uniform: float, sensor: Sensor) -> int:
    """Return the integer that a sensor gives which looks into the lowered arm."""
    return int(ARM_MIDDLE + (uniform - 0.5) * sensor.arm_noise + 0.5)


@inline
def noisy_light(ideal: float, dark: float, uniform: float, sensor: Sensor) -> int:
    """Return the integer that a sensor gives for an ideal light reading.

    ``uniform`` in [0, 1): its lowest values are the rare noise that shows even in the dark, the
    others a relative error of whichever is smaller, the reading or its distance from the dark.
    """
    share = sensor.dark_noise_share
    if uniform < share:
        error = (2.0 * uniform / share - 1.0) * sensor.dark_noise
    else:
        swing = 2.0 * (uniform - share) / (1.0 - share) - 1.0
        error = swing * sensor.light_noise * min(ideal, dark - ideal)
    return int(min(max(ideal + error + 0.5, 0.0), 1023.0))
