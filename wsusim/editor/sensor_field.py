"""How far the proximity sensors of a kind see, for drawings and for who sets a kind's figures."""

from __future__ import annotations

import math

import numpy as np

from wsusim.model.geometry import Point
from wsusim.model.robot_kind import RobotKind

SEEN = 10.0
"""A reading so far above what a sensor reads of nothing counts as seen."""

STEP_DEG = 5.0

WALL_STEPS_MM = 1.0
RAY_STEP_DEG = 2.0
"""How finely it is worked out where a wall reads what; a tick's kernel asks a finer curve."""


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


def wall_ahead_mm(kind: RobotKind, reading: float) -> float:
    """Return how far from the body a long white wall ahead reads this at least; 0.0: nowhere.

    Of a robot whose sensors are all as its kind's, the one that reads most counts, without noise.
    """
    cone = kind.cone
    power = math.log(0.5) / math.log(math.cos(math.radians(cone.width_deg / 2.0)))
    off_rad = np.radians(np.arange(-90.0 + RAY_STEP_DEG / 2.0, 90.0, RAY_STEP_DEG))
    weight = np.cos(off_rad) ** power
    most_mm = cone.echo_mm[-1] + max(mount.x_mm for mount in kind.sensors) - kind.radius_mm
    distances_mm = np.arange(0.0, max(most_mm, 0.0) + WALL_STEPS_MM, WALL_STEPS_MM)
    most = np.zeros(len(distances_mm))
    for mount, bearing_deg in zip(kind.sensors, cone.bearing_deg, strict=True):
        lean = np.cos(math.radians(bearing_deg) + off_rad)
        ahead = lean > 0.0
        ahead_mm = np.maximum(kind.radius_mm + distances_mm - mount.x_mm, 0.0)
        ray_mm = ahead_mm[:, None] / lean[ahead]
        echo = np.interp(ray_mm, cone.echo_mm, cone.echo) * lean[ahead] ** cone.incidence_power
        light = (echo * weight[ahead]).sum(axis=1) / weight.sum()
        most = np.maximum(most, cone.crosstalk + light - cone.threshold)
    found = np.flatnonzero(most >= reading)
    return float(distances_mm[found[-1]]) if len(found) else 0.0
