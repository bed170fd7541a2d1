"""Khepera I: 55 mm, eight sensors, gripper turret.

Sources: Khepera user manual v5.02 (figures 8 and 11 to 13), tables measured on real robots
(evorobotpy's sample files: eight sensors against a wall), Webots' gripper, KiKS.
"""

from __future__ import annotations

from wsusim.model.robot_kind import (
    GripperModel,
    LightModel,
    MotorModel,
    ProximityModel,
    RobotKind,
    SensorMount,
)

GRIPPER = GripperModel(
    arm_up=180,  # original WSU controllers raise to 180
    arm_down=249,  # and lower to 249
    arm_speed_per_tick=0.7,  # guess: about one second from up to down
    jaw_speed_mm_per_tick=0.9,  # guess: half a second; a Python driver waits 0.6 s
    open_gap_mm=50.0,  # Webots: 50 mm inner width
    closed_gap_mm=2.0,  # WART: 2 mm
    jaw_length_mm=30.0,  # Webots: finger 30 mm
    jaw_thickness_mm=6.0,  # guess; WART: claw 52 x 10 mm
    jaw_root_x_mm=32.0,  # guess: just clear of the 27.5 mm body
    barrier_x_mm=50.0,  # guess: two thirds along the jaws
    beam_half_width_mm=35.0,  # Webots: 70 mm outer width
)

MOTORS = MotorModel(
    max_speed=127,  # manual: D takes -127..127
    acceleration=3.0,  # guess: the speed controller reaches 10 pulses/10 ms in some 30 ms
    speed_noise=0.05,  # Enki: wheel noise 5 %
    blocked_counter_ratio=0.125,  # both WSU papers: counters run at 10 to 15 % when stuck
)

KHEPERA_1 = RobotKind(
    name="khepera1",
    title="Khepera I",
    radius_mm=27.5,  # manual: 55 mm across
    wheel_base_mm=52.5,  # mean of the published 51.5 to 53 mm
    sensors=(  # manual figure 8, drawn to 55 mm
        SensorMount("left", 9.8, 23.6, 90.0),
        SensorMount("left_45", 18.4, 17.4, 45.0),
        SensorMount("front_left", 24.4, 5.9, 0.0),
        SensorMount("front_right", 24.4, -5.9, 0.0),
        SensorMount("right_45", 18.4, -17.4, -45.0),
        SensorMount("right", 9.8, -23.6, -90.0),
        SensorMount("back_right", -23.4, -9.8, 180.0),
        SensorMount("back_left", -23.4, 9.8, 180.0),
    ),
    motors=MOTORS,
    proximity=ProximityModel(
        range_mm=60.0,
        cone_half_angle_deg=60.0,
        rays=7,
        response_mm=(0.0, 15.0, 60.0),
        response=(1023.0, 1023.0, 0.0),
        sensor_gain=(1.0,) * 8,
        noise_low=0.25,
        noise_high=0.10,
        floor=0,
    ),
    light=LightModel(
        dark=500,
        distance_mm=(10.0, 220.0),
        reading=(61.0, 439.0),
        half_angle_deg=60.0,
        noise=0.05,
    ),
    gripper=GRIPPER,
)
