"""Plain twin of how a robot moves whose axle is not below the middle of its body."""

from __future__ import annotations

import math

from tests.oracles.drive import arc_end

Pose = tuple[float, float, float]


def rolled(pose: Pose, axle_mm: float, arc_mm: float, turn_rad: float) -> Pose:
    """Return where the middle of a body comes to when its wheels roll along an arc.

    The point between the wheels goes along the arc; the body is fixed to it.
    """
    x, y, heading = pose
    axle = (x + axle_mm * math.cos(heading), y + axle_mm * math.sin(heading), heading)
    ahead_x, ahead_y, turned = arc_end(axle, arc_mm, turn_rad)
    return (
        ahead_x - axle_mm * math.cos(turned),
        ahead_y - axle_mm * math.sin(turned),
        turned,
    )
