"""Reflected infra-red: what the eight proximity sensors of one robot read.

Each sensor casts a few rays. A ray that meets something brings back the echo of white plastic at
that distance, times the surface's reflectivity. The weighted sum of echoes is amplified by the
sensor's gain; what exceeds a threshold is the reading. So a reading follows every distance
smoothly, and nothing knows of cells. The plain twin is in ``tests/oracles/proximity.py``.
"""

from __future__ import annotations

import numpy as np

from wsusim.kernels.field_of_view import (
    Surroundings,
    Viewpoint,
    choose_bodies,
    choose_edges,
    turned,
    viewpoint,
)
from wsusim.kernels.jit import inline
from wsusim.kernels.network import network_light, put_closeness
from wsusim.kernels.noise import noisy_proximity
from wsusim.kernels.object_map import ObjectMap
from wsusim.kernels.rays import NOTHING, Bodies, cut_edge, eyes_of
from wsusim.kernels.sensor_records import ECHO_SAMPLES, Response, Sensor
from wsusim.kernels.sides import cut_body
from wsusim.model.robot_table import Reals


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
def trace_ray(
    eye: Viewpoint,
    places: ObjectMap,
    bodies: Bodies,
    body_count: int,
    edge_count: int,
    dx: float,
    dy: float,
) -> tuple[float, int, int]:
    """Return how far a proximity ray goes, and the edge or the body that it meets.

    The counts are what ``choose_bodies`` and ``choose_edges`` have returned. Edge and body are
    ``NOTHING`` when the ray does not meet one.
    """
    found = bodies.found
    distance, body = eye.range_mm, NOTHING
    for k in range(body_count):
        one = found.bodies_in_view[k]
        along = cut_body(bodies, one, eye.x_mm, eye.y_mm, dx, dy)
        if along < distance:
            distance = along
            body = one
    edge = NOTHING
    for k in range(edge_count):
        one = found.edges_in_view[np.uint64(k)]
        along = cut_edge(places.edges_mm, one, eye.x_mm, eye.y_mm, dx, dy)
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
    around: Surroundings,
    eye: Viewpoint,
    sensor: Sensor,
    places: ObjectMap,
    bodies: Bodies,
    body_count: int,
    edge_count: int,
    response: Response,
) -> float:
    """Return what a sensor would read without noise, before it is cut to 0..1023.

    The counts are what ``choose_bodies`` and ``choose_edges`` have returned.

    Mutates:
        The scratch of ``response``, where that has a network.
    """
    eyes = eyes_of(bodies, around.robot)
    light = eyes.crosstalk
    if edge_count > 0 or body_count > 0:
        for ray in range(eyes.ray_count):
            dx, dy = ray_direction(around, sensor, ray)
            distance, edge, body = trace_ray(eye, places, bodies, body_count, edge_count, dx, dy)
            echo = echo_of(response, distance, eye.range_mm)
            share = reflectivity_of(places, bodies, edge, body)
            if response.unit_count > 0:
                put_closeness(response, ray, share * echo)
            else:
                light += eyes.weights[ray] * share * echo
        if response.unit_count > 0:
            light = network_light(response, eyes.ray_count)
    return float(sensor.gain * light - eyes.threshold)


@inline
def ray_direction(around: Surroundings, sensor: Sensor, ray: int) -> tuple[float, float]:
    """Return the direction of a ray in the world."""
    return turned(sensor.ray_cos[ray], sensor.ray_sin[ray], around.heading_cos, around.heading_sin)


@inline
def ray_reading(
    around: Surroundings,
    sensor: Sensor,
    places: ObjectMap,
    bodies: Bodies,
    response: Response,
    uniform: float,
) -> int:
    """Return the proximity reading (0..1023) of one sensor of model 1.

    Mutates:
        What is in view, in ``bodies.found``; the scratch of ``response``.
    """
    eye = viewpoint(around, bodies, sensor, sensor.axis_cos, sensor.axis_sin)
    body_count = choose_bodies(around, eye, bodies)
    edge_count = choose_edges(around, eye, places, bodies)
    ideal = ideal_proximity(around, eye, sensor, places, bodies, body_count, edge_count, response)
    return noisy_proximity(ideal, uniform, sensor)
