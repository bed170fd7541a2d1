"""At which distances from the wall a robot is turned."""

from __future__ import annotations

import math

import numpy as np

from wsusim.engine.facing import light_of_wall
from wsusim.model.robot_kind import KHEPERA_LINES, RobotKind

KHEPERA_MM = (10.0, 16.0, 19.0, 22.0, 25.0, 28.0, 32.0, 38.0)
"""Of a Khepera's body, whose readings fall within 20 mm."""

COUNT = 8

GREATEST_READING, LEAST_READING = 1000.0, 25.0
"""Of a common sensor that faces the wall, at the nearest and at the farthest distance."""

ROOM_MM = 3.0
"""At least so much is left between the wall and what sticks out of a turning robot."""


def clearances_of(kind: RobotKind) -> tuple[float, ...]:
    """Return distances from a kind's body to the wall, at which its sensors tell most.

    They lie between almost the greatest reading and almost nothing, each a constant factor farther
    from the sensors than the one before. A robot with corners must have room to turn.
    """
    if kind.protocol == KHEPERA_LINES:
        return KHEPERA_MM
    mount = kind.sensors[0]
    inside_mm = kind.radius_mm - math.hypot(mount.x_mm, mount.y_mm)
    sensor_mm = np.arange(1.0, kind.cone.echo_mm[-1])
    light = light_of_wall(kind.cone, kind.cone.width_deg, sensor_mm, np.zeros(len(sensor_mm)))
    reading = light - kind.cone.threshold
    usable_mm = sensor_mm[(reading <= GREATEST_READING) & (reading >= LEAST_READING)]
    corner_mm = max((math.hypot(x, y) for x, y in kind.outline_mm), default=kind.radius_mm)
    near_mm = max(float(usable_mm[0]), corner_mm - kind.radius_mm + ROOM_MM + inside_mm)
    steps = np.geomspace(near_mm, float(usable_mm[-1]), COUNT) - inside_mm
    return tuple(float(round(step)) for step in steps)
