"""How the wheels follow their orders, and the arc that two turning wheels make.

Wheel travel is counted in pulses; speeds are pulses a tick. Plain twin:
``tests/oracles/drive.py``.
"""

from __future__ import annotations

import math

from wsusim.kernels.elementary import sin
from wsusim.kernels.jit import inline
from wsusim.kernels.records import POSITION_MODE, PWM_MODE
from wsusim.model.robot_table import Robot, Wheel

FULL_PWM = 255.0
"""PWM order at which a motor reaches its greatest speed (guess: proportional below)."""

COUNTER_SPAN = 4294967296.0
"""A counter has 32 bits and wraps."""

OVERSPEED = 1.5
"""No gain and no noise lets a wheel turn faster than this times its greatest speed (guess)."""

ON_TARGET_PULSES = 0.5
"""The position controller closes a last gap of less than a pulse at once."""


@inline
def wheel_step(me: Robot, wheel: Wheel, normal: float) -> float:
    """Bring one motor a tick forward and return the pulses that its wheel wants to turn.

    Args:
        me: The robot.
        wheel: Its left or right wheel.
        normal: Standard normal number of this tick and wheel.

    Mutates:
        The speed that the motor has reached.
    """
    order = wheel.order
    speed = wheel.motor_speed
    acceleration = me.acceleration
    gap = 0.0
    if me.mode == POSITION_MODE:
        gap = order - wheel.travel
        acceleration = wheel.profile_acceleration
        # The fastest from which equal steps down still end on the target.
        stoppable = math.sqrt(0.25 * acceleration * acceleration + 2.0 * acceleration * abs(gap))
        fastest = min(stoppable - 0.5 * acceleration, wheel.profile_speed, abs(gap))
        order = fastest if gap > 0.0 else -fastest
    elif me.mode == PWM_MODE:
        order *= me.max_speed / FULL_PWM
    speed += min(max(order - speed, -acceleration), acceleration)
    limit = me.max_speed
    speed = min(max(speed, -limit), limit)
    wheel.motor_speed = speed
    step = speed * wheel.gain * wheel.slowness
    step *= 1.0 + wheel.noise * normal
    if me.mode == POSITION_MODE and abs(speed) <= acceleration:
        passes = step * gap > 0.0 and abs(step) >= abs(gap)
        if passes or abs(gap) <= ON_TARGET_PULSES:
            step = gap
    return min(max(step, -OVERSPEED * limit), OVERSPEED * limit)


@inline
def slip(me: Robot, wheel: Wheel, pulses: float, grip: float) -> float:
    """Return the pulses that a wheel turns which is held back and has this share of its grip.

    It turns the last half pulse to its target in full: turning ever smaller parts of it would never
    end.
    """
    if me.mode == POSITION_MODE and abs(wheel.order - wheel.travel) <= ON_TARGET_PULSES:
        return pulses
    return pulses * grip


@inline
def count_pulses(wheel: Wheel, pulses: float) -> None:
    """Let a wheel have turned by so much in this tick."""
    wheel.speed = pulses
    wheel.travel = wrap_counter(wheel.travel + pulses)
    wheel.position = counter_of(wheel.travel)


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
    return sin(half) / half


@inline
def wrap_angle(angle_rad: float) -> float:
    """Return the same direction within -pi .. pi; a tick never turns by more than one round."""
    if angle_rad > math.pi:
        return angle_rad - 2.0 * math.pi
    if angle_rad < -math.pi:
        return angle_rad + 2.0 * math.pi
    return angle_rad
