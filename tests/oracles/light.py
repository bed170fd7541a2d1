"""Plain twin of ``wsusim.kernels.light``, from the robot's table and the world itself."""

from __future__ import annotations

import math

import numpy as np

from tests.oracles.proximity import round_things
from tests.oracles.rays import box_hit, disc_distance, first_edge
from wsusim.engine.sensing import smooth_curve
from wsusim.robots import robot_kind


def reading_at(model, distance_mm):
    """Return the reading on the axis of a lamp of power 1."""
    last = model.distance_mm[-1]
    if distance_mm > last:
        return model.dark - (model.dark - model.reading[-1]) * (last / distance_mm) ** 2
    return float(smooth_curve(model.distance_mm, model.reading, np.array([distance_mm]))[0])


def ideal(world, static, robot, sensor, gain=1.0):
    """Return what a sensor of a light gain reads without noise."""
    start = world.robots[robot]
    kind = robot_kind(start.kind)
    model, mount = kind.light, kind.sensors[sensor]
    x, y = start.pose.place((mount.x_mm, mount.y_mm))
    axis = start.pose.heading_rad + math.radians(mount.bearing_deg)
    limit = math.cos(math.radians(model.half_angle_deg))
    things = round_things(world)
    robots = [
        (r.pose.x_mm, r.pose.y_mm, robot_kind(r.kind).radius_mm, 1.0)
        for r in world.robots
        if r is not start
    ]
    best = float(model.dark)
    for number, lamp in enumerate(world.lights):
        wx, wy = lamp.x_mm - x, lamp.y_mm - y
        distance = math.hypot(wx, wy)
        share = (math.cos(math.atan2(wy, wx) - axis) - limit) / (1 - limit)
        if share <= 0:
            continue
        dx, dy = wx / distance, wy / distance
        reach = distance - lamp.diameter_mm / 2
        hidden = first_edge(static.edges_mm.tolist(), x, y, dx, dy, reach)[1] >= 0 or any(
            disc_distance(cx, cy, radius, x, y, dx, dy) < reach
            for k, (cx, cy, radius, _) in enumerate(things + robots)
            if k != number
        )
        hidden = hidden or any(box_hit(box, x, y, dx, dy)[0] < reach for box in world.boxes)
        if not hidden:
            best = min(best, reading_at(model, distance / math.sqrt(gain * lamp.power * share)))
    return best
