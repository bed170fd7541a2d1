"""Where a real robot believes it is, from the counters of its wheels."""

from __future__ import annotations

from wsusim.model.elementary import cos, sin
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.units import PULSE_MM

_SPAN = 2**32
"""A counter has 32 bits and wraps."""


class DeadReckoning:
    """Adds up what the wheels have turned. Its errors add up, too.

    Args:
        start: Where the robot was put.
        wheel_base_mm: Distance between the wheels.
        pulse_mm: Distance that a wheel rolls for a pulse, perhaps measured by a profile.
        axle_x_mm: Of the axle, ahead of the middle of the body, which is where the pose is.
    """

    def __init__(
        self,
        start: Pose,
        wheel_base_mm: float,
        pulse_mm: float = PULSE_MM,
        axle_x_mm: float = 0.0,
    ) -> None:
        self.pose = start
        self._wheel_base_mm = wheel_base_mm
        self._axle_x_mm = axle_x_mm
        self._pulse_mm = pulse_mm
        self._counters: tuple[int, int] | None = None

    def begin(self, left_pulses: int, right_pulses: int) -> None:
        """Note that the counters were set, or read for the first time: the robot has not moved."""
        self._counters = (left_pulses, right_pulses)

    def update(self, left_pulses: int, right_pulses: int) -> Pose:
        """Note what the counters show now; return the resulting pose."""
        before = self._counters or (left_pulses, right_pulses)
        self._counters = (left_pulses, right_pulses)
        left_mm, right_mm = (
            _difference(now, then) * self._pulse_mm
            for now, then in zip(self._counters, before, strict=True)
        )
        turn_rad = (right_mm - left_mm) / self._wheel_base_mm
        middle_rad = self.pose.heading_rad + turn_rad / 2.0
        way_mm = (left_mm + right_mm) / 2.0
        aside_mm = -2.0 * self._axle_x_mm * sin(turn_rad / 2.0)
        self.pose = Pose(
            self.pose.x_mm + way_mm * cos(middle_rad) - aside_mm * sin(middle_rad),
            self.pose.y_mm + way_mm * sin(middle_rad) + aside_mm * cos(middle_rad),
            wrap_rad(self.pose.heading_rad + turn_rad),
        )
        return self.pose


def _difference(now: int, before: int) -> int:
    """Return how far a 32-bit counter went, the shorter way round."""
    return (now - before + _SPAN // 2) % _SPAN - _SPAN // 2
