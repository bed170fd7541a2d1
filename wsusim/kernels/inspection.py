"""What one sensor sees, in every detail: for explanations, never in a tick."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.eyes import (
    KIND,
    LAMP_IN_SIGHT,
    LAMP_LEVEL,
    LAMP_READING,
    LIGHT_GAIN,
    NETWORK_UNITS,
    RANGE_MM,
    RAY_COUNT,
    REACH_MM,
    SENSOR,
    SENSOR_COLUMNS,
    TRACE_BODY,
    TRACE_COS,
    TRACE_DISTANCE_MM,
    TRACE_ECHO,
    TRACE_EDGE,
    TRACE_REFLECTIVITY,
    TRACE_SIN,
)
from wsusim.kernels.jit import loop
from wsusim.kernels.light import axis_of, brightest_lamp, ideal_light, is_in_sight, lamp_level
from wsusim.kernels.network import ideal_by_network
from wsusim.kernels.proximity import (
    echo_of,
    find_edges,
    find_facing,
    find_near,
    ideal_proximity,
    ray_direction,
    reflectivity_of,
    sensor_place,
    trace_ray,
)
from wsusim.kernels.rays import Bodies, EdgeIndex, Walls


@loop
def trace_sensor(
    robot: int,
    sensor: int,
    index: EdgeIndex,
    walls: Walls,
    bodies: Bodies,
    curves: NDArray[np.float64],
    traces: NDArray[np.float64],
) -> float:
    """Write what each ray of one sensor meets; return the ideal value.

    Args:
        robot: Its row in every array.
        sensor: 0 to 7.
        index: The maze's edges by place.
        walls: The maze.
        bodies: Everything round; ``near`` is written.
        curves: See ``kernels.eyes``.
        traces: [>= rays, TRACE_COLUMNS].

    Mutates:
        ``traces``, ``bodies.near``.
    """
    eyes = bodies.eyes
    reach_mm, range_mm = eyes[robot, REACH_MM], eyes[robot, RANGE_MM]
    kind = int(eyes[robot, KIND])
    body_count = find_near(robot, bodies, reach_mm)
    edge_count = find_edges(robot, index, walls, bodies, reach_mm)
    heading = bodies.pose[robot, 2]
    ch, sh = math.cos(heading), math.sin(heading)
    block = SENSOR + sensor * SENSOR_COLUMNS
    x, y = sensor_place(robot, block, bodies, ch, sh)
    facing_count = find_facing(walls, bodies, edge_count, x, y, range_mm)
    for ray in range(int(eyes[robot, RAY_COUNT])):
        dx, dy = ray_direction(robot, block, ray, eyes, ch, sh)
        distance, edge, body = trace_ray(
            walls, bodies, body_count, edge_count, facing_count, x, y, dx, dy, range_mm
        )
        traces[ray, TRACE_DISTANCE_MM] = distance
        traces[ray, TRACE_COS], traces[ray, TRACE_SIN] = dx, dy
        traces[ray, TRACE_EDGE], traces[ray, TRACE_BODY] = edge, body
        traces[ray, TRACE_REFLECTIVITY] = reflectivity_of(walls, bodies, edge, body)
        traces[ray, TRACE_ECHO] = echo_of(curves, kind, distance, range_mm)
    if curves[kind, NETWORK_UNITS] > 0.0:
        return ideal_by_network(
            robot, sensor, walls, bodies, body_count, edge_count, curves, ch, sh
        )
    return ideal_proximity(robot, sensor, walls, bodies, body_count, edge_count, curves, ch, sh)


@loop
def look_for_lamps(
    robot: int,
    sensor: int,
    walls: Walls,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    curves: NDArray[np.float64],
    views: NDArray[np.float64],
) -> float:
    """Write how one sensor sees each lamp; return the ideal reading.

    ``views`` is [L, LAMP_COLUMNS].

    Mutates:
        ``views``.
    """
    eyes = bodies.eyes
    heading = bodies.pose[robot, 2]
    ch, sh = math.cos(heading), math.sin(heading)
    block = SENSOR + sensor * SENSOR_COLUMNS
    x, y = sensor_place(robot, block, bodies, ch, sh)
    ax, ay = axis_of(robot, block, eyes, ch, sh)
    gain = eyes[robot, block + LIGHT_GAIN]
    for lamp in range(lamp_power.size):
        level = lamp_level(robot, lamp, bodies, gain * lamp_power[lamp], x, y, ax, ay)
        views[lamp, LAMP_LEVEL] = level
        views[lamp, LAMP_IN_SIGHT] = is_in_sight(robot, lamp, walls, bodies, x, y)
        views[lamp, LAMP_READING] = ideal_light(level, robot, eyes, curves)
    level, lamp = brightest_lamp(robot, sensor, walls, bodies, lamp_power, ch, sh)
    return ideal_light(level, robot, eyes, curves)
