"""A neural network in the place of the sum of echoes: what sensors read whose robot has one.

All of it is apart from ``kernels.proximity``, so that robots without a network pay next to nothing:
one question a refresh. Its two linear layers are folded into one when it is packed, so that a unit
of its first layer has one weight a ray, one bias and one weight in the output. The plain twin, with
all layers, is ``network_light`` in ``tests/oracles/proximity.py``.
"""

from __future__ import annotations

import math

from wsusim.kernels.eyes import Response, Sensor
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import ObjectMap
from wsusim.kernels.proximity import (
    axis_of,
    echo_of,
    find_before,
    find_facing,
    ray_direction,
    reflectivity_of,
    sensor_place,
    trace_ray,
)
from wsusim.kernels.rays import Bodies, eyes_of
from wsusim.model.tuning import NETWORK_ECHO, NETWORK_GREATEST


@inline
def put_closeness(response: Response, ray: int, echo: float) -> None:
    """Give the network what a ray brings back: its echo (times reflectivity), as closeness.

    Mutates:
        The scratch of ``response``.
    """
    response.closeness[ray] = math.log1p(echo / NETWORK_ECHO) / response.span


@inline
def network_light(response: Response, rays: int) -> float:
    """Return the light that a network makes of the closenesses that were put last."""
    output = response.bias
    for k in range(response.unit_count):
        unit = response.units[k]
        total = unit.bias
        for ray in range(rays):
            total += unit.rays[ray] * response.closeness[ray]
        output += unit.output * math.tanh(total)
    output = min(max(output, 0.0), NETWORK_GREATEST)
    return NETWORK_ECHO * math.expm1(output * response.span)


@inner
def ideal_by_network(
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
    """Return what a sensor with a network would read without noise, before it is cut to 0..1023.

    Mutates:
        The scratch of ``response``.
    """
    eyes = eyes_of(bodies, robot)
    x, y = sensor_place(bodies.robots[robot], sensor, ch, sh)
    range_mm, rays = eyes.range_mm, eyes.ray_count
    light = eyes.crosstalk
    ax, ay = axis_of(sensor, ch, sh)
    facing_count = find_facing(places, bodies, edge_count, x, y, range_mm)
    before_count = find_before(bodies, body_count, x, y, ax, ay, range_mm)
    if facing_count > 0 or before_count > 0:
        for ray in range(rays):
            dx, dy = ray_direction(sensor, ray, ch, sh)
            distance, edge, body = trace_ray(
                places, bodies, before_count, edge_count, facing_count, x, y, dx, dy, range_mm
            )
            echo = echo_of(response, distance, range_mm)
            put_closeness(response, ray, reflectivity_of(places, bodies, edge, body) * echo)
        light = network_light(response, rays)
    return float(sensor.gain * light - eyes.threshold)
