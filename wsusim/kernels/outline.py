"""A robot's outline: its round body and, while the arm is down, jaws, arm and held object.

The gripper's parts are polygons of the robot's kind in the robot's frame (x forward, y left), so
that a look from the robot's side makes every question one of polygons against points and segments.
"""

from __future__ import annotations

import math

from wsusim.kernels.contact import from_box, from_segment
from wsusim.kernels.elementary import sin_cos
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.object_map import PARTS
from wsusim.kernels.records import SKIN_MM
from wsusim.kernels.scene import Hands, Scene
from wsusim.model.robot_table import Robot

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
    s, c = sin_cos(me.heading_rad)
    dx = x - me.x_mm
    dy = y - me.y_mm
    return c * dx + s * dy, c * dy - s * dx


@inline
def to_world(me: Robot, u: float, v: float) -> tuple[float, float]:
    """Return a point of the robot's frame in the world."""
    s, c = sin_cos(me.heading_rad)
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
    s, c = sin_cos(me.heading_rad)
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
