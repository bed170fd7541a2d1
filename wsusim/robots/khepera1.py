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
    barrier_x_mm=50.0,  # guess: two thirds along the jaws
    # Jaws: from 32 mm (guess: just clear of the 27.5 mm body), 30 mm long (Webots), 6 mm thick
    # (guess; WART: claw 52 x 10 mm).
    jaw_outline_mm=((32.0, 0.0), (62.0, 0.0), (62.0, 6.0), (32.0, 6.0)),
    # Cross-beam at their root: 70 mm wide (Webots).
    arm_outline_mm=((26.0, -35.0), (32.0, -35.0), (32.0, 35.0), (26.0, 35.0)),
)

MOTORS = MotorModel(
    max_speed=127,  # manual: D takes -127..127
    acceleration=3.0,  # guess: the speed controller reaches 10 pulses/10 ms in some 30 ms
    speed_noise=0.05,  # Enki: wheel noise 5 %
    blocked_counter_ratio=0.125,  # both WSU papers: counters run at 10 to 15 % when stuck
)

PROXIMITY = ProximityModel(
    # Seven rays over 90 degrees: with these, a wall is seen at half the greatest reading over 44 to
    # 64 degrees of the robot's heading at 23 mm (measured: 34 to 56), a 23 mm post at 19 mm over 20
    # to 32 (measured: 22 to 38).
    ray_angle_deg=(-45.0, -30.0, -15.0, 0.0, 15.0, 30.0, 45.0),
    # Manual figure 13 (7 mm obstacle at 15 mm) with the threshold added.
    ray_weight=(0.65, 0.82, 0.91, 1.0, 0.91, 0.82, 0.65),
    # Fitted, together with threshold and gains, to the table measured on a real robot (eight
    # sensors, wall at 15 to 43 mm) and to the surfaces of manual figures 11 and 12.
    echo_mm=(0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0, 62.0),
    echo=(
        *(65000.0, 28000.0, 12250.0, 5500.0, 2470.0, 1480.0, 887.0),
        *(557.0, 441.0, 335.0, 295.0, 250.0, 0.0),
    ),
    threshold=291.0,  # fitted with the curve
    crosstalk=0.0,  # readings of real sensors that saw nothing are 0 in half of the cases
    sensor_gain=(1.02, 0.94, 0.81, 0.62, 1.0, 1.5, 0.92, 1.52),
    noise_low=0.25,  # KiKS: 25 % at low readings
    noise_high=0.10,  # KiKS: 10 % at 1000
    quiet_zero_share=0.48,  # 2880 readings of real sensors that saw nothing: 0 in 48 %,
    quiet_low_share=0.97,  # 1 to 9 in 49 %,
    quiet_low=10,  # 10 to 15 in 3 %,
    quiet_high=15,  # never more
)

LIGHT = LightModel(
    dark=500,  # manual figure 10
    # Manual figure 10 (1 W lamp), its dip of 3 at 40 mm smoothed.
    distance_mm=(
        *(10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0, 110.0),
        *(120.0, 130.0, 140.0, 150.0, 160.0, 170.0, 180.0, 200.0, 220.0),
    ),
    reading=(
        *(61.0, 66.0, 71.0, 73.0, 76.0, 87.0, 162.0, 179.0, 272.0, 280.0, 321.0),
        *(329.0, 347.0, 370.0, 382.0, 396.0, 399.0, 419.0, 425.0, 439.0),
    ),
    half_angle_deg=67.5,  # manual: back to dark at 60 to 75 degrees
    noise=0.05,  # original WSU simulator: 5 %
    dark_noise_share=0.02,  # paper of 2002: noise in the dark with a chance of 2 %
    dark_noise=10,  # guess
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
    proximity=PROXIMITY,
    light=LIGHT,
    gripper=GRIPPER,
    body_reflectivity=0.6,  # guess: grey boards and wheels
)
