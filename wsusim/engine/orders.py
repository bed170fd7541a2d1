"""Orders to the wheels and the gripper, and what can be read from them: into and out of the tables.

Every function gets the record of one robot, as ``engine.world_tables.views`` gives it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wsusim.kernels.records import POSITION_MODE, PWM_MODE, SPEED_MODE
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
from wsusim.model.robot_table import Robot, Wheel
from wsusim.model.units import ACCELERATION_UNIT_MM_S2, TICK_S

BARRIER_BROKEN = 255
"""What the light barrier reads when something is between the jaws (protocol: 100 or more)."""

OPEN_CIRCUIT = 255
"""Resistivity when nothing is held: air does not conduct (guess: the top of the scale)."""


MICRO = 1_000_000
MICRO_PER_MILLI = 1000


def set_speeds(me: Robot, command: SetSpeeds) -> None:
    """D: turn the wheels at these speeds, as soon as the motors reach them."""
    set_wheel_speeds(me, me.left, me.right, command)


def set_wheel_speeds(me: Robot, left: Wheel, right: Wheel, command: SetSpeeds) -> None:
    """Do the same for a caller that has the robot's wheels: getting them takes most of the time."""
    unit = me.unit_pulses
    left.order, right.order = command.left * unit, command.right * unit
    me.mode = SPEED_MODE


def set_many_speeds(robots: NDArray[np.void], numbers: ArrayLike, speeds: ArrayLike) -> None:
    """Do the same for many robots at once, of a table of all.

    One after the other, each would have to be fetched: in a crowd, none is in the processor's
    caches.

    Args:
        robots: [R] the table.
        numbers: [n] rows in it.
        speeds: [n, 2] left and right.
    """
    table: Any = robots
    orders = np.asarray(speeds) * table["unit_pulses"][numbers, None]
    table["left"]["order"][numbers] = orders[:, 0]
    table["right"]["order"][numbers] = orders[:, 1]
    table["mode"][numbers] = SPEED_MODE


def set_targets(me: Robot, command: SetTargets) -> None:
    """C: bring the counters to these values."""
    me.left.order, me.right.order = command.left_pulses, command.right_pulses
    me.mode = POSITION_MODE


def set_pwm(me: Robot, command: SetPwm) -> None:
    """P: give the motors a voltage."""
    me.left.order, me.right.order = command.left, command.right
    me.mode = PWM_MODE


def set_counters(me: Robot, command: SetCounters) -> None:
    """G: set the counters."""
    me.left.travel = me.left.position = command.left_pulses
    me.right.travel = me.right.position = command.right_pulses


def set_profile(me: Robot, command: SetProfile) -> None:
    """J: set speed and acceleration of position control."""
    unit, step = me.unit_pulses, ACCELERATION_UNIT_MM_S2 * TICK_S * TICK_S / me.pulse_mm
    me.left.profile_speed = command.left_speed * unit
    me.left.profile_acceleration = command.left_acceleration * step
    me.right.profile_speed = command.right_speed * unit
    me.right.profile_acceleration = command.right_acceleration * step


def set_arm(me: Robot, command: SetArm) -> None:
    """T,1,E: send the arm to a position; a robot without a gripper has none."""
    if not has_gripper(me):
        return
    me.arm_order = command.position


def set_grip(me: Robot, command: SetGrip) -> None:
    """T,1,D: close or open the jaws."""
    if not has_gripper(me):
        return
    me.grip_is_closed = command.closed


def has_gripper(me: Robot) -> bool:
    """Return whether a robot has an arm that can be lowered."""
    return me.arm_down_at < math.inf


def set_led(me: Robot, command: SetLed) -> None:
    """L: switch an LED."""
    led = command.led
    me.leds[led] = not me.leds[led] if command.action == 2 else bool(command.action)


APPLY: dict[type, Callable[[Robot, Any], None]] = {
    SetSpeeds: set_speeds,
    SetTargets: set_targets,
    SetPwm: set_pwm,
    SetCounters: set_counters,
    SetProfile: set_profile,
    SetArm: set_arm,
    SetGrip: set_grip,
    SetLed: set_led,
}
"""What each order does to a robot."""


def speeds(me: Robot) -> tuple[int, ...]:
    """E: how fast the wheels turned in the last tick, in the robot's unit of speed."""
    unit = me.unit_pulses
    return (round(me.left.speed / unit), round(me.right.speed / unit))


def motion(me: Robot) -> tuple[int, ...]:
    """K: on target, mode and error, left then right.

    The error is order minus what the encoder says (pulses, or pulses a tick under a speed order; 0
    under a voltage), so a wheel that is held back never reaches its speed. On target means: no
    error, in position control with the wheel at rest.
    """
    answer: list[int] = []
    for wheel in (me.left, me.right):
        error = 0.0
        if me.mode == POSITION_MODE:
            error = wheel.order - wheel.travel
        elif me.mode == SPEED_MODE:
            error = wheel.order - round(wheel.speed / me.unit_pulses) * me.unit_pulses
        has_arrived = error == 0.0 and (me.mode != POSITION_MODE or wheel.motor_speed == 0.0)
        answer += [int(has_arrived), me.mode, round(error)]
    return tuple(answer)


def arm_position(arm: float) -> int:
    """T,1,H,1: the last whole position that the arm has passed on its way down."""
    return math.floor(arm + 1e-6)  # forgives rounding


READ: dict[Quantity, Callable[[Robot], tuple[int, ...]]] = {
    Quantity.PROXIMITY: lambda me: tuple(me.proximity[:]),
    Quantity.AMBIENT: lambda me: tuple(me.ambient[:]),
    Quantity.POSITIONS: lambda me: (me.left.position, me.right.position),
    Quantity.SPEEDS: speeds,
    Quantity.MOTION: motion,
    Quantity.ARM: lambda me: (arm_position(me.arm_position),),
    Quantity.GRIP: lambda me: (int(me.grip_is_closed),),
    Quantity.TRUE_POSE: lambda me: (
        round(me.x_mm * MICRO_PER_MILLI),
        round(me.y_mm * MICRO_PER_MILLI),
        round(math.degrees(me.heading_rad) * MICRO),
    ),
    Quantity.OBJECT_PRESENT: lambda me: (BARRIER_BROKEN if me.object_present else 0,),
}
"""How each quantity is read, but for ``RESISTIVITY``, which is a property of what is held."""
