"""Reflected infra-red: what the eight proximity sensors of one robot read.

Each sensor casts a few rays. A ray that meets something brings back the echo of white plastic at
that distance, times the surface's reflectivity. The weighted sum of echoes is amplified by the
sensor's gain; what exceeds a threshold is the reading. So a reading follows every distance
smoothly, and nothing knows of cells. The plain twin is in ``tests/oracles/proximity.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.eyes import (
    BLINDED,
    BODY_RADIUS_MM,
    BODY_REFLECTIVITY,
    CROSSTALK,
    ECHO_SAMPLES,
    GAIN,
    KIND,
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
from wsusim.kernels.jit import inlined
from wsusim.kernels.noise import arm_reading, noisy_proximity
from wsusim.kernels.rays import (
    ABSENT,
    NOTHING,
    TOUCH_MM,
    Bodies,
    EdgeIndex,
    Walls,
    clearance_mm,
    cut_disc,
    cut_edge,
    is_faced,
)


@inlined
def echo_of(curves: NDArray[np.float64], kind: int, distance_mm: float, range_mm: float) -> float:
    """Return the echo of white plastic at a distance; 0 at the range and beyond."""
    if distance_mm >= range_mm:
        return 0.0
    place = distance_mm / range_mm * (ECHO_SAMPLES - 1)
    k = np.uint64(place)
    low = curves[kind, k]
    return float(low + (curves[kind, k + np.uint64(1)] - low) * (place - float(k)))


@inlined
def sensor_place(
    robot: int, block: int, bodies: Bodies, ch: float, sh: float
) -> tuple[float, float]:
    """Return where a sensor is, given the first column of its block in ``eyes``."""
    me, at = np.uint64(robot), np.uint64(block)
    x_mm = bodies.eyes[me, at + np.uint64(X_MM)]
    y_mm = bodies.eyes[me, at + np.uint64(Y_MM)]
    return (
        bodies.pose[me, 0] + ch * x_mm - sh * y_mm,
        bodies.pose[me, 1] + sh * x_mm + ch * y_mm,
    )


@inlined
def ray_direction(
    robot: int, block: int, ray: int, eyes: NDArray[np.float64], ch: float, sh: float
) -> tuple[float, float]:
    """Return the direction of a sensor's ray in the world, given the sensor's block in ``eyes``."""
    me, at = np.uint64(robot), np.uint64(block + RAYS + 2 * ray)
    c, s = eyes[me, at], eyes[me, at + np.uint64(1)]
    return c * ch - s * sh, s * ch + c * sh


@inlined
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


@inlined
def nearest_body(
    bodies: Bodies, body_count: int, x_mm: float, y_mm: float, dx: float, dy: float, reach_mm: float
) -> tuple[float, int]:
    """Return the distance to the first of the near bodies and its number.

    Disc d is d, robot r is ``D + r``; ``(reach_mm, NOTHING)`` when none is met within reach.
    """
    discs = bodies.disc_x_mm.size
    nearest = reach_mm
    hit = NOTHING
    for k in range(body_count):
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


@inlined
def find_edges(robot: int, index: EdgeIndex, walls: Walls, bodies: Bodies, reach_mm: float) -> int:
    """Write the edges in reach of a robot's rays into ``bodies.near`` and return their number.

    They stand behind the place of the bodies. No sensor is farther from the centre than
    ``reach_mm`` less the length of a ray.
    """
    x, y = bodies.pose[robot, 0], bodies.pose[robot, 1]
    column = np.uint64((x - walls.origin_x_mm) / index.bin_mm)
    row = np.uint64((y - walls.origin_y_mm) / index.bin_mm)
    square = row * np.uint64(index.bin_columns) + column
    behind_mm = reach_mm - bodies.eyes[robot, RANGE_MM]
    first = bodies.disc_x_mm.size + bodies.pose.shape[0]
    count = 0
    for listed in range(index.bin_start[square], index.bin_start[square + np.uint64(1)]):
        k = np.uint64(listed)
        if index.bin_gap_mm[k] > reach_mm:
            break
        edge = index.bin_edges[k]
        if is_faced(walls.edges_mm, edge, x, y, behind_mm, reach_mm):
            bodies.near[np.uint64(first + count)] = edge
            count += 1
    return count


@inlined
def find_facing(
    walls: Walls, bodies: Bodies, edge_count: int, x_mm: float, y_mm: float, range_mm: float
) -> int:
    """Choose, of the edges in reach of the robot, those that a sensor can see; return how many.

    They stand in ``bodies.near`` behind the edges they were chosen from.
    """
    if edge_count == 0 or clearance_mm(walls, x_mm, y_mm) >= range_mm:
        return 0
    first = bodies.disc_x_mm.size + bodies.pose.shape[0]
    count = 0
    for k in range(first, first + edge_count):
        edge = bodies.near[np.uint64(k)]
        if is_faced(walls.edges_mm, edge, x_mm, y_mm, TOUCH_MM, range_mm):
            bodies.near[np.uint64(first + edge_count + count)] = edge
            count += 1
    return count


@inlined
def trace_ray(
    walls: Walls,
    bodies: Bodies,
    body_count: int,
    edge_count: int,
    facing_count: int,
    x_mm: float,
    y_mm: float,
    dx: float,
    dy: float,
    range_mm: float,
) -> tuple[float, int, int]:
    """Return how far a proximity ray goes, and the edge or the body that it meets.

    The counts are what ``find_near``, ``find_edges`` and ``find_facing`` have returned. Edge and
    body are ``NOTHING`` when the ray does not meet one.
    """
    distance, body = range_mm, NOTHING
    if body_count > 0:
        distance, body = nearest_body(bodies, body_count, x_mm, y_mm, dx, dy, range_mm)
    edge = NOTHING
    first = bodies.disc_x_mm.size + bodies.pose.shape[0] + edge_count
    for k in range(first, first + facing_count):
        one = bodies.near[np.uint64(k)]
        along = cut_edge(walls.edges_mm, one, x_mm, y_mm, dx, dy)
        if along < distance:
            distance = along
            edge = one
    if edge != NOTHING:
        body = NOTHING
    return distance, edge, body


@inlined
def reflectivity_of(walls: Walls, bodies: Bodies, edge: int, body: int) -> float:
    """Return how much of the light a ray's target sends back; 0 for nothing."""
    discs = bodies.disc_x_mm.size
    if edge != NOTHING:
        return float(walls.edge_reflectivity[np.uint64(edge)])
    if body == NOTHING:
        return 0.0
    if body < discs:
        return float(bodies.disc_reflectivity[np.uint64(body)])
    return float(bodies.eyes[body - discs, BODY_REFLECTIVITY])


@inlined
def ideal_proximity(
    robot: int,
    sensor: int,
    walls: Walls,
    bodies: Bodies,
    body_count: int,
    edge_count: int,
    curves: NDArray[np.float64],
    ch: float,
    sh: float,
) -> float:
    """Return what a sensor would read without noise, before it is cut to 0..1023.

    ``ch`` and ``sh`` are the cosine and sine of the robot's heading, the counts are what
    ``find_near`` and ``find_edges`` have returned.
    """
    eyes = bodies.eyes
    me = np.uint64(robot)
    block = SENSOR + sensor * SENSOR_COLUMNS
    x, y = sensor_place(robot, block, bodies, ch, sh)
    range_mm = eyes[me, RANGE_MM]
    kind = int(eyes[me, KIND])
    light = eyes[me, CROSSTALK]
    facing_count = find_facing(walls, bodies, edge_count, x, y, range_mm)
    if facing_count > 0 or body_count > 0:
        for ray in range(int(eyes[me, RAY_COUNT])):
            dx, dy = ray_direction(robot, block, ray, eyes, ch, sh)
            distance, edge, body = trace_ray(
                walls, bodies, body_count, edge_count, facing_count, x, y, dx, dy, range_mm
            )
            echo = echo_of(curves, kind, distance, range_mm)
            weight = eyes[me, np.uint64(WEIGHTS + ray)]
            light += weight * reflectivity_of(walls, bodies, edge, body) * echo
    return float(eyes[me, np.uint64(block + GAIN)] * light - eyes[me, THRESHOLD])


@inlined
def read_proximity(
    robot: int,
    index: EdgeIndex,
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
        index: The maze's edges by place.
        walls: The maze.
        bodies: Everything round; ``near`` is written.
        curves: See ``kernels.eyes``.
        noise: [>= 8] uniforms in [0, 1); the first eight are used.
        arm_down: Not 0 when the gripper's arm is down and blinds sensors 0 to 5.
        readings: [>= 8]; the first eight are written.

    Mutates:
        ``readings``, ``bodies.near``.

    Cost: 0.05 microseconds in the open, 0.3 in a maze, 0.6 at a wall, 1.2 in a narrow corner.
    """
    eyes = bodies.eyes
    reach_mm = eyes[robot, REACH_MM]
    body_count = find_near(robot, bodies, reach_mm)
    edge_count = 0
    if clearance_mm(walls, bodies.pose[robot, 0], bodies.pose[robot, 1]) < reach_mm:
        edge_count = find_edges(robot, index, walls, bodies, reach_mm)
    heading = bodies.pose[robot, 2]
    ch, sh = math.cos(heading), math.sin(heading)
    for sensor in range(SENSORS):
        uniform = noise[sensor]
        block = SENSOR + sensor * SENSOR_COLUMNS
        if arm_down and sensor < BLINDED:
            readings[sensor] = arm_reading(uniform, robot, block, eyes)
            continue
        ideal = ideal_proximity(
            robot, sensor, walls, bodies, body_count, edge_count, curves, ch, sh
        )
        readings[sensor] = noisy_proximity(ideal, uniform, robot, block, eyes)
