"""Khepera I: 55 mm, eight sensors, gripper turret.

Sources: Khepera user manual v5.02 (figures 8 and 11 to 13), tables measured on real robots
(evorobotpy's sample files: eight sensors against a wall and a cylinder), Webots' gripper, KiKS.
"""

from __future__ import annotations

from wsusim.model.robot_kind import (
    ConeModel,
    GripperModel,
    LightModel,
    MotorModel,
    ProximityModel,
    RobotKind,
    SensorMount,
    SensorTraits,
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

# Sensor model 2, fitted together: to the means over 12 degrees of heading, and to the widths, that
# a real robot's eight sensors had before a wall at 15 to 43 mm; to the distance by which a cylinder
# of 55 mm must be nearer for the same reading (4 mm); and, for the common sensor, to manual figure
# 13 (7 mm obstacle at 15 mm, 0 to 70 degrees aside: 870, 800, 715, 630, 490, 350, 200, 0).
CONE = ConeModel(
    bearing_deg=(74.0, 43.0, 8.0, -8.0, -43.0, -74.0, -169.0, 169.0),  # left and right, mean
    width_deg=108.0,  # fitted to figure 13
    incidence_power=1.53,  # fitted to wall and cylinder together
    echo_mm=(0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 56.0, 62.0),
    echo=(
        *(250000.0, 75000.0),  # manual figure 12: black plastic (2 %) 500 at 5 mm
        *(32900.0, 8885.0, 2372.0, 1699.0, 958.0, 723.0, 557.0, 427.0, 322.0, 241.0, 0.0),
    ),
    threshold=338.0,  # fitted to figure 13
    crosstalk=0.0,  # readings of real sensors that saw nothing are 0 in half of the cases
    additive_noise=46.0,  # readings of a real robot ripple by 65 along the heading, at every level
    noise_low=0.1,  # guess: little beside the ripple, which holds most of the measured spread
    noise_high=0.03,  # the same
    quiet_zero_share=0.48,  # as in model 1
    quiet_low_share=0.97,  # the same
    quiet_low=10,  # the same
    quiet_high=15,  # the same
    traits=(  # gain, bearing, width, threshold, fitted to the real robot's means and widths
        SensorTraits(0.99, 72.8, 86.0, 425.0),
        SensorTraits(0.90, 42.8, 83.0, 353.0),
        SensorTraits(0.91, 3.6, 83.0, 444.0),
        SensorTraits(0.71, -12.5, 84.0, 474.0),
        SensorTraits(1.13, -42.5, 86.0, 445.0),
        SensorTraits(1.25, -75.6, 85.0, 309.0),
        SensorTraits(0.91, -175.0, 84.0, 418.0),
        SensorTraits(1.29, 163.0, 87.0, 312.0),
    ),
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
    cone=CONE,
    light=LIGHT,
    gripper=GRIPPER,
    body_reflectivity=0.6,  # guess: grey boards and wheels
)
