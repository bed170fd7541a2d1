"""Reflected infra-red: what the eight proximity sensors of one robot read.

Each sensor casts a few rays. A ray that meets something brings back the echo of white plastic at
that distance, times the surface's reflectivity. The weighted sum of echoes is amplified by the
sensor's gain; what exceeds a threshold is the reading. So a reading follows every distance
smoothly, and nothing knows of cells. The plain twin is in ``tests/oracles/proximity.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wsusim.kernels.eyes import (
    ARM_NOISE,
    BLINDED,
    BODY_RADIUS_MM,
    BODY_REFLECTIVITY,
    CROSSTALK,
    ECHO_SAMPLES,
    GAIN,
    KIND,
    NOISE_HIGH,
    NOISE_LOW,
    QUIET_HIGH,
    QUIET_LOW,
    QUIET_LOW_SHARE,
    QUIET_ZERO_SHARE,
    RANGE_MM,
    RAY_COUNT,
    RAYS,
    REACH_MM,
    SENSOR,
    SENSOR_COLUMNS,
    SENSORS,
    THRESHOLD,
    WEIGHTS,
    X_MM,
    Y_MM,
)
from wsusim.kernels.rays import ABSENT, NOTHING, Bodies, Walls, cast_ray, clearance_mm, cut_disc

GREATEST = 1023
"""Ten bits (manual)."""

ARM_MIDDLE = 1018.5
"""Middle of 1015 to 1022, which a sensor reads that looks into the lowered arm."""


@njit(cache=True, nogil=True, error_model="numpy")
def echo_of(curves: NDArray[np.float64], kind: int, distance_mm: float, range_mm: float) -> float:
    """Return the echo of white plastic at a distance; 0 at the range and beyond."""
    if distance_mm >= range_mm:
        return 0.0
    place = distance_mm / range_mm * (ECHO_SAMPLES - 1)
    k = np.uint64(place)
    low = curves[kind, k]
    return float(low + (curves[kind, k + np.uint64(1)] - low) * (place - float(k)))


@njit(cache=True, nogil=True, error_model="numpy")
def find_near(robot: int, bodies: Bodies, reach_mm: float) -> int:
    """Write the bodies in reach of a robot's rays into ``bodies.near`` and return their number."""
    x, y = bodies.pose[robot, 0], bodies.pose[robot, 1]
    discs = bodies.disc_x_mm.size
    count = 0
    for disc in range(discs):
        reach = reach_mm + bodies.disc_radius_mm[disc]
        wx, wy = bodies.disc_x_mm[disc] - x, bodies.disc_y_mm[disc] - y
        if wx * wx + wy * wy < reach * reach and bodies.disc_state[disc] != ABSENT:
            bodies.near[count] = disc
            count += 1
    for other in range(bodies.pose.shape[0]):
        reach = reach_mm + bodies.eyes[other, BODY_RADIUS_MM]
        wx, wy = bodies.pose[other, 0] - x, bodies.pose[other, 1] - y
        if wx * wx + wy * wy < reach * reach and other != robot:
            bodies.near[count] = discs + other
            count += 1
    return count


@njit(cache=True, nogil=True, error_model="numpy")
def nearest_body(
    bodies: Bodies, near_count: int, x_mm: float, y_mm: float, dx: float, dy: float, reach_mm: float
) -> tuple[float, int]:
    """Return the distance to the first of the near bodies and its number.

    Disc d is d, robot r is ``D + r``; ``(reach_mm, NOTHING)`` when none is met within reach.
    """
    discs = bodies.disc_x_mm.size
    nearest = reach_mm
    hit = NOTHING
    for k in range(near_count):
        body = bodies.near[k]
        if body < discs:
            along = cut_disc(
                bodies.disc_x_mm[body],
                bodies.disc_y_mm[body],
                bodies.disc_radius_mm[body],
                x_mm,
                y_mm,
                dx,
                dy,
            )
        else:
            other = body - discs
            along = cut_disc(
                bodies.pose[other, 0],
                bodies.pose[other, 1],
                bodies.eyes[other, BODY_RADIUS_MM],
                x_mm,
                y_mm,
                dx,
                dy,
            )
        if along < nearest:
            nearest = along
            hit = body
    return nearest, hit


@njit(cache=True, nogil=True, error_model="numpy")
def ideal_proximity(
    robot: int,
    sensor: int,
    walls: Walls,
    bodies: Bodies,
    near_count: int,
    curves: NDArray[np.float64],
    ray_distance_mm: NDArray[np.float64],
    ray_edge: NDArray[np.int64],
    ray_body: NDArray[np.int64],
) -> float:
    """Return what a sensor would read without noise, before it is cut to 0..1023.

    ``ray_distance_mm``, ``ray_edge`` and ``ray_body`` [MAX_RAYS] get what each ray has met
    (distance = range and ``NOTHING`` for nothing); pass arrays of size 0 when nobody asks.
    """
    asked = ray_distance_mm.size > 0
    eyes = bodies.eyes
    block = np.uint64(SENSOR + sensor * SENSOR_COLUMNS)
    heading = bodies.pose[robot, 2]
    ch, sh = math.cos(heading), math.sin(heading)
    mount_x, mount_y = eyes[robot, block + np.uint64(X_MM)], eyes[robot, block + np.uint64(Y_MM)]
    x = bodies.pose[robot, 0] + ch * mount_x - sh * mount_y
    y = bodies.pose[robot, 1] + sh * mount_x + ch * mount_y
    range_mm = eyes[robot, RANGE_MM]
    kind = int(eyes[robot, KIND])
    discs = bodies.disc_x_mm.size
    wall_near = clearance_mm(walls, x, y) < range_mm
    light = eyes[robot, CROSSTALK]
    if wall_near or near_count > 0 or asked:
        for ray in range(int(eyes[robot, RAY_COUNT])):
            at = block + np.uint64(RAYS + 2 * ray)
            c, s = eyes[robot, at], eyes[robot, at + np.uint64(1)]
            dx, dy = c * ch - s * sh, s * ch + c * sh
            distance, body = nearest_body(bodies, near_count, x, y, dx, dy, range_mm)
            edge = NOTHING
            if wall_near:
                distance, edge = cast_ray(walls, x, y, dx, dy, distance)
            if edge >= 0:
                body = NOTHING
                reflectivity = walls.edge_reflectivity[edge]
            elif body == NOTHING:
                reflectivity = 1.0
            elif body < discs:
                reflectivity = bodies.disc_reflectivity[body]
            else:
                reflectivity = eyes[body - discs, BODY_REFLECTIVITY]
            light += (
                eyes[robot, np.uint64(WEIGHTS + ray)]
                * reflectivity
                * echo_of(curves, kind, distance, range_mm)
            )
            if asked:
                ray_distance_mm[ray] = distance
                ray_edge[ray] = edge
                ray_body[ray] = body
    return float(eyes[robot, block + np.uint64(GAIN)] * light - eyes[robot, THRESHOLD])


@njit(cache=True, nogil=True, error_model="numpy")
def noisy_proximity(ideal: float, uniform: float, robot: int, eyes: NDArray[np.float64]) -> int:
    """Return the integer that a sensor gives for an ideal value.

    ``uniform`` in [0, 1) decides both kinds of noise: a relative error that is a fifth power, so
    that most steps are small, and the quiet values that show when the signal is below them.
    """
    swing = 2.0 * uniform - 1.0
    low, high = eyes[robot, NOISE_LOW], eyes[robot, NOISE_HIGH]
    ratio = low + (high - low) * min(max(ideal, 0.0) / GREATEST, 1.0)
    value = ideal * (1.0 + ratio * swing * swing * swing * swing * swing)
    signal = int(min(max(value + 0.5, 0.0), GREATEST + 0.5))
    zero, few = eyes[robot, QUIET_ZERO_SHARE], eyes[robot, QUIET_LOW_SHARE]
    quiet = 0.0
    if uniform >= few:
        top = eyes[robot, QUIET_HIGH]
        bottom = eyes[robot, QUIET_LOW]
        quiet = bottom + (top - bottom) * (uniform - few) / (1.0 - few)
    elif uniform >= zero:
        quiet = 1.0 + (eyes[robot, QUIET_LOW] - 1.0) * (uniform - zero) / (few - zero)
    return max(signal, int(quiet))


@njit(cache=True, nogil=True, error_model="numpy")
def read_proximity(
    robot: int,
    walls: Walls,
    bodies: Bodies,
    curves: NDArray[np.float64],
    noise: NDArray[np.float64],
    arm_down: int,
    readings: NDArray[np.int64],
) -> None:
    """Write the eight proximity readings (0..1023) of one robot.

    Args:
        robot: Its row in every array.
        walls: The maze.
        bodies: Everything round; ``near`` is written.
        curves: See ``kernels.eyes``.
        noise: [>= 8] uniforms in [0, 1); the first eight are used.
        arm_down: Not 0 when the gripper's arm is down and blinds sensors 0 to 5.
        readings: [>= 8]; the first eight are written.

    Mutates:
        ``readings``, ``bodies.near``.

    Cost: 0.1 microseconds in the open, 1 in a maze, 2 to 3 at a wall.
    """
    eyes = bodies.eyes
    reach_mm = eyes[robot, REACH_MM]
    near_count = find_near(robot, bodies, reach_mm)
    x, y = bodies.pose[robot, 0], bodies.pose[robot, 1]
    alone = near_count == 0 and clearance_mm(walls, x, y) >= reach_mm
    no_distance = np.empty(0)
    no_hit = np.empty(0, np.int64)
    for sensor in range(SENSORS):
        uniform = noise[sensor]
        if arm_down and sensor < BLINDED:
            spread = (uniform - 0.5) * eyes[robot, ARM_NOISE]
            readings[sensor] = int(ARM_MIDDLE + spread + 0.5)
            continue
        if alone:
            gain = eyes[robot, SENSOR + sensor * SENSOR_COLUMNS + GAIN]
            ideal = gain * eyes[robot, CROSSTALK] - eyes[robot, THRESHOLD]
        else:
            ideal = ideal_proximity(
                robot,
                sensor,
                walls,
                bodies,
                near_count,
                curves,
                no_distance,
                no_hit,
                no_hit,
            )
        readings[sensor] = noisy_proximity(ideal, uniform, robot, eyes)
