"""What moves by itself: balls that roll, and whatever one of them has hit.

A thing in motion goes its way up to the first contact, which is solved exactly, bounces, and goes
on with what is left of the tick; so it never enters anything, and nothing else moves meanwhile. A
bounce is between two bodies and takes energy from them or leaves it; the floor slows what moves.
Only robots, whose wheels are driven, bring energy in: a ball leaves a robot as it leaves a wall
that comes towards it.

How velocities change is in ``kernels.bounce``. Plain twins: ``tests/oracles/rolling``.
"""

from __future__ import annotations

import math

from wsusim.kernels.bounce import bounce, remember_poses, slow_down, stop
from wsusim.kernels.boxes import lack_to_thing, lack_to_walls, lay_box
from wsusim.kernels.contact import NEVER, meet_disc, meet_segment
from wsusim.kernels.drive import wrap_angle
from wsusim.kernels.jit import inner
from wsusim.kernels.object_map import find_near
from wsusim.kernels.outline import (
    HALF_SKIN_MM,
    gap_to_robot,
    outline_reach,
)
from wsusim.kernels.push import has_driven
from wsusim.kernels.records import ABSENT, FREE, SKIN_MM, Clock
from wsusim.kernels.scene import PUSHED, Scene
from wsusim.kernels.sides import box_corner
from wsusim.kernels.stamps import move_thing
from wsusim.kernels.touch import meet_edges, meet_robot
from wsusim.model.units import TICK_S

BOUNCES = 6
"""Contacts in a tick after which a thing waits for the next one."""

BOX_STEP_MM = 1.0
"""A box goes no farther than this in one go."""

HALVINGS = 5
"""How finely a box's way up to a contact is looked for."""

TOUCHING_MM = 2.0 * SKIN_MM
"""What is nearer to a robot touches it."""

OPEN = -1
"""Number of the thing or edge that is not met."""


@inner
def meet_box(
    scene: Scene, box: int, x: float, y: float, vx: float, vy: float, reach: float
) -> tuple[float, float, float]:
    """Return when a disc on the way (vx, vy) meets a box, as ``contact.meet_disc`` does."""
    best, best_x, best_y = NEVER, 0.0, 0.0
    ax, ay = box_corner(scene.discs[box], scene.bodies[box], 3)
    for k in range(4):
        bx, by = box_corner(scene.discs[box], scene.bodies[box], k)
        share, nx, ny = meet_segment(ax, ay, bx, by, x, y, vx, vy, reach)
        if share < best:
            best, best_x, best_y = share, nx, ny
        ax, ay = bx, by
    return best, best_x, best_y


@inner
def first_meeting(
    scene: Scene, disc: int, vx: float, vy: float
) -> tuple[float, float, float, int, int]:
    """Return when something round meets the first thing on the way (vx, vy), and what.

    Returns:
        ``(share, nx, ny, thing, edge)``: the first three as ``contact.meet_disc``; one of the last
        two is ``OPEN``, both are when nothing is met.
    """
    me = scene.discs[disc]
    x, y = me.x_mm, me.y_mm
    reach = me.radius_mm + SKIN_MM
    far = reach + math.sqrt(vx * vx + vy * vy)
    best, best_x, best_y, wall = meet_edges(scene, x, y, vx, vy, reach)
    hit = OPEN
    places = scene.places
    near = scene.near[PUSHED]
    for k in range(1, find_near(places, x, y, far, near) + 1):
        thing = int(near[k])
        share, nx, ny = NEVER, 0.0, 0.0
        if thing >= places.discs:
            share, nx, ny = meet_robot(scene, thing - places.discs, x, y, vx, vy, reach)
        elif thing != disc and scene.discs[thing].state != ABSENT:
            other = scene.discs[thing]
            if scene.bodies[thing].is_box:
                share, nx, ny = meet_box(scene, thing, x, y, vx, vy, reach)
            else:
                wx, wy = x - other.x_mm, y - other.y_mm
                share, nx, ny = meet_disc(wx, wy, vx, vy, reach + other.radius_mm)
        if share < best:
            best, best_x, best_y, hit, wall = share, nx, ny, thing, OPEN
    return best, best_x, best_y, hit, wall


@inner
def travel(scene: Scene, disc: int) -> None:
    """Let something round go its way for one tick."""
    body, me = scene.bodies[disc], scene.discs[disc]
    left_s = TICK_S
    for _ in range(BOUNCES):
        vx, vy = body.vx_mm_s * left_s, body.vy_mm_s * left_s
        if vx == 0.0 and vy == 0.0:
            break
        share, nx, ny, thing, edge = first_meeting(scene, disc, vx, vy)
        done = min(share, 1.0)
        me.x_mm += done * vx
        me.y_mm += done * vy
        if share == NEVER:
            break
        left_s *= 1.0 - share
        at_x, at_y = me.x_mm - me.radius_mm * nx, me.y_mm - me.radius_mm * ny
        bounce(scene, disc, nx, ny, at_x, at_y, thing, edge)
    move_thing(scene.places, disc, me.x_mm, me.y_mm, True)


@inner
def worst_lack(scene: Scene, disc: int) -> tuple[float, float, float, float, float, int, int]:
    """Return what a box lacks most, to what it does and to which edge; see ``boxes.Lack``.

    What is near has been found before, see ``scene.PUSHED``.
    """
    lack, nx, ny, x, y, edge = lack_to_walls(scene, disc)
    hit = OPEN
    near = scene.near[PUSHED]
    for k in range(1, near[0] + 1):
        thing = int(near[k])
        if thing == disc or (thing < scene.places.discs and scene.discs[thing].state == ABSENT):
            continue
        more, mx, my, px, py = lack_to_thing(scene, disc, thing)
        if more > lack:
            lack, nx, ny, x, y, hit, edge = more, mx, my, px, py, thing, OPEN
    return lack, nx, ny, x, y, hit, edge


@inner
def put_box(scene: Scene, disc: int, x: float, y: float, heading: float) -> None:
    """Put a box somewhere; the map is not told."""
    scene.discs[disc].x_mm = x
    scene.discs[disc].y_mm = y
    scene.bodies[disc].heading_rad = heading


@inner
def slide(scene: Scene, disc: int) -> None:
    """Let a box go its way for one tick, in short pieces, each wholly or as far as it has room."""
    body, me = scene.bodies[disc], scene.discs[disc]
    speed = math.sqrt(body.vx_mm_s * body.vx_mm_s + body.vy_mm_s * body.vy_mm_s)
    way = (speed + abs(body.spin_rad_s) * me.radius_mm) * TICK_S
    find_near(scene.places, me.x_mm, me.y_mm, me.radius_mm + way + SKIN_MM, scene.near[PUSHED])
    pieces = max(1, math.ceil(way / BOX_STEP_MM))
    bounces = 0
    for _ in range(pieces):
        x, y, heading = me.x_mm, me.y_mm, body.heading_rad
        size = TICK_S / pieces
        for attempt in range(HALVINGS):
            put_box(
                scene,
                disc,
                x + size * body.vx_mm_s,
                y + size * body.vy_mm_s,
                wrap_angle(heading + size * body.spin_rad_s),
            )
            lack, nx, ny, px, py, thing, edge = worst_lack(scene, disc)
            if lack <= HALF_SKIN_MM:
                break
            put_box(scene, disc, x, y, heading)
            if attempt == 0:
                bounce(scene, disc, nx, ny, px, py, thing, edge)
                bounces += 1
            size *= 0.5
        if bounces >= BOUNCES:
            break
    lay_box(scene, disc)


@inner
def kick(scene: Scene, robot: int) -> None:
    """Give the balls that a robot touches the speed with which it has come to them."""
    if not has_driven(scene, robot):
        return
    me = scene.robots[robot]
    near = scene.near[PUSHED]
    reach = outline_reach(scene, robot) + TOUCHING_MM
    for k in range(1, find_near(scene.places, me.x_mm, me.y_mm, reach, near) + 1):
        disc = int(near[k])
        if disc >= scene.places.discs:
            break
        thing = scene.discs[disc]
        if thing.state == FREE and scene.bodies[disc].rolls:
            gap, nx, ny = gap_to_robot(scene, robot, thing.x_mm, thing.y_mm)
            if gap < thing.radius_mm + TOUCHING_MM:
                x, y = thing.x_mm - gap * nx, thing.y_mm - gap * ny
                bounce(scene, disc, nx, ny, x, y, scene.places.discs + robot, OPEN)


@inner
def take_along(scene: Scene, disc: int) -> None:
    """Let a ball that was pushed go on at least as fast as it was pushed."""
    body = scene.bodies[disc]
    dx, dy = body.shift_x_mm, body.shift_y_mm
    body.shift_x_mm = body.shift_y_mm = 0.0
    body.was_pushed = False
    way = math.sqrt(dx * dx + dy * dy)
    if way == 0.0 or not body.rolls:
        return
    lack = way / TICK_S - (body.vx_mm_s * dx + body.vy_mm_s * dy) / way
    if lack > 0.0:
        body.vx_mm_s += lack * dx / way
        body.vy_mm_s += lack * dy / way


@inner
def begin_rolling(scene: Scene) -> None:
    """Look again at what may have been changed by hand: robots' places, and boxes."""
    remember_poses(scene)
    for disc in range(scene.discs.size):
        if scene.bodies[disc].is_box:
            lay_box(scene, disc)


@inner
def move_by_themselves(scene: Scene, clock: Clock) -> None:
    """Let all that is in motion go on for one tick; the robots have moved already.

    Mutates:
        Discs and bodies, their places on the map, and the clock's ``has_rolled``.

    Cost: 1 ns for each thing at rest, some 0.2 us for each ball that rolls.
    """
    for robot in range(scene.robots.size):
        kick(scene, robot)
    for disc in range(clock.first_cap, scene.discs.size):
        body = scene.bodies[disc]
        if scene.discs[disc].state != FREE:
            stop(scene, disc)
            continue
        if body.was_pushed:
            take_along(scene, disc)
            if body.is_box:
                lay_box(scene, disc)
        if body.vx_mm_s == 0.0 and body.vy_mm_s == 0.0 and body.spin_rad_s == 0.0:
            continue
        slow_down(scene, disc)
        clock.has_rolled = True
        if body.is_box:
            slide(scene, disc)
        else:
            travel(scene, disc)
    remember_poses(scene)
