"""Move one robot through its tick: along its arc, up to the first contact, pushing what is loose.

Where nothing is near, the robot simply goes. Near fixed things only, its disc's way is solved in
one step. Near something loose, or with the arm down, it goes in short pieces, and each piece is
done wholly or not at all, so that whatever the tables hold after a tick is free of overlaps.
"""

from __future__ import annotations

import math

from wsusim.kernels.columns import (
    ABSENT,
    ARM_IS_DOWN,
    BEARING,
    BEARINGS,
    BLOCKED,
    CONTACT_TICKS,
    CONTACT_X,
    CONTACT_Y,
    CONTACTS,
    DISC_RADIUS,
    DISC_X,
    DISC_Y,
    FIXED,
    FREE,
    HEADING,
    HELD,
    HELD_ON_FLOOR,
    HELD_X,
    HITS,
    MOST_BEARINGS,
    MOVED_THINGS,
    RADIUS,
    SKIN_MM,
    STRIDE,
    TOUCHING,
    X,
    Y,
)
from wsusim.kernels.contact import NEVER, meet_disc, meet_segment
from wsusim.kernels.drive import chord_ratio, wrap_angle
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.nearby import Scene, bin_of, clearance_mm
from wsusim.kernels.outline import PARTS, gripper_is_clear, outline_reach, part_box, to_world
from wsusim.kernels.push import make_room

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

LEAVE_MM = 0.2
"""A contact has ended when the robot is this far from where it was (guess)."""

NOTHING_NEAR = 0
FIXED_NEAR = 1
PIECEWISE = 2


@inline
def closeness(scene: Scene, robot: int, reach_mm: float) -> int:
    """Return what is within reach of the robot's centre: nothing, fixed things or loose ones."""
    real = scene.real
    discs = scene.discs
    x = real[robot, X]
    y = real[robot, Y]
    is_near = clearance_mm(scene, x, y) <= reach_mm
    held = scene.whole[robot, HELD]
    for disc in range(scene.disc_state.size):
        dx = discs[DISC_X, disc] - x
        dy = discs[DISC_Y, disc] - y
        reach = reach_mm + discs[DISC_RADIUS, disc]
        if dx * dx + dy * dy <= reach * reach and disc != held:
            state = scene.disc_state[disc]
            if state == FREE:
                return PIECEWISE
            if state != ABSENT:
                is_near = True
    if real.shape[0] > 1 and not is_near:
        for other in range(real.shape[0]):
            dx = real[other, X] - x
            dy = real[other, Y] - y
            reach = reach_mm + outline_reach(scene, other)
            if other != robot and dx * dx + dy * dy <= reach * reach:
                is_near = True
    if not is_near:
        return NOTHING_NEAR
    return PIECEWISE if scene.whole[robot, ARM_IS_DOWN] else FIXED_NEAR


@inner
def first_contact(
    scene: Scene, robot: int, x: float, y: float, vx: float, vy: float
) -> tuple[float, float, float]:
    """Return when the robot's disc, at (x, y) and on the way (vx, vy), meets something fixed.

    Returns:
        ``(share, nx, ny)`` as ``contact.meet_disc`` does.
    """
    real = scene.real
    discs = scene.discs
    body = real[robot, RADIUS] + SKIN_MM
    reach = body + math.sqrt(vx * vx + vy * vy)
    best, best_x, best_y = NEVER, 0.0, 0.0
    k = bin_of(scene, x, y)
    for i in range(scene.bin_start[k], scene.bin_start[k + 1]):
        if scene.bin_gap_mm[i] > reach:
            break
        edge = scene.bin_edges[i]
        share, nx, ny = meet_segment(
            scene.edges_mm[edge, 0],
            scene.edges_mm[edge, 1],
            scene.edges_mm[edge, 2],
            scene.edges_mm[edge, 3],
            x,
            y,
            vx,
            vy,
            body,
        )
        if share < best:
            best, best_x, best_y = share, nx, ny
    held = scene.whole[robot, HELD]
    for disc in range(scene.disc_state.size):
        state = scene.disc_state[disc]
        if state == FIXED or (state == HELD_ON_FLOOR and disc != held):
            wx = x - discs[DISC_X, disc]
            wy = y - discs[DISC_Y, disc]
            share, nx, ny = meet_disc(wx, wy, vx, vy, body + discs[DISC_RADIUS, disc])
            if share < best:
                best, best_x, best_y = share, nx, ny
    for other in range(real.shape[0]):
        if other == robot:
            continue
        wx = x - real[other, X]
        wy = y - real[other, Y]
        share, nx, ny = meet_disc(wx, wy, vx, vy, body + real[other, RADIUS])
        if share < best:
            best, best_x, best_y = share, nx, ny
        if scene.whole[other, ARM_IS_DOWN]:
            for part in range(PARTS):
                low_x, low_y, high_x, high_y = part_box(real, other, part)
                for side in range(4):
                    u0 = high_x if side == 1 or side == 2 else low_x
                    v0 = high_y if side >= 2 else low_y
                    u1 = high_x if side <= 1 else low_x
                    v1 = high_y if side == 1 or side == 2 else low_y
                    ax, ay = to_world(real, other, u0, v0)
                    bx, by = to_world(real, other, u1, v1)
                    share, nx, ny = meet_segment(ax, ay, bx, by, x, y, vx, vy, body)
                    if share < best:
                        best, best_x, best_y = share, nx, ny
    return best, best_x, best_y


@inner
def note_contact(scene: Scene, robot: int, nx: float, ny: float) -> None:
    """Remember that the robot hit something in direction (-nx, -ny)."""
    whole = scene.whole
    if whole[robot, HITS] == 0:
        whole[robot, BEARINGS] = 0
    whole[robot, HITS] += 1
    direction = math.atan2(-ny, -nx)
    known = whole[robot, BEARINGS]
    for k in range(known):
        if abs(wrap_angle(scene.real[robot, BEARING + k] - direction)) < 0.05:
            return
    if known < MOST_BEARINGS:
        scene.real[robot, BEARING + known] = direction
        whole[robot, BEARINGS] = known + 1


@inner
def sweep_disc(scene: Scene, robot: int, vx: float, vy: float) -> tuple[float, float, float]:
    """Let the robot's disc go the way (vx, vy) as far as fixed things allow; it is not moved yet.

    Returns:
        ``(dx, dy, share)``: where it comes to (from where it is), and the share of the way done. A
        robot that grazes loses only the part of its way that leads into the wall, and none of its
        share.
    """
    x0 = scene.real[robot, X]
    y0 = scene.real[robot, Y]
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


@inner
def place_robot(scene: Scene, robot: int, x: float, y: float, heading: float) -> None:
    """Put a robot, and what it holds on the floor, somewhere."""
    real = scene.real
    real[robot, X] = x
    real[robot, Y] = y
    real[robot, HEADING] = heading
    held = scene.whole[robot, HELD]
    if held >= 0 and scene.whole[robot, ARM_IS_DOWN]:
        u, v = to_world(real, robot, real[robot, HELD_X], 0.0)
        scene.discs[DISC_X, held] = u
        scene.discs[DISC_Y, held] = v
        scene.whole[robot, MOVED_THINGS] = 1


@inner
def try_pose(scene: Scene, robot: int, x: float, y: float, heading: float, way_mm: float) -> bool:
    """Put the robot there if its gripper has room and all that is loose makes way; tell whether."""
    real = scene.real
    old_x = real[robot, X]
    old_y = real[robot, Y]
    old_heading = real[robot, HEADING]
    place_robot(scene, robot, x, y, heading)
    has_room = scene.whole[robot, ARM_IS_DOWN] == 0 or gripper_is_clear(scene, robot)
    if has_room and make_room(scene, robot, way_mm):
        return True
    place_robot(scene, robot, old_x, old_y, old_heading)
    return False


@inner
def try_piece(scene: Scene, robot: int, vx: float, vy: float) -> float:
    """Go the way (vx, vy) in one go or not at all; return the share done."""
    dx, dy, share = sweep_disc(scene, robot, vx, vy)
    real = scene.real
    x = real[robot, X] + dx
    y = real[robot, Y] + dy
    way = math.sqrt(vx * vx + vy * vy)
    return share if try_pose(scene, robot, x, y, real[robot, HEADING], way) else 0.0


@inner
def drive_piece(scene: Scene, robot: int, vx: float, vy: float) -> float:
    """Go a short way as far as everything allows; return the share done."""
    length = math.sqrt(vx * vx + vy * vy)
    if length == 0.0:
        return 1.0
    done = 0.0
    if scene.whole[robot, BLOCKED] and length > NUDGE_MM:
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


@inner
def turn_piece(scene: Scene, robot: int, turn_rad: float, reach_mm: float) -> float:
    """Turn by a small angle as far as everything allows; return the share done."""
    real = scene.real
    if scene.whole[robot, ARM_IS_DOWN] == 0 or turn_rad == 0.0:
        real[robot, HEADING] = wrap_angle(real[robot, HEADING] + turn_rad)
        return 1.0
    done = 0.0
    size = 1.0
    for attempt in range(HALVINGS + 1):
        heading = wrap_angle(real[robot, HEADING] + size * turn_rad)
        way = abs(size * turn_rad) * reach_mm
        if try_pose(scene, robot, real[robot, X], real[robot, Y], heading, way):
            done += size
            if attempt == 0:
                return 1.0
        size *= 0.5
    side = real[robot, HEADING] + math.copysign(0.5 * math.pi, turn_rad)
    note_contact(scene, robot, -math.cos(side), -math.sin(side))
    return done


@inner
def move_piecewise(scene: Scene, robot: int, arc_mm: float, turn_rad: float) -> tuple[float, float]:
    """Go the arc in short pieces; return the shares of the way and of the turn that were done."""
    real = scene.real
    reach = outline_reach(scene, robot) if scene.whole[robot, ARM_IS_DOWN] else 0.0
    whole_way = abs(arc_mm) + reach * abs(turn_rad)
    pieces = max(1, math.ceil(whole_way / scene.figures[STRIDE]))
    turn = turn_rad / pieces
    chord = arc_mm / pieces * chord_ratio(turn)
    driven = 0.0
    turned = 0.0
    can_drive = True
    can_turn = True
    for _ in range(pieces):
        if can_drive:
            direction = real[robot, HEADING] + 0.5 * turn
            vx = chord * math.cos(direction)
            vy = chord * math.sin(direction)
            share = drive_piece(scene, robot, vx, vy)
            driven += share / pieces
            can_drive = share > 1.0 - 1e-9
        if can_turn:
            share = turn_piece(scene, robot, turn, reach)
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
        arc_mm: Length of the centre's way, negative backwards.
        turn_rad: Change of heading.

    Returns:
        The shares (0..1) of the way and of the turn that were done.

    Mutates:
        Pose, contacts and the distance driven; the discs that are pushed.

    Cost: some 20 ns where nothing is near, 0.1 to 0.5 us at walls, 1 us and more while pushing.
    """
    real = scene.real
    whole = scene.whole
    whole[robot, HITS] = 0
    reach = outline_reach(scene, robot)
    way = abs(arc_mm) + SKIN_MM
    if whole[robot, ARM_IS_DOWN]:
        way += reach * abs(turn_rad)
    near = closeness(scene, robot, reach + way)
    driven = 1.0
    turned = 1.0
    if near == PIECEWISE:
        driven, turned = move_piecewise(scene, robot, arc_mm, turn_rad)
    else:
        direction = real[robot, HEADING] + 0.5 * turn_rad
        chord = arc_mm * chord_ratio(turn_rad)
        dx = chord * math.cos(direction)
        dy = chord * math.sin(direction)
        if near == FIXED_NEAR:
            dx, dy, driven = sweep_disc(scene, robot, dx, dy)
        heading = wrap_angle(real[robot, HEADING] + turn_rad)
        place_robot(scene, robot, real[robot, X] + dx, real[robot, Y] + dy, heading)
    whole[robot, BLOCKED] = driven < 1.0 - 1e-9 or turned < 1.0 - 1e-9
    note_touching(scene, robot)
    return driven, turned


@inline
def note_touching(scene: Scene, robot: int) -> None:
    """Begin, keep up or end the contact that the flags and the statistics speak of."""
    real = scene.real
    whole = scene.whole
    if whole[robot, HITS] > 0:
        whole[robot, CONTACTS] += 1 - whole[robot, TOUCHING]
        whole[robot, TOUCHING] = 1
        real[robot, CONTACT_X] = real[robot, X]
        real[robot, CONTACT_Y] = real[robot, Y]
    elif whole[robot, TOUCHING]:
        dx = real[robot, X] - real[robot, CONTACT_X]
        dy = real[robot, Y] - real[robot, CONTACT_Y]
        if dx * dx + dy * dy > LEAVE_MM * LEAVE_MM:
            whole[robot, TOUCHING] = 0
            whole[robot, BEARINGS] = 0
    whole[robot, CONTACT_TICKS] += whole[robot, TOUCHING]
