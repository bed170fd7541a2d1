"""Khepera II: 70 mm; motors, protocol and gripper as the Khepera I.

Sources: Khepera II user manual v1.1; RoadNarrows' sensor tables; Webots' Khepera II.
"""

from __future__ import annotations

from dataclasses import replace

from wsusim.model.robot_kind import SensorMount, SensorTraits
from wsusim.robots.khepera1 import KHEPERA_1

_SCALE = 70.0 / 55.0

PROXIMITY = replace(
    KHEPERA_1.proximity,
    # Fitted to the manual's middles for a white sheet before the front sensors: 1020 at 10 mm, 425
    # at 20, 235 at 30, 160 at 40, 120 at 50, 101 at 60, 90 at 70, 75 at 100. (The manual gives the
    # 45 degree sensors 212 to 285 at 10 mm: not modelled.)
    echo_mm=(0.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0, 110.0),
    echo=(7000.0, 2750.0, 1095.0, 433.0, 204.0, 116.0, 65.0, 40.0, 25.0, 17.0, 10.5, 7.0, 0.0),
    threshold=0.0,  # manual: even free space reads 55 to 120
    crosstalk=72.0,  # the same; and what makes the curve above end at 75
    sensor_gain=(0.95, 1.05, 0.9, 1.1, 1.0, 0.86, 1.14, 1.0),  # guess within the manual's bands
    noise_low=0.09,  # guess: keeps free space within 55 to 120
    noise_high=0.05,  # guess
    quiet_zero_share=0.0,  # manual: never 0
    quiet_low_share=0.0,  # the same
    quiet_low=0,  # the same
    quiet_high=0,  # the same
)

_BEARINGS_DEG = (90.0, 45.0, 10.0, -10.0, -45.0, -90.0, -170.0, 170.0)  # RoadNarrows

CONE = replace(
    KHEPERA_1.cone,
    bearing_deg=_BEARINGS_DEG,
    # Fitted to the same figures of the manual as the rays' echoes.
    echo_mm=(
        *(0.0, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0, 110.0),
    ),
    echo=(
        *(6000.0, 3002.0, 1474.0, 927.0, 583.0, 276.0, 157.0),
        *(86.4, 53.8, 33.4, 23.3, 17.5, 9.8, 0.0),
    ),
    threshold=0.0,  # manual: even free space reads 55 to 120
    crosstalk=72.0,  # the same
    additive_noise=2.0,  # guess: keeps free space within 55 to 120
    noise_low=0.05,  # the same
    quiet_zero_share=0.0,  # manual: never 0
    quiet_low_share=0.0,  # the same
    quiet_low=0,  # the same
    quiet_high=0,  # the same
    traits=tuple(
        SensorTraits(gain, bearing_deg, KHEPERA_1.cone.width_deg, 0.0)
        for gain, bearing_deg in zip(PROXIMITY.sensor_gain, _BEARINGS_DEG, strict=True)
    ),
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
    cone=CONE,
    light=LIGHT,
)
