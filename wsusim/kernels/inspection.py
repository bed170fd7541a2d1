"""What one sensor sees, in every detail: for explanations, never in a tick."""

from __future__ import annotations

import math

from wsusim.kernels.cone import find_all_ends, find_pieces, lean_of, light_of, sensitivity
from wsusim.kernels.field_of_view import (
    SensedWorld,
    Viewpoint,
    choose_bodies,
    choose_edges,
    look_round,
    viewpoint,
)
from wsusim.kernels.jit import inner, loop
from wsusim.kernels.light import brightest_lamp, ideal_light, lamp_level
from wsusim.kernels.object_map import ObjectMap
from wsusim.kernels.proximity import (
    echo_of,
    ideal_proximity,
    ray_direction,
    reflectivity_of,
    trace_ray,
)
from wsusim.kernels.rays import FAR_MM, NOTHING, Bodies, cast_ray, eyes_of
from wsusim.kernels.records import ABSENT, Rows
from wsusim.kernels.sensor_records import NODES
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
def trace_sensor(robot: int, number: int, world: SensedWorld, traces: Rows[RayTrace]) -> float:
    """Write what each ray of one sensor meets; return the ideal value.

    Args:
        robot: Its row in every array.
        number: Of the sensor, 0 to 7.
        world: The world round it.
        traces: [>= rays].

    Mutates:
        ``traces``, ``world.bodies.found``.
    """
    places, bodies = world.places, world.bodies
    eyes = eyes_of(bodies, robot)
    sensor, response = eyes.sensors[number], world.responses[eyes.kind]
    around = look_round(robot, places, bodies)
    eye = viewpoint(around, bodies, sensor, sensor.axis_cos, sensor.axis_sin)
    body_count = choose_bodies(around, eye, bodies)
    edge_count = choose_edges(around, eye, places, bodies)
    for ray in range(eyes.ray_count):
        dx, dy = ray_direction(around, sensor, ray)
        distance, edge, body = trace_ray(eye, places, bodies, body_count, edge_count, dx, dy)
        trace = traces[ray]
        trace.distance_mm = distance
        trace.cos, trace.sin = dx, dy
        trace.edge, trace.body = edge, body
        trace.reflectivity = reflectivity_of(places, bodies, edge, body)
        trace.echo = echo_of(response, distance, eyes.range_mm)
    return ideal_proximity(around, eye, sensor, places, bodies, body_count, edge_count, response)


@loop
def trace_cone(
    robot: int, number: int, world: SensedWorld, traces: Rows[RayTrace]
) -> tuple[float, int]:
    """Write the directions in which a sensor of model 2 looks at what it sees.

    Arguments as in ``trace_sensor``, but ``traces`` has room for all nodes of all pieces.

    Returns:
        The ideal value, and how many rays there are.

    Mutates:
        ``traces``, ``world.bodies.found``.
    """
    places, bodies = world.places, world.bodies
    eyes = eyes_of(bodies, robot)
    sensor, response = eyes.sensors[number], world.responses[eyes.kind]
    around = look_round(robot, places, bodies)
    eye = viewpoint(around, bodies, sensor, sensor.look_cos, sensor.look_sin)
    ax, ay = eye.axis_cos, eye.axis_sin
    count = find_views(around, eye, places, bodies, FAR_MM)
    light = light_of(robot, sensor, bodies, response, count, -FAR_MM, FAR_MM)
    rays = 0
    if count > 0:
        seen, last, _ = find_all_ends(sensor, bodies, count, eyes.range_mm)
        for k in range(find_pieces(bodies, count, seen, last)):
            piece = bodies.found.pieces[k]
            view = bodies.found.views[piece.row]
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
def first_before(lamp: int, eye: Viewpoint, places: ObjectMap, bodies: Bodies) -> tuple[int, int]:
    """Return the edge or the body that a straight line from a sensor to a lamp meets first."""
    it, discs = bodies.discs[lamp], bodies.discs.size
    x_mm, y_mm = eye.x_mm, eye.y_mm
    wx, wy = it.x_mm - x_mm, it.y_mm - y_mm
    distance = math.sqrt(wx * wx + wy * wy)
    if distance <= it.radius_mm:
        return NOTHING, NOTHING
    dx, dy = wx / distance, wy / distance
    nearest, edge = cast_ray(places, x_mm, y_mm, dx, dy, distance - it.radius_mm)
    hit = NOTHING
    for body in range(discs + bodies.robots.size):
        is_there = body >= discs or bodies.discs[body].state != ABSENT
        if is_there and body != lamp and body != discs + eye.robot:
            along = cut_body(bodies, body, x_mm, y_mm, dx, dy)
            if along < nearest:
                nearest, hit = along, body
    return (edge, NOTHING) if hit == NOTHING else (NOTHING, hit)


@loop
def look_for_lamps(robot: int, number: int, world: SensedWorld, views: Rows[LampView]) -> float:
    """Write how one sensor sees each lamp; return the ideal reading.

    ``views`` is [L].

    Mutates:
        ``views``, ``world.bodies.found``.
    """
    places, bodies = world.places, world.bodies
    eyes = eyes_of(bodies, robot)
    sensor, response = eyes.sensors[number], world.responses[eyes.kind]
    around = look_round(robot, places, bodies)
    eye = viewpoint(around, bodies, sensor, sensor.axis_cos, sensor.axis_sin)
    lamp_power = world.lamp_power
    for lamp in range(lamp_power.size):
        power = sensor.light_gain * lamp_power[lamp]
        level = lamp_level(eyes, lamp, eye, bodies, power)
        view = views[lamp]
        view.level = level
        view.edge, view.body = first_before(lamp, eye, places, bodies)
        view.reading = ideal_light(level, response)
    level, lamp = brightest_lamp(eye, sensor, places, bodies, lamp_power)
    return ideal_light(level, response)
