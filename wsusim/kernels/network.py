"""A neural network in the place of the sum of echoes: what sensors read whose robot has one.

All of it is apart from ``kernels.proximity``, so that robots without a network pay next to nothing:
one question a refresh. Its two linear layers are folded into one when it is packed, so that a unit
of its first layer has one weight a ray, one bias and one weight in the output. The plain twin, with
all layers, is ``network_light`` in ``tests/oracles/proximity.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.eyes import (
    BLINDED,
    CLOSENESS,
    CROSSTALK,
    GAIN,
    KIND,
    NETWORK_BIAS,
    NETWORK_SPAN,
    NETWORK_UNITS,
    RANGE_MM,
    RAY_COUNT,
    REACH_MM,
    SENSOR,
    SENSOR_COLUMNS,
    SENSORS,
    THRESHOLD,
    UNIT,
    UNIT_BIAS,
    UNIT_COLUMNS,
    UNIT_OUTPUT,
    UNIT_RAYS,
)
from wsusim.kernels.jit import apart, inlined
from wsusim.kernels.noise import arm_reading, noisy_proximity
from wsusim.kernels.proximity import (
    echo_of,
    find_edges,
    find_facing,
    find_near,
    ray_direction,
    reflectivity_of,
    sensor_place,
    trace_ray,
)
from wsusim.kernels.rays import Bodies, EdgeIndex, Walls
from wsusim.model.tuning import NETWORK_ECHO, NETWORK_GREATEST


@inlined
def put_closeness(curves: NDArray[np.float64], kind: int, ray: int, echo: float) -> None:
    """Give the network what a ray brings back: its echo (times reflectivity), as closeness.

    Mutates:
        The scratch columns of ``curves``.
    """
    row = np.uint64(kind)
    closeness = math.log1p(echo / NETWORK_ECHO) / curves[row, NETWORK_SPAN]
    curves[row, np.uint64(CLOSENESS + ray)] = closeness


@inlined
def network_light(curves: NDArray[np.float64], kind: int, rays: int) -> float:
    """Return the light that a network makes of the closenesses that were put last."""
    row = np.uint64(kind)
    output = curves[row, NETWORK_BIAS]
    for unit in range(int(curves[row, NETWORK_UNITS])):
        at = np.uint64(UNIT + unit * UNIT_COLUMNS)
        total = curves[row, at + np.uint64(UNIT_BIAS)]
        for ray in range(rays):
            weight = curves[row, at + np.uint64(UNIT_RAYS + ray)]
            total += weight * curves[row, np.uint64(CLOSENESS + ray)]
        output += curves[row, at + np.uint64(UNIT_OUTPUT)] * math.tanh(total)
    output = min(max(output, 0.0), NETWORK_GREATEST)
    return NETWORK_ECHO * math.expm1(output * curves[row, NETWORK_SPAN])


@apart
def ideal_by_network(
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
    """Return what a sensor with a network would read without noise, before it is cut to 0..1023.

    Mutates:
        The scratch columns of ``curves``.
    """
    eyes = bodies.eyes
    me = np.uint64(robot)
    block = SENSOR + sensor * SENSOR_COLUMNS
    x, y = sensor_place(robot, block, bodies, ch, sh)
    range_mm, kind, rays = eyes[me, RANGE_MM], int(eyes[me, KIND]), int(eyes[me, RAY_COUNT])
    light = eyes[me, CROSSTALK]
    facing_count = find_facing(walls, bodies, edge_count, x, y, range_mm)
    if facing_count > 0 or body_count > 0:
        for ray in range(rays):
            dx, dy = ray_direction(robot, block, ray, eyes, ch, sh)
            distance, edge, body = trace_ray(
                walls, bodies, body_count, edge_count, facing_count, x, y, dx, dy, range_mm
            )
            echo = echo_of(curves, kind, distance, range_mm)
            put_closeness(curves, kind, ray, reflectivity_of(walls, bodies, edge, body) * echo)
        light = network_light(curves, kind, rays)
    return float(eyes[me, np.uint64(block + GAIN)] * light - eyes[me, THRESHOLD])


@apart
def read_by_network(
    robot: int,
    index: EdgeIndex,
    walls: Walls,
    bodies: Bodies,
    curves: NDArray[np.float64],
    noise: NDArray[np.float64],
    arm_down: int,
    readings: NDArray[np.int64],
) -> None:
    """Write the eight proximity readings of a robot with a network.

    Arguments as in ``proximity.read_proximity``.

    Mutates:
        ``readings``, ``bodies.near``, the scratch columns of ``curves``.

    Cost: some 0.3 microseconds more than without a network for each sensor that sees something.
    """
    eyes = bodies.eyes
    body_count = find_near(robot, bodies, eyes[robot, REACH_MM])
    edge_count = find_edges(robot, index, walls, bodies, eyes[robot, REACH_MM])
    heading = bodies.pose[robot, 2]
    ch, sh = math.cos(heading), math.sin(heading)
    for sensor in range(SENSORS):
        block = SENSOR + sensor * SENSOR_COLUMNS
        if arm_down and sensor < BLINDED:
            readings[sensor] = arm_reading(noise[sensor], robot, block, eyes)
            continue
        ideal = ideal_by_network(
            robot, sensor, walls, bodies, body_count, edge_count, curves, ch, sh
        )
        readings[sensor] = noisy_proximity(ideal, noise[sensor], robot, block, eyes)
