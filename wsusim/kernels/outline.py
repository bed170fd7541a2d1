"""A robot's outline: its round body and, while the arm is down, jaws, cross-beam and held object.

The gripper's parts are upright boxes in the robot's frame (x forward, y left), so that a look from
the robot's side makes every question one of boxes against points and segments.
"""

from __future__ import annotations

import math

from wsusim.kernels.contact import box_meets_segment, from_box, from_segment
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.nearby import Scene, bin_of
from wsusim.kernels.records import FIXED, HELD_ON_FLOOR, SKIN_MM
from wsusim.model.robot_table import Robot

PARTS = 3
"""Left jaw, right jaw, cross-beam."""

HALF_SKIN_MM = 0.5 * SKIN_MM
"""Outlines that are nearer than this are too near."""


@inline
def part_box(me: Robot, part: int) -> tuple[float, float, float, float]:
    """Return a gripper part's ``(low_x, low_y, high_x, high_y)`` in the robot's frame (mm)."""
    root = me.jaw_root_mm
    thickness = me.jaw_thickness_mm
    if part == 2:
        half = me.beam_half_width_mm
        return root - thickness, -half, root, half
    inner = 0.5 * me.jaw_gap_mm
    tip = root + me.jaw_length_mm
    if part == 0:
        return root, inner, tip, inner + thickness
    return root, -inner - thickness, tip, -inner


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
    tip = me.jaw_root_mm + me.jaw_length_mm
    side = max(0.5 * me.jaw_gap_mm + me.jaw_thickness_mm, me.beam_half_width_mm)
    reach = max(me.radius_mm, math.sqrt(tip * tip + side * side))
    held = me.held
    if held >= 0:
        reach = max(reach, me.held_x_mm + scene.discs[held].radius_mm)
    return float(reach)


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
        low_x, low_y, high_x, high_y = part_box(me, part)
        other, nu, nv = from_box(low_x, low_y, high_x, high_y, u, v)
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
def gripper_meets_segment(
    scene: Scene, robot: int, x0: float, y0: float, x1: float, y1: float
) -> bool:
    """Tell whether a segment (world) is too near to a lowered gripper or to what it holds."""
    me = scene.robots[robot]
    a, b = to_robot(me, x0, y0)
    c, d = to_robot(me, x1, y1)
    for part in range(PARTS):
        low_x, low_y, high_x, high_y = part_box(me, part)
        if box_meets_segment(
            low_x - HALF_SKIN_MM,
            low_y - HALF_SKIN_MM,
            high_x + HALF_SKIN_MM,
            high_y + HALF_SKIN_MM,
            a,
            b,
            c,
            d,
        ):
            return True
    held = me.held
    if held >= 0:
        dx, dy = from_segment(a, b, c, d, me.held_x_mm, 0.0)
        reach = scene.discs[held].radius_mm + HALF_SKIN_MM
        return bool(dx * dx + dy * dy < reach * reach)
    return False


@inner
def gripper_meets_robot(scene: Scene, robot: int, other: int) -> bool:
    """Tell whether a robot's lowered gripper is too near to another robot's outline."""
    me = scene.robots[robot]
    u, v = to_robot(me, scene.robots[other].x_mm, scene.robots[other].y_mm)
    reach = scene.robots[other].radius_mm + HALF_SKIN_MM
    for part in range(PARTS):
        low_x, low_y, high_x, high_y = part_box(me, part)
        gap, _, _ = from_box(low_x, low_y, high_x, high_y, u, v)
        if gap < reach:
            return True
    held = me.held
    if held >= 0:
        x, y = to_world(me, me.held_x_mm, 0.0)
        gap, _, _ = gap_to_robot(scene, other, x, y)
        if gap < scene.discs[held].radius_mm + HALF_SKIN_MM:
            return True
    if scene.robots[other].arm_is_down == 0:
        return False
    for part in range(PARTS):
        low_x, low_y, high_x, high_y = part_box(scene.robots[other], part)
        x0, y0 = to_world(scene.robots[other], low_x, low_y)
        x1, y1 = to_world(scene.robots[other], high_x, low_y)
        x2, y2 = to_world(scene.robots[other], high_x, high_y)
        x3, y3 = to_world(scene.robots[other], low_x, high_y)
        if (
            gripper_meets_segment(scene, robot, x0, y0, x1, y1)
            or gripper_meets_segment(scene, robot, x1, y1, x2, y2)
            or gripper_meets_segment(scene, robot, x2, y2, x3, y3)
            or gripper_meets_segment(scene, robot, x3, y3, x0, y0)
        ):
            return True
    return False


@inner
def gripper_meets_disc(scene: Scene, robot: int, disc: int) -> bool:
    """Tell whether a lowered gripper (or what it holds) is too near to a disc."""
    me = scene.robots[robot]
    u, v = to_robot(me, scene.discs[disc].x_mm, scene.discs[disc].y_mm)
    reach = scene.discs[disc].radius_mm + HALF_SKIN_MM
    for part in range(PARTS):
        low_x, low_y, high_x, high_y = part_box(me, part)
        gap, _, _ = from_box(low_x, low_y, high_x, high_y, u, v)
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
    """Tell whether a lowered gripper stands clear of walls, lamps and other robots."""
    me = scene.robots[robot]
    x = me.x_mm
    y = me.y_mm
    reach = outline_reach(scene, robot) + SKIN_MM
    k = bin_of(scene, x, y)
    for i in range(scene.bin_start[k], scene.bin_start[k + 1]):
        if scene.bin_gap_mm[i] > reach:
            break
        x0, y0, x1, y1 = scene.edges_mm[scene.bin_edges[i]]
        if gripper_meets_segment(scene, robot, x0, y0, x1, y1):
            return False
    held = me.held
    for disc in range(scene.discs.size):
        state = scene.discs[disc].state
        if (state == FIXED or (state == HELD_ON_FLOOR and disc != held)) and gripper_meets_disc(
            scene, robot, disc
        ):
            return False
    for other in range(scene.robots.size):
        if other != robot and gripper_meets_robot(scene, robot, other):
            return False
    return True
