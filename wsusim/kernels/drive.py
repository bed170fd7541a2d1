"""How the wheels follow their orders, and the arc that two turning wheels make.

Wheel travel is counted in pulses of 0.08 mm; speeds are pulses a tick. Plain twin:
``tests/oracles/drive.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.columns import (
    ACCELERATION,
    LEFT_GAIN,
    LEFT_NOISE,
    LEFT_ORDER,
    LEFT_PROFILE_ACCELERATION,
    LEFT_PROFILE_SPEED,
    LEFT_SLOWNESS,
    LEFT_SPEED,
    LEFT_TRAVEL,
    MAX_SPEED,
    POSITION_MODE,
    PWM_MODE,
)
from wsusim.kernels.jit import inline

FULL_PWM = 255.0
"""PWM order at which a motor reaches its greatest speed (guess: proportional below)."""

COUNTER_SPAN = 4294967296.0
"""A counter has 32 bits and wraps."""

OVERSPEED = 1.5
"""No gain and no noise lets a wheel turn faster than this times its greatest speed (guess)."""

ON_TARGET_PULSES = 0.5
"""The position controller closes a last gap of less than a pulse at once."""


@inline
def wheel_step(
    real: NDArray[np.float64], mode: int, robot: int, wheel: int, normal: float
) -> float:
    """Bring one motor a tick forward and return the pulses that its wheel wants to turn.

    Args:
        real: [R, REAL_COLUMNS].
        mode: ``SPEED_MODE``, ``POSITION_MODE`` or ``PWM_MODE``.
        robot: Row.
        wheel: 0 left, 1 right.
        normal: Standard normal number of this tick and wheel.

    Mutates:
        The speed reached, in ``real``.
    """
    order = real[robot, LEFT_ORDER + wheel]
    speed = float(real[robot, LEFT_SPEED + wheel])
    acceleration = real[robot, ACCELERATION]
    gap = 0.0
    if mode == POSITION_MODE:
        gap = order - real[robot, LEFT_TRAVEL + wheel]
        acceleration = real[robot, LEFT_PROFILE_ACCELERATION + wheel]
        # The fastest from which equal steps down still end on the target.
        stoppable = math.sqrt(0.25 * acceleration * acceleration + 2.0 * acceleration * abs(gap))
        fastest = min(
            stoppable - 0.5 * acceleration, real[robot, LEFT_PROFILE_SPEED + wheel], abs(gap)
        )
        order = fastest if gap > 0.0 else -fastest
    elif mode == PWM_MODE:
        order *= real[robot, MAX_SPEED] / FULL_PWM
    speed += min(max(order - speed, -acceleration), acceleration)
    limit = real[robot, MAX_SPEED]
    speed = min(max(speed, -limit), limit)
    real[robot, LEFT_SPEED + wheel] = speed
    step = speed * real[robot, LEFT_GAIN + wheel] * real[robot, LEFT_SLOWNESS + wheel]
    step *= 1.0 + real[robot, LEFT_NOISE + wheel] * normal
    if mode == POSITION_MODE and abs(speed) <= acceleration:
        passes = step * gap > 0.0 and abs(step) >= abs(gap)
        if passes or abs(gap) <= ON_TARGET_PULSES:
            step = gap
    return float(min(max(step, -OVERSPEED * limit), OVERSPEED * limit))


@inline
def wrap_counter(pulses: float) -> float:
    """Return the same travel as a signed 32-bit counter holds it: -2^31 <= pulses < 2^31."""
    if pulses >= 0.5 * COUNTER_SPAN:
        return pulses - COUNTER_SPAN
    if pulses < -0.5 * COUNTER_SPAN:
        return pulses + COUNTER_SPAN
    return pulses


@inline
def counter_of(travel: float) -> int:
    """Return the whole pulses that the encoder has counted (half pulses round up, and wrap)."""
    return int(wrap_counter(math.floor(travel + 0.5)))


@inline
def chord_ratio(turn_rad: float) -> float:
    """Return chord / arc of a circular way that turns by ``turn_rad`` (1 for a straight one)."""
    half = 0.5 * turn_rad
    if abs(half) < 1e-4:
        return 1.0 - half * half / 6.0
    return math.sin(half) / half


@inline
def wrap_angle(angle_rad: float) -> float:
    """Return the same direction within -pi .. pi; a tick never turns by more than one round."""
    if angle_rad > math.pi:
        return angle_rad - 2.0 * math.pi
    if angle_rad < -math.pi:
        return angle_rad + 2.0 * math.pi
    return angle_rad
