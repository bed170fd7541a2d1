"""Khepera II: 70 mm; motors, protocol and gripper as the Khepera I.

Sources: Khepera II user manual v1.1; RoadNarrows' sensor tables; Webots' Khepera II.
"""

from __future__ import annotations

from dataclasses import replace

from wsusim.model.robot_kind import SensorMount
from wsusim.robots.khepera1 import KHEPERA_1

_SCALE = 70.0 / 55.0

PROXIMITY = replace(
    KHEPERA_1.proximity,
    # Manual (white paper, front sensors), free space taken off; the rays' share is worked in.
    echo_mm=(0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0, 110.0),
    echo=(3000.0, 1450.0, 455.0, 195.0, 104.0, 58.0, 36.0, 23.0, 14.0, 8.0, 4.0, 0.0),
    threshold=0.0,
    crosstalk=78.0,  # manual: 55 to 120 in free space, never 0
    sensor_gain=(0.95, 1.05, 0.9, 1.1, 1.0, 0.85, 1.15, 1.0),  # guess within the manual's bands
    noise_low=0.12,  # guess: keeps free space within 55 to 120
    noise_high=0.05,  # guess
    quiet_zero_share=0.0,  # this robot always reads something
    quiet_low_share=0.0,
    quiet_low=0,
    quiet_high=0,
)

LIGHT = replace(
    KHEPERA_1.light,
    # Manual: 50 W lamp, middles of the bands; a lamp of power 1 is 1 W, so distances are divided
    # by the square root of 50.
    distance_mm=(10.0, 14.1, 28.3, 56.6, 77.8, 106.1, 127.3),
    reading=(72.0, 80.0, 236.0, 388.0, 415.0, 436.0, 448.0),
)

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
    proximity=PROXIMITY,
    light=LIGHT,
)
