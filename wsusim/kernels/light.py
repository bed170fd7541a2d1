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

from wsusim.kernels.eyes import (
    AXIS_COS,
    AXIS_SIN,
    BODY_RADIUS_MM,
    COS_LIMIT,
    DARK,
    FAINT,
    GLOW,
    GLOW_SAMPLES,
    KIND,
    LIGHT_GAIN,
    MAX_LEVEL,
    SENSOR,
    SENSOR_COLUMNS,
    SENSORS,
)
from wsusim.kernels.jit import inlined
from wsusim.kernels.noise import noisy_light
from wsusim.kernels.proximity import sensor_place
from wsusim.kernels.rays import ABSENT, NOTHING, Bodies, Walls, cast_ray, cut_disc


@inlined
def is_in_sight(
    robot: int, lamp: int, walls: Walls, bodies: Bodies, x_mm: float, y_mm: float
) -> bool:
    """Tell whether a straight line from a point to a lamp meets no wall, disc or other robot.

    Neither the lamp's own foot nor the robot's own body is in the way.
    """
    wx, wy = bodies.disc_x_mm[lamp] - x_mm, bodies.disc_y_mm[lamp] - y_mm
    distance = math.sqrt(wx * wx + wy * wy)
    reach = distance - bodies.disc_radius_mm[lamp]
    if reach <= 0.0:
        return True
    dx, dy = wx / distance, wy / distance
    for disc in range(bodies.disc_x_mm.size):
        if disc != lamp and bodies.disc_state[disc] != ABSENT:
            along = cut_disc(
                bodies.disc_x_mm[disc],
                bodies.disc_y_mm[disc],
                bodies.disc_radius_mm[disc],
                x_mm,
                y_mm,
                dx,
                dy,
            )
            if along < reach:
                return False
    for other in range(bodies.pose.shape[0]):
        if other != robot:
            along = cut_disc(
                bodies.pose[other, 0],
                bodies.pose[other, 1],
                bodies.eyes[other, BODY_RADIUS_MM],
                x_mm,
                y_mm,
                dx,
                dy,
            )
            if along < reach:
                return False
    return cast_ray(walls, x_mm, y_mm, dx, dy, reach)[1] == NOTHING


@inlined
def lamp_level(
    robot: int,
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
    wx, wy = bodies.disc_x_mm[lamp] - x_mm, bodies.disc_y_mm[lamp] - y_mm
    ahead = wx * ax + wy * ay
    square = wx * wx + wy * wy
    limit = bodies.eyes[robot, COS_LIMIT]
    faint = bodies.eyes[robot, FAINT]
    if ahead <= 0.0 or power <= faint * square:
        return 0.0
    share = (ahead / math.sqrt(square) - limit) / (1.0 - limit)
    level = power * share / square
    return float(level) if level > faint else 0.0


@inlined
def axis_of(
    robot: int, block: int, eyes: NDArray[np.float64], ch: float, sh: float
) -> tuple[float, float]:
    """Return the direction in which a sensor looks, given its block in ``eyes``."""
    c, s = eyes[robot, block + AXIS_COS], eyes[robot, block + AXIS_SIN]
    return c * ch - s * sh, s * ch + c * sh


@inlined
def brightest_lamp(
    robot: int,
    sensor: int,
    walls: Walls,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    ch: float,
    sh: float,
) -> tuple[float, int]:
    """Return the squared level of the strongest lamp in a sensor's sight, and its number.

    ``(0, NOTHING)`` when there is none.
    """
    block = SENSOR + sensor * SENSOR_COLUMNS
    x, y = sensor_place(robot, block, bodies, ch, sh)
    ax, ay = axis_of(robot, block, bodies.eyes, ch, sh)
    gain = bodies.eyes[robot, block + LIGHT_GAIN]
    ceiling, hidden = math.inf, NOTHING
    while True:  # the strongest lamp, then the next one if that is hidden, and so on
        best, brightest = 0.0, NOTHING
        for lamp in range(lamp_power.size):
            level = lamp_level(robot, lamp, bodies, gain * lamp_power[lamp], x, y, ax, ay)
            if best < level and (level < ceiling or (level == ceiling and lamp > hidden)):
                best, brightest = level, lamp
        if brightest == NOTHING or is_in_sight(robot, brightest, walls, bodies, x, y):
            return best, brightest
        ceiling, hidden = best, brightest


@inlined
def ideal_light(
    squared_level: float, robot: int, eyes: NDArray[np.float64], curves: NDArray[np.float64]
) -> float:
    """Return the reading, without noise, of a squared light level."""
    place = min(math.sqrt(squared_level) / MAX_LEVEL, 1.0) * (GLOW_SAMPLES - 1)
    k = min(int(place), GLOW_SAMPLES - 2)
    kind = int(eyes[robot, KIND])
    low = curves[kind, GLOW + k]
    return float(low + (curves[kind, GLOW + k + 1] - low) * (place - k))


@inlined
def read_light(
    robot: int,
    walls: Walls,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    curves: NDArray[np.float64],
    noise: NDArray[np.float64],
    readings: NDArray[np.int64],
) -> None:
    """Write the eight ambient light readings of one robot (500 dark, 50 bright).

    Args:
        robot: Its row in every array.
        walls: The maze.
        bodies: Everything round; the lamps are the first discs.
        lamp_power: [L] ratio to the 1 W lamp of the manual's figure.
        curves: See ``kernels.eyes``.
        noise: [16] uniforms in [0, 1); the last eight are used.
        readings: [16]; the last eight are written.

    Mutates:
        ``readings``.

    Cost: under 0.1 microseconds without lamps; about 0.1 for each lamp that a sensor looks for.
    """
    eyes = bodies.eyes
    dark = eyes[robot, DARK]
    heading = bodies.pose[robot, 2]
    ch, sh = math.cos(heading), math.sin(heading)
    for sensor in range(SENSORS):
        ideal = dark
        if lamp_power.size > 0:
            level, lamp = brightest_lamp(robot, sensor, walls, bodies, lamp_power, ch, sh)
            if lamp != NOTHING:
                ideal = ideal_light(level, robot, eyes, curves)
        block = SENSOR + sensor * SENSOR_COLUMNS
        uniform = noise[SENSORS + sensor]
        readings[SENSORS + sensor] = noisy_light(ideal, uniform, robot, block, eyes)
