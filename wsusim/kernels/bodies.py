"""Move one robot through its tick: along its arc, up to the first contact, pushing what is loose.

Where nothing is near, the robot simply goes. Near fixed things only, its disc's way is solved in
one step. Near something loose, or with the arm down, it goes in short pieces, and each piece is
done wholly or not at all, so that whatever the tables hold after a tick is free of overlaps.

A robot turns about its axle. Where that is not below the middle of the body, a turn takes the body
aside, on a way of its own after the way ahead: what it meets there holds back the turn.
"""

from __future__ import annotations

import math

from wsusim.kernels.contact import NEVER
from wsusim.kernels.drive import chord_ratio, wrap_angle
from wsusim.kernels.elementary import sin, sin_cos
from wsusim.kernels.gripper_room import gripper_is_clear
from wsusim.kernels.jit import inline
from wsusim.kernels.map_entries import place_on_map
from wsusim.kernels.object_map import find_near
from wsusim.kernels.outline import outline_reach, to_world
from wsusim.kernels.push import SQUEEZE, make_room
from wsusim.kernels.records import SKIN_MM
from wsusim.kernels.scene import CONTACTS, Scene
from wsusim.kernels.touch import (
    FIXED_NEAR,
    PIECEWISE,
    closeness,
    first_contact,
    note_contact,
    note_touching,
)
from wsusim.model.robot_table import Robot

GRAZE = 0.26
"""Sine of the angle (15 degrees, guess) below which a robot slides along what it touches."""

SLIDES = 4
"""Contacts in one go after which the robot stops."""

LEAN = 1e-6
"""A sliding robot leans away from the wall by this share of its way: rounding can't wedge it."""

HALVINGS = 6
"""How finely the way up to a jam is looked for."""

NUDGE_MM = 0.01
"""A jammed robot tries this much first."""


@inline
def sweep_disc(
    scene: Scene, robot: int, x0: float, y0: float, vx: float, vy: float
) -> tuple[float, float, float]:
    """Let the robot's disc go the way (vx, vy) as far as fixed things allow; it is not moved yet.

    Returns:
        ``(dx, dy, share)``: where it comes to (from x0, y0), and the share of the way done. A
        robot that grazes loses only the part of its way that leads into the wall, and none of its
        share.
    """
    x = x0
    y = y0
    done = 0.0
    for _ in range(SLIDES):
        length = math.sqrt(vx * vx + vy * vy)
        share, nx, ny = first_contact(scene, robot, x, y, vx, vy)
        if share == NEVER:
            return x + vx - x0, y + vy - y0, 1.0
        note_contact(scene, robot, nx, ny)
        x += share * vx
        y += share * vy
        done += (1.0 - done) * share
        into = -(vx * nx + vy * ny)
        if into > GRAZE * length:
            break
        rest = 1.0 - share
        out = rest * (into + LEAN * length)
        vx = rest * vx + out * nx
        vy = rest * vy + out * ny
    return x - x0, y - y0, done


@inline
def way_aside(me: Robot, turn_rad: float) -> tuple[float, float]:
    """Return the way (mm) on which a turn about the axle takes the middle of the body.

    The chord of the middle's circle about the axle: it goes aside of where the robot looks halfway.
    """
    sine, cosine = sin_cos(me.heading_rad + 0.5 * turn_rad)
    left_mm = -2.0 * me.axle_mm * sin(0.5 * turn_rad)
    return -left_mm * sine, left_mm * cosine


@inline
def place_robot(scene: Scene, robot: int, x: float, y: float, heading: float) -> None:
    """Put a robot, and what it holds on the floor, somewhere."""
    me = scene.robots[robot]
    me.x_mm = x
    me.y_mm = y
    me.heading_rad = heading
    held = me.held
    if held >= 0 and me.arm_is_down:
        u, v = to_world(me, me.held_x_mm, 0.0)
        scene.discs[held].x_mm = u
        scene.discs[held].y_mm = v
        me.moved_things = True


@inline
def try_pose(scene: Scene, robot: int, x: float, y: float, heading: float, way_mm: float) -> bool:
    """Put the robot there if its gripper has room and all loose things make way; return whether."""
    me = scene.robots[robot]
    old_x = me.x_mm
    old_y = me.y_mm
    old_heading = me.heading_rad
    place_robot(scene, robot, x, y, heading)
    has_room = not me.arm_is_down or gripper_is_clear(scene, robot)
    if has_room and make_room(scene, robot, way_mm):
        return True
    place_robot(scene, robot, old_x, old_y, old_heading)
    return False


@inline
def try_piece(scene: Scene, robot: int, vx: float, vy: float) -> float:
    """Go the way (vx, vy) in one go or not at all; return the share done."""
    me = scene.robots[robot]
    dx, dy, share = sweep_disc(scene, robot, me.x_mm, me.y_mm, vx, vy)
    x = me.x_mm + dx
    y = me.y_mm + dy
    way = math.sqrt(vx * vx + vy * vy)
    return share if try_pose(scene, robot, x, y, me.heading_rad, way) else 0.0


@inline
def drive_piece(scene: Scene, robot: int, vx: float, vy: float) -> float:
    """Go a short way as far as everything allows; return the share done."""
    me = scene.robots[robot]
    length = math.sqrt(vx * vx + vy * vy)
    if length == 0.0:
        return 1.0
    done = 0.0
    if me.is_blocked and length > NUDGE_MM:
        first = NUDGE_MM / length
        done = first * try_piece(scene, robot, first * vx, first * vy)
        if done < first:
            note_contact(scene, robot, -vx / length, -vy / length)
            return done
    size = 1.0 - done
    for attempt in range(HALVINGS + 1):
        way = min(size, 1.0 - done)
        share = try_piece(scene, robot, way * vx, way * vy)
        done += way * share
        if attempt == 0 and share > 0.0:
            return done
        size *= 0.5
    note_contact(scene, robot, -vx / length, -vy / length)
    return done


@inline
def try_turn(scene: Scene, robot: int, turn_rad: float, way_mm: float) -> float:
    """Turn about the axle in one go or not at all; return the share done."""
    me = scene.robots[robot]
    dx, dy, share = 0.0, 0.0, 1.0
    if me.axle_mm != 0.0:
        vx, vy = way_aside(me, turn_rad)
        dx, dy, share = sweep_disc(scene, robot, me.x_mm, me.y_mm, vx, vy)
    heading = wrap_angle(me.heading_rad + share * turn_rad)
    return share if try_pose(scene, robot, me.x_mm + dx, me.y_mm + dy, heading, way_mm) else 0.0


@inline
def turn_piece(scene: Scene, robot: int, turn_rad: float, lever_mm: float) -> float:
    """Turn by a small angle as far as everything allows; return the share done.

    ``lever_mm`` is how far from the axle anything is that a turn moves; 0: it moves nothing.
    """
    me = scene.robots[robot]
    if lever_mm == 0.0 or turn_rad == 0.0:
        me.heading_rad = wrap_angle(me.heading_rad + turn_rad)
        return 1.0
    done = 0.0
    size = 1.0
    for attempt in range(HALVINGS + 1):
        way = abs(size * turn_rad) * lever_mm
        share = try_turn(scene, robot, size * turn_rad, way)
        done += size * share
        if attempt == 0 and share > 0.0:
            return done
        size *= 0.5
    goes_left = turn_rad if me.arm_is_down or me.axle_mm < 0.0 else -turn_rad
    side = me.heading_rad + math.copysign(0.5 * math.pi, goes_left)
    sine, cosine = sin_cos(side)
    note_contact(scene, robot, -cosine, -sine)
    return done


@inline
def move_piecewise(scene: Scene, robot: int, arc_mm: float, turn_rad: float) -> tuple[float, float]:
    """Go the arc in short pieces; return the shares of the way and of the turn that were done."""
    me = scene.robots[robot]
    lever = (outline_reach(scene, robot) if me.arm_is_down else 0.0) + abs(me.axle_mm)
    whole_way = abs(arc_mm) + lever * abs(turn_rad)
    pieces = max(1, math.ceil(whole_way / scene.stride_mm))
    turn = turn_rad / pieces
    chord = arc_mm / pieces * chord_ratio(turn)
    driven = 0.0
    turned = 0.0
    can_drive = True
    can_turn = True
    for _ in range(pieces):
        if can_drive:
            direction = me.heading_rad + 0.5 * turn
            sine, cosine = sin_cos(direction)
            vx, vy = chord * cosine, chord * sine
            share = drive_piece(scene, robot, vx, vy)
            driven += share / pieces
            can_drive = share > 1.0 - 1e-9
        if can_turn:
            share = turn_piece(scene, robot, turn, lever)
            turned += share / pieces
            can_turn = share > 1.0 - 1e-9
        if not can_drive and not can_turn:
            break
    return driven, turned


@inline
def move_robot(scene: Scene, robot: int, arc_mm: float, turn_rad: float) -> tuple[float, float]:
    """Move a robot by one tick's arc as far as everything allows.

    Args:
        scene: The world.
        robot: Row.
        arc_mm: Length of the way of the axle's middle, negative backwards.
        turn_rad: Change of heading.

    Returns:
        The shares (0..1) of the way and of the turn that were done.

    Mutates:
        Pose, contacts and the distance driven; the discs that are pushed.

    Cost: some 20 ns where nothing is near, 0.1 to 0.5 us at walls, 1 us and more while pushing.
    """
    me = scene.robots[robot]
    me.hits = 0
    reach = outline_reach(scene, robot)
    way = abs(arc_mm) + SKIN_MM
    if me.arm_is_down:
        way += reach * abs(turn_rad)
    way += abs(me.axle_mm * turn_rad)
    near = closeness(scene, robot, reach + way)
    driven = 1.0
    turned = 1.0
    if near == PIECEWISE:
        # What it pushes may come back into its way: look so far around that nothing surprises it.
        around = reach + (2.0 + SQUEEZE) * way + 1.0
        find_near(scene.places, me.x_mm, me.y_mm, around, scene.near[CONTACTS])
        driven, turned = move_piecewise(scene, robot, arc_mm, turn_rad)
    else:
        direction = me.heading_rad + 0.5 * turn_rad
        chord = arc_mm * chord_ratio(turn_rad)
        sine, cosine = sin_cos(direction)
        dx, dy = chord * cosine, chord * sine
        if near == FIXED_NEAR:
            dx, dy, driven = sweep_disc(scene, robot, me.x_mm, me.y_mm, dx, dy)
        if me.axle_mm != 0.0 and turn_rad != 0.0:
            vx, vy = way_aside(me, turn_rad)
            if near == FIXED_NEAR:
                vx, vy, turned = sweep_disc(scene, robot, me.x_mm + dx, me.y_mm + dy, vx, vy)
            dx, dy = dx + vx, dy + vy
        heading = wrap_angle(me.heading_rad + turned * turn_rad)
        place_robot(scene, robot, me.x_mm + dx, me.y_mm + dy, heading)
    me.is_blocked = driven < 1.0 - 1e-9 or turned < 1.0 - 1e-9
    note_touching(scene, robot)
    place_on_map(scene, robot)
    return driven, turned
