"""Reflected infra-red by the angle that things cover: proximity of sensor model 2.

Everything before a sensor is turned into the frame of its axis, where a direction is the tangent of
half its angle: there, a point's direction costs one root, and the two ends of an edge or disc are
the ends of an interval. What stands behind something else is cut away; over each piece that is
left, the light is integrated by Gauss's rule. So no ray can slip past a thing, and a reading has no
steps. The plain twin is in ``tests/oracles/cone.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.eyes import (
    BLINDED,
    CONE_SAMPLES,
    ECHO_SAMPLES,
    FACING_SAMPLES,
    LEAN_SAMPLES,
    SENSORS,
    Response,
    Sensor,
    View,
)
from wsusim.kernels.jit import inline
from wsusim.kernels.noise import arm_reading, rippled_proximity, shown
from wsusim.kernels.object_map import ObjectMap, clearance_mm
from wsusim.kernels.proximity import (
    body_count_limit,
    body_disc,
    echo_of,
    find_before,
    find_bodies,
    find_edges,
    find_facing,
    reflectivity_of,
    sensor_place,
)
from wsusim.kernels.rays import FAR_MM, NOTHING, Bodies

NODES = 8
"""Directions in which a piece is looked at: 8 are exact to 0.1 % for a wall that fills the view."""

_X = (0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363)
_W = (0.181341891689181, 0.15685332293894363, 0.11119051722668724, 0.05061426814518813)
NODE_PLACES = tuple(0.5 + 0.5 * x for x in (*(-x for x in _X[::-1]), *_X))
"""Gauss's nodes within an interval, 0..1."""
NODE_SHARES = (*_W[::-1], *_W)
"""Their weights, which make 1."""


@inline
def look_of(sensor: Sensor, ch: float, sh: float) -> tuple[float, float]:
    """Return the direction in which a sensor looks."""
    c, s = sensor.look_cos, sensor.look_sin
    return c * ch - s * sh, s * ch + c * sh


@inline
def half_tangent(x: float, y: float) -> float:
    """Return the tangent of half the angle of a vector."""
    length = math.sqrt(x * x + y * y)
    if x > 0.0:
        return y / (length + x)
    return (length - x) / y


@inline
def view_edge(
    view: View, places: ObjectMap, edge: int, x_mm: float, y_mm: float, ax: float, ay: float
) -> bool:
    """Write where a sensor at (x, y) that looks along (ax, ay) has an edge; tell if before it."""
    row = np.uint64(edge)
    wx, wy = places.edges_mm[row, 0] - x_mm, places.edges_mm[row, 1] - y_mm
    x0, y0 = ax * wx + ay * wy, ax * wy - ay * wx
    wx, wy = places.edges_mm[row, 2] - x_mm, places.edges_mm[row, 3] - y_mm
    x1, y1 = ax * wx + ay * wy, ax * wy - ay * wx
    across = x0 * y1 - x1 * y0
    if across <= 0.0 or (x0 <= 0.0 and x1 <= 0.0):
        return False
    ex, ey = x1 - x0, y1 - y0
    per_length = 1.0 / math.sqrt(ex * ex + ey * ey)
    view.right_x, view.right_y, view.left_x, view.left_y = x0, y0, x1, y1
    view.x, view.y, view.size_mm = ey * per_length, -ex * per_length, across * per_length
    view.edge, view.body = edge, NOTHING
    return True


@inline
def view_disc(
    view: View, bodies: Bodies, body: int, x_mm: float, y_mm: float, ax: float, ay: float
) -> None:
    """Write where a sensor at (x, y) that looks along (ax, ay) has something round."""
    bx, by, radius = body_disc(bodies, body)
    wx, wy = bx - x_mm, by - y_mm
    x, y = ax * wx + ay * wy, ax * wy - ay * wx
    # From inside it is all there.
    tangent = math.sqrt(max(x * x + y * y - radius * radius, 0.0))
    view.right_x, view.right_y = x * tangent + y * radius, y * tangent - x * radius
    view.left_x, view.left_y = x * tangent - y * radius, y * tangent + x * radius
    view.x, view.y, view.size_mm = x, y, radius
    view.edge, view.body = NOTHING, body


@inline
def find_ends(view: View, range_mm: float) -> None:
    """Write from where to where a thing is seen.

    A thing covers less than half of all directions: if it seems to end before it begins, it reaches
    from one side to the other behind the sensor. An edge ends where it is out of reach. What is not
    seen at all ends where it begins, or before.
    """
    first, last = -1.0, 1.0
    if view.edge == NOTHING:
        if nearest_mm(view) == 0.0:
            view.begin, view.end = first, last
            return
    elif view.x > -0.99:  # the angles beside the perpendicular, by the sum of half tangents
        cos = min(view.size_mm / range_mm, 1.0)
        aside = math.sqrt((1.0 - cos) / (1.0 + cos))
        middle = view.y / (1.0 + view.x)
        if 1.0 - middle * aside > 0.0:
            last = min((middle + aside) / (1.0 - middle * aside), 1.0)
        if 1.0 + middle * aside > 0.0:
            first = max((middle - aside) / (1.0 + middle * aside), -1.0)
    begin = half_tangent(view.right_x, view.right_y)
    end = half_tangent(view.left_x, view.left_y)
    if end < begin:
        if begin < 1.0:
            end = 1.0
        else:
            begin = -1.0
    view.begin, view.end = max(begin, first), min(end, last)


@inline
def look(view: View, at: float) -> tuple[float, float]:
    """Return how far a thing is in a direction, and the cosine of the angle of incidence."""
    scale = 1.0 + at * at
    scaled = (1.0 - at * at) * view.x + 2.0 * at * view.y
    if view.edge != NOTHING:
        scaled = max(scaled, 1e-9)
        both = 1.0 / (scaled * scale)  # one division for two
        return view.size_mm * scale * scale * both, min(scaled * scaled * both, 1.0)
    along = scaled / scale
    outside = view.x * view.x + view.y * view.y - view.size_mm * view.size_mm
    if outside <= 0.0:
        return 0.0, 1.0
    inner = math.sqrt(max(along * along - outside, 0.0))
    return outside / (along + inner), min(inner / view.size_mm, 1.0)


@inline
def nearest_mm(view: View) -> float:
    """Return a distance that no part of a thing is nearer than."""
    if view.edge != NOTHING:
        return view.size_mm
    return max(math.sqrt(view.x * view.x + view.y * view.y) - view.size_mm, 0.0)


@inline
def sensitivity(sensor: Sensor, at: float) -> float:
    """Return a sensor's share of sensitivity in a direction, for each unit of the half tangent."""
    place = abs(at) * (CONE_SAMPLES - 1)
    k = min(int(place), CONE_SAMPLES - 2)
    low = sensor.cone[k]
    return low + (sensor.cone[k + 1] - low) * (place - k)


@inline
def lean_of(response: Response, cos: float) -> float:
    """Return what the angle of incidence leaves of an echo."""
    place = cos * (LEAN_SAMPLES - 1)
    k = min(int(place), LEAN_SAMPLES - 2)
    low = response.lean[k]
    return low + (response.lean[k + 1] - low) * (place - k)


@inline
def find_views(
    robot: int,
    sensor: Sensor,
    places: ObjectMap,
    bodies: Bodies,
    body_count: int,
    edge_count: int,
    x_mm: float,
    y_mm: float,
    ax: float,
    ay: float,
) -> int:
    """Write all that a sensor has before it into ``bodies.views`` and return how many that is.

    The counts are what ``find_bodies`` and ``find_edges`` have returned.
    """
    range_mm = bodies.eyes[robot].range_mm
    facing = find_facing(places, bodies, edge_count, x_mm, y_mm, range_mm)
    before = find_before(bodies, body_count, x_mm, y_mm, ax, ay, range_mm)
    count = 0
    first = 2 * body_count_limit(bodies) + edge_count
    for k in range(first, first + facing):
        edge = bodies.near[np.uint64(k)]
        view = bodies.views[count]
        if view_edge(view, places, edge, x_mm, y_mm, ax, ay):
            view.reflectivity = reflectivity_of(places, bodies, edge, NOTHING)
            count += 1
    first = body_count_limit(bodies)
    for k in range(first, first + before):
        body = bodies.near[k]
        view = bodies.views[count]
        view_disc(view, bodies, body, x_mm, y_mm, ax, ay)
        view.reflectivity = reflectivity_of(places, bodies, NOTHING, body)
        count += 1
    return count


@inline
def greatest_light(
    robot: int, sensor: Sensor, bodies: Bodies, response: Response, count: int
) -> float:
    """Return a light that what a sensor has before it can't exceed."""
    eyes = bodies.eyes[robot]
    light = float(eyes.crosstalk)
    for k in range(count):
        view = bodies.views[k]
        echo = view.reflectivity * echo_of(response, nearest_mm(view), eyes.range_mm)
        if view.edge != NOTHING:
            place = (view.x + 1.0) * (0.5 * (FACING_SAMPLES - 1))
            at = min(int(place), FACING_SAMPLES - 2)
            low = sensor.facing[at]
            echo *= low + (sensor.facing[at + 1] - low) * (place - at)
        light += echo
    return light


@inline
def find_pieces(bodies: Bodies, count: int, range_mm: float) -> int:
    """Write what of the views is not hidden into ``bodies.pieces`` and return how many pieces.

    From one end of a view to the next one, the order of things does not change.

    Mutates:
        ``bodies.views``, ``bodies.pieces``.
    """
    views, pieces = bodies.views, bodies.pieces
    seen, last = 0, 0
    for k in range(count):
        view = views[k]
        find_ends(view, range_mm)
        if view.begin < view.end:
            seen, last = seen + 1, k
        else:
            view.begin = view.end = FAR_MM
    if seen <= 1:
        pieces[0].begin, pieces[0].end, pieces[0].row = views[last].begin, views[last].end, last
        return seen
    found = 0
    at = -2.0
    front = NOTHING
    while True:
        next_at = 2.0
        for k in range(count):
            begin, end = views[k].begin, views[k].end
            if at < begin < next_at:
                next_at = begin
            if at < end < next_at:
                next_at = end
        if next_at == 2.0:
            return found
        nearest, one = FAR_MM, NOTHING
        for k in range(count):
            if views[k].begin <= at and views[k].end >= next_at:
                distance = look(views[k], 0.5 * (at + next_at))[0]
                if distance < nearest:
                    nearest, one = distance, k
        if one != NOTHING:
            if one != front:
                pieces[found].begin, pieces[found].row = at, one
                found += 1
            pieces[found - 1].end = next_at
        front = one
        at = next_at


@inline
def light_of(
    robot: int, sensor: Sensor, bodies: Bodies, response: Response, count: int, enough: float
) -> float:
    """Return the light that a sensor gets of what it has before it, crosstalk included.

    When it is ``enough``, the rest is left out.

    Mutates:
        ``bodies.pieces``.
    """
    eyes = bodies.eyes[robot]
    light = float(eyes.crosstalk)
    range_mm = eyes.range_mm
    per_mm = (ECHO_SAMPLES - 1) / range_mm
    if count > 0:
        for number in range(find_pieces(bodies, count, range_mm)):
            piece = bodies.pieces[number]
            view = bodies.views[piece.row]
            begin, width = piece.begin, piece.end - piece.begin
            scale = view.reflectivity * width
            for node in range(NODES):
                at = begin + width * NODE_PLACES[node]
                distance, cos = look(view, at)
                if distance < range_mm:
                    place = distance * per_mm
                    k = min(int(place), ECHO_SAMPLES - 2)
                    low = response.echo[k]
                    echo = low + (response.echo[k + 1] - low) * (place - k)
                    share = NODE_SHARES[node] * sensitivity(sensor, at)
                    light += scale * share * lean_of(response, cos) * echo
                    if light > enough:
                        return light
    return light


@inline
def read_by_cone(
    robot: int,
    places: ObjectMap,
    bodies: Bodies,
    response: Response,
    noise: NDArray[np.float64],
) -> None:
    """Write the eight proximity readings (0..1023) of one robot of sensor model 2.

    Arguments as in ``proximity.read_proximity``.

    Mutates:
        The robot's readings, ``bodies.near``, ``bodies.views``, ``bodies.pieces``.
    """
    me, eyes = bodies.robots[robot], bodies.eyes[robot]
    body_count = find_bodies(robot, places, bodies, eyes.reach_mm)
    edge_count = 0
    if clearance_mm(places, me.x_mm, me.y_mm) < eyes.reach_mm:
        edge_count = find_edges(robot, places, bodies, eyes.reach_mm)
    ch, sh = math.cos(me.heading_rad), math.sin(me.heading_rad)
    for k in range(SENSORS):
        sensor = eyes.sensors[k]
        if me.arm_is_down and k < BLINDED:
            me.proximity[k] = arm_reading(noise[k], sensor)
            continue
        count = 0
        if body_count + edge_count > 0:
            x, y = sensor_place(me, sensor, ch, sh)
            ax, ay = look_of(sensor, ch, sh)
            count = find_views(robot, sensor, places, bodies, body_count, edge_count, x, y, ax, ay)
        if greatest_light(robot, sensor, bodies, response, count) <= sensor.faint_light:
            me.proximity[k] = shown(0.0, noise[k], sensor)
            continue
        light = light_of(robot, sensor, bodies, response, count, sensor.full_light)
        me.proximity[k] = rippled_proximity(
            sensor.gain * light - sensor.threshold, noise[k], sensor
        )
