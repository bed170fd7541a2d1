"""What a sensor has before it: where it is, which way it looks, and what is in its reach.

Readings, ideal values, explanations and views all begin with this. First everything in reach of a
robot's sensors is found, once for all of them; each sensor then chooses what it may see of that.
The map says what may be near; the outlines say what is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.elementary import sin_cos
from wsusim.kernels.floor_around import SENSORS, is_floor_around
from wsusim.kernels.jit import inline
from wsusim.kernels.object_map import ObjectMap, clearance_mm, find_near, square_at
from wsusim.kernels.rays import TOUCH_MM, Bodies, eyes_of, is_faced
from wsusim.kernels.records import Rows
from wsusim.kernels.sensor_records import Response, Sensor
from wsusim.kernels.sides import body_disc


class SensedWorld(NamedTuple):
    """All that the sensors of a world's robots depend on.

    Python hands over an ``argument_words.Placed`` one: then whatever the tick kernel is made of can
    be taken from it when these are compiled in the same process.
    """

    places: ObjectMap
    """Knows where everything is."""
    bodies: Bodies
    lamp_power: NDArray[np.float64]
    """[L] ratio to the 1 W lamp of the manual's figure; lamp k is disc k."""
    responses: Rows[Response]
    """One for each kind of robot."""


class Surroundings(NamedTuple):
    """A robot, and how much is in reach of its sensors; ``Bodies.found`` holds what that is."""

    robot: int
    """Its row in every array."""
    heading_cos: float
    heading_sin: float
    body_count: int
    """Of ``bodies_in_reach``."""
    edge_count: int
    """Of ``edges_in_reach``."""


class Viewpoint(NamedTuple):
    """Where a sensor is in the world, and which way it looks."""

    robot: int
    x_mm: float
    y_mm: float
    axis_cos: float
    axis_sin: float
    range_mm: float
    """How far its infra-red light reaches."""


@inline
def turned(c: float, s: float, ch: float, sh: float) -> tuple[float, float]:
    """Return a direction (c, s) of the robot's frame in the world, given that of its heading."""
    return c * ch - s * sh, s * ch + c * sh


@inline
def look_round(robot: int, places: ObjectMap, bodies: Bodies) -> Surroundings:
    """Find what is in reach of a robot's proximity sensors.

    Mutates:
        What is in reach, in ``bodies.found``.
    """
    me, reach_mm = bodies.robots[robot], eyes_of(bodies, robot).reach_mm
    body_count = 0
    edge_count = 0
    if not is_floor_around(places, robot, SENSORS, me.x_mm, me.y_mm, reach_mm):
        body_count = find_bodies(robot, places, bodies, reach_mm)
        if clearance_mm(places, me.x_mm, me.y_mm) < reach_mm:
            edge_count = find_edges(robot, places, bodies, reach_mm)
    sh, ch = sin_cos(me.heading_rad)
    return Surroundings(robot, ch, sh, body_count, edge_count)


@inline
def viewpoint(
    around: Surroundings, bodies: Bodies, sensor: Sensor, cos: float, sin: float
) -> Viewpoint:
    """Return the viewpoint of a sensor that looks along (cos, sin) in its robot's frame."""
    me = bodies.robots[around.robot]
    ch, sh = around.heading_cos, around.heading_sin
    x_mm = me.x_mm + ch * sensor.x_mm - sh * sensor.y_mm
    y_mm = me.y_mm + sh * sensor.x_mm + ch * sensor.y_mm
    ax, ay = turned(cos, sin, ch, sh)
    return Viewpoint(around.robot, x_mm, y_mm, ax, ay, eyes_of(bodies, around.robot).range_mm)


@inline
def find_bodies(robot: int, places: ObjectMap, bodies: Bodies, reach_mm: float) -> int:
    """Write the bodies in reach of a robot's sensors and return their number.

    Mutates:
        ``bodies_in_reach``.
    """
    x, y = bodies.robots[robot].x_mm, bodies.robots[robot].y_mm
    in_reach = bodies.found.bodies_in_reach
    discs = bodies.discs.size
    count = 0
    for k in range(1, find_near(places, x, y, reach_mm, in_reach) + 1):
        body = in_reach[k]
        bx, by, radius = body_disc(bodies, body)
        wx, wy = bx - x, by - y
        reach = reach_mm + radius
        if wx * wx + wy * wy < reach * reach and body != discs + robot:
            in_reach[count] = body
            count += 1
    return count


@inline
def find_edges(robot: int, places: ObjectMap, bodies: Bodies, reach_mm: float) -> int:
    """Write the edges in reach of a robot's sensors and return their number.

    No sensor is farther from the centre than ``reach_mm`` less the length of a ray.

    Mutates:
        ``edges_in_reach``.
    """
    x, y = bodies.robots[robot].x_mm, bodies.robots[robot].y_mm
    in_reach = bodies.found.edges_in_reach
    square = np.uint64(square_at(places, x, y))
    behind_mm = reach_mm - eyes_of(bodies, robot).range_mm
    count = 0
    for listed in range(places.edge_start[square], places.edge_start[square + np.uint64(1)]):
        k = np.uint64(listed)
        if places.edge_gap_mm[k] > reach_mm:
            break
        edge = places.edge_list[k]
        if is_faced(places.edges_mm, edge, x, y, behind_mm, reach_mm):
            in_reach[np.uint64(count)] = edge
            count += 1
    return count


@inline
def choose_bodies(around: Surroundings, eye: Viewpoint, bodies: Bodies) -> int:
    """Choose, of the bodies in reach of the robot, those that a sensor may see; return how many.

    It sees nothing that is all behind it.

    Mutates:
        ``bodies_in_view``.
    """
    in_reach, in_view = bodies.found.bodies_in_reach, bodies.found.bodies_in_view
    count = 0
    for k in range(around.body_count):
        body = in_reach[k]
        bx, by, radius = body_disc(bodies, body)
        wx, wy = bx - eye.x_mm, by - eye.y_mm
        reach = eye.range_mm + radius
        is_before = wx * eye.axis_cos + wy * eye.axis_sin > -radius
        if is_before and wx * wx + wy * wy < reach * reach:
            in_view[count] = body
            count += 1
    return count


@inline
def choose_edges(around: Surroundings, eye: Viewpoint, places: ObjectMap, bodies: Bodies) -> int:
    """Choose, of the edges in reach of the robot, those that a sensor can see; return how many.

    Mutates:
        ``edges_in_view``.
    """
    if around.edge_count == 0 or clearance_mm(places, eye.x_mm, eye.y_mm) >= eye.range_mm:
        return 0
    in_reach, in_view = bodies.found.edges_in_reach, bodies.found.edges_in_view
    count = 0
    for k in range(around.edge_count):
        edge = in_reach[np.uint64(k)]
        if is_faced(places.edges_mm, edge, eye.x_mm, eye.y_mm, TOUCH_MM, eye.range_mm):
            in_view[np.uint64(count)] = edge
            count += 1
    return count
