"""Has a lowered gripper room? Its polygons against walls, lamps, other robots and grippers."""

from __future__ import annotations

from wsusim.kernels.contact import box_meets_segment, from_segment
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import PARTS, square_at
from wsusim.kernels.outline import (
    ARM,
    HALF_SKIN_MM,
    corner,
    corner_count,
    from_part,
    gap_to_robot,
    outline_reach,
    part_bounds,
    to_robot,
    to_world,
)
from wsusim.kernels.records import FIXED, HELD_ON_FLOOR, SKIN_MM
from wsusim.kernels.scene import CONTACTS, Hands, Scene
from wsusim.model.robot_table import Robot


@inner
def outline_meets_segment(
    hands: Hands, me: Robot, robot: int, part: int, a: float, b: float, c: float, d: float
) -> bool:
    """Return whether a segment (robot's frame) is too near to a gripper's part that isn't a box."""
    skin = HALF_SKIN_MM
    gap, _, _ = from_part(hands, me, robot, part, a, b)
    if gap < skin:
        return True
    count = corner_count(hands, robot, part)
    u0, v0 = corner(hands, me, robot, part, count - 1)
    for k in range(count):
        u1, v1 = corner(hands, me, robot, part, k)
        dx, dy = from_segment(a, b, c, d, u0, v0)
        if dx * dx + dy * dy < skin * skin:
            return True
        dx, dy = from_segment(u0, v0, u1, v1, c, d)
        if dx * dx + dy * dy < skin * skin:
            return True
        # Do they cross? Then the ends of each lie on both sides of the other.
        side_0 = (c - a) * (v0 - b) - (d - b) * (u0 - a)
        side_1 = (c - a) * (v1 - b) - (d - b) * (u1 - a)
        side_a = (u1 - u0) * (b - v0) - (v1 - v0) * (a - u0)
        side_c = (u1 - u0) * (d - v0) - (v1 - v0) * (c - u0)
        if (side_0 > 0.0) != (side_1 > 0.0) and (side_a > 0.0) != (side_c > 0.0):
            return True
        u0, v0 = u1, v1
    return False


@inline
def part_meets_segment(
    hands: Hands, me: Robot, robot: int, part: int, a: float, b: float, c: float, d: float
) -> bool:
    """Return whether a segment (robot's frame) is too near to a gripper's part."""
    low_x, low_y, high_x, high_y = part_bounds(hands, me, robot, part)
    skin = HALF_SKIN_MM
    if not box_meets_segment(low_x - skin, low_y - skin, high_x + skin, high_y + skin, a, b, c, d):
        return False
    if hands.is_box[robot, 1 if part == ARM else 0]:
        return True
    return outline_meets_segment(hands, me, robot, part, a, b, c, d)


@inner
def gripper_meets_segment(
    hands: Hands, me: Robot, robot: int, held_mm: float, segment: tuple[float, float, float, float]
) -> bool:
    """Return whether a segment (world) is too near to a lowered gripper or to what it holds.

    ``held_mm`` is the radius of that, 0 for nothing.
    """
    x0, y0, x1, y1 = segment
    a, b = to_robot(me, x0, y0)
    c, d = to_robot(me, x1, y1)
    for part in range(PARTS):
        if part_meets_segment(hands, me, robot, part, a, b, c, d):
            return True
    if held_mm > 0.0:
        dx, dy = from_segment(a, b, c, d, me.held_x_mm, 0.0)
        reach = held_mm + HALF_SKIN_MM
        return bool(dx * dx + dy * dy < reach * reach)
    return False


@inline
def held_radius_mm(scene: Scene, robot: int) -> float:
    """Return the radius of what a robot holds, 0 for nothing."""
    held = scene.robots[robot].held
    return float(scene.discs[held].radius_mm) if held >= 0 else 0.0


@inner
def gripper_meets_robot(scene: Scene, robot: int, other: int) -> bool:
    """Return whether a robot's lowered gripper is too near to another robot's outline."""
    me = scene.robots[robot]
    they = scene.robots[other]
    held_mm = held_radius_mm(scene, robot)
    u, v = to_robot(me, they.x_mm, they.y_mm)
    reach = they.radius_mm + HALF_SKIN_MM
    for part in range(PARTS):
        gap, _, _ = from_part(scene.hands, me, robot, part, u, v)
        if gap < reach:
            return True
    if held_mm > 0.0:
        x, y = to_world(me, me.held_x_mm, 0.0)
        gap, _, _ = gap_to_robot(scene, other, x, y)
        if gap < held_mm + HALF_SKIN_MM:
            return True
    if not they.arm_is_down:
        return False
    for part in range(PARTS):
        count = corner_count(scene.hands, other, part)
        u, v = corner(scene.hands, they, other, part, count - 1)
        x0, y0 = to_world(they, u, v)
        for k in range(count):
            u, v = corner(scene.hands, they, other, part, k)
            x1, y1 = to_world(they, u, v)
            if gripper_meets_segment(scene.hands, me, robot, held_mm, (x0, y0, x1, y1)):
                return True
            x0, y0 = x1, y1
    return False


@inner
def gripper_meets_disc(scene: Scene, robot: int, disc: int) -> bool:
    """Return whether a lowered gripper (or what it holds) is too near to a disc."""
    me = scene.robots[robot]
    u, v = to_robot(me, scene.discs[disc].x_mm, scene.discs[disc].y_mm)
    reach = scene.discs[disc].radius_mm + HALF_SKIN_MM
    for part in range(PARTS):
        gap, _, _ = from_part(scene.hands, me, robot, part, u, v)
        if gap < reach:
            return True
    held = me.held
    if held >= 0:
        du = u - me.held_x_mm
        reach += scene.discs[held].radius_mm
        return bool(du * du + v * v < reach * reach)
    return False


@inner
def gripper_is_clear(scene: Scene, robot: int) -> bool:
    """Return whether a lowered gripper stands clear of walls, lamps and other robots.

    What is near has been found before, see ``scene.CONTACTS``.
    """
    me = scene.robots[robot]
    places = scene.places
    held_mm = held_radius_mm(scene, robot)
    reach = outline_reach(scene, robot) + SKIN_MM
    square = square_at(places, me.x_mm, me.y_mm)
    for i in range(places.edge_start[square], places.edge_start[square + 1]):
        if places.edge_gap_mm[i] > reach:
            break
        x0, y0, x1, y1 = places.edges_mm[places.edge_list[i]]
        if gripper_meets_segment(scene.hands, me, robot, held_mm, (x0, y0, x1, y1)):
            return False
    near = scene.near[CONTACTS]
    for k in range(1, near[0] + 1):
        thing = near[k]
        if thing >= places.discs:
            other = thing - places.discs
            if other != robot and gripper_meets_robot(scene, robot, other):
                return False
        else:
            state = scene.discs[thing].state
            is_fixed = state == FIXED or (state == HELD_ON_FLOOR and thing != me.held)
            if is_fixed and gripper_meets_disc(scene, robot, thing):
                return False
    return True
