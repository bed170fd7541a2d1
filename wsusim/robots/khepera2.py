"""Khepera II: 70 mm; motors, protocol and gripper as the Khepera I.

Sources: Khepera II user manual v1.1; RoadNarrows' sensor tables; Webots' Khepera II.
"""

from __future__ import annotations

from dataclasses import replace

from wsusim.model.robot_kind import SensorMount
from wsusim.robots.khepera1 import KHEPERA_1

_SCALE = 70.0 / 55.0

KHEPERA_2 = replace(
    KHEPERA_1,
    name="khepera2",
    title="Khepera II",
    radius_mm=35.0,  # manual: 70 mm across
    wheel_base_mm=52.0,  # RoadNarrows; Webots
    sensors=tuple(
        SensorMount(m.name, m.x_mm * _SCALE, m.y_mm * _SCALE, m.bearing_deg)
        for m in KHEPERA_1.sensors
    ),
)
