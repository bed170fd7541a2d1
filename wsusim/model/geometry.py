"""Poses and points in the world: millimetres, x right, y up, heading counter-clockwise from +x."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wsusim.model.elementary import cos, sin

Point = tuple[float, float]
"""A point ``(x_mm, y_mm)``."""


@dataclass(frozen=True, slots=True)
class Pose:
    """The place and heading of something."""

    x_mm: float
    y_mm: float
    heading_rad: float = 0.0

    def place(self, point_mm: Point) -> Point:
        """Return a point of this pose's own frame (x forward, y left) in the world's frame."""
        c, s = cos(self.heading_rad), sin(self.heading_rad)
        x, y = point_mm
        return (self.x_mm + c * x - s * y, self.y_mm + s * x + c * y)


def wrap_rad(angle_rad: float) -> float:
    """Return the same direction within -pi (excluded) to pi (included)."""
    wrapped = math.remainder(angle_rad, math.tau)
    return math.pi if wrapped == -math.pi else wrapped
