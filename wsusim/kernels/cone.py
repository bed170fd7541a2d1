"""Reflected infra-red by the angle that things cover: proximity of sensor model 2.

Everything before a sensor is turned into the frame of its axis, where a direction is the tangent of
half its angle: there, a point's direction costs one root, and the two ends of an edge or disc are
the ends of an interval. What stands behind something else is cut away; over each piece that is
left, the light is integrated by Gauss's rule. So no ray can slip past a thing, and a reading has no
steps. The plain twin is in ``tests/oracles/cone.py``.
"""

from __future__ import annotations

from wsusim.kernels.field_of_view import Surroundings, viewpoint
from wsusim.kernels.jit import inline
from wsusim.kernels.lanes import look_at_nodes
from wsusim.kernels.noise import GREATEST, rippled_proximity, shown
from wsusim.kernels.object_map import ObjectMap
from wsusim.kernels.proximity import on_curve
from wsusim.kernels.rays import FAR_MM, NOTHING, Bodies, eyes_of
from wsusim.kernels.sensor_records import (
    CONE_SAMPLES,
    ECHO_SAMPLES,
    FACING_SAMPLES,
    LEAN_SAMPLES,
    NODES,
    Response,
    Sensor,
    View,
)
from wsusim.kernels.views import find_ends, find_views, look


@inline
def sensitivity(sensor: Sensor, at: float) -> float:
    """Return a sensor's share of sensitivity in a direction, for each unit of the half tangent."""
    return on_curve(sensor.cone, abs(at) * (CONE_SAMPLES - 1), CONE_SAMPLES)


@inline
def lean_of(response: Response, cos: float) -> float:
    """Return what the angle of incidence leaves of an echo."""
    return on_curve(response.lean, cos * (LEAN_SAMPLES - 1), LEAN_SAMPLES)


@inline
def echo_near(response: Response, distance_mm: float, per_mm: float) -> float:
    """Return the echo of white plastic at a distance within the range; ``per_mm`` samples a mm."""
    return on_curve(response.echo, distance_mm * per_mm, ECHO_SAMPLES)


@inline
def greatest_light(
    robot: int, sensor: Sensor, bodies: Bodies, response: Response, count: int
) -> float:
    """Return a light that what a sensor has before it can't exceed, crosstalk included.

    It is no more than if the brightest thing filled the view, and no more than if all things did
    so together: an edge as an endless wall, seen at its angle.

    Mutates:
        The views in ``bodies.found``.
    """
    eyes = eyes_of(bodies, robot)
    per_mm = (ECHO_SAMPLES - 1) / eyes.range_mm
    all_light, brightest = 0.0, 0.0
    for k in range(count):
        view = bodies.found.views[k]
        echo = view.reflectivity * echo_near(response, view.nearest_mm, per_mm)
        view.echo = echo
        brightest = max(brightest, echo)
        if view.edge != NOTHING:
            place = (view.x + 1.0) * (0.5 * (FACING_SAMPLES - 1))
            echo *= on_curve(sensor.facing, place, FACING_SAMPLES)
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
        The views in ``bodies.found``.
    """
    views = bodies.found.views
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
    """Write what of the views is not hidden into the pieces and return how many these are.

    From one end of a view to the next one, the order of things does not change. ``seen`` and
    ``last`` are what ``find_all_ends`` has returned.

    Mutates:
        The pieces in ``bodies.found``.
    """
    views, pieces = bodies.found.views, bodies.found.pieces
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
        ``bodies.found``, the nodes' scratch in ``response``.
    """
    eyes = eyes_of(bodies, robot)
    light = float(eyes.crosstalk)
    range_mm = eyes.range_mm
    per_mm = (ECHO_SAMPLES - 1) / range_mm
    seen, last, most = find_all_ends(sensor, bodies, count, range_mm)
    if light + most <= little:
        return little
    for number in range(find_pieces(bodies, count, seen, last)):
        piece = bodies.found.pieces[number]
        view = bodies.found.views[piece.row]
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
    around: Surroundings,
    sensor: Sensor,
    places: ObjectMap,
    bodies: Bodies,
    response: Response,
    uniform: float,
) -> int:
    """Return the proximity reading (0..1023) of one sensor of model 2.

    Mutates:
        ``bodies.found`` but for what is in reach, the nodes' scratch in ``response``.
    """
    robot = around.robot
    count = 0
    if around.body_count + around.edge_count > 0:
        eye = viewpoint(around, bodies, sensor, sensor.look_cos, sensor.look_sin)
        count = find_views(around, eye, places, bodies, sensor.faint_mm)
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
