"""At which distances from the wall a robot is turned."""

from __future__ import annotations

import math

import numpy as np

from wsusim.calibration.turn_steps import sensor_distance_mm
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
    from the sensors than the one before. A robot with corners must have room to turn. One whose
    axle is not below its middle turns its back to the wall farther away than its front.
    """
    if kind.protocol == KHEPERA_LINES:
        return KHEPERA_MM
    inside_mm = [sensor_distance_mm(mount, kind, 0.0) for mount in kind.sensors]
    sensor_mm = np.arange(1.0, kind.cone.echo_mm[-1])
    light = light_of_wall(kind.cone, kind.cone.width_deg, sensor_mm, np.zeros(len(sensor_mm)))
    reading = light - kind.cone.threshold
    usable_mm = sensor_mm[(reading <= GREATEST_READING) & (reading >= LEAST_READING)]
    least_mm = min(inside_mm)
    near_mm = float(usable_mm[0]) - max(inside_mm) + least_mm
    near_mm = max(near_mm, turning_room_mm(kind) + ROOM_MM + least_mm)
    steps = np.geomspace(near_mm, float(usable_mm[-1]), COUNT) - least_mm
    return tuple(float(round(step)) for step in steps)


def turning_room_mm(kind: RobotKind) -> float:
    """Return how much farther from its axle than its front a robot comes as it turns."""
    axle_mm = kind.axle_x_mm
    corner_mm = max(
        (math.hypot(x - axle_mm, y) for x, y in kind.outline_mm),
        default=kind.radius_mm + abs(axle_mm),
    )
    return corner_mm - (kind.radius_mm - axle_mm)
