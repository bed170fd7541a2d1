"""Plain twin of ``kernels.drive``: one wheel, written for reading."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass
class Wheel:
    """One motor with its wheel; speeds in pulses a tick, travel in pulses."""

    speed: float = 0.0
    travel: float = 0.0
    mode: str = "speed"
    order: float = 0.0
    acceleration: float = 3.0
    max_speed: float = 127.0
    profile_speed: float = 20.0
    profile_acceleration: float = 0.25
    gain: float = 1.0

    def step(self, noise: float = 0.0) -> float:
        """Do one tick without contacts and return the pulses turned."""
        gap = self.order - self.travel
        limit = self.profile_acceleration if self.mode == "position" else self.acceleration
        wanted = {
            "speed": self.order,
            "pwm": self.order / 255.0 * self.max_speed,
            "position": math.copysign(self._approach(abs(gap)), gap),
        }[self.mode]
        change = max(-limit, min(limit, wanted - self.speed))
        self.speed = max(-self.max_speed, min(self.max_speed, self.speed + change))
        turned = self.speed * self.gain * (1.0 + noise)
        if self.mode == "position" and abs(self.speed) <= limit:
            reaches_it = turned * gap > 0.0 and abs(turned) >= abs(gap)
            if reaches_it or abs(gap) <= 0.5:
                turned = gap
        self.travel += turned
        return turned

    def _approach(self, distance: float) -> float:
        """Return the greatest speed from which the profile can still stop at the target."""
        a = self.profile_acceleration
        return min(math.sqrt(a * a / 4 + 2 * a * distance) - a / 2, self.profile_speed, distance)


def arc_end(
    pose: tuple[float, float, float], arc_mm: float, turn_rad: float
) -> tuple[float, float, float]:
    """Return where a pose comes to along a circular way (exact, by the circle's centre)."""
    x, y, heading = pose
    if turn_rad == 0.0:
        return (x + arc_mm * math.cos(heading), y + arc_mm * math.sin(heading), heading)
    radius = arc_mm / turn_rad
    end = heading + turn_rad
    return (
        x + radius * (math.sin(end) - math.sin(heading)),
        y - radius * (math.cos(end) - math.cos(heading)),
        end,
    )
