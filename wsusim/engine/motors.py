"""Orders to the wheels and the gripper, and what can be read from them: into and out of the tables.

Every function gets one robot's rows, ``real`` [REAL_COLUMNS] and ``whole`` [WHOLE_COLUMNS], as
memory views: these give and take single plain numbers twice as fast as arrays do.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

from wsusim.kernels import columns as c
from wsusim.model.commands import (
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.readings import Quantity
from wsusim.model.units import ACCELERATION_UNIT_PULSES_PER_TICK2

Reals: TypeAlias = "memoryview[float]"
Wholes: TypeAlias = "memoryview[int]"

BARRIER_BROKEN = 255
"""What the light barrier reads when something is between the jaws (protocol: 100 or more)."""

OPEN_CIRCUIT = 255
"""Resistivity when nothing is held: air does not conduct (guess: the top of the scale)."""


def set_speeds(real: Reals, whole: Wholes, command: SetSpeeds) -> None:
    """D: turn the wheels at these speeds, as soon as the motors get there."""
    real[c.LEFT_ORDER] = command.left
    real[c.LEFT_ORDER + 1] = command.right
    whole[c.MODE] = c.SPEED_MODE


def set_targets(real: Reals, whole: Wholes, command: SetTargets) -> None:
    """C: bring the counters to these values."""
    real[c.LEFT_ORDER] = command.left_pulses
    real[c.LEFT_ORDER + 1] = command.right_pulses
    whole[c.MODE] = c.POSITION_MODE


def set_pwm(real: Reals, whole: Wholes, command: SetPwm) -> None:
    """P: give the motors a voltage."""
    real[c.LEFT_ORDER] = command.left
    real[c.LEFT_ORDER + 1] = command.right
    whole[c.MODE] = c.PWM_MODE


def set_counters(real: Reals, whole: Wholes, command: SetCounters) -> None:
    """G: say what the counters stand at."""
    for wheel, pulses in enumerate((command.left_pulses, command.right_pulses)):
        real[c.LEFT_TRAVEL + wheel] = pulses
        whole[c.LEFT_COUNTER + wheel] = pulses


def set_profile(real: Reals, whole: Wholes, command: SetProfile) -> None:
    """J: set speed and acceleration of position control."""
    real[c.LEFT_PROFILE_SPEED] = command.left_speed
    real[c.LEFT_PROFILE_SPEED + 1] = command.right_speed
    unit = ACCELERATION_UNIT_PULSES_PER_TICK2
    real[c.LEFT_PROFILE_ACCELERATION] = command.left_acceleration * unit
    real[c.LEFT_PROFILE_ACCELERATION + 1] = command.right_acceleration * unit


def set_arm(real: Reals, whole: Wholes, command: SetArm) -> None:
    """T,1,E: send the arm to a position."""
    real[c.ARM_ORDER] = command.position


def set_grip(real: Reals, whole: Wholes, command: SetGrip) -> None:
    """T,1,D: close or open the jaws."""
    whole[c.GRIP_CLOSED] = command.closed


def set_led(real: Reals, whole: Wholes, command: SetLed) -> None:
    """L: switch an LED."""
    column = c.LATERAL_LED + command.led
    whole[column] = 1 - whole[column] if command.action == 2 else command.action


APPLY: dict[type, Callable[[Reals, Wholes, Any], None]] = {
    SetSpeeds: set_speeds,
    SetTargets: set_targets,
    SetPwm: set_pwm,
    SetCounters: set_counters,
    SetProfile: set_profile,
    SetArm: set_arm,
    SetGrip: set_grip,
    SetLed: set_led,
}
"""What each order does to the tables."""


def speeds(real: Reals, whole: Wholes) -> tuple[int, ...]:
    """E: pulses that the wheels turned in the last tick."""
    return (round(real[c.LEFT_TURNED]), round(real[c.LEFT_TURNED + 1]))


def motion(real: Reals, whole: Wholes) -> tuple[int, ...]:
    """K: on target, mode and error, left then right.

    The error is order minus what is reached (pulses, or pulses a tick under a speed order; 0 under
    a voltage). On target means: reached, in position control with the wheel at rest.
    """
    mode = whole[c.MODE]
    answer: list[int] = []
    for wheel in range(2):
        order = real[c.LEFT_ORDER + wheel]
        speed = real[c.LEFT_SPEED + wheel]
        error = 0.0
        if mode == c.POSITION_MODE:
            error = order - real[c.LEFT_TRAVEL + wheel]
        elif mode == c.SPEED_MODE:
            error = order - speed
        has_arrived = error == 0.0 and (mode != c.POSITION_MODE or speed == 0.0)
        answer += [int(has_arrived), mode, round(error)]
    return tuple(answer)


def arm_position(arm: float) -> int:
    """T,1,H,1: the whole position that the arm has passed on its way down."""
    return math.floor(arm + 1e-6)  # forgives rounding


CHANGED_AT_ONCE = (int(Quantity.POSITIONS), int(Quantity.MOTION), int(Quantity.GRIP))
"""What an order may change before the next tick."""

READ: dict[Quantity, Callable[[Reals, Wholes], tuple[int, ...]]] = {
    Quantity.PROXIMITY: lambda real, whole: tuple(whole[c.READINGS : c.READINGS + 8].tolist()),
    Quantity.AMBIENT: lambda real, whole: tuple(whole[c.READINGS + 8 : c.READINGS + 16].tolist()),
    Quantity.POSITIONS: lambda real, whole: tuple(
        whole[c.LEFT_COUNTER : c.LEFT_COUNTER + 2].tolist()
    ),
    Quantity.SPEEDS: speeds,
    Quantity.MOTION: motion,
    Quantity.ARM: lambda real, whole: (arm_position(real[c.ARM]),),
    Quantity.GRIP: lambda real, whole: (whole[c.GRIP_CLOSED],),
    Quantity.OBJECT_PRESENT: lambda real, whole: (
        BARRIER_BROKEN if whole[c.OBJECT_PRESENT] else 0,
    ),
}
"""How each quantity is read, but for ``RESISTIVITY``, which is a property of what is held."""
