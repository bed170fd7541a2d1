"""Tells the map where robots are, their lowered grippers, and what they hold."""

from __future__ import annotations

from wsusim.kernels.cells import GRIPPER_GROWTH_CELLS, span_outline
from wsusim.kernels.elementary import sin_cos
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import PARTS
from wsusim.kernels.outline import corner, corner_count
from wsusim.kernels.records import ABSENT
from wsusim.kernels.scene import Scene
from wsusim.kernels.stamps import lay_gripper, lift_gripper, move_thing

LEAD = 0.9
"""A gripper that moves is written ahead by this share of how far it may leave what is written."""


@inline
def is_laid_right(scene: Scene, robot: int) -> bool:
    """Return whether what the map shows of a robot's gripper, lowered or not, still holds."""
    me = scene.robots[robot]
    places = scene.places
    is_laid = places.span_row[robot, 0, 1] > 0
    if is_laid and me.arm_is_down:
        return moved_since_laid(scene, robot) < GRIPPER_GROWTH_CELLS * places.cell_mm
    return not is_laid and not me.arm_is_down


@inner
def lay_anew(scene: Scene, robot: int) -> None:
    """Tell the map where a robot and its gripper are, which is lowered or was before.

    Cost: about two microseconds.
    """
    places = scene.places
    me = scene.robots[robot]
    lead = 0.0
    if places.span_row[robot, 0, 1] > 0:
        lift_gripper(places, robot)
        moved = moved_since_laid(scene, robot)
        growth = GRIPPER_GROWTH_CELLS * places.cell_mm
        if growth <= moved < 2.0 * growth:
            lead = LEAD * growth / moved
    move_thing(places, places.discs + robot, me.x_mm, me.y_mm, True)
    if me.arm_is_down:
        write_down(scene, robot, lead)


@inline
def moved_since_laid(scene: Scene, robot: int) -> float:
    """Return how far (mm) any point of a lowered gripper is, at most, from where it was written."""
    me = scene.robots[robot]
    laid = scene.places.laid[robot]
    turned = abs(me.heading_rad - laid[2])  # more than it is where headings wrap: no harm
    shifted = abs(me.x_mm - laid[0]) + abs(me.y_mm - laid[1]) + abs(me.jaw_gap_mm - laid[3])
    return float(shifted + turned * scene.places.gripper_mm[robot])


@inline
def write_down(scene: Scene, robot: int, lead: float) -> None:
    """Write a lowered gripper into the map, a little ahead of where it is.

    ``lead`` times what it has moved since the last time: if it goes on so, what is written holds
    almost twice as long.
    """
    places = scene.places
    me = scene.robots[robot]
    laid = places.laid[robot]
    x = me.x_mm + lead * (me.x_mm - laid[0])
    y = me.y_mm + lead * (me.y_mm - laid[1])
    heading = me.heading_rad + lead * (me.heading_rad - laid[2])
    laid[0], laid[1], laid[2], laid[3] = x, y, heading, me.jaw_gap_mm
    s, c = sin_cos(heading)
    for part in range(PARTS):
        count = corner_count(scene.hands, robot, part)
        for k in range(count):
            u, v = corner(scene.hands, me, robot, part, k)
            scene.corners_mm[k, 0] = x + c * u - s * v
            scene.corners_mm[k, 1] = y + s * u + c * v
        span_outline(places, robot, part, scene.corners_mm, count)
    lay_gripper(places, robot)


@inline
def place_on_map(scene: Scene, robot: int) -> None:
    """Tell the map where a robot, its gripper and what it holds are now.

    Cost: 10 ns while its middle stays in its cell and its gripper within what is written.
    """
    places = scene.places
    me = scene.robots[robot]
    if is_laid_right(scene, robot):
        move_thing(places, places.discs + robot, me.x_mm, me.y_mm, True)
    else:
        lay_anew(scene, robot)
    if me.held >= 0:
        held = scene.discs[me.held]
        move_thing(places, me.held, held.x_mm, held.y_mm, held.state != ABSENT)


@inner
def place_everything(scene: Scene) -> None:
    """Tell the map where everything is: at the start, and when something was moved by hand."""
    for disc in range(scene.discs.size):
        thing = scene.discs[disc]
        move_thing(scene.places, disc, thing.x_mm, thing.y_mm, thing.state != ABSENT)
    for robot in range(scene.robots.size):
        place_on_map(scene, robot)
