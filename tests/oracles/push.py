"""Plain twins of ``kernels.push``: round robots, caps on open floor or along one wall.

``Shover`` goes in tiny steps, so that a chain of caps is a matter of two circles at a time. Where a
cap's way can be written down as a formula there is one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

Place = tuple[float, float]

ROUNDING_MM = 1e-9


@dataclass
class Shover:
    """A round robot among caps on open floor. Places and radii in mm."""

    robot_radius: float
    caps: list[Place]
    radii: list[float]
    is_plain: bool = True
    """False as soon as a cap has been pushed from two sides at once: then no rule says where to."""
    touched: set[int] = field(default_factory=set)
    """Caps that have been pushed."""

    def go_to(self, robot: Place) -> None:
        """Put the robot a tiny step on: what is in it leaves, pushing what is in its own way."""
        pushers = [(robot, self.robot_radius, -1)]
        pushed_now: set[int] = set()
        while pushers and self.is_plain:
            centre, radius, pusher = pushers.pop(0)
            for k, cap in enumerate(self.caps):
                reach = radius + self.radii[k]
                if k == pusher or math.dist(centre, cap) >= reach - ROUNDING_MM:
                    continue
                self.is_plain &= k not in pushed_now
                pushed_now.add(k)
                angle = math.atan2(cap[1] - centre[1], cap[0] - centre[0])
                self.caps[k] = (
                    centre[0] + reach * math.cos(angle),
                    centre[1] + reach * math.sin(angle),
                )
                pushers.append((self.caps[k], self.radii[k], k))
        self.touched |= pushed_now


def bearing_after(bearing_rad: float, way_mm: float, reach_mm: float) -> float:
    """Return where a touching cap is, from straight ahead, after a straight way of the robot.

    It leaves along the line of centres, so its bearing grows by sin(bearing) / reach per mm.
    """
    return 2.0 * math.atan(math.tan(bearing_rad / 2.0) * math.exp(way_mm / reach_mm))


def along_wall_mm(robot_from_wall_mm: float, cap_radius_mm: float, reach_mm: float) -> float:
    """Return how far along a wall a cap is ahead of the robot that presses it to the wall."""
    return math.sqrt(reach_mm**2 - (robot_from_wall_mm - cap_radius_mm) ** 2)


def squeeze(slant_rad: float, bearing_rad: float) -> float:
    """Return how many times as fast as the robot a cap at a wall is squeezed out.

    Both angles are to the wall: the robot drives towards it at ``slant``, and the line of centres
    leads to it at ``bearing``.
    """
    return math.cos(bearing_rad - slant_rad) / math.cos(bearing_rad)
