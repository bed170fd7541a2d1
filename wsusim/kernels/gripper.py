"""The gripper's tick: the arm travels, the jaws travel, things are grabbed, lifted and put down.

The arm acts on the floor only when it is fully down. A cap between the jaws is straddled, one that
lies a few mm under a finger or the cross-beam is nudged aside; above anything else (wall, lamp,
robot, a cap squarely below or without room) the arm stops and goes on when that is gone. Jaws that
close on a cap hold it. Jaws opened by a raised arm let the cap fall to where they would be at the
floor, if there is room; otherwise they stay closed and keep it.

This module doesn't decide what is between the jaws, or what has room: where the map shows that
something is near, the tick stops and asks (``records.Ask``), and ``engine.gripping`` answers by the
real outlines. Where the map shows nothing, nothing is in the way.
"""

from __future__ import annotations

from wsusim.kernels.bodies import place_robot
from wsusim.kernels.cells import shows_other
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.map_entries import place_on_map
from wsusim.kernels.object_map import clearance_mm, find_near
from wsusim.kernels.outline import to_robot, to_world
from wsusim.kernels.push import SQUEEZE, make_room
from wsusim.kernels.records import (
    ABSENT,
    BARRIER,
    CLOSING,
    DROPPING,
    FREE,
    HELD_ON_FLOOR,
    LANDING,
    NO_QUESTION,
    OPENING,
    SKIN_MM,
    Ask,
)
from wsusim.kernels.scene import CONTACTS, Scene
from wsusim.kernels.stamps import move_thing

LANDING_MM = 2.0
"""An arm that comes down nudges caps aside by up to ``push.SQUEEZE`` times this (guess)."""

AROUND_MM = 1.0
"""The map is looked at so far beyond a gripper's outline: it moves by less in a tick."""


@inline
def gripper_rests(scene: Scene, robot: int) -> bool:
    """Return whether arm and jaws are where they have been sent."""
    me = scene.robots[robot]
    if me.arm_position != me.arm_order:
        return False
    if me.grip_is_closed:
        return bool(me.held >= 0 or me.jaw_gap_mm <= me.closed_gap_mm)
    return bool(me.jaw_gap_mm >= me.open_gap_mm)


@inline
def reach_of(scene: Scene, robot: int) -> float:
    """Return how far from its robot's middle a moving gripper may come near something."""
    me = scene.robots[robot]
    reach = scene.places.gripper_mm[robot] + SQUEEZE * LANDING_MM + AROUND_MM
    if me.held >= 0:
        reach = max(reach, me.held_x_mm + scene.discs[me.held].radius_mm + AROUND_MM)
    return float(reach)


@inline
def find_contacts(scene: Scene, robot: int) -> None:
    """Find what a moving gripper may come near, see ``scene.CONTACTS``."""
    me = scene.robots[robot]
    reach = reach_of(scene, robot)
    find_near(scene.places, me.x_mm, me.y_mm, reach, scene.near[CONTACTS])


@inline
def is_far_from_all(scene: Scene, robot: int) -> bool:
    """Return whether nothing was found near, and no wall is, without a look at the cells."""
    me = scene.robots[robot]
    near = scene.near[CONTACTS]
    for k in range(1, near[0] + 1):
        if near[k] != me.held and near[k] != scene.places.discs + robot:
            return False
    return clearance_mm(scene.places, me.x_mm, me.y_mm) > reach_of(scene, robot)


@inner
def has_another_robot(scene: Scene, robot: int) -> bool:
    """Return whether another robot is among what has been found near."""
    near = scene.near[CONTACTS]
    discs = scene.places.discs
    last = near[near[0]] if near[0] > 0 else -1
    before = near[near[0] - 1] if near[0] > 1 else -1
    return bool(last >= discs and (last != discs + robot or before >= discs))


@inner
def is_free_around(scene: Scene, robot: int) -> bool:
    """Return whether the map shows nothing near a robot's gripper, lowered or not.

    Cells that a robot shares with another may show either; that is why other robots near by count
    in any case.
    """
    if is_far_from_all(scene, robot):
        return True
    if has_another_robot(scene, robot):
        return False
    me = scene.robots[robot]
    low_x = min(scene.hands.bounds_mm[robot, 0, 0], scene.hands.bounds_mm[robot, 1, 0]) - AROUND_MM
    high_x = max(scene.hands.bounds_mm[robot, 0, 2], scene.hands.bounds_mm[robot, 1, 2]) + AROUND_MM
    half = max(
        0.5 * me.open_gap_mm + scene.hands.bounds_mm[robot, 0, 3],
        scene.hands.bounds_mm[robot, 1, 3],
    )
    half += AROUND_MM
    if me.held >= 0:
        radius = scene.discs[me.held].radius_mm + AROUND_MM
        high_x = max(high_x, me.held_x_mm + radius)
        half = max(half, radius)
    box = scene.corners_mm
    for k in range(4):
        u = high_x if k == 1 or k == 2 else low_x
        v = half if k >= 2 else -half
        x, y = to_world(me, u, v)
        box[k, 0] = x
        box[k, 1] = y
    return not shows_other(scene.places, box, 4, scene.places.discs + robot, me.held)


@inner
def shows_in_gap(scene: Scene, robot: int) -> bool:
    """Return whether the map shows something in the cells of the light barrier's beam."""
    if is_far_from_all(scene, robot):
        return False
    if has_another_robot(scene, robot):
        return True
    me = scene.robots[robot]
    beam = scene.corners_mm
    half = 0.5 * me.jaw_gap_mm
    ax, ay = to_world(me, me.barrier_mm, -half)
    bx, by = to_world(me, me.barrier_mm, half)
    beam[0, 0], beam[0, 1] = ax, ay
    beam[1, 0], beam[1, 1] = bx, by
    return shows_other(scene.places, beam, 2, scene.places.discs + robot, me.held)


@inner
def is_decided(scene: Scene, robot: int, question: int, gap_mm: float) -> bool:
    """Return whether a question has its answer; ask it, unless the map shows that all is free."""
    ask = scene.asks[0]
    if ask.question == question:
        ask.question = NO_QUESTION
        return True
    ask.disc = -1
    ask.gap_mm = gap_mm
    ask.answer = question != BARRIER
    if is_free_around(scene, robot):
        return True
    ask.question = question
    return False


@inline
def set_arm_down(scene: Scene, robot: int, is_down: bool) -> None:
    """Bring the gripper, with what it holds, to the floor or take it off."""
    me = scene.robots[robot]
    me.arm_is_down = is_down
    held = me.held
    if held >= 0:
        scene.discs[held].state = HELD_ON_FLOOR if is_down else ABSENT
    place_robot(scene, robot, me.x_mm, me.y_mm, me.heading_rad)


@inner
def move_arm(scene: Scene, robot: int) -> bool:
    """Let the arm travel for one tick, unless it would come down on something.

    Returns:
        False when a question must be answered first.
    """
    me = scene.robots[robot]
    arm = me.arm_position
    speed = me.arm_speed
    arm += min(max(me.arm_order - arm, -speed), speed)
    is_down = arm >= me.arm_down_at
    if is_down and not me.arm_is_down:
        if not is_decided(scene, robot, LANDING, me.jaw_gap_mm):
            return False
        set_arm_down(scene, robot, True)
        if not (scene.asks[0].answer and make_room(scene, robot, LANDING_MM)):
            set_arm_down(scene, robot, False)
            return True
        me.moved_things = True
    elif me.arm_is_down and not is_down:
        set_arm_down(scene, robot, False)
        me.moved_things = True
    me.arm_position = arm
    return True


@inner
def set_gap(scene: Scene, robot: int, gap_mm: float, is_clear: bool) -> bool:
    """Set the jaws' gap if there is room for them; return whether there is.

    ``is_clear``: nothing fixed is in the way; what is loose makes way, or the jaws stay.
    """
    me = scene.robots[robot]
    old = me.jaw_gap_mm
    me.jaw_gap_mm = gap_mm
    if not me.arm_is_down:
        return True
    if is_clear and make_room(scene, robot, 0.5 * abs(gap_mm - old)):
        return True
    me.jaw_gap_mm = old
    return False


@inner
def grab(scene: Scene, robot: int, disc: int, gap_mm: float, is_clear: bool) -> None:
    """Close the jaws on a disc between them, if there is room to take it to their middle."""
    me = scene.robots[robot]
    x = scene.discs[disc].x_mm
    y = scene.discs[disc].y_mm
    along, _ = to_robot(me, x, y)
    clear_of_body = me.radius_mm + scene.discs[disc].radius_mm + SKIN_MM
    me.held_x_mm = max(along, clear_of_body)
    me.held = disc
    set_arm_down(scene, robot, True)
    if not set_gap(scene, robot, gap_mm, is_clear):
        me.held = -1
        scene.discs[disc].state = FREE
        scene.discs[disc].x_mm = x
        scene.discs[disc].y_mm = y


@inner
def let_go(scene: Scene, robot: int) -> None:
    """Put the held disc on the floor."""
    me = scene.robots[robot]
    disc = scene.discs[me.held]
    disc.state = FREE
    move_thing(scene.places, me.held, disc.x_mm, disc.y_mm, True)
    me.held = -1
    me.moved_things = True


@inner
def close_jaws(scene: Scene, robot: int) -> bool:
    """Let the jaws close for one tick; see ``move_jaws``."""
    me = scene.robots[robot]
    if me.jaw_gap_mm <= me.closed_gap_mm or me.held >= 0:
        return True
    gap = max(me.jaw_gap_mm - me.jaw_speed_mm, me.closed_gap_mm)
    if not me.arm_is_down:
        me.jaw_gap_mm = gap
        return True
    if not is_decided(scene, robot, CLOSING, gap):
        return False
    ask = scene.asks[0]
    if ask.disc >= 0:
        grab(scene, robot, ask.disc, ask.gap_mm, ask.answer)
    else:
        set_gap(scene, robot, gap, ask.answer)
    return True


@inner
def open_jaws(scene: Scene, robot: int) -> bool:
    """Let the jaws open for one tick; see ``move_jaws``."""
    me = scene.robots[robot]
    if me.jaw_gap_mm >= me.open_gap_mm:
        return True
    if me.held >= 0:
        if not me.arm_is_down:
            if not is_decided(scene, robot, DROPPING, me.jaw_gap_mm):
                return False
            x, y = to_world(me, me.held_x_mm, 0.0)
            scene.discs[me.held].x_mm = x
            scene.discs[me.held].y_mm = y
            if not scene.asks[0].answer:
                return True
        let_go(scene, robot)
    gap = min(me.jaw_gap_mm + me.jaw_speed_mm, me.open_gap_mm)
    if not me.arm_is_down:
        me.jaw_gap_mm = gap
        return True
    if not is_decided(scene, robot, OPENING, gap):
        return False
    set_gap(scene, robot, gap, scene.asks[0].answer)
    return True


@inner
def move_gripper(scene: Scene, robot: int) -> bool:
    """Let arm and jaws travel for one tick, as far as what is below, between or beside allows.

    Returns:
        False when a question must be answered first; then it is called again.
    """
    ask = scene.asks[0]
    find_contacts(scene, robot)
    if not ask.arm_has_moved:
        if not move_arm(scene, robot):
            return False
        ask.arm_has_moved = True
    is_closing = scene.robots[robot].grip_is_closed
    if not (close_jaws(scene, robot) if is_closing else open_jaws(scene, robot)):
        return False
    ask.arm_has_moved = False
    place_on_map(scene, robot)
    return True


@inner
def watch_barrier(scene: Scene, robot: int) -> bool:
    """Refresh the light barrier of a gripper that is down or holds something.

    Returns:
        False when a question must be answered first; then it is called again.
    """
    me = scene.robots[robot]
    if me.held >= 0 and abs(me.held_x_mm - me.barrier_mm) < scene.discs[me.held].radius_mm:
        me.object_present = True
        return True
    if not me.arm_is_down:
        me.object_present = False
        return True
    ask = scene.asks[0]
    if ask.question == BARRIER:
        ask.question = NO_QUESTION
        me.object_present = ask.answer
        return True
    find_contacts(scene, robot)
    if shows_in_gap(scene, robot):
        ask.question = BARRIER
        return False
    me.object_present = False
    return True


@inline
def is_waiting(ask: Ask) -> bool:
    """Return whether the tick has stopped in its middle for an answer."""
    return bool(ask.question != NO_QUESTION)
