"""What a sensor of model 2 has before it: edges and discs in the frame of its axis, and their ends.

A direction is the tangent of half its angle, see ``kernels.cone``.
"""

from __future__ import annotations

import math

import numpy as np

from wsusim.kernels.field_of_view import Surroundings, Viewpoint, choose_bodies
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import ObjectMap, clearance_mm
from wsusim.kernels.proximity import reflectivity_of
from wsusim.kernels.rays import NOTHING, Bodies
from wsusim.kernels.sensor_records import View
from wsusim.kernels.sides import body_disc, box_corner, cut_body, is_box

SIDE = -3
"""What a view says of the edge when it is a side of a box; which box, its ``body`` says."""


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
    eye: Viewpoint,
) -> bool:
    """Write where a sensor has an edge, free on its left.

    Returns:
        Whether it may be seen: from its free side, some of it in range and not all of it behind.
    """
    ax, ay = eye.axis_cos, eye.axis_sin
    wx, wy = begin[0] - eye.x_mm, begin[1] - eye.y_mm
    x0, y0 = ax * wx + ay * wy, ax * wy - ay * wx
    wx, wy = end[0] - eye.x_mm, end[1] - eye.y_mm
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
    if nearest >= eye.range_mm * eye.range_mm:
        return False
    per_length = 1.0 / math.sqrt(square)
    view.right_x, view.right_y, view.left_x, view.left_y = x0, y0, x1, y1
    view.x, view.y, view.size_mm = ey * per_length, -ex * per_length, across * per_length
    view.nearest_mm = math.sqrt(nearest)
    return True


@inline
def view_disc(view: View, bodies: Bodies, body: int, eye: Viewpoint) -> None:
    """Write where a sensor has something round."""
    bx, by, radius = body_disc(bodies, body)
    ax, ay = eye.axis_cos, eye.axis_sin
    wx, wy = bx - eye.x_mm, by - eye.y_mm
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
def view_box(bodies: Bodies, body: int, count: int, eye: Viewpoint) -> int:
    """Write which sides of a box a sensor has before it, behind ``count`` views; return their sum.

    From inside it is all there, as something round is.
    """
    thing, made = bodies.discs[body], bodies.made[body]
    if cut_body(bodies, body, eye.x_mm, eye.y_mm, eye.axis_cos, eye.axis_sin) == 0.0:
        view = bodies.found.views[count]
        view_disc(view, bodies, body, eye)
        view.reflectivity = thing.reflectivity
        return count + 1
    for side in range(4):
        view = bodies.found.views[count]
        begin, end = box_corner(thing, made, (side + 1) % 4), box_corner(thing, made, side)
        if view_edge(view, begin, end, eye):
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
def find_views(
    around: Surroundings, eye: Viewpoint, places: ObjectMap, bodies: Bodies, least_mm: float
) -> int:
    """Write all that a sensor has before it into the views and return how many that is.

    When there are only edges, and all farther than ``least_mm``, they may be left out.

    Mutates:
        What is in view, and the views, in ``bodies.found``.
    """
    found = bodies.found
    before = choose_bodies(around, eye, bodies)
    count = 0
    far_mm = least_mm if before == 0 else eye.range_mm
    if around.edge_count > 0 and clearance_mm(places, eye.x_mm, eye.y_mm) < far_mm:
        for k in range(around.edge_count):
            edge = found.edges_in_reach[np.uint64(k)]
            view = found.views[count]
            row = np.uint64(edge)
            begin = places.edges_mm[row, 0], places.edges_mm[row, 1]
            end = places.edges_mm[row, 2], places.edges_mm[row, 3]
            if view_edge(view, begin, end, eye):
                view.edge, view.body = edge, NOTHING
                view.reflectivity = reflectivity_of(places, bodies, edge, NOTHING)
                count += 1
    for k in range(before):
        body = found.bodies_in_view[k]
        if is_box(bodies, body):
            count = view_box(bodies, body, count, eye)
            continue
        view = found.views[count]
        view_disc(view, bodies, body, eye)
        view.reflectivity = reflectivity_of(places, bodies, NOTHING, body)
        count += 1
    return count
