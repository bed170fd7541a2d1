"""What one sensor sees, in every detail: for explanations, never in a tick."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.cone import find_all_ends, find_pieces, lean_of, light_of, sensitivity
from wsusim.kernels.elementary import sin_cos
from wsusim.kernels.jit import inner, loop
from wsusim.kernels.light import brightest_lamp, ideal_light, lamp_level
from wsusim.kernels.object_map import ObjectMap
from wsusim.kernels.proximity import (
    echo_of,
    find_before,
    find_bodies,
    find_edges,
    find_facing,
    ideal_proximity,
    reflectivity_of,
    sensor_place,
    trace_ray,
    turned,
)
from wsusim.kernels.rays import FAR_MM, NOTHING, Bodies, cast_ray, eyes_of
from wsusim.kernels.records import ABSENT, Rows
from wsusim.kernels.sensor_records import NODES, Response
from wsusim.kernels.sides import cut_body
from wsusim.kernels.views import SIDE, find_views, look
from wsusim.model.robot_table import structured


class RayTrace:
    """What ``trace_sensor`` tells of a ray, in the world's frame."""

    distance_mm: float
    cos: float
    sin: float
    edge: int
    body: int
    reflectivity: float
    echo: float
    weight: float
    """Share of the sensor's sensitivity that the ray stands for."""
    lean: float
    """What the angle of incidence leaves of the echo; 1 under model 1."""


RAY_TRACE = structured(RayTrace)


class LampView:
    """What ``look_for_lamps`` tells of a lamp."""

    level: float
    """Squared light level, 0 when the lamp is out of view."""
    edge: int
    """Which hides it; ``NOTHING``: none does."""
    body: int
    """Which hides it, as in ``rays.Bodies``; ``NOTHING``: none does."""
    reading: float


LAMP_VIEW = structured(LampView)


@loop
def trace_sensor(
    robot: int,
    number: int,
    places: ObjectMap,
    bodies: Bodies,
    responses: Rows[Response],
    traces: Rows[RayTrace],
) -> float:
    """Write what each ray of one sensor meets; return the ideal value.

    Args:
        robot: Its row in every array.
        number: Of the sensor, 0 to 7.
        places: The map.
        bodies: Everything round; ``near`` is written.
        responses: One for each kind of robot.
        traces: [>= rays].

    Mutates:
        ``traces``, ``bodies.near``.
    """
    me, eyes = bodies.robots[robot], eyes_of(bodies, robot)
    sensor, response = eyes.sensors[number], responses[eyes.kind]
    body_count = find_bodies(robot, places, bodies, eyes.reach_mm)
    edge_count = find_edges(robot, places, bodies, eyes.reach_mm)
    sh, ch = sin_cos(me.heading_rad)
    x, y = sensor_place(me, sensor, ch, sh)
    ax, ay = turned(sensor.axis_cos, sensor.axis_sin, ch, sh)
    facing_count = find_facing(places, bodies, edge_count, x, y, eyes.range_mm)
    before_count = find_before(bodies, body_count, x, y, ax, ay, eyes.range_mm)
    for ray in range(eyes.ray_count):
        dx, dy = turned(sensor.ray_cos[ray], sensor.ray_sin[ray], ch, sh)
        distance, edge, body = trace_ray(
            places, bodies, before_count, edge_count, facing_count, x, y, dx, dy, eyes.range_mm
        )
        trace = traces[ray]
        trace.distance_mm = distance
        trace.cos, trace.sin = dx, dy
        trace.edge, trace.body = edge, body
        trace.reflectivity = reflectivity_of(places, bodies, edge, body)
        trace.echo = echo_of(response, distance, eyes.range_mm)
    return ideal_proximity(robot, sensor, places, bodies, body_count, edge_count, response, ch, sh)


@loop
def trace_cone(
    robot: int,
    number: int,
    places: ObjectMap,
    bodies: Bodies,
    responses: Rows[Response],
    traces: Rows[RayTrace],
) -> tuple[float, int]:
    """Write the directions in which a sensor of model 2 looks at what it sees.

    Arguments as in ``trace_sensor``, but ``traces`` has room for all nodes of all pieces.

    Returns:
        The ideal value, and how many rays there are.

    Mutates:
        ``traces``, the scratch of ``bodies``.
    """
    me, eyes = bodies.robots[robot], eyes_of(bodies, robot)
    sensor, response = eyes.sensors[number], responses[eyes.kind]
    body_count = find_bodies(robot, places, bodies, eyes.reach_mm)
    edge_count = find_edges(robot, places, bodies, eyes.reach_mm)
    sh, ch = sin_cos(me.heading_rad)
    x, y = sensor_place(me, sensor, ch, sh)
    ax, ay = turned(sensor.look_cos, sensor.look_sin, ch, sh)
    count = find_views(robot, sensor, places, bodies, body_count, edge_count, x, y, ax, ay, FAR_MM)
    light = light_of(robot, sensor, bodies, response, count, -FAR_MM, FAR_MM)
    rays = 0
    if count > 0:
        seen, last, _ = find_all_ends(sensor, bodies, count, eyes.range_mm)
        for k in range(find_pieces(bodies, count, seen, last)):
            piece = bodies.pieces[k]
            view = bodies.views[piece.row]
            width = piece.end - piece.begin
            for node in range(NODES):
                at = piece.begin + width * response.node_places[node]
                distance, incidence_cos = look(view, at)
                trace = traces[rays]
                scale = 1.0 / (1.0 + at * at)
                c, s = (1.0 - at * at) * scale, 2.0 * at * scale
                trace.distance_mm = min(distance, eyes.range_mm)
                trace.cos, trace.sin = c * ax - s * ay, s * ax + c * ay
                trace.edge = view.edge if view.edge != SIDE else NOTHING
                trace.body = view.body
                trace.reflectivity = view.reflectivity
                trace.echo = echo_of(response, distance, eyes.range_mm)
                trace.weight = width * response.node_shares[node] * sensitivity(sensor, at)
                trace.lean = lean_of(response, incidence_cos)
                rays += 1
    return sensor.gain * light - sensor.threshold, rays


@inner
def first_before(
    robot: int, lamp: int, places: ObjectMap, bodies: Bodies, x_mm: float, y_mm: float
) -> tuple[int, int]:
    """Return the edge or the body that a straight line from a point to a lamp meets first."""
    it, discs = bodies.discs[lamp], bodies.discs.size
    wx, wy = it.x_mm - x_mm, it.y_mm - y_mm
    distance = math.sqrt(wx * wx + wy * wy)
    if distance <= it.radius_mm:
        return NOTHING, NOTHING
    dx, dy = wx / distance, wy / distance
    nearest, edge = cast_ray(places, x_mm, y_mm, dx, dy, distance - it.radius_mm)
    hit = NOTHING
    for body in range(discs + bodies.robots.size):
        is_there = body >= discs or bodies.discs[body].state != ABSENT
        if is_there and body != lamp and body != discs + robot:
            along = cut_body(bodies, body, x_mm, y_mm, dx, dy)
            if along < nearest:
                nearest, hit = along, body
    return (edge, NOTHING) if hit == NOTHING else (NOTHING, hit)


@loop
def look_for_lamps(
    robot: int,
    number: int,
    places: ObjectMap,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    responses: Rows[Response],
    views: Rows[LampView],
) -> float:
    """Write how one sensor sees each lamp; return the ideal reading.

    ``views`` is [L].

    Mutates:
        ``views``.
    """
    me, eyes = bodies.robots[robot], eyes_of(bodies, robot)
    sensor, response = eyes.sensors[number], responses[eyes.kind]
    sh, ch = sin_cos(me.heading_rad)
    x, y = sensor_place(me, sensor, ch, sh)
    ax, ay = turned(sensor.axis_cos, sensor.axis_sin, ch, sh)
    for lamp in range(lamp_power.size):
        power = sensor.light_gain * lamp_power[lamp]
        level = lamp_level(eyes, lamp, bodies, power, x, y, ax, ay)
        view = views[lamp]
        view.level = level
        view.edge, view.body = first_before(robot, lamp, places, bodies, x, y)
        view.reading = ideal_light(level, response)
    level, lamp = brightest_lamp(robot, sensor, places, bodies, lamp_power, ch, sh)
    return ideal_light(level, response)
