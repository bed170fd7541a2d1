"""One loose thing is shifted: by a push, along a wall, out of something fixed.

A box that is pushed beside its middle turns, as one does that slides on a floor of even friction
(Goyal, Ruina and Papadopoulos 1991: the limit surface, here an ellipsoid).
"""

from __future__ import annotations

import math

from wsusim.kernels.boxes import lack_to_thing, lack_to_walls
from wsusim.kernels.contact import from_segment
from wsusim.kernels.drive import wrap_angle
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import square_at
from wsusim.kernels.outline import HALF_SKIN_MM, gap_to_robot
from wsusim.kernels.records import FIXED, SKIN_MM
from wsusim.kernels.scene import PUSHED, Scene

SLIP = 0.01
"""Squared sine of the angle to the wall's normal from which a pushed thing slides along it."""


@inline
def move_disc(scene: Scene, disc: int, dx: float, dy: float) -> None:
    """Shift a disc."""
    thing = scene.discs[disc]
    thing.x_mm += dx
    thing.y_mm += dy


@inline
def shove(scene: Scene, disc: int, dx: float, dy: float) -> None:
    """Shift a disc that is pushed by (dx, dy); one that leans on a wall slides along that instead.

    It slides so far that it has gone as far in the push's direction.
    """
    nx = scene.pushes[disc].lean_x
    ny = scene.pushes[disc].lean_y
    into = -(dx * nx + dy * ny)
    length2 = dx * dx + dy * dy
    along2 = length2 - into * into
    if into > 0.0 and along2 > SLIP * length2:
        stretch = length2 / along2
        dx = (dx + into * nx) * stretch
        dy = (dy + into * ny) * stretch
    move_disc(scene, disc, dx, dy)


@inner
def shove_at(
    scene: Scene, disc: int, amount_mm: float, nx: float, ny: float, x: float, y: float
) -> None:
    """Shift and turn a box so that the point (x, y) of it goes so far in the direction (nx, ny)."""
    body = scene.bodies[disc]
    thing = scene.discs[disc]
    lever = ((x - thing.x_mm) * ny - (y - thing.y_mm) * nx) / body.arm_mm
    share = amount_mm / (1.0 + lever * lever)
    move_disc(scene, disc, share * nx, share * ny)
    body.heading_rad = wrap_angle(body.heading_rad + share * lever / body.arm_mm)


@inline
def lean(scene: Scene, disc: int, dx: float, dy: float) -> None:
    """Move a disc out of something fixed, and remember the direction."""
    move_disc(scene, disc, dx, dy)
    length = math.sqrt(dx * dx + dy * dy)
    scene.pushes[disc].lean_x = dx / length
    scene.pushes[disc].lean_y = dy / length


@inline
def lack_to_disc(scene: Scene, disc: int, other: int) -> tuple[float, float, float]:
    """Return by how much (mm) two discs are too near, and the direction from the first on."""
    one = scene.discs[disc]
    two = scene.discs[other]
    dx = two.x_mm - one.x_mm
    dy = two.y_mm - one.y_mm
    wanted = one.radius_mm + two.radius_mm + SKIN_MM
    apart2 = dx * dx + dy * dy
    if apart2 >= wanted * wanted:
        return 0.0, 0.0, 0.0
    apart = math.sqrt(apart2)
    if apart == 0.0:
        return wanted, 1.0, 0.0
    return wanted - apart, dx / apart, dy / apart


@inner
def leave_fixed(scene: Scene, pusher: int, disc: int) -> bool:
    """Move a disc out of walls, lamps and all robots but the pusher; return whether it was in one.

    What is near has been found before, see ``scene.PUSHED``.
    """
    thing = scene.discs[disc]
    radius = thing.radius_mm
    was_in = False
    places = scene.places
    square = square_at(places, thing.x_mm, thing.y_mm)
    for i in range(places.edge_start[square], places.edge_start[square + 1]):
        if places.edge_gap_mm[i] > radius + SKIN_MM:
            break
        x0, y0, x1, y1 = places.edges_mm[places.edge_list[i]]
        dx, dy = from_segment(x0, y0, x1, y1, thing.x_mm, thing.y_mm)
        apart = math.sqrt(dx * dx + dy * dy)
        if 0.0 < apart < radius + HALF_SKIN_MM:
            further = (radius + SKIN_MM - apart) / apart
            lean(scene, disc, dx * further, dy * further)
            was_in = True
    near = scene.near[PUSHED]
    for k in range(1, near[0] + 1):
        if near[k] >= places.discs:
            robot = near[k] - places.discs
            if robot == pusher:
                continue
            gap, nx, ny = gap_to_robot(scene, robot, thing.x_mm, thing.y_mm)
            lack = radius + SKIN_MM - gap
        elif scene.discs[near[k]].state == FIXED:
            lack, nx, ny = lack_to_disc(scene, near[k], disc)
        else:
            continue
        if lack > HALF_SKIN_MM:
            lean(scene, disc, lack * nx, lack * ny)
            was_in = True
    return was_in


@inner
def box_leaves_fixed(scene: Scene, pusher: int, disc: int) -> bool:
    """Do for a box what ``leave_fixed`` does."""
    was_in = False
    lack, nx, ny, x, y, _ = lack_to_walls(scene, disc)
    if lack > HALF_SKIN_MM:
        shove_at(scene, disc, lack, nx, ny, x, y)
        was_in = True
    near = scene.near[PUSHED]
    for k in range(1, near[0] + 1):
        thing = near[k]
        discs = scene.places.discs
        if thing - discs == pusher or (thing < discs and scene.discs[thing].state != FIXED):
            continue
        lack, nx, ny, x, y = lack_to_thing(scene, disc, thing)
        if lack > HALF_SKIN_MM:
            shove_at(scene, disc, lack, nx, ny, x, y)
            was_in = True
    return was_in


@inline
def is_box(scene: Scene, disc: int) -> bool:
    """Return whether a disc stands for a box."""
    return bool(scene.movers > 0 and scene.bodies[disc].is_box)


@inline
def shove_one(
    scene: Scene, disc: int, amount_mm: float, nx: float, ny: float, x: float, y: float
) -> None:
    """Shove something, be it a box or round, at a point."""
    if is_box(scene, disc):
        shove_at(scene, disc, amount_mm, nx, ny, x, y)
    else:
        shove(scene, disc, amount_mm * nx, amount_mm * ny)
