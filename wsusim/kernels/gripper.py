"""The gripper's tick: the arm travels, the jaws travel, things are grabbed, lifted and put down.

The arm acts on the floor only when it is fully down. A cap between the jaws is straddled, one that
lies a few mm under a finger or the cross-beam is nudged aside; above anything else (wall, lamp,
robot, a cap squarely below or without room) the arm stops and goes on when that is gone. Jaws that
close on a cap hold it. Jaws opened by a raised arm let the cap fall to where they would be at the
floor, if there is room; otherwise they stay closed and keep it.
"""

from __future__ import annotations

import math

from wsusim.kernels.bodies import place_robot
from wsusim.kernels.contact import box_meets_segment, from_segment
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.nearby import Scene, bin_of, is_floor
from wsusim.kernels.outline import (
    HALF_SKIN_MM,
    gap_to_robot,
    gripper_is_clear,
    outline_reach,
    to_robot,
    to_world,
)
from wsusim.kernels.push import lack_to_disc, make_room
from wsusim.kernels.records import ABSENT, FREE, HELD_ON_FLOOR, SKIN_MM

LANDING_MM = 2.0
"""An arm that comes down nudges caps aside by up to ``push.SQUEEZE`` times this (guess)."""


BARRIER_STEP_MM = 0.05
"""The light barrier is looked along at least this finely where another robot is near."""


@inline
def gripper_rests(scene: Scene, robot: int) -> bool:
    """Tell whether arm and jaws are where they have been sent."""
    me = scene.robots[robot]
    if me.arm_position != me.arm_order:
        return False
    if me.grip_is_closed:
        return bool(me.held >= 0 or me.jaw_gap_mm <= me.closed_gap_mm)
    return bool(me.jaw_gap_mm >= me.open_gap_mm)


@inner
def set_arm_down(scene: Scene, robot: int, is_down: bool) -> None:
    """Bring the gripper to the floor or take it off, with what it holds."""
    me = scene.robots[robot]
    me.arm_is_down = is_down
    held = me.held
    if held >= 0:
        scene.discs[held].state = HELD_ON_FLOOR if is_down else ABSENT
    place_robot(scene, robot, me.x_mm, me.y_mm, me.heading_rad)


@inner
def move_arm(scene: Scene, robot: int) -> None:
    """Let the arm travel for one tick, unless it would come down on something."""
    me = scene.robots[robot]
    arm = me.arm_position
    speed = me.arm_speed
    arm += min(max(me.arm_order - arm, -speed), speed)
    is_down = arm >= me.arm_down_at
    if is_down != bool(me.arm_is_down):
        set_arm_down(scene, robot, is_down)
        if is_down and not (gripper_is_clear(scene, robot) and make_room(scene, robot, LANDING_MM)):
            set_arm_down(scene, robot, False)
            return
        me.moved_things = True
    me.arm_position = arm


@inner
def between_jaws(scene: Scene, robot: int, gap_mm: float) -> int:
    """Return the loose disc that jaws closing to this gap get hold of, or -1."""
    me = scene.robots[robot]
    root = me.jaw_root_mm
    for disc in range(scene.discs.size):
        thing = scene.discs[disc]
        if thing.state != FREE:
            continue
        diameter = 2.0 * thing.radius_mm + 2.0 * SKIN_MM
        u, v = to_robot(me, thing.x_mm, thing.y_mm)
        is_between = root <= u <= root + me.jaw_length_mm and (abs(v) <= 0.5 * me.jaw_gap_mm)
        if is_between and gap_mm <= diameter <= me.jaw_gap_mm + 2.0 * SKIN_MM:
            return disc
    return -1


@inner
def try_gap(scene: Scene, robot: int, gap_mm: float) -> bool:
    """Set the jaws' gap if there is room for them; tell whether."""
    me = scene.robots[robot]
    old = me.jaw_gap_mm
    me.jaw_gap_mm = gap_mm
    if not me.arm_is_down:
        return True
    if gripper_is_clear(scene, robot) and make_room(scene, robot, 0.5 * abs(gap_mm - old)):
        return True
    me.jaw_gap_mm = old
    return False


@inner
def grab(scene: Scene, robot: int, disc: int) -> None:
    """Close the jaws on a disc between them, if there is room to take it to their middle."""
    me = scene.robots[robot]
    x = scene.discs[disc].x_mm
    y = scene.discs[disc].y_mm
    along, _ = to_robot(me, x, y)
    clear_of_body = me.radius_mm + scene.discs[disc].radius_mm + SKIN_MM
    me.held_x_mm = max(along, clear_of_body)
    me.held = disc
    set_arm_down(scene, robot, True)
    if not try_gap(scene, robot, 2.0 * (scene.discs[disc].radius_mm + SKIN_MM)):
        me.held = -1
        scene.discs[disc].state = FREE
        scene.discs[disc].x_mm = x
        scene.discs[disc].y_mm = y


@inner
def has_room(scene: Scene, disc: int, x: float, y: float) -> bool:
    """Tell whether a disc that is not on the floor could be put down there; it is moved there."""
    scene.discs[disc].x_mm = x
    scene.discs[disc].y_mm = y
    if not is_floor(scene, x, y):
        return False
    reach = scene.discs[disc].radius_mm + SKIN_MM
    k = bin_of(scene, x, y)
    for i in range(scene.bin_start[k], scene.bin_start[k + 1]):
        if scene.bin_gap_mm[i] > reach:
            break
        x0, y0, x1, y1 = scene.edges_mm[scene.bin_edges[i]]
        dx, dy = from_segment(x0, y0, x1, y1, x, y)
        if dx * dx + dy * dy < reach * reach:
            return False
    for other in range(scene.discs.size):
        if other != disc and scene.discs[other].state != ABSENT:
            lack, _, _ = lack_to_disc(scene, disc, other)
            if lack > 0.0:
                return False
    for robot in range(scene.robots.size):
        gap, _, _ = gap_to_robot(scene, robot, x, y)
        if gap < reach:
            return False
    return True


@inner
def let_go(scene: Scene, robot: int) -> bool:
    """Put the held disc on the floor; tell whether there was room."""
    me = scene.robots[robot]
    disc = me.held
    if not me.arm_is_down:
        x, y = to_world(me, me.held_x_mm, 0.0)
        if not has_room(scene, disc, x, y):
            return False
    scene.discs[disc].state = FREE
    me.held = -1
    me.moved_things = True
    return True


@inner
def move_jaws(scene: Scene, robot: int) -> None:
    """Let the jaws travel for one tick, as far as what is between or beside them allows."""
    me = scene.robots[robot]
    gap = me.jaw_gap_mm
    speed = me.jaw_speed_mm
    if me.grip_is_closed:
        if gap <= me.closed_gap_mm or me.held >= 0:
            return
        gap = max(gap - speed, me.closed_gap_mm)
        if me.arm_is_down:
            disc = between_jaws(scene, robot, gap)
            if disc >= 0:
                grab(scene, robot, disc)
                return
    else:
        if gap >= me.open_gap_mm:
            return
        if me.held >= 0 and not let_go(scene, robot):
            return
        gap = min(gap + speed, me.open_gap_mm)
    try_gap(scene, robot, gap)


@inner
def barrier_is_broken(scene: Scene, robot: int) -> bool:
    """Tell whether something stands in the light barrier between the jaws."""
    me = scene.robots[robot]
    held = me.held
    ahead = me.barrier_mm
    if held >= 0 and abs(me.held_x_mm - ahead) < scene.discs[held].radius_mm:
        return True
    if not me.arm_is_down:
        return False
    half = 0.5 * me.jaw_gap_mm
    for disc in range(scene.discs.size):
        thing = scene.discs[disc]
        if thing.state == ABSENT:
            continue
        u, v = to_robot(me, thing.x_mm, thing.y_mm)
        dx, dy = from_segment(ahead, -half, ahead, half, u, v)
        if math.hypot(dx, dy) < thing.radius_mm:
            return True
    for other in range(scene.robots.size):
        if other != robot:
            across = -half  # a body or a finger of another robot: go on by the room there is
            while True:
                x, y = to_world(me, ahead, across)
                gap, _, _ = gap_to_robot(scene, other, x, y)
                if gap < HALF_SKIN_MM:
                    return True
                if across >= half:
                    break
                across = min(half, across + max(gap, BARRIER_STEP_MM))
    reach = outline_reach(scene, robot)
    k = bin_of(scene, me.x_mm, me.y_mm)
    for i in range(scene.bin_start[k], scene.bin_start[k + 1]):
        if scene.bin_gap_mm[i] > reach:
            break
        x0, y0, x1, y1 = scene.edges_mm[scene.bin_edges[i]]
        a, b = to_robot(me, x0, y0)
        c, d = to_robot(me, x1, y1)
        if box_meets_segment(ahead, -half, ahead, half, a, b, c, d):
            return True
    return False
