"""Loose things make way: a robot pushes them, these slide along walls and push others.

Each pair that is too near moves apart, the pushed one first, until all are apart. If that doesn't
succeed, or only by something being squeezed out fast (real caps jam there), nothing moves and the
robot is stopped.
"""

from __future__ import annotations

from wsusim.kernels.boxes import lack_to_robot, lack_to_thing
from wsusim.kernels.drive import wrap_angle
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import find_near
from wsusim.kernels.outline import HALF_SKIN_MM, gap_to_robot
from wsusim.kernels.records import FREE, SKIN_MM
from wsusim.kernels.scene import CONTACTS, PUSHED, Scene
from wsusim.kernels.shove import (
    box_leaves_fixed,
    is_box,
    lack_to_disc,
    leave_fixed,
    shove,
    shove_at,
    shove_one,
)
from wsusim.kernels.stamps import move_thing

NOBODY = -1
"""Pusher that is no robot."""

SWEEPS = 30
"""Rounds after which no place for all is looked for any more."""

EVERYWHERE_MM = 1e6
"""Things that no robot pushes may have to go anywhere."""

SQUEEZE = 3.0
"""A pushed thing that would have to move farther than this times the push is jammed (guess)."""


@inline
def touches_loose(scene: Scene, robot: int) -> bool:
    """Return whether a robot's outline is too near to something that it can push."""
    near = scene.near[CONTACTS]
    for k in range(1, near[0] + 1):
        if near[k] >= scene.places.discs:
            break
        thing = scene.discs[near[k]]
        if thing.state == FREE:
            if is_box(scene, near[k]):
                if lack_to_robot(scene, near[k], robot)[0] > HALF_SKIN_MM:
                    return True
                continue
            gap, _, _ = gap_to_robot(scene, robot, thing.x_mm, thing.y_mm)
            if gap < thing.radius_mm + HALF_SKIN_MM:
                return True
    return False


@inline
def queue_up(scene: Scene, disc: int, pushed: int) -> int:
    """Note that a disc is being pushed, and from where, if it isn't yet; return how many are."""
    push = scene.pushes[disc]
    if push.is_pushed:
        return pushed
    push.is_pushed = True
    push.x_mm = scene.discs[disc].x_mm
    push.y_mm = scene.discs[disc].y_mm
    if scene.movers > 0:
        push.heading_rad = scene.bodies[disc].heading_rad
    push.lean_x = 0.0
    push.lean_y = 0.0
    scene.pushes[pushed].queue = disc
    return pushed + 1


@inner
def push_by_robot(scene: Scene, pusher: int, pushed: int) -> tuple[int, bool]:
    """Shove what the pusher is too near to; return how many are being pushed, and if any was."""
    was_shoved = False
    near = scene.near[CONTACTS]
    for k in range(1, near[0] + 1):
        disc = near[k]
        if disc >= scene.places.discs:
            break
        thing = scene.discs[disc]
        if thing.state == FREE and is_box(scene, disc):
            lack, nx, ny, x, y = lack_to_robot(scene, disc, pusher)
            if lack > HALF_SKIN_MM:
                pushed = queue_up(scene, disc, pushed)
                shove_at(scene, disc, lack, nx, ny, x, y)
                was_shoved = True
        elif thing.state == FREE:
            gap, nx, ny = gap_to_robot(scene, pusher, thing.x_mm, thing.y_mm)
            lack = thing.radius_mm + SKIN_MM - gap
            if lack > HALF_SKIN_MM:
                pushed = queue_up(scene, disc, pushed)
                shove(scene, disc, lack * nx, lack * ny)
                was_shoved = True
    return pushed, was_shoved


@inner
def part_boxes(scene: Scene, disc: int, other: int, pushed: int) -> tuple[int, bool]:
    """Do what ``part_pair`` does, for a pair of which one or both are boxes."""
    if is_box(scene, disc):
        lack, nx, ny, x, y = lack_to_thing(scene, disc, other)
        nx, ny = -nx, -ny
    else:
        lack, nx, ny, x, y = lack_to_thing(scene, other, disc)
    if lack <= HALF_SKIN_MM:
        return pushed, False
    if scene.pushes[other].is_pushed:
        lack *= 0.5
        shove_one(scene, disc, lack, -nx, -ny, x, y)
    else:
        pushed = queue_up(scene, other, pushed)
    shove_one(scene, other, lack, nx, ny, x, y)
    return pushed, True


@inner
def part_pair(scene: Scene, disc: int, other: int, pushed: int) -> tuple[int, bool]:
    """Move two loose discs apart, the one that was pushed first stays.

    Of two that are being pushed each goes half of the way.

    Returns:
        How many are being pushed, and whether the two were too near.
    """
    if is_box(scene, disc) or is_box(scene, other):
        return part_boxes(scene, disc, other, pushed)
    lack, nx, ny = lack_to_disc(scene, disc, other)
    if lack <= HALF_SKIN_MM:
        return pushed, False
    if scene.pushes[other].is_pushed:
        shove(scene, disc, -0.5 * lack * nx, -0.5 * lack * ny)
        lack *= 0.5
    else:
        pushed = queue_up(scene, other, pushed)
    shove(scene, other, lack * nx, lack * ny)
    return pushed, True


@inner
def is_jammed(scene: Scene, pushed: int, farthest_mm: float, is_robot: bool) -> bool:
    """Return whether something pushed was squeezed out farther than a push may move it."""
    for k in range(pushed):
        disc = scene.pushes[k].queue
        thing = scene.discs[disc]
        dx = thing.x_mm - scene.pushes[disc].x_mm
        dy = thing.y_mm - scene.pushes[disc].y_mm
        farthest = min(farthest_mm, thing.radius_mm) if is_robot else farthest_mm
        if dx * dx + dy * dy > farthest * farthest:
            return True
        if is_box(scene, disc):
            turned = wrap_angle(scene.bodies[disc].heading_rad - scene.pushes[disc].heading_rad)
            if abs(turned) * thing.radius_mm > farthest:
                return True
    return False


@inner
def is_too_heavy(scene: Scene, pusher: int, pushed: int) -> bool:
    """Return whether the floor holds back what is pushed with more force than the pusher has."""
    held_back_n = 0.0
    for k in range(pushed):
        body = scene.bodies[scene.pushes[k].queue]
        held_back_n += body.mass_g * body.drag_mm_s2 * 1e-6
    return bool(held_back_n > scene.robots[pusher].push_n)


@inline
def has_driven(scene: Scene, robot: int) -> bool:
    """Return whether a robot has moved in this tick; one that only moves its gripper has not."""
    me, before = scene.robots[robot], scene.before[robot]
    return bool(me.x_mm != before[0] or me.y_mm != before[1] or me.heading_rad != before[2])


@inner
def note_shift(scene: Scene, disc: int, pusher: int, has_room: bool) -> None:
    """Remember how far something was pushed; or turn a box back that has not been."""
    body, push = scene.bodies[disc], scene.pushes[disc]
    body.was_pushed = body.was_pushed or has_room
    if has_room and pusher >= 0 and has_driven(scene, pusher):
        body.shift_x_mm += scene.discs[disc].x_mm - push.x_mm
        body.shift_y_mm += scene.discs[disc].y_mm - push.y_mm
    if not has_room:
        body.heading_rad = push.heading_rad


@inner
def part_all(scene: Scene, pusher: int, pushed: int, farthest_mm: float) -> tuple[int, bool]:
    """Let all that is pushed leave what is fixed, and push on what is loose.

    The map says what is near each; it knows everything where it was before this push, which is at
    most ``farthest_mm`` from where it may come to lie.

    Returns:
        How many are being pushed, and whether all were apart.
    """
    near = scene.near[PUSHED]
    is_quiet = True
    k = 0
    while k < pushed:
        disc = scene.pushes[k].queue
        k += 1
        thing = scene.discs[disc]
        reach = thing.radius_mm + min(2.0 * farthest_mm, EVERYWHERE_MM) + 2.0 * SKIN_MM
        find_near(scene.places, thing.x_mm, thing.y_mm, reach, near)
        if is_box(scene, disc):
            was_in = box_leaves_fixed(scene, pusher, disc)
        else:
            was_in = leave_fixed(scene, pusher, disc)
        if was_in:
            is_quiet = False
        for i in range(1, near[0] + 1):
            other = near[i]
            if other >= scene.places.discs:
                break
            if other != disc and scene.discs[other].state == FREE:
                pushed, were_near = part_pair(scene, disc, other, pushed)
                if were_near:
                    is_quiet = False
    return pushed, is_quiet


@inner
def make_room(scene: Scene, pusher: int, way_mm: float) -> bool:
    """Let everything loose make way for the pusher where it now stands; return whether it did.

    Args:
        scene: The world; the pusher's row already says where it would like to be, and what is near
            it has been found before, see ``scene.CONTACTS``.
        pusher: Robot; ``NOBODY`` sorts out things that lie in each other at the start.
        way_mm: How far the pusher has moved for this; nothing is pushed much farther.

    Mutates:
        The discs and their places on the map, when it returns True; otherwise they are as before.

    Cost: 10 ns when nothing is touched, about a microsecond a round otherwise.
    """
    if pusher >= 0 and not touches_loose(scene, pusher):
        return True
    farthest_mm = SQUEEZE * way_mm + 20.0 * SKIN_MM
    pushed = 0
    if pusher < 0:
        for disc in range(scene.discs.size):
            if scene.discs[disc].state == FREE:
                pushed = queue_up(scene, disc, pushed)
    has_room = False
    for _ in range(SWEEPS):
        was_shoved = False
        if pusher >= 0:
            pushed, was_shoved = push_by_robot(scene, pusher, pushed)
        pushed, is_quiet = part_all(scene, pusher, pushed, farthest_mm)
        if is_jammed(scene, pushed, farthest_mm, pusher >= 0):
            break
        if is_quiet and not was_shoved:
            has_room = True
            break
    if has_room and scene.movers > 0 and pusher >= 0:
        has_room = not is_too_heavy(scene, pusher, pushed)
    for k in range(pushed):
        disc = scene.pushes[k].queue
        thing = scene.discs[disc]
        scene.pushes[disc].is_pushed = False
        if scene.movers > 0:
            note_shift(scene, disc, pusher, has_room)
        if has_room:
            move_thing(scene.places, disc, thing.x_mm, thing.y_mm, True)
        else:
            thing.x_mm = scene.pushes[disc].x_mm
            thing.y_mm = scene.pushes[disc].y_mm
    if has_room and pusher >= 0:
        scene.robots[pusher].moved_things = True
    return has_room
