"""How far a proximity sensor of a kind sees in which direction, for drawings."""

from __future__ import annotations

import math

import numpy as np

from wsusim.model.geometry import Point
from wsusim.model.robot_kind import RobotKind

SEEN = 10.0
"""A reading so far above what a sensor reads of nothing counts as seen."""

STEP_DEG = 5.0


def field_outline(kind: RobotKind, sensor: int) -> tuple[Point, ...]:
    """Return the outline of a sensor's field in the robot's frame, the sensor's place first.

    At its edge a wide white surface in that direction alone would just be seen.
    """
    mount, own = kind.sensors[sensor], kind.cone.traits[sensor]
    power = math.log(0.5) / math.log(math.cos(math.radians(own.width_deg / 2.0)))
    outline = [(mount.x_mm, mount.y_mm)]
    for off_deg in np.arange(-90.0 + STEP_DEG, 90.0, STEP_DEG).tolist():
        share = math.cos(math.radians(off_deg)) ** power
        reach = reach_mm(kind, sensor, share)
        angle = math.radians(own.bearing_deg + off_deg)
        outline.append((mount.x_mm + reach * math.cos(angle), mount.y_mm + reach * math.sin(angle)))
    return tuple(outline)


def reach_mm(kind: RobotKind, sensor: int, share: float = 1.0) -> float:
    """Return how far a sensor sees white plastic with this share of its sensitivity."""
    cone, own = kind.cone, kind.cone.traits[sensor]
    needed = own.threshold + SEEN - min(own.gain * cone.crosstalk, own.threshold)
    fine_mm = np.linspace(0.0, cone.echo_mm[-1], 200)
    light = own.gain * share * np.interp(fine_mm, cone.echo_mm, cone.echo)
    seen = np.flatnonzero(light >= needed)
    return float(fine_mm[seen[-1]]) if len(seen) else 0.0
