"""How near a box is to what is around it: the deepest point at which it stands in something.

A box may be turned; in its own frame it is upright, and everything is a question of points and that
upright box. Two convex outlines that touch do so with a corner of one of them, so corners are all
that is looked at. Plain twin: shapely, in ``tests/oracles/rolling.py``.
"""

from __future__ import annotations

import math

from wsusim.kernels.cells import GROWTH_CELLS
from wsusim.kernels.contact import from_box
from wsusim.kernels.elementary import sin_cos
from wsusim.kernels.jit import inner, loop
from wsusim.kernels.object_map import NOWHERE, PARTS, ObjectMap, square_at
from wsusim.kernels.outline import corner, corner_count, gap_to_robot, to_world
from wsusim.kernels.records import SKIN_MM
from wsusim.kernels.scene import Scene
from wsusim.kernels.sides import box_corner
from wsusim.kernels.stamps import move_thing

Lack = tuple[float, float, float, float, float]
"""By how much (mm) a box is too near to something, the direction (length 1) in which it is to go,
and the place where they meet; the amount is 0 or less when they are far enough apart."""

ALL_CLEAR: Lack = (0.0, 1.0, 0.0, 0.0, 0.0)


@inner
def gap_to_box(scene: Scene, disc: int, x: float, y: float) -> tuple[float, float, float]:
    """Return the gap (mm) from a box to a point, negative inside, and the direction outwards."""
    body = scene.bodies[disc]
    s, c = sin_cos(body.heading_rad)
    dx = x - scene.discs[disc].x_mm
    dy = y - scene.discs[disc].y_mm
    w, h = body.half_x_mm, body.half_y_mm
    gap, nu, nv = from_box(-w, -h, w, h, c * dx + s * dy, c * dy - s * dx)
    return gap, c * nu - s * nv, s * nu + c * nv


@inner
def deeper(one: Lack, other: Lack) -> Lack:
    """Return the greater of two lacks."""
    return other if other[0] > one[0] else one


@inner
def lack_to_point(scene: Scene, disc: int, x: float, y: float, radius_mm: float) -> Lack:
    """Return what a box lacks to something round about a point."""
    gap, nx, ny = gap_to_box(scene, disc, x, y)
    return (radius_mm + SKIN_MM - gap, -nx, -ny, x - radius_mm * nx, y - radius_mm * ny)


@inner
def lack_to_box(scene: Scene, disc: int, other: int) -> Lack:
    """Return what a box lacks to another box."""
    best = ALL_CLEAR
    for k in range(4):
        x, y = box_corner(scene.discs[other], scene.bodies[other], k)
        best = deeper(best, lack_to_point(scene, disc, x, y, 0.0))
        x, y = box_corner(scene.discs[disc], scene.bodies[disc], k)
        gap, nx, ny = gap_to_box(scene, other, x, y)
        best = deeper(best, (SKIN_MM - gap, nx, ny, x, y))
    return best


@inner
def lack_to_robot(scene: Scene, disc: int, robot: int) -> Lack:
    """Return what a box lacks to a robot with its lowered gripper, and what that holds."""
    they = scene.robots[robot]
    best = lack_to_point(scene, disc, they.x_mm, they.y_mm, they.radius_mm)
    if not they.arm_is_down:
        return best
    for part in range(PARTS):
        for k in range(corner_count(scene.hands, robot, part)):
            u, v = corner(scene.hands, they, robot, part, k)
            x, y = to_world(they, u, v)
            best = deeper(best, lack_to_point(scene, disc, x, y, 0.0))
    if they.held >= 0:
        held = scene.discs[they.held]
        best = deeper(best, lack_to_point(scene, disc, held.x_mm, held.y_mm, held.radius_mm))
    for k in range(4):
        x, y = box_corner(scene.discs[disc], scene.bodies[disc], k)
        gap, nx, ny = gap_to_robot(scene, robot, x, y)
        best = deeper(best, (SKIN_MM - gap, nx, ny, x, y))
    return best


@inner
def lack_to_edge(scene: Scene, disc: int, edge: int) -> Lack:
    """Return what a box lacks to the free side of an edge, or to the corner where that begins."""
    x0, y0, x1, y1 = scene.places.edges_mm[edge]
    best = lack_to_point(scene, disc, x0, y0, 0.0)
    ex, ey = x1 - x0, y1 - y0
    length = math.sqrt(ex * ex + ey * ey)
    ex, ey = ex / max(length, SKIN_MM), ey / max(length, SKIN_MM)
    if (scene.discs[disc].y_mm - y0) * ex - (scene.discs[disc].x_mm - x0) * ey <= 0.0:
        return best  # its middle is behind: what it has before it is another side of the wall
    for k in range(4):
        x, y = box_corner(scene.discs[disc], scene.bodies[disc], k)
        along = (x - x0) * ex + (y - y0) * ey
        gap = (y - y0) * ex - (x - x0) * ey
        if 0.0 <= along <= length:
            best = deeper(best, (SKIN_MM - gap, -ey, ex, x, y))
    return best


@inner
def lack_to_thing(scene: Scene, disc: int, thing: int) -> Lack:
    """Return what a box lacks to a disc, a box or a robot."""
    if thing >= scene.places.discs:
        return lack_to_robot(scene, disc, thing - scene.places.discs)
    if scene.bodies[thing].is_box:
        return lack_to_box(scene, disc, thing)
    other = scene.discs[thing]
    return lack_to_point(scene, disc, other.x_mm, other.y_mm, other.radius_mm)


@inner
def lack_to_walls(scene: Scene, disc: int) -> tuple[float, float, float, float, float, int]:
    """Return what a box lacks to the walls near it, and to which edge it lacks most."""
    best, which = ALL_CLEAR, -1
    places = scene.places
    square = square_at(places, scene.discs[disc].x_mm, scene.discs[disc].y_mm)
    for i in range(places.edge_start[square], places.edge_start[square + 1]):
        if places.edge_gap_mm[i] > scene.discs[disc].radius_mm + SKIN_MM:
            break
        edge = int(places.edge_list[i])
        lack = lack_to_edge(scene, disc, edge)
        if lack[0] > best[0]:
            best, which = lack, edge
    return (best[0], best[1], best[2], best[3], best[4], which)


@loop
def turn_box(
    places: ObjectMap,
    disc: int,
    x_mm: float,
    y_mm: float,
    heading_rad: float,
    half_x_mm: float,
    half_y_mm: float,
) -> None:
    """Tell the map where a box is and how it is turned.

    Mutates:
        ``places``.
    """
    move_thing(places, disc, x_mm, y_mm, False)
    cell = places.cell_mm
    s, c = sin_cos(heading_rad)
    last = places.things[disc].round_reach
    places.things[disc].is_box = True
    for away in range(last + 1):
        places.widths[disc, away, 0] = places.widths[disc, away, 1] = NOWHERE
    for k in range(2):  # two sides: the others are the same, seen from the middle
        u, v = (half_x_mm, half_y_mm) if k == 0 else (-half_x_mm, half_y_mm)
        x0, y0 = (c * u - s * v) / cell, (s * u + c * v) / cell
        u, v = (-half_x_mm, half_y_mm) if k == 0 else (-half_x_mm, -half_y_mm)
        x1, y1 = (c * u - s * v) / cell, (s * u + c * v) / cell
        for away in range(last + 1):
            widen(places, disc, away, x0, y0, x1, y1)
            widen(places, disc, away, -x0, -y0, -x1, -y1)
    move_thing(places, disc, x_mm, y_mm, True)


@inner
def widen(
    places: ObjectMap, disc: int, away: int, x0: float, y0: float, x1: float, y1: float
) -> None:
    """Widen what is written of a box, some rows above its middle, for one of its sides (cells).

    Its middle may lie anywhere in its cell, so these rows begin or end a cell farther away.
    """
    low = away - 1.0 - GROWTH_CELLS
    high = away + 1.0 + GROWTH_CELLS
    if max(y0, y1) < low or min(y0, y1) > high:
        return
    a, b = x0, x1
    if y0 != y1:
        slope = (x1 - x0) / (y1 - y0)
        a = x0 + slope * (min(max(low, min(y0, y1)), max(y0, y1)) - y0)
        b = x0 + slope * (min(max(high, min(y0, y1)), max(y0, y1)) - y0)
    left = math.ceil(GROWTH_CELLS - min(a, b))
    right = math.ceil(GROWTH_CELLS + max(a, b))
    places.widths[disc, away, 0] = max(places.widths[disc, away, 0], left)
    places.widths[disc, away, 1] = max(places.widths[disc, away, 1], right)


@inner
def lay_box(scene: Scene, disc: int) -> None:
    """Tell the map where a box is and how it is turned, if it is on the floor."""
    thing, body = scene.discs[disc], scene.bodies[disc]
    x, y, heading = thing.x_mm, thing.y_mm, body.heading_rad
    turn_box(scene.places, disc, x, y, heading, body.half_x_mm, body.half_y_mm)
