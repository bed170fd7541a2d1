"""A robot's outline: its round body and, while the arm is down, jaws, arm and held object.

The gripper's parts are polygons of the robot's kind in the robot's frame (x forward, y left), so
that a look from the robot's side makes every question one of polygons against points and segments.
"""

from __future__ import annotations

import math

from wsusim.kernels.contact import box_meets_segment, from_box, from_segment
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import PARTS, square_at
from wsusim.kernels.records import ABSENT, FIXED, HELD_ON_FLOOR, SKIN_MM
from wsusim.kernels.scene import CONTACTS, Hands, Scene
from wsusim.kernels.stamps import (
    GRIPPER_GROWTH_CELLS,
    lay_gripper,
    lift_gripper,
    move_thing,
    span_outline,
)
from wsusim.model.robot_table import Robot

LEAD = 0.9
"""A gripper that moves is written ahead by this share of how far it may leave what is written."""

HALF_SKIN_MM = 0.5 * SKIN_MM
"""Outlines that are nearer than this are too near."""

LEFT, RIGHT, ARM = 0, 1, 2
"""The parts of a gripper."""


@inline
def corner_count(hands: Hands, robot: int, part: int) -> int:
    """Return how many corners a gripper's part has."""
    return int(hands.corner_counts[robot, 1 if part == ARM else 0])


@inline
def corner(hands: Hands, me: Robot, robot: int, part: int, k: int) -> tuple[float, float]:
    """Return the k-th corner of a gripper's part in the robot's frame, counter-clockwise."""
    if part == ARM:
        return hands.outlines_mm[robot, 1, k, 0], hands.outlines_mm[robot, 1, k, 1]
    half = 0.5 * me.jaw_gap_mm
    if part == LEFT:
        return hands.outlines_mm[robot, 0, k, 0], half + hands.outlines_mm[robot, 0, k, 1]
    mirrored = hands.corner_counts[robot, 0] - 1 - k
    u = hands.outlines_mm[robot, 0, mirrored, 0]
    return u, -(half + hands.outlines_mm[robot, 0, mirrored, 1])


@inline
def part_bounds(
    hands: Hands, me: Robot, robot: int, part: int
) -> tuple[float, float, float, float]:
    """Return the upright box around a gripper's part, ``(low_x, low_y, high_x, high_y)``."""
    low_x, low_y, high_x, high_y = hands.bounds_mm[robot, 1 if part == ARM else 0]
    if part == ARM:
        return low_x, low_y, high_x, high_y
    half = 0.5 * me.jaw_gap_mm
    if part == LEFT:
        return low_x, half + low_y, high_x, half + high_y
    return low_x, -(half + high_y), high_x, -(half + low_y)


@inline
def to_robot(me: Robot, x: float, y: float) -> tuple[float, float]:
    """Return a point of the world in the robot's frame."""
    c = math.cos(me.heading_rad)
    s = math.sin(me.heading_rad)
    dx = x - me.x_mm
    dy = y - me.y_mm
    return c * dx + s * dy, c * dy - s * dx


@inline
def to_world(me: Robot, u: float, v: float) -> tuple[float, float]:
    """Return a point of the robot's frame in the world."""
    c = math.cos(me.heading_rad)
    s = math.sin(me.heading_rad)
    return me.x_mm + c * u - s * v, me.y_mm + s * u + c * v


@inline
def outline_reach(scene: Scene, robot: int) -> float:
    """Return how far (mm) from the robot's centre its outline comes at most."""
    me = scene.robots[robot]
    if not me.arm_is_down:
        return float(me.radius_mm)
    tip = max(scene.hands.bounds_mm[robot, 0, 2], scene.hands.bounds_mm[robot, 1, 2])
    side = max(
        0.5 * me.jaw_gap_mm + scene.hands.bounds_mm[robot, 0, 3], scene.hands.bounds_mm[robot, 1, 3]
    )
    reach = max(me.radius_mm, math.sqrt(tip * tip + side * side))
    held = me.held
    if held >= 0:
        reach = max(reach, me.held_x_mm + scene.discs[held].radius_mm)
    return float(reach)


@inline
def from_edge(
    ax: float, ay: float, bx: float, by: float, u: float, v: float
) -> tuple[float, float]:
    """Return the vector to a point from the nearest point of the edge a-b.

    Exact, to the last bit, for edges along an axis: most of a gripper's are.
    """
    if ax == bx:
        return u - ax, v - min(max(v, min(ay, by)), max(ay, by))
    if ay == by:
        return u - min(max(u, min(ax, bx)), max(ax, bx)), v - ay
    return from_segment(ax, ay, bx, by, u, v)


@inner
def from_outline(
    hands: Hands, me: Robot, robot: int, part: int, u: float, v: float
) -> tuple[float, float, float]:
    """Return the gap (mm) from a gripper's part to a point, and the direction of length 1 outwards.

    Inside, the gap is negative and the direction leads to the nearest edge.
    """
    count = corner_count(hands, robot, part)
    ax, ay = corner(hands, me, robot, part, count - 1)
    best = 1e300
    nu, nv = 1.0, 0.0
    is_inside = False
    for k in range(count):
        bx, by = corner(hands, me, robot, part, k)
        if (ay > v) != (by > v) and u < ax + (bx - ax) * (v - ay) / (by - ay):
            is_inside = not is_inside
        dx, dy = from_edge(ax, ay, bx, by, u, v)
        apart2 = dx * dx + dy * dy
        if apart2 < best:
            best = apart2
            if apart2 > 0.0:
                nu, nv = dx, dy
            else:  # on the edge: its normal
                nu, nv = by - ay, ax - bx
        ax, ay = bx, by
    gap = math.sqrt(best)
    if best == 0.0:
        length = math.sqrt(nu * nu + nv * nv)
        return -0.0, nu / length, nv / length
    if is_inside:
        return -gap, -nu / gap, -nv / gap
    return gap, nu / gap, nv / gap


@inline
def from_part(
    hands: Hands, me: Robot, robot: int, part: int, u: float, v: float
) -> tuple[float, float, float]:
    """Return what ``from_outline`` does; of a box without a look at its edges."""
    if hands.is_box[robot, 1 if part == ARM else 0]:
        low_x, low_y, high_x, high_y = part_bounds(hands, me, robot, part)
        return from_box(low_x, low_y, high_x, high_y, u, v)
    return from_outline(hands, me, robot, part, u, v)


@inner
def gap_to_robot(scene: Scene, robot: int, x: float, y: float) -> tuple[float, float, float]:
    """Return the gap (mm) from a robot's outline to a point, and the direction outwards (world)."""
    me = scene.robots[robot]
    dx = x - me.x_mm
    dy = y - me.y_mm
    apart = math.sqrt(dx * dx + dy * dy)
    gap = apart - me.radius_mm
    nx, ny = (dx / apart, dy / apart) if apart > 0.0 else (1.0, 0.0)
    if not me.arm_is_down:
        return gap, nx, ny
    u, v = to_robot(me, x, y)
    c = math.cos(me.heading_rad)
    s = math.sin(me.heading_rad)
    for part in range(PARTS):
        other, nu, nv = from_part(scene.hands, me, robot, part, u, v)
        if other < gap:
            gap, nx, ny = other, c * nu - s * nv, s * nu + c * nv
    held = me.held
    if held >= 0:
        du = u - me.held_x_mm
        apart = math.sqrt(du * du + v * v)
        other = apart - scene.discs[held].radius_mm
        if other < gap and apart > 0.0:
            nu, nv = du / apart, v / apart
            gap, nx, ny = other, c * nu - s * nv, s * nu + c * nv
    return gap, nx, ny


@inner
def outline_meets_segment(
    hands: Hands, me: Robot, robot: int, part: int, a: float, b: float, c: float, d: float
) -> bool:
    """Tell whether a segment (robot's frame) is too near to a gripper's part that is no box."""
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
    """Tell whether a segment (robot's frame) is too near to a gripper's part."""
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
    """Tell whether a segment (world) is too near to a lowered gripper or to what it holds.

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
    """Tell whether a robot's lowered gripper is too near to another robot's outline."""
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
    """Tell whether a lowered gripper (or what it holds) is too near to a disc."""
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
    """Tell whether a lowered gripper stands clear of walls, lamps and other robots.

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


@inline
def is_laid_right(scene: Scene, robot: int) -> bool:
    """Tell whether what the map shows of a robot's gripper, lowered or not, still holds."""
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
    c, s = math.cos(heading), math.sin(heading)
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
