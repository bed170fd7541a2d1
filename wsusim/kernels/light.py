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

from wsusim.kernels.elementary import sin_cos
from wsusim.kernels.field_of_view import Surroundings, Viewpoint, viewpoint
from wsusim.kernels.jit import inline
from wsusim.kernels.noise import noisy_light
from wsusim.kernels.object_map import ObjectMap, rows_beside, squares_beside
from wsusim.kernels.proximity import on_curve
from wsusim.kernels.rays import NOTHING, Bodies, cast_ray, eyes_of
from wsusim.kernels.sensor_records import GLOW_SAMPLES, MAX_LEVEL, SENSORS, Eyes, Response, Sensor
from wsusim.kernels.sides import cut_body


@inline
def is_hidden(
    robot: int,
    lamp: int,
    places: ObjectMap,
    bodies: Bodies,
    x_mm: float,
    y_mm: float,
    dx: float,
    dy: float,
    reach_mm: float,
) -> bool:
    """Return whether a disc, a box or another robot stands in a straight line of some length.

    The line is followed through the squares of the map, one row of them after the other: only what
    stands in squares that it comes near is looked at.
    """
    end_x, end_y = x_mm + reach_mm * dx, y_mm + reach_mm * dy
    first_row, last_row = rows_beside(places, y_mm, end_y)
    for i in range(first_row, last_row + 1):
        first, last = squares_beside(places, i, x_mm, y_mm, end_x, end_y)
        for square in range(first, last + 1):
            thing = places.squares[square]
            while thing >= 0:
                is_other = thing != lamp and thing != places.discs + robot
                if is_other and cut_body(bodies, thing, x_mm, y_mm, dx, dy) < reach_mm:
                    return True
                thing = places.things[thing].next
    return False


@inline
def is_in_sight(lamp: int, eye: Viewpoint, places: ObjectMap, bodies: Bodies) -> bool:
    """Return whether a straight line from a sensor to a lamp meets nothing that hides the lamp.

    Walls, discs, boxes and other robots do; the lamp's own foot and the robot's own body don't.
    """
    it, x_mm, y_mm = bodies.discs[lamp], eye.x_mm, eye.y_mm
    wx, wy = it.x_mm - x_mm, it.y_mm - y_mm
    distance = math.sqrt(wx * wx + wy * wy)
    reach = distance - it.radius_mm
    if reach <= 0.0:
        return True
    dx, dy = wx / distance, wy / distance
    if is_hidden(eye.robot, lamp, places, bodies, x_mm, y_mm, dx, dy, reach):
        return False
    return cast_ray(places, x_mm, y_mm, dx, dy, reach)[1] == NOTHING


@inline
def lamp_level(eyes: Eyes, lamp: int, eye: Viewpoint, bodies: Bodies, power: float) -> float:
    """Return the squared level of a lamp for a sensor.

    ``power`` is the lamp's power times the sensor's gain. 0 out of view, and where the lamp can't
    be told from the dark. Whether anything hides it is not asked.
    """
    wx, wy = bodies.discs[lamp].x_mm - eye.x_mm, bodies.discs[lamp].y_mm - eye.y_mm
    ahead = wx * eye.axis_cos + wy * eye.axis_sin
    square = wx * wx + wy * wy
    limit, faint = eyes.cos_limit, eyes.faint
    if ahead <= 0.0 or power <= faint * square:
        return 0.0
    share = (ahead / math.sqrt(square) - limit) / (1.0 - limit)
    level = power * share / square
    return float(level) if level > faint else 0.0


@inline
def brightest_lamp(
    eye: Viewpoint,
    sensor: Sensor,
    places: ObjectMap,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
) -> tuple[float, int]:
    """Return the squared level of the strongest lamp in a sensor's sight, and its number.

    ``(0, NOTHING)`` when there is none.
    """
    eyes = eyes_of(bodies, eye.robot)
    gain = sensor.light_gain
    ceiling, hidden = math.inf, NOTHING
    while True:  # the strongest lamp, then the next one if that is hidden, and so on
        best, brightest = 0.0, NOTHING
        for lamp in range(lamp_power.size):
            level = lamp_level(eyes, lamp, eye, bodies, gain * lamp_power[lamp])
            if best < level and (level < ceiling or (level == ceiling and lamp > hidden)):
                best, brightest = level, lamp
        if brightest == NOTHING or is_in_sight(brightest, eye, places, bodies):
            return best, brightest
        ceiling, hidden = best, brightest


@inline
def ideal_light(squared_level: float, response: Response) -> float:
    """Return the reading, without noise, of a squared light level."""
    place = min(math.sqrt(squared_level) / MAX_LEVEL, 1.0) * (GLOW_SAMPLES - 1)
    return on_curve(response.glow, place, GLOW_SAMPLES)


@inline
def read_light(
    around: Surroundings,
    places: ObjectMap,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    response: Response,
    noise: NDArray[np.float64],
) -> None:
    """Write the ambient light readings of one robot (500 dark, 50 bright).

    Args:
        around: The robot; what is in reach of its proximity sensors is not asked.
        places: The map.
        bodies: Everything round; the lamps are the first discs.
        lamp_power: [L] ratio to the 1 W lamp of the manual's figure.
        response: Of the robot's kind.
        noise: [NOISE_COLUMNS] uniforms in [0, 1); those behind the first SENSORS are used.

    Mutates:
        The robot's readings.

    Cost: under 0.1 microseconds without lamps; about 0.1 for each lamp that a sensor looks for.
    """
    me, eyes = bodies.robots[around.robot], eyes_of(bodies, around.robot)
    # Reckoned once more: kept since the proximity sensors were read, it makes lamps 2 % slower.
    sh, ch = sin_cos(me.heading_rad)
    around = Surroundings(around.robot, ch, sh, 0, 0)
    for k in range(eyes.sensor_count):
        sensor = eyes.sensors[k]
        ideal = eyes.dark
        if lamp_power.size > 0:
            eye = viewpoint(around, bodies, sensor, sensor.axis_cos, sensor.axis_sin)
            level, lamp = brightest_lamp(eye, sensor, places, bodies, lamp_power)
            if lamp != NOTHING:
                ideal = ideal_light(level, response)
        me.ambient[k] = noisy_light(ideal, eyes.dark, noise[SENSORS + k], sensor)
