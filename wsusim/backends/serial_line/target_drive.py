"""Goes to a wheel position with a robot that only knows speeds: the computer controls the wheels.

A Khepera goes to a target by itself (command C). An e-puck and a Thymio don't, so their counters
are looked at every ``LOOK_S`` and each wheel gets the speed that its way still allows: faster by
the acceleration, never faster than the profile, and slow enough to stand at the target.
"""

from __future__ import annotations

import math

from wsusim.model.commands import SetProfile, SetSpeeds, SetTargets
from wsusim.model.robot_kind import MotorModel
from wsusim.model.units import TICKS_PER_SECOND

LOOK_S = 0.04
"""From one look at the counters to the next (guess: eight exchanges with a slow robot)."""

NEAR_MM = 0.4
"""A wheel so near to its target has arrived (three steps of an e-puck)."""

SHARE = 0.7
"""Part of what is left that a wheel may go until the next look: it must not pass its target."""

POSITION_MODE, SPEED_MODE = 1, 0


class TargetDrive:
    """Both wheels on their way to a target.

    Args:
        motors: Of the robot's kind.
    """

    def __init__(self, motors: MotorModel) -> None:
        self._motors = motors
        self._profile = motors.usual_profile
        self._targets: tuple[int, int] | None = None
        self._speeds = [0.0, 0.0]
        self._begun_s = 0.0
        self._gaps = (0, 0)
        self._due_s = 0.0
        self.is_there = False

    @property
    def is_active(self) -> bool:
        """Whether the wheels are being controlled, on their way or at their target."""
        return self._targets is not None

    def due_s(self, now_s: float) -> float | None:
        """Return in how many seconds to look at the counters; ``None``: no need."""
        if self._targets is None or self.is_there:
            return None
        return max(0.0, self._due_s - now_s)

    def set_profile(self, profile: SetProfile) -> None:
        """Set how fast the wheels may go."""
        self._profile = profile

    def begin(self, targets: SetTargets, now_s: float) -> None:
        """Set the targets of the wheels."""
        self._targets = targets.left_pulses, targets.right_pulses
        self._speeds = [0.0, 0.0]
        self._begun_s = self._due_s = now_s
        self.is_there = False

    def end(self) -> None:
        """Release the wheels, as another order has come."""
        self._targets = None
        self.is_there = False

    def motion(self) -> tuple[int, ...]:
        """Return (on target, mode, error) of the left wheel, then of the right one."""
        mode = POSITION_MODE if self.is_active else SPEED_MODE
        left, right = self._gaps if self.is_active else (0, 0)
        there = int(self.is_there)
        return there, mode, left, there, mode, right

    def look(self, counters: tuple[int, ...], now_s: float) -> SetSpeeds:
        """Read the counters; return the speeds to order until the next look."""
        assert self._targets is not None
        left, right = (target - now for target, now in zip(self._targets, counters, strict=True))
        self._gaps = left, right
        near = max(1, round(NEAR_MM / self._motors.pulse_mm))
        since_s = max(LOOK_S, now_s - self._due_s + LOOK_S)
        self._due_s = now_s + LOOK_S
        if abs(left) <= near and abs(right) <= near:
            self.is_there = True
            self._speeds = [0.0, 0.0]
            return SetSpeeds(0, 0)
        profile = self._profile
        limits = (
            (profile.left_speed, profile.left_acceleration),
            (profile.right_speed, profile.right_acceleration),
        )
        for wheel, (gap, (most, acceleration)) in enumerate(zip(self._gaps, limits, strict=True)):
            self._speeds[wheel] = self._speed(gap, most, acceleration, wheel, since_s, near)
        return SetSpeeds(round(self._speeds[0]), round(self._speeds[1]))

    def _speed(
        self, gap_pulses: int, most: int, acceleration: int, wheel: int, since_s: float, near: int
    ) -> float:
        """Return a wheel's speed order, not yet rounded."""
        if abs(gap_pulses) <= near:
            return 0.0
        unit = self._motors.unit_pulses * TICKS_PER_SECOND  # pulses a second under an order of 1
        gain = self._motors.profile_acceleration(acceleration) * TICKS_PER_SECOND**2
        braking = math.sqrt(2.0 * gain * abs(gap_pulses)) / unit
        in_one_look = SHARE * abs(gap_pulses) / LOOK_S / unit
        faster = abs(self._speeds[wheel]) + gain * since_s / unit
        return math.copysign(max(1.0, min(most, braking, in_one_look, faster)), gap_pulses)
