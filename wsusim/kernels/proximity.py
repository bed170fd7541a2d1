"""Reflected infra-red: what the eight proximity sensors of one robot read.

Each sensor casts a few rays. A ray that meets something brings back the echo of white plastic at
that distance, times the surface's reflectivity. The weighted sum of echoes is amplified by the
sensor's gain; what exceeds a threshold is the reading. So a reading follows every distance
smoothly, and nothing knows of cells. The plain twin is in ``tests/oracles/proximity.py``.
"""

from __future__ import annotations

import numpy as np

from wsusim.kernels.jit import inline
from wsusim.kernels.network import network_light, put_closeness
from wsusim.kernels.object_map import ObjectMap, clearance_mm, find_near, square_at
from wsusim.kernels.rays import (
    NOTHING,
    TOUCH_MM,
    Bodies,
    cut_edge,
    eyes_of,
    is_faced,
)
from wsusim.kernels.sensor_records import ECHO_SAMPLES, Response, Sensor
from wsusim.kernels.sides import body_disc, cut_body
from wsusim.model.robot_table import Reals, Robot


@inline
def echo_of(response: Response, distance_mm: float, range_mm: float) -> float:
    """Return the echo of white plastic at a distance; 0 at the range and beyond."""
    if distance_mm >= range_mm:
        return 0.0
    return on_curve(response.echo, distance_mm / range_mm * (ECHO_SAMPLES - 1), ECHO_SAMPLES)


@inline
def on_curve(curve: Reals, place: float, samples: int) -> float:
    """Return a curve's value at a place between its samples, of which the first is at 0."""
    k = min(int(place), samples - 2)
    low = curve[k]
    return low + (curve[k + 1] - low) * (place - k)


@inline
def sensor_place(me: Robot, sensor: Sensor, ch: float, sh: float) -> tuple[float, float]:
    """Return where a sensor of a robot is, given cosine and sine of the robot's heading."""
    x_mm, y_mm = sensor.x_mm, sensor.y_mm
    return me.x_mm + ch * x_mm - sh * y_mm, me.y_mm + sh * x_mm + ch * y_mm


@inline
def turned(c: float, s: float, ch: float, sh: float) -> tuple[float, float]:
    """Return a direction (c, s) of the robot's frame in the world, given that of its heading."""
    return c * ch - s * sh, s * ch + c * sh


@inline
def find_bodies(robot: int, places: ObjectMap, bodies: Bodies, reach_mm: float) -> int:
    """Write the bodies in reach of a robot's rays into ``bodies.near`` and return their number.

    The map says what may be; the outlines say what is.
    """
    x, y = bodies.robots[robot].x_mm, bodies.robots[robot].y_mm
    near = bodies.near
    discs = bodies.discs.size
    count = 0
    for k in range(1, find_near(places, x, y, reach_mm, near) + 1):
        body = near[k]
        bx, by, radius = body_disc(bodies, body)
        wx, wy = bx - x, by - y
        reach = reach_mm + radius
        if wx * wx + wy * wy < reach * reach and body != discs + robot:
            count += 1
            near[count] = body
    near[0] = count
    return count


@inline
def find_before(
    bodies: Bodies, body_count: int, x_mm: float, y_mm: float, ax: float, ay: float, range_mm: float
) -> int:
    """Choose, of the bodies in reach of the robot, those that a sensor may see; return how many.

    A sensor at (x, y) that looks along (ax, ay) sees nothing that is all behind it. The chosen
    stand behind the place of those they were chosen from.
    """
    first = body_count_limit(bodies)
    count = 0
    for k in range(1, body_count + 1):
        body = bodies.near[k]
        bx, by, radius = body_disc(bodies, body)
        wx, wy = bx - x_mm, by - y_mm
        reach = range_mm + radius
        if wx * ax + wy * ay > -radius and wx * wx + wy * wy < reach * reach:
            bodies.near[first + count] = body
            count += 1
    return count


@inline
def body_count_limit(bodies: Bodies) -> int:
    """Return how many places of ``bodies.near`` a list of bodies may take, with its number."""
    return bodies.discs.size + bodies.robots.size + 1


@inline
def nearest_body(
    bodies: Bodies, body_count: int, x_mm: float, y_mm: float, dx: float, dy: float, reach_mm: float
) -> tuple[float, int]:
    """Return the distance to the first of the bodies before a sensor, and its number.

    ``(reach_mm, NOTHING)`` when none is met within reach.
    """
    first = body_count_limit(bodies)
    nearest = reach_mm
    hit = NOTHING
    for k in range(first, first + body_count):
        body = bodies.near[k]
        along = cut_body(bodies, body, x_mm, y_mm, dx, dy)
        if along < nearest:
            nearest = along
            hit = body
    return nearest, hit


@inline
def find_edges(robot: int, places: ObjectMap, bodies: Bodies, reach_mm: float) -> int:
    """Write the edges in reach of a robot's rays into ``bodies.near`` and return their number.

    They stand behind the place of the bodies. No sensor is farther from the centre than
    ``reach_mm`` less the length of a ray.
    """
    x, y = bodies.robots[robot].x_mm, bodies.robots[robot].y_mm
    square = np.uint64(square_at(places, x, y))
    behind_mm = reach_mm - eyes_of(bodies, robot).range_mm
    first = 2 * body_count_limit(bodies)
    count = 0
    for listed in range(places.edge_start[square], places.edge_start[square + np.uint64(1)]):
        k = np.uint64(listed)
        if places.edge_gap_mm[k] > reach_mm:
            break
        edge = places.edge_list[k]
        if is_faced(places.edges_mm, edge, x, y, behind_mm, reach_mm):
            bodies.near[np.uint64(first + count)] = edge
            count += 1
    return count


@inline
def find_facing(
    places: ObjectMap, bodies: Bodies, edge_count: int, x_mm: float, y_mm: float, range_mm: float
) -> int:
    """Choose, of the edges in reach of the robot, those that a sensor can see; return how many.

    They stand in ``bodies.near`` behind the edges they were chosen from.
    """
    if edge_count == 0 or clearance_mm(places, x_mm, y_mm) >= range_mm:
        return 0
    first = 2 * body_count_limit(bodies)
    count = 0
    for k in range(first, first + edge_count):
        edge = bodies.near[np.uint64(k)]
        if is_faced(places.edges_mm, edge, x_mm, y_mm, TOUCH_MM, range_mm):
            bodies.near[np.uint64(first + edge_count + count)] = edge
            count += 1
    return count


@inline
def trace_ray(
    places: ObjectMap,
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

    The counts are what ``find_before``, ``find_edges`` and ``find_facing`` have returned. Edge and
    body are ``NOTHING`` when the ray does not meet one.
    """
    distance, body = range_mm, NOTHING
    if body_count > 0:
        distance, body = nearest_body(bodies, body_count, x_mm, y_mm, dx, dy, range_mm)
    edge = NOTHING
    first = 2 * body_count_limit(bodies) + edge_count
    for k in range(first, first + facing_count):
        one = bodies.near[np.uint64(k)]
        along = cut_edge(places.edges_mm, one, x_mm, y_mm, dx, dy)
        if along < distance:
            distance = along
            edge = one
    if edge != NOTHING:
        body = NOTHING
    return distance, edge, body


@inline
def reflectivity_of(places: ObjectMap, bodies: Bodies, edge: int, body: int) -> float:
    """Return how much of the light a ray's target sends back; 0 for nothing."""
    discs = bodies.discs.size
    if edge != NOTHING:
        return float(places.edge_reflectivity[np.uint64(edge)])
    if body == NOTHING:
        return 0.0
    if body < discs:
        return float(bodies.discs[body].reflectivity)
    return float(eyes_of(bodies, body - discs).body_reflectivity)


@inline
def ideal_proximity(
    robot: int,
    sensor: Sensor,
    places: ObjectMap,
    bodies: Bodies,
    body_count: int,
    edge_count: int,
    response: Response,
    ch: float,
    sh: float,
) -> float:
    """Return what a sensor would read without noise, before it is cut to 0..1023.

    ``ch`` and ``sh`` are the cosine and sine of the robot's heading, the counts are what
    ``find_bodies`` and ``find_edges`` have returned.

    Mutates:
        The scratch of ``response``, where that has a network.
    """
    eyes = eyes_of(bodies, robot)
    x, y = sensor_place(bodies.robots[robot], sensor, ch, sh)
    range_mm = eyes.range_mm
    light = eyes.crosstalk
    ax, ay = turned(sensor.axis_cos, sensor.axis_sin, ch, sh)
    facing_count = find_facing(places, bodies, edge_count, x, y, range_mm)
    before_count = find_before(bodies, body_count, x, y, ax, ay, range_mm)
    if facing_count > 0 or before_count > 0:
        for ray in range(eyes.ray_count):
            dx, dy = turned(sensor.ray_cos[ray], sensor.ray_sin[ray], ch, sh)
            distance, edge, body = trace_ray(
                places, bodies, before_count, edge_count, facing_count, x, y, dx, dy, range_mm
            )
            echo = echo_of(response, distance, range_mm)
            share = reflectivity_of(places, bodies, edge, body)
            if response.unit_count > 0:
                put_closeness(response, ray, share * echo)
            else:
                light += eyes.weights[ray] * share * echo
        if response.unit_count > 0:
            light = network_light(response, eyes.ray_count)
    return float(sensor.gain * light - eyes.threshold)
