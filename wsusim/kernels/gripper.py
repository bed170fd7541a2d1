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
from wsusim.kernels.columns import (
    ABSENT,
    ARM,
    ARM_DOWN_AT,
    ARM_IS_DOWN,
    ARM_ORDER,
    ARM_SPEED,
    BARRIER,
    CLOSED_GAP,
    DISC_RADIUS,
    DISC_X,
    DISC_Y,
    FREE,
    GRIP_CLOSED,
    HEADING,
    HELD,
    HELD_ON_FLOOR,
    HELD_X,
    JAW_GAP,
    JAW_LENGTH,
    JAW_ROOT,
    JAW_SPEED,
    MOVED_THINGS,
    OPEN_GAP,
    RADIUS,
    SKIN_MM,
    X,
    Y,
)
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

LANDING_MM = 2.0
"""An arm that comes down nudges caps aside by up to ``push.SQUEEZE`` times this (guess)."""


BARRIER_STEP_MM = 0.05
"""The light barrier is looked along at least this finely where another robot is near."""


@inline
def gripper_rests(scene: Scene, robot: int) -> bool:
    """Tell whether arm and jaws are where they have been sent."""
    real = scene.real
    if real[robot, ARM] != real[robot, ARM_ORDER]:
        return False
    if scene.whole[robot, GRIP_CLOSED]:
        return bool(
            scene.whole[robot, HELD] >= 0 or real[robot, JAW_GAP] <= real[robot, CLOSED_GAP]
        )
    return bool(real[robot, JAW_GAP] >= real[robot, OPEN_GAP])


@inner
def set_arm_down(scene: Scene, robot: int, is_down: bool) -> None:
    """Bring the gripper to the floor or take it off, with what it holds."""
    scene.whole[robot, ARM_IS_DOWN] = is_down
    held = scene.whole[robot, HELD]
    if held >= 0:
        scene.disc_state[held] = HELD_ON_FLOOR if is_down else ABSENT
    real = scene.real
    place_robot(scene, robot, real[robot, X], real[robot, Y], real[robot, HEADING])


@inner
def move_arm(scene: Scene, robot: int) -> None:
    """Let the arm travel for one tick, unless it would come down on something."""
    real = scene.real
    whole = scene.whole
    arm = real[robot, ARM]
    speed = real[robot, ARM_SPEED]
    arm += min(max(real[robot, ARM_ORDER] - arm, -speed), speed)
    is_down = arm >= real[robot, ARM_DOWN_AT]
    if is_down != bool(whole[robot, ARM_IS_DOWN]):
        set_arm_down(scene, robot, is_down)
        if is_down and not (gripper_is_clear(scene, robot) and make_room(scene, robot, LANDING_MM)):
            set_arm_down(scene, robot, False)
            return
        whole[robot, MOVED_THINGS] = 1
    real[robot, ARM] = arm


@inner
def between_jaws(scene: Scene, robot: int, gap_mm: float) -> int:
    """Return the loose disc that jaws closing to this gap get hold of, or -1."""
    real = scene.real
    root = real[robot, JAW_ROOT]
    for disc in range(scene.disc_state.size):
        if scene.disc_state[disc] != FREE:
            continue
        diameter = 2.0 * scene.discs[DISC_RADIUS, disc] + 2.0 * SKIN_MM
        u, v = to_robot(real, robot, scene.discs[DISC_X, disc], scene.discs[DISC_Y, disc])
        is_between = root <= u <= root + real[robot, JAW_LENGTH] and (
            abs(v) <= 0.5 * real[robot, JAW_GAP]
        )
        if is_between and gap_mm <= diameter <= real[robot, JAW_GAP] + 2.0 * SKIN_MM:
            return disc
    return -1


@inner
def try_gap(scene: Scene, robot: int, gap_mm: float) -> bool:
    """Set the jaws' gap if there is room for them; tell whether."""
    old = scene.real[robot, JAW_GAP]
    scene.real[robot, JAW_GAP] = gap_mm
    if scene.whole[robot, ARM_IS_DOWN] == 0:
        return True
    if gripper_is_clear(scene, robot) and make_room(scene, robot, 0.5 * abs(gap_mm - old)):
        return True
    scene.real[robot, JAW_GAP] = old
    return False


@inner
def grab(scene: Scene, robot: int, disc: int) -> None:
    """Close the jaws on a disc between them, if there is room to take it to their middle."""
    real = scene.real
    discs = scene.discs
    x = discs[DISC_X, disc]
    y = discs[DISC_Y, disc]
    along, _ = to_robot(real, robot, x, y)
    clear_of_body = real[robot, RADIUS] + discs[DISC_RADIUS, disc] + SKIN_MM
    real[robot, HELD_X] = max(along, clear_of_body)
    scene.whole[robot, HELD] = disc
    set_arm_down(scene, robot, True)
    if not try_gap(scene, robot, 2.0 * (discs[DISC_RADIUS, disc] + SKIN_MM)):
        scene.whole[robot, HELD] = -1
        scene.disc_state[disc] = FREE
        discs[DISC_X, disc] = x
        discs[DISC_Y, disc] = y


@inner
def has_room(scene: Scene, disc: int, x: float, y: float) -> bool:
    """Tell whether a disc that is not on the floor could be put down there; it is moved there."""
    discs = scene.discs
    discs[DISC_X, disc] = x
    discs[DISC_Y, disc] = y
    if not is_floor(scene, x, y):
        return False
    reach = discs[DISC_RADIUS, disc] + SKIN_MM
    k = bin_of(scene, x, y)
    for i in range(scene.bin_start[k], scene.bin_start[k + 1]):
        if scene.bin_gap_mm[i] > reach:
            break
        x0, y0, x1, y1 = scene.edges_mm[scene.bin_edges[i]]
        dx, dy = from_segment(x0, y0, x1, y1, x, y)
        if dx * dx + dy * dy < reach * reach:
            return False
    for other in range(scene.disc_state.size):
        if other != disc and scene.disc_state[other] != ABSENT:
            lack, _, _ = lack_to_disc(scene, disc, other)
            if lack > 0.0:
                return False
    for robot in range(scene.real.shape[0]):
        gap, _, _ = gap_to_robot(scene, robot, x, y)
        if gap < reach:
            return False
    return True


@inner
def let_go(scene: Scene, robot: int) -> bool:
    """Put the held disc on the floor; tell whether there was room."""
    disc = scene.whole[robot, HELD]
    if scene.whole[robot, ARM_IS_DOWN] == 0:
        x, y = to_world(scene.real, robot, scene.real[robot, HELD_X], 0.0)
        if not has_room(scene, disc, x, y):
            return False
    scene.disc_state[disc] = FREE
    scene.whole[robot, HELD] = -1
    scene.whole[robot, MOVED_THINGS] = 1
    return True


@inner
def move_jaws(scene: Scene, robot: int) -> None:
    """Let the jaws travel for one tick, as far as what is between or beside them allows."""
    real = scene.real
    whole = scene.whole
    gap = real[robot, JAW_GAP]
    speed = real[robot, JAW_SPEED]
    if whole[robot, GRIP_CLOSED]:
        if gap <= real[robot, CLOSED_GAP] or whole[robot, HELD] >= 0:
            return
        gap = max(gap - speed, real[robot, CLOSED_GAP])
        if whole[robot, ARM_IS_DOWN]:
            disc = between_jaws(scene, robot, gap)
            if disc >= 0:
                grab(scene, robot, disc)
                return
    else:
        if gap >= real[robot, OPEN_GAP]:
            return
        if whole[robot, HELD] >= 0 and not let_go(scene, robot):
            return
        gap = min(gap + speed, real[robot, OPEN_GAP])
    try_gap(scene, robot, gap)


@inner
def barrier_is_broken(scene: Scene, robot: int) -> bool:
    """Tell whether something stands in the light barrier between the jaws."""
    real = scene.real
    discs = scene.discs
    held = scene.whole[robot, HELD]
    ahead = real[robot, BARRIER]
    if held >= 0 and abs(real[robot, HELD_X] - ahead) < discs[DISC_RADIUS, held]:
        return True
    if scene.whole[robot, ARM_IS_DOWN] == 0:
        return False
    half = 0.5 * real[robot, JAW_GAP]
    for disc in range(scene.disc_state.size):
        if scene.disc_state[disc] == ABSENT:
            continue
        u, v = to_robot(real, robot, discs[DISC_X, disc], discs[DISC_Y, disc])
        dx, dy = from_segment(ahead, -half, ahead, half, u, v)
        if math.hypot(dx, dy) < discs[DISC_RADIUS, disc]:
            return True
    for other in range(real.shape[0]):
        if other != robot:
            across = -half  # a body or a finger of another robot: go on by the room there is
            while True:
                x, y = to_world(real, robot, ahead, across)
                gap, _, _ = gap_to_robot(scene, other, x, y)
                if gap < HALF_SKIN_MM:
                    return True
                if across >= half:
                    break
                across = min(half, across + max(gap, BARRIER_STEP_MM))
    reach = outline_reach(scene, robot)
    k = bin_of(scene, real[robot, X], real[robot, Y])
    for i in range(scene.bin_start[k], scene.bin_start[k + 1]):
        if scene.bin_gap_mm[i] > reach:
            break
        x0, y0, x1, y1 = scene.edges_mm[scene.bin_edges[i]]
        a, b = to_robot(real, robot, x0, y0)
        c, d = to_robot(real, robot, x1, y1)
        if box_meets_segment(ahead, -half, ahead, half, a, b, c, d):
            return True
    return False
