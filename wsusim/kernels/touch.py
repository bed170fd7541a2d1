"""What a robot's disc touches on its way, and what is remembered of it.

Only fixed things count here: walls, lamps, other robots, what these hold. What is loose is pushed.
"""

from __future__ import annotations

import math

from wsusim.kernels.contact import NEVER, meet_disc, meet_segment
from wsusim.kernels.drive import wrap_angle
from wsusim.kernels.elementary import atan2
from wsusim.kernels.floor_around import CONTACTS as LOOKS_FOR_CONTACTS
from wsusim.kernels.floor_around import is_floor_around
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import PARTS, clearance_mm, find_near, square_at
from wsusim.kernels.outline import corner, corner_count, outline_reach, to_world
from wsusim.kernels.records import FIXED, FREE, HELD_ON_FLOOR, SKIN_MM
from wsusim.kernels.scene import CONTACTS, Scene
from wsusim.model.robot_table import MOST_BEARINGS

LEAVE_MM = 0.2
"""A contact has ended when the robot is this far from where it was (guess)."""

SAME_RAD = 0.05
"""Contacts in directions that differ by less are one."""

NOTHING_NEAR = 0
FIXED_NEAR = 1
PIECEWISE = 2


@inline
def closeness(scene: Scene, robot: int, reach_mm: float) -> int:
    """Return what is within reach of the robot's centre: nothing, fixed things or loose ones.

    Mutates:
        The ``CONTACTS`` of ``Scene.near``.
    """
    me = scene.robots[robot]
    x = me.x_mm
    y = me.y_mm
    places = scene.places
    if is_floor_around(places, robot, LOOKS_FOR_CONTACTS, x, y, reach_mm):
        return NOTHING_NEAR
    near = scene.near[CONTACTS]
    is_near = clearance_mm(places, x, y) <= reach_mm
    for k in range(1, find_near(places, x, y, reach_mm, near) + 1):
        thing = near[k]
        if thing >= places.discs:
            other = thing - places.discs
            they = scene.robots[other]
            dx = they.x_mm - x
            dy = they.y_mm - y
            reach = reach_mm + outline_reach(scene, other)
            if other != robot and dx * dx + dy * dy <= reach * reach:
                is_near = True
        elif thing != me.held:
            disc = scene.discs[thing]
            dx = disc.x_mm - x
            dy = disc.y_mm - y
            reach = reach_mm + disc.radius_mm
            if dx * dx + dy * dy <= reach * reach:
                if disc.state == FREE:
                    return PIECEWISE
                is_near = True
    if not is_near:
        return NOTHING_NEAR
    return PIECEWISE if me.arm_is_down else FIXED_NEAR


@inline
def meet_edges(
    scene: Scene, x: float, y: float, vx: float, vy: float, body: float
) -> tuple[float, float, float, int]:
    """Return when a disc meets the first edge, as ``contact.meet_disc`` does, and which that is."""
    best, best_x, best_y, hit = NEVER, 0.0, 0.0, -1
    reach = body + math.sqrt(vx * vx + vy * vy)
    places = scene.places
    square = square_at(places, x, y)
    for i in range(places.edge_start[square], places.edge_start[square + 1]):
        if places.edge_gap_mm[i] > reach:
            break
        edge = int(places.edge_list[i])
        x0, y0, x1, y1 = places.edges_mm[edge]
        share, nx, ny = meet_segment(x0, y0, x1, y1, x, y, vx, vy, body)
        if share < best:
            best, best_x, best_y, hit = share, nx, ny, edge
    return best, best_x, best_y, hit


@inner
def meet_gripper(
    scene: Scene, robot: int, x: float, y: float, vx: float, vy: float, body: float
) -> tuple[float, float, float]:
    """Return when a disc meets a robot's lowered gripper, as ``contact.meet_disc`` does."""
    best, best_x, best_y = NEVER, 0.0, 0.0
    they = scene.robots[robot]
    for part in range(PARTS):
        count = corner_count(scene.hands, robot, part)
        u, v = corner(scene.hands, they, robot, part, 0)
        ax, ay = to_world(they, u, v)
        for k in range(count):
            u, v = corner(scene.hands, they, robot, part, k + 1 if k + 1 < count else 0)
            bx, by = to_world(they, u, v)
            share, nx, ny = meet_segment(ax, ay, bx, by, x, y, vx, vy, body)
            if share < best:
                best, best_x, best_y = share, nx, ny
            ax, ay = bx, by
    return best, best_x, best_y


@inline
def meet_robot(
    scene: Scene, robot: int, x: float, y: float, vx: float, vy: float, body: float
) -> tuple[float, float, float]:
    """Return when a disc meets a robot, as ``contact.meet_disc`` does."""
    they = scene.robots[robot]
    best, best_x, best_y = meet_disc(x - they.x_mm, y - they.y_mm, vx, vy, body + they.radius_mm)
    if they.arm_is_down:
        share, nx, ny = meet_gripper(scene, robot, x, y, vx, vy, body)
        if share < best:
            best, best_x, best_y = share, nx, ny
    return best, best_x, best_y


@inline
def first_contact(
    scene: Scene, robot: int, x: float, y: float, vx: float, vy: float
) -> tuple[float, float, float]:
    """Return when the robot's disc, at (x, y) and on the way (vx, vy), meets something fixed.

    What is near has been found before, see ``scene.CONTACTS``.

    Returns:
        ``(share, nx, ny)`` as ``contact.meet_disc`` does.
    """
    me = scene.robots[robot]
    body = me.radius_mm + SKIN_MM
    best, best_x, best_y, _ = meet_edges(scene, x, y, vx, vy, body)
    near = scene.near[CONTACTS]
    discs = scene.places.discs
    for k in range(1, near[0] + 1):
        thing = near[k]
        if thing >= discs:
            if thing - discs != robot:
                share, nx, ny = meet_robot(scene, thing - discs, x, y, vx, vy, body)
                if share < best:
                    best, best_x, best_y = share, nx, ny
            continue
        disc = scene.discs[thing]
        if disc.state == FIXED or (disc.state == HELD_ON_FLOOR and thing != me.held):
            wx, wy = x - disc.x_mm, y - disc.y_mm
            share, nx, ny = meet_disc(wx, wy, vx, vy, body + disc.radius_mm)
            if share < best:
                best, best_x, best_y = share, nx, ny
    return best, best_x, best_y


@inline
def note_contact(scene: Scene, robot: int, nx: float, ny: float) -> None:
    """Remember that the robot hit something in direction (-nx, -ny)."""
    me = scene.robots[robot]
    if me.hits == 0:
        me.bearing_count = 0
    me.hits += 1
    direction = atan2(-ny, -nx)
    known = me.bearing_count
    for k in range(known):
        if abs(wrap_angle(me.bearings_rad[k] - direction)) < SAME_RAD:
            return
    if known < MOST_BEARINGS:
        me.bearings_rad[known] = direction
        me.bearing_count = known + 1


@inline
def note_touching(scene: Scene, robot: int) -> None:
    """Begin, keep up or end the contact that the flags and the statistics speak of."""
    me = scene.robots[robot]
    if me.hits > 0:
        me.contacts += 1 - me.is_touching
        me.is_touching = True
        me.contact_x_mm = me.x_mm
        me.contact_y_mm = me.y_mm
    elif me.is_touching:
        dx = me.x_mm - me.contact_x_mm
        dy = me.y_mm - me.contact_y_mm
        if dx * dx + dy * dy > LEAVE_MM * LEAVE_MM:
            me.is_touching = False
            me.bearing_count = 0
    me.contact_ticks += me.is_touching
