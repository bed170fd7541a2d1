"""Plain twin of ``wsusim.kernels.cone``: a quarter of a degree at a time, ray by ray."""

from __future__ import annotations

import math

from tests.oracles.proximity import echo, round_things
from tests.oracles.rays import box_hit, disc_distance, first_edge
from wsusim.robots import robot_kind

STEP_DEG = 0.25


def ideal(world, static, robot, sensor):
    """Return what a sensor of model 2 reads without noise, before it is cut to 0..1023."""
    start = world.robots[robot]
    kind = robot_kind(start.kind)
    model, mount = kind.cone, kind.sensors[sensor]
    traits = model.traits[sensor]
    power = math.log(0.5) / math.log(math.cos(math.radians(traits.width_deg / 2)))
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
    edges = static.edges_mm.tolist()
    light, whole = 0.0, 0.0
    for step in range(round(180 / STEP_DEG)):
        angle = math.radians(-90 + (step + 0.5) * STEP_DEG)
        direction = start.pose.heading_rad + math.radians(traits.bearing_deg) + angle
        dx, dy = math.cos(direction), math.sin(direction)
        weight = math.cos(angle) ** power
        whole += weight
        distance, edge = first_edge(edges, x, y, dx, dy, model.echo_mm[-1])
        reflectivity, lean = 0.0, 0.0
        if edge >= 0:
            x0, y0, x1, y1 = edges[edge]
            reflectivity = float(static.edge_reflectivity[edge])
            lean = (dx * (y1 - y0) - dy * (x1 - x0)) / math.hypot(x1 - x0, y1 - y0)
        for centre_x, centre_y, radius, shine in things:
            along = disc_distance(centre_x, centre_y, radius, x, y, dx, dy)
            if along < distance:
                hit_x, hit_y = x + along * dx - centre_x, y + along * dy - centre_y
                distance, reflectivity = along, shine
                # From inside it is seen squarely everywhere.
                lean = -(hit_x * dx + hit_y * dy) / radius if along > 0 else 1.0
        for box in world.boxes:
            along, squarely = box_hit(box, x, y, dx, dy)
            if along < distance:
                distance, reflectivity, lean = along, box.reflectivity, squarely
        brightness = max(lean, 0.0) ** model.incidence_power * echo(model, distance)
        light += weight * reflectivity * brightness
    return traits.gain * (model.crosstalk + light / whole) - traits.threshold


def reading(model, ideal, uniform):
    """Return the whole number that a sensor of the kind's noise gives for an ideal value."""
    swing = (2 * uniform - 1) ** 5
    level = min(max(ideal, 0), 1023) / 1023
    relative = model.noise_low * (1 - level) + model.noise_high * level
    ripple = model.additive_noise * math.sqrt(2) * math.sin(math.tau * (uniform * 2**20 % 1))
    signal = ideal * (1 + relative * swing) + ripple
    if uniform < model.quiet_zero_share:
        quiet = 0.0
    elif uniform < model.quiet_low_share:
        way = uniform - model.quiet_zero_share
        quiet = 1 + (model.quiet_low - 1) * way / (model.quiet_low_share - model.quiet_zero_share)
    else:
        way = (uniform - model.quiet_low_share) / (1 - model.quiet_low_share)
        quiet = model.quiet_low + (model.quiet_high + 1 - model.quiet_low) * way
    return max(math.floor(min(max(signal + 0.5, 0), 1023)), math.floor(quiet))
