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

from wsusim.kernels.eyes import (
    CONE_SAMPLES,
    ECHO_SAMPLES,
    FACING_SAMPLES,
    LEAN_SAMPLES,
    NODES,
    Response,
    Sensor,
    View,
)
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.lanes import look_at_nodes
from wsusim.kernels.noise import GREATEST, rippled_proximity, shown
from wsusim.kernels.object_map import ObjectMap, clearance_mm
from wsusim.kernels.proximity import (
    body_count_limit,
    find_before,
    reflectivity_of,
    sensor_place,
)
from wsusim.kernels.rays import FAR_MM, NOTHING, Bodies, eyes_of
from wsusim.kernels.sides import body_disc, box_corner, cut_body, is_box

SIDE = -3
"""What a view says of the edge when it is a side of a box; which box, its ``body`` says."""


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
    view: View,
    begin: tuple[float, float],
    end: tuple[float, float],
    x_mm: float,
    y_mm: float,
    ax: float,
    ay: float,
    range_mm: float,
) -> bool:
    """Write where a sensor at (x, y) that looks along (ax, ay) has an edge, free on its left.

    Returns:
        Whether it may be seen: from its free side, some of it in range and not all of it behind.
    """
    wx, wy = begin[0] - x_mm, begin[1] - y_mm
    x0, y0 = ax * wx + ay * wy, ax * wy - ay * wx
    wx, wy = end[0] - x_mm, end[1] - y_mm
    x1, y1 = ax * wx + ay * wy, ax * wy - ay * wx
    across = x0 * y1 - x1 * y0
    if across <= 0.0 or (x0 <= 0.0 and x1 <= 0.0):
        return False
    ex, ey = x1 - x0, y1 - y0
    square = ex * ex + ey * ey
    nearest = across * across / square
    foot = -(x0 * ex + y0 * ey)
    if foot < 0.0:
        nearest = x0 * x0 + y0 * y0
    elif foot > square:
        nearest = x1 * x1 + y1 * y1
    if nearest >= range_mm * range_mm:
        return False
    per_length = 1.0 / math.sqrt(square)
    view.right_x, view.right_y, view.left_x, view.left_y = x0, y0, x1, y1
    view.x, view.y, view.size_mm = ey * per_length, -ex * per_length, across * per_length
    view.nearest_mm = math.sqrt(nearest)
    return True


@inline
def view_disc(
    view: View, bodies: Bodies, body: int, x_mm: float, y_mm: float, ax: float, ay: float
) -> None:
    """Write where a sensor at (x, y) that looks along (ax, ay) has something round."""
    bx, by, radius = body_disc(bodies, body)
    wx, wy = bx - x_mm, by - y_mm
    x, y = ax * wx + ay * wy, ax * wy - ay * wx
    square = x * x + y * y
    # From inside it is all there.
    tangent = math.sqrt(max(square - radius * radius, 0.0))
    view.right_x, view.right_y = x * tangent + y * radius, y * tangent - x * radius
    view.left_x, view.left_y = x * tangent - y * radius, y * tangent + x * radius
    view.x, view.y, view.size_mm = x, y, radius
    view.nearest_mm = max(math.sqrt(square) - radius, 0.0)
    view.edge, view.body = NOTHING, body


@inner
def view_box(
    bodies: Bodies,
    body: int,
    count: int,
    x_mm: float,
    y_mm: float,
    ax: float,
    ay: float,
    range_mm: float,
) -> int:
    """Write which sides of a box a sensor has before it, behind ``count`` views; return their sum.

    From inside it is all there, as something round is.
    """
    thing, made = bodies.discs[body], bodies.made[body]
    if cut_body(bodies, body, x_mm, y_mm, ax, ay) == 0.0:
        view = bodies.views[count]
        view_disc(view, bodies, body, x_mm, y_mm, ax, ay)
        view.reflectivity = thing.reflectivity
        return count + 1
    for side in range(4):
        view = bodies.views[count]
        begin, end = box_corner(thing, made, (side + 1) % 4), box_corner(thing, made, side)
        if view_edge(view, begin, end, x_mm, y_mm, ax, ay, range_mm):
            view.edge, view.body = SIDE, body
            view.reflectivity = thing.reflectivity
            count += 1
    return count


@inline
def find_ends(view: View, range_mm: float) -> None:
    """Write from where to where a thing is seen.

    An edge that goes on beyond the range is seen up to there: so far to either side of the
    perpendicular to its line, by the sum of half tangents. A thing covers less than half of all
    directions: if it seems to end before it begins, it reaches from one side to the other behind
    the sensor. What is not seen at all ends where it begins, or before.
    """
    begin, end = -1.0, 1.0
    right_is_far, left_is_far = False, False
    if view.edge == NOTHING:
        if view.nearest_mm == 0.0:
            view.begin, view.end = begin, end
            return
    elif view.x > -0.99:
        square = range_mm * range_mm
        right_is_far = view.right_x * view.right_x + view.right_y * view.right_y >= square
        left_is_far = view.left_x * view.left_x + view.left_y * view.left_y >= square
        if right_is_far or left_is_far:
            cos = view.size_mm / range_mm
            aside = math.sqrt((1.0 - cos) / (1.0 + cos))
            middle = view.y / (1.0 + view.x)
            if right_is_far and 1.0 + middle * aside > 0.0:
                begin = max((middle - aside) / (1.0 + middle * aside), -1.0)
            if left_is_far and 1.0 - middle * aside > 0.0:
                end = min((middle + aside) / (1.0 - middle * aside), 1.0)
    if not right_is_far:
        begin = half_tangent(view.right_x, view.right_y)
    if not left_is_far:
        end = half_tangent(view.left_x, view.left_y)
    if end < begin:
        if begin < 1.0:
            end = 1.0
        else:
            begin = -1.0
    view.begin, view.end = max(begin, -1.0), min(end, 1.0)


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
def echo_near(response: Response, distance_mm: float, per_mm: float) -> float:
    """Return the echo of white plastic at a distance within the range; ``per_mm`` samples a mm."""
    place = distance_mm * per_mm
    k = min(int(place), ECHO_SAMPLES - 2)
    low = response.echo[k]
    return low + (response.echo[k + 1] - low) * (place - k)


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
    least_mm: float,
) -> int:
    """Write all that a sensor has before it into ``bodies.views`` and return how many that is.

    The counts are what ``find_bodies`` and ``find_edges`` have returned. When there are only edges,
    and all farther than ``least_mm``, they may be left out.
    """
    range_mm = eyes_of(bodies, robot).range_mm
    limit = body_count_limit(bodies)
    before = 0
    if body_count > 0:
        before = find_before(bodies, body_count, x_mm, y_mm, ax, ay, range_mm)
    count = 0
    far_mm = least_mm if before == 0 else range_mm
    if edge_count > 0 and clearance_mm(places, x_mm, y_mm) < far_mm:
        for k in range(2 * limit, 2 * limit + edge_count):
            edge = bodies.near[np.uint64(k)]
            view = bodies.views[count]
            row = np.uint64(edge)
            begin = places.edges_mm[row, 0], places.edges_mm[row, 1]
            end = places.edges_mm[row, 2], places.edges_mm[row, 3]
            if view_edge(view, begin, end, x_mm, y_mm, ax, ay, range_mm):
                view.edge, view.body = edge, NOTHING
                view.reflectivity = reflectivity_of(places, bodies, edge, NOTHING)
                count += 1
    for k in range(limit, limit + before):
        body = bodies.near[k]
        if is_box(bodies, body):
            count = view_box(bodies, body, count, x_mm, y_mm, ax, ay, range_mm)
            continue
        view = bodies.views[count]
        view_disc(view, bodies, body, x_mm, y_mm, ax, ay)
        view.reflectivity = reflectivity_of(places, bodies, NOTHING, body)
        count += 1
    return count


@inline
def greatest_light(
    robot: int, sensor: Sensor, bodies: Bodies, response: Response, count: int
) -> float:
    """Return a light that what a sensor has before it can't exceed, crosstalk included.

    It is no more than if the brightest thing filled the view, and no more than if all things did
    so together: an edge as an endless wall, seen at its angle.

    Mutates:
        ``bodies.views``.
    """
    eyes = eyes_of(bodies, robot)
    per_mm = (ECHO_SAMPLES - 1) / eyes.range_mm
    all_light, brightest = 0.0, 0.0
    for k in range(count):
        view = bodies.views[k]
        echo = view.reflectivity * echo_near(response, view.nearest_mm, per_mm)
        view.echo = echo
        brightest = max(brightest, echo)
        if view.edge != NOTHING:
            place = (view.x + 1.0) * (0.5 * (FACING_SAMPLES - 1))
            at = min(int(place), FACING_SAMPLES - 2)
            low = sensor.facing[at]
            echo *= low + (sensor.facing[at + 1] - low) * (place - at)
        all_light += echo
    return float(eyes.crosstalk + min(all_light, brightest))


@inline
def find_all_ends(
    sensor: Sensor, bodies: Bodies, count: int, range_mm: float
) -> tuple[int, int, float]:
    """Write from where to where each view is seen.

    Returns:
        How many are seen, the last one of them, and a light that they can't exceed: as if each
        sent back all over what its nearest point does, to where the sensor is most sensitive.

    Mutates:
        ``bodies.views``.
    """
    views = bodies.views
    seen, last, light = 0, 0, 0.0
    for k in range(count):
        view = views[k]
        find_ends(view, range_mm)
        width = view.end - view.begin
        if width > 0.0:
            off_axis = max(view.begin, -view.end, 0.0)
            light += view.echo * width * sensitivity(sensor, off_axis)
            seen, last = seen + 1, k
        else:
            view.begin = view.end = FAR_MM
    return seen, last, light


@inline
def find_pieces(bodies: Bodies, count: int, seen: int, last: int) -> int:
    """Write what of the views is not hidden into ``bodies.pieces`` and return how many pieces.

    From one end of a view to the next one, the order of things does not change. ``seen`` and
    ``last`` are what ``find_all_ends`` has returned.

    Mutates:
        ``bodies.pieces``.
    """
    views, pieces = bodies.views, bodies.pieces
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
        nearest, one = -1.0, NOTHING
        for k in range(count):
            if views[k].begin <= at and views[k].end >= next_at:
                if one == NOTHING:
                    one = k
                    continue
                if nearest < 0.0:  # how far things are, is asked only when there are several
                    nearest = look(views[one], 0.5 * (at + next_at))[0]
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
def look_around(view: View, begin: float, width: float, response: Response) -> None:
    """Look at a piece of a view in the directions of all nodes, as ``look`` does in one.

    Mutates:
        The nodes' distances and cosines in ``response``.
    """
    is_edge = view.edge != NOTHING
    if not is_edge and view.x * view.x + view.y * view.y - view.size_mm * view.size_mm <= 0.0:
        for node in range(NODES):
            response.node_mm[node], response.node_cos[node] = 0.0, 1.0
        return
    look_at_nodes(
        is_edge,
        view.x,
        view.y,
        view.size_mm,
        begin,
        width,
        response.node_places,
        response.node_mm,
        response.node_cos,
    )


@inline
def light_of(
    robot: int,
    sensor: Sensor,
    bodies: Bodies,
    response: Response,
    count: int,
    little: float,
    enough: float,
) -> float:
    """Return the light that a sensor gets of what it has before it, crosstalk included.

    When it is no more than ``little``, that may be returned instead; when it is
    ``enough``, the rest is left out.

    Mutates:
        ``bodies.views``, ``bodies.pieces``, the nodes' scratch in ``response``.
    """
    eyes = eyes_of(bodies, robot)
    light = float(eyes.crosstalk)
    range_mm = eyes.range_mm
    per_mm = (ECHO_SAMPLES - 1) / range_mm
    seen, last, most = find_all_ends(sensor, bodies, count, range_mm)
    if light + most <= little:
        return little
    for number in range(find_pieces(bodies, count, seen, last)):
        piece = bodies.pieces[number]
        view = bodies.views[piece.row]
        begin, width = piece.begin, piece.end - piece.begin
        look_around(view, begin, width, response)
        scale = view.reflectivity * width
        for node in range(NODES):
            distance = response.node_mm[node]
            if distance < range_mm:
                at = begin + width * response.node_places[node]
                share = response.node_shares[node] * sensitivity(sensor, at)
                echo = echo_near(response, distance, per_mm)
                light += scale * share * lean_of(response, response.node_cos[node]) * echo
                if light > enough:
                    return light
    return light


@inline
def cone_reading(
    robot: int,
    sensor: Sensor,
    places: ObjectMap,
    bodies: Bodies,
    body_count: int,
    edge_count: int,
    response: Response,
    ch: float,
    sh: float,
    uniform: float,
) -> int:
    """Return the proximity reading (0..1023) of one sensor of model 2.

    ``ch`` and ``sh`` are the cosine and sine of the robot's heading, the counts are what
    ``find_bodies`` and ``find_edges`` have returned.

    Mutates:
        ``bodies.near``, ``bodies.views``, ``bodies.pieces``.
    """
    count = 0
    if body_count + edge_count > 0:
        x, y = sensor_place(bodies.robots[robot], sensor, ch, sh)
        ax, ay = look_of(sensor, ch, sh)
        count = find_views(
            robot, sensor, places, bodies, body_count, edge_count, x, y, ax, ay, sensor.faint_mm
        )
    light = greatest_light(robot, sensor, bodies, response, count)
    if light > sensor.faint_light:
        if count > 0:
            light = light_of(
                robot, sensor, bodies, response, count, sensor.faint_light, sensor.full_light
            )
        if light > sensor.full_light:
            return GREATEST
        if light > sensor.faint_light:
            return rippled_proximity(sensor.gain * light - sensor.threshold, uniform, sensor)
    return shown(0.0, uniform, sensor)
