"""Plain twin of ``wsusim.kernels.proximity``, from the robot's table and the world itself."""

from __future__ import annotations

import math
from itertools import pairwise

from tests.oracles.rays import box_hit, disc_distance, first_edge
from wsusim.robots import robot_kind


def echo(model, distance):
    """Return the echo of white plastic by the cubic of Fritsch and Butland."""
    x, y = model.echo_mm, model.echo
    if distance >= x[-1]:
        return 0.0
    k = max(i for i in range(len(x) - 1) if x[i] <= distance)
    slopes = [(y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise(zip(x, y, strict=True))]

    def tangent(i):
        if i in (0, len(x) - 1):
            return slopes[min(i, len(slopes) - 1)]
        before, after = slopes[i - 1], slopes[i]
        if before * after <= 0:
            return 0.0
        h0, h1 = x[i] - x[i - 1], x[i + 1] - x[i]
        w0, w1 = 2 * h1 + h0, h1 + 2 * h0
        return (w0 + w1) / (w0 / before + w1 / after)

    h = x[k + 1] - x[k]
    t = (distance - x[k]) / h
    return (
        (2 * t**3 - 3 * t**2 + 1) * y[k]
        + (t**3 - 2 * t**2 + t) * h * tangent(k)
        + (-2 * t**3 + 3 * t**2) * y[k + 1]
        + (t**3 - t**2) * h * tangent(k + 1)
    )


def round_things(world):
    """Return all round things but the robots: (x, y, radius, reflectivity)."""
    lights = [(d.x_mm, d.y_mm, d.diameter_mm / 2, 1.0) for d in world.lights]
    others = [
        (d.x_mm, d.y_mm, d.diameter_mm / 2, d.reflectivity)
        for d in (*world.caps, *world.balls, *world.cylinders)
    ]
    return lights + others


def closeness(model, echo):
    """Return the logarithm of an echo, 1 for white plastic that touches the sensor."""
    return math.log(1 + echo / 100) / math.log(1 + model.echo[0] / 100)


def network_light(network, model, inputs):
    """Return the light that a network sees with rays of these closenesses, layer by layer."""
    hidden = [
        math.tanh(bias + sum(w * x for w, x in zip(weights, inputs, strict=True)))
        for weights, bias in zip(network.hidden, network.hidden_bias, strict=True)
    ]
    linear = [
        bias + sum(w * h for w, h in zip(weights, hidden, strict=True))
        for weights, bias in zip(network.linear, network.linear_bias, strict=True)
    ]
    output = network.output_bias + sum(
        w * value for w, value in zip(network.output, linear, strict=True)
    )
    output = min(max(output, 0.0), 2.0)
    return 100 * (math.exp(output * math.log(1 + model.echo[0] / 100)) - 1)


def ideal(world, static, robot, sensor, *, spread=True, network=None):
    """Return what a sensor reads without noise, before it is cut to 0..1023."""
    start = world.robots[robot]
    kind = robot_kind(start.kind)
    model, mount = kind.proximity, kind.sensors[sensor]
    x, y = start.pose.place((mount.x_mm, mount.y_mm))
    things = round_things(world) + [
        (
            r.pose.x_mm,
            r.pose.y_mm,
            robot_kind(r.kind).radius_mm,
            robot_kind(r.kind).body_reflectivity,
        )
        for r in world.robots
        if r is not start
    ]
    total, inputs = model.crosstalk, []
    for angle, weight in zip(model.ray_angle_deg, model.ray_weight, strict=True):
        direction = start.pose.heading_rad + math.radians(mount.bearing_deg + angle)
        dx, dy = math.cos(direction), math.sin(direction)
        distance, edge = first_edge(static.edges_mm.tolist(), x, y, dx, dy, model.echo_mm[-1])
        reflectivity = float(static.edge_reflectivity[edge]) if edge >= 0 else 0.0
        for centre_x, centre_y, radius, shine in things:
            along = disc_distance(centre_x, centre_y, radius, x, y, dx, dy)
            if along < distance:
                distance, reflectivity = along, shine
        for box in world.boxes:
            along, _ = box_hit(box, x, y, dx, dy)
            if along < distance:
                distance, reflectivity = along, box.reflectivity
        total += weight / sum(model.ray_weight) * reflectivity * echo(model, distance)
        inputs.append(closeness(model, reflectivity * echo(model, distance)))
    if network is not None:
        total = network_light(network, model, inputs)
    return (model.sensor_gain[sensor] if spread else 1.0) * total - model.threshold
