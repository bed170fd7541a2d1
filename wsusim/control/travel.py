"""Turns the wheels to a target and waits; notices when something is in the way."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wsusim.model.commands import SetProfile, SetSpeeds, SetTargets
from wsusim.model.readings import Quantity
from wsusim.model.robot_kind import MotorModel

if TYPE_CHECKING:
    from wsusim.control.calls import Calls

LOOK_S = 0.1
"""From one look at the counters to the next."""

BLOCKED_SHARE = 1 / 3
"""A wheel slower than this part of what it should do is held back: when a robot is stuck, its
counters run at 10 to 15 % (both papers on the original simulator), those of a free one at 95."""

BLOCKED_LOOKS = 3
"""So many looks in a row at a wheel that is held back make sure of it."""

NEAR_MM = 0.96
"""A wheel held back a millimetre before its target has arrived, as near as it can."""


def turn_wheels(robot: Calls, profile: SetProfile, left_pulses: int, right_pulses: int) -> bool:
    """Turn the wheels by so much; return ``False`` if they were held back, or after Stop.

    When they were held back, the robot stands still afterwards.
    """
    motors = robot.kind.motors
    left, right = robot.read(Quantity.POSITIONS)
    robot.send_and_settle(SetTargets(left + left_pulses, right + right_pulses))
    begun = seen = robot.now_ticks()
    gaps = abs(left_pulses), abs(right_pulses)
    held_looks = 0
    while robot.is_active():
        robot.sleep(LOOK_S)
        left_there, _, left_gap, right_there, _, right_gap = robot.read(Quantity.MOTION)
        if left_there and right_there:
            return True
        now, last_gaps = robot.now_ticks(), gaps
        gaps = abs(left_gap), abs(right_gap)
        is_held = gaps == last_gaps or any(
            last - gap
            < BLOCKED_SHARE * (now - seen) * _least_speed(motors, profile, seen - begun, gap)
            for last, gap in zip(last_gaps, gaps, strict=True)
        )
        held_looks = held_looks + 1 if is_held else 0
        if held_looks >= BLOCKED_LOOKS:
            robot.send(SetSpeeds(0, 0))
            robot.sleep(LOOK_S)  # until it stands: the next way begins from there
            return max(gaps) <= NEAR_MM / motors.pulse_mm
        seen = now
    return False


def _least_speed(motors: MotorModel, profile: SetProfile, ticks: int, gap_pulses: int) -> float:
    """Return the least speed of a free wheel, from its time under way and the way left.

    In pulses a tick; it speeds up, goes on evenly and slows down as its profile says.
    """
    acceleration = motors.profile_acceleration(profile.left_acceleration)
    braking = math.sqrt(2.0 * acceleration * gap_pulses)
    return min(profile.left_speed * motors.unit_pulses, acceleration * ticks, braking)
