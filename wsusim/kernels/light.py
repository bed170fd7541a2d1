"""Ambient light: what the eight sensors of one robot read of the lamps.

A lamp of power p at distance d, seen under an angle that passes the share a of its light, has the
level sqrt(g p a) / d for a sensor of light gain g: so a lamp of four times the power looks like one
at half the distance, and to a sensor of four times the gain every lamp does. The strongest lamp in
sight decides. The plain twin is in ``tests/oracles/light.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.eyes import GLOW_SAMPLES, MAX_LEVEL, SENSORS, Eyes, Response, Sensor
from wsusim.kernels.jit import inline
from wsusim.kernels.noise import noisy_light
from wsusim.kernels.proximity import sensor_place
from wsusim.kernels.rays import NOTHING, Bodies, Walls, cast_ray, cut_disc
from wsusim.kernels.records import ABSENT


@inline
def is_in_sight(
    robot: int, lamp: int, walls: Walls, bodies: Bodies, x_mm: float, y_mm: float
) -> bool:
    """Tell whether a straight line from a point to a lamp meets no wall, disc or other robot.

    Neither the lamp's own foot nor the robot's own body is in the way.
    """
    it = bodies.discs[lamp]
    wx, wy = it.x_mm - x_mm, it.y_mm - y_mm
    distance = math.sqrt(wx * wx + wy * wy)
    reach = distance - it.radius_mm
    if reach <= 0.0:
        return True
    dx, dy = wx / distance, wy / distance
    for disc in range(bodies.discs.size):
        thing = bodies.discs[disc]
        if disc != lamp and thing.state != ABSENT:
            along = cut_disc(thing.x_mm, thing.y_mm, thing.radius_mm, x_mm, y_mm, dx, dy)
            if along < reach:
                return False
    for other in range(bodies.robots.size):
        they = bodies.robots[other]
        if other != robot:
            radius = bodies.eyes[other].body_radius_mm
            along = cut_disc(they.x_mm, they.y_mm, radius, x_mm, y_mm, dx, dy)
            if along < reach:
                return False
    return cast_ray(walls, x_mm, y_mm, dx, dy, reach)[1] == NOTHING


@inline
def lamp_level(
    eyes: Eyes,
    lamp: int,
    bodies: Bodies,
    power: float,
    x_mm: float,
    y_mm: float,
    ax: float,
    ay: float,
) -> float:
    """Return the squared level of a lamp for a sensor at (x, y) that looks along (ax, ay).

    ``power`` is the lamp's power times the sensor's gain. 0 out of view, and where the lamp can't
    be told from the dark. Whether anything hides it is not asked.
    """
    wx, wy = bodies.discs[lamp].x_mm - x_mm, bodies.discs[lamp].y_mm - y_mm
    ahead = wx * ax + wy * ay
    square = wx * wx + wy * wy
    limit, faint = eyes.cos_limit, eyes.faint
    if ahead <= 0.0 or power <= faint * square:
        return 0.0
    share = (ahead / math.sqrt(square) - limit) / (1.0 - limit)
    level = power * share / square
    return float(level) if level > faint else 0.0


@inline
def axis_of(sensor: Sensor, ch: float, sh: float) -> tuple[float, float]:
    """Return the direction in which a sensor looks."""
    c, s = sensor.axis_cos, sensor.axis_sin
    return c * ch - s * sh, s * ch + c * sh


@inline
def brightest_lamp(
    robot: int,
    sensor: Sensor,
    walls: Walls,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    ch: float,
    sh: float,
) -> tuple[float, int]:
    """Return the squared level of the strongest lamp in a sensor's sight, and its number.

    ``(0, NOTHING)`` when there is none.
    """
    eyes = bodies.eyes[robot]
    x, y = sensor_place(bodies.robots[robot], sensor, ch, sh)
    ax, ay = axis_of(sensor, ch, sh)
    gain = sensor.light_gain
    ceiling, hidden = math.inf, NOTHING
    while True:  # the strongest lamp, then the next one if that is hidden, and so on
        best, brightest = 0.0, NOTHING
        for lamp in range(lamp_power.size):
            level = lamp_level(eyes, lamp, bodies, gain * lamp_power[lamp], x, y, ax, ay)
            if best < level and (level < ceiling or (level == ceiling and lamp > hidden)):
                best, brightest = level, lamp
        if brightest == NOTHING or is_in_sight(robot, brightest, walls, bodies, x, y):
            return best, brightest
        ceiling, hidden = best, brightest


@inline
def ideal_light(squared_level: float, response: Response) -> float:
    """Return the reading, without noise, of a squared light level."""
    place = min(math.sqrt(squared_level) / MAX_LEVEL, 1.0) * (GLOW_SAMPLES - 1)
    k = min(int(place), GLOW_SAMPLES - 2)
    low = response.glow[k]
    return float(low + (response.glow[k + 1] - low) * (place - k))


@inline
def read_light(
    robot: int,
    walls: Walls,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    response: Response,
    noise: NDArray[np.float64],
) -> None:
    """Write the eight ambient light readings of one robot (500 dark, 50 bright).

    Args:
        robot: Its row in every array.
        walls: The maze.
        bodies: Everything round; the lamps are the first discs.
        lamp_power: [L] ratio to the 1 W lamp of the manual's figure.
        response: Of the robot's kind.
        noise: [16] uniforms in [0, 1); the last eight are used.

    Mutates:
        The robot's readings.

    Cost: under 0.1 microseconds without lamps; about 0.1 for each lamp that a sensor looks for.
    """
    me, eyes = bodies.robots[robot], bodies.eyes[robot]
    ch, sh = math.cos(me.heading_rad), math.sin(me.heading_rad)
    for k in range(SENSORS):
        sensor = eyes.sensors[k]
        ideal = eyes.dark
        if lamp_power.size > 0:
            level, lamp = brightest_lamp(robot, sensor, walls, bodies, lamp_power, ch, sh)
            if lamp != NOTHING:
                ideal = ideal_light(level, response)
        me.ambient[k] = noisy_light(ideal, eyes.dark, noise[SENSORS + k], sensor)
