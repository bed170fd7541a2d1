"""A robot's outline: its round body and, while the arm is down, jaws, cross-beam and held object.

The gripper's parts are upright boxes in the robot's frame (x forward, y left), so that a look from
the robot's side makes every question one of boxes against points and segments.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.columns import (
    ARM_IS_DOWN,
    BEAM_HALF_WIDTH,
    DISC_RADIUS,
    DISC_X,
    DISC_Y,
    FIXED,
    HEADING,
    HELD,
    HELD_ON_FLOOR,
    HELD_X,
    JAW_GAP,
    JAW_LENGTH,
    JAW_ROOT,
    JAW_THICKNESS,
    RADIUS,
    SKIN_MM,
    X,
    Y,
)
from wsusim.kernels.contact import box_meets_segment, from_box, from_segment
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.nearby import Scene, bin_of

PARTS = 3
"""Left jaw, right jaw, cross-beam."""

HALF_SKIN_MM = 0.5 * SKIN_MM
"""Outlines that are nearer than this are too near."""


@inner
def part_box(real: NDArray[np.float64], robot: int, part: int) -> tuple[float, float, float, float]:
    """Return a gripper part's ``(low_x, low_y, high_x, high_y)`` in the robot's frame (mm)."""
    root = real[robot, JAW_ROOT]
    thickness = real[robot, JAW_THICKNESS]
    if part == 2:
        half = real[robot, BEAM_HALF_WIDTH]
        return root - thickness, -half, root, half
    inner = 0.5 * real[robot, JAW_GAP]
    tip = root + real[robot, JAW_LENGTH]
    if part == 0:
        return root, inner, tip, inner + thickness
    return root, -inner - thickness, tip, -inner


@inner
def to_robot(real: NDArray[np.float64], robot: int, x: float, y: float) -> tuple[float, float]:
    """Return a point of the world in the robot's frame."""
    c = math.cos(real[robot, HEADING])
    s = math.sin(real[robot, HEADING])
    dx = x - real[robot, X]
    dy = y - real[robot, Y]
    return c * dx + s * dy, c * dy - s * dx


@inner
def to_world(real: NDArray[np.float64], robot: int, u: float, v: float) -> tuple[float, float]:
    """Return a point of the robot's frame in the world."""
    c = math.cos(real[robot, HEADING])
    s = math.sin(real[robot, HEADING])
    return real[robot, X] + c * u - s * v, real[robot, Y] + s * u + c * v


@inline
def outline_reach(scene: Scene, robot: int) -> float:
    """Return how far (mm) from the robot's centre its outline comes at most."""
    real = scene.real
    if scene.whole[robot, ARM_IS_DOWN] == 0:
        return float(real[robot, RADIUS])
    tip = real[robot, JAW_ROOT] + real[robot, JAW_LENGTH]
    side = max(
        0.5 * real[robot, JAW_GAP] + real[robot, JAW_THICKNESS], real[robot, BEAM_HALF_WIDTH]
    )
    reach = max(real[robot, RADIUS], math.sqrt(tip * tip + side * side))
    held = scene.whole[robot, HELD]
    if held >= 0:
        reach = max(reach, real[robot, HELD_X] + scene.discs[DISC_RADIUS, held])
    return float(reach)


@inner
def gap_to_robot(scene: Scene, robot: int, x: float, y: float) -> tuple[float, float, float]:
    """Return the gap (mm) from a robot's outline to a point, and the direction outwards (world)."""
    real = scene.real
    dx = x - real[robot, X]
    dy = y - real[robot, Y]
    apart = math.sqrt(dx * dx + dy * dy)
    gap = apart - real[robot, RADIUS]
    nx, ny = (dx / apart, dy / apart) if apart > 0.0 else (1.0, 0.0)
    if scene.whole[robot, ARM_IS_DOWN] == 0:
        return gap, nx, ny
    u, v = to_robot(real, robot, x, y)
    c = math.cos(real[robot, HEADING])
    s = math.sin(real[robot, HEADING])
    for part in range(PARTS):
        low_x, low_y, high_x, high_y = part_box(real, robot, part)
        other, nu, nv = from_box(low_x, low_y, high_x, high_y, u, v)
        if other < gap:
            gap, nx, ny = other, c * nu - s * nv, s * nu + c * nv
    held = scene.whole[robot, HELD]
    if held >= 0:
        du = u - real[robot, HELD_X]
        apart = math.sqrt(du * du + v * v)
        other = apart - scene.discs[DISC_RADIUS, held]
        if other < gap and apart > 0.0:
            nu, nv = du / apart, v / apart
            gap, nx, ny = other, c * nu - s * nv, s * nu + c * nv
    return gap, nx, ny


@inner
def gripper_meets_segment(
    scene: Scene, robot: int, x0: float, y0: float, x1: float, y1: float
) -> bool:
    """Tell whether a segment (world) is too near to a lowered gripper or to what it holds."""
    real = scene.real
    a, b = to_robot(real, robot, x0, y0)
    c, d = to_robot(real, robot, x1, y1)
    for part in range(PARTS):
        low_x, low_y, high_x, high_y = part_box(real, robot, part)
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
    held = scene.whole[robot, HELD]
    if held >= 0:
        dx, dy = from_segment(a, b, c, d, real[robot, HELD_X], 0.0)
        reach = scene.discs[DISC_RADIUS, held] + HALF_SKIN_MM
        return bool(dx * dx + dy * dy < reach * reach)
    return False


@inner
def gripper_meets_robot(scene: Scene, robot: int, other: int) -> bool:
    """Tell whether a robot's lowered gripper is too near to another robot's outline."""
    real = scene.real
    u, v = to_robot(real, robot, real[other, X], real[other, Y])
    reach = real[other, RADIUS] + HALF_SKIN_MM
    for part in range(PARTS):
        low_x, low_y, high_x, high_y = part_box(real, robot, part)
        gap, _, _ = from_box(low_x, low_y, high_x, high_y, u, v)
        if gap < reach:
            return True
    held = scene.whole[robot, HELD]
    if held >= 0:
        x, y = to_world(real, robot, real[robot, HELD_X], 0.0)
        gap, _, _ = gap_to_robot(scene, other, x, y)
        if gap < scene.discs[DISC_RADIUS, held] + HALF_SKIN_MM:
            return True
    if scene.whole[other, ARM_IS_DOWN] == 0:
        return False
    for part in range(PARTS):
        low_x, low_y, high_x, high_y = part_box(real, other, part)
        x0, y0 = to_world(real, other, low_x, low_y)
        x1, y1 = to_world(real, other, high_x, low_y)
        x2, y2 = to_world(real, other, high_x, high_y)
        x3, y3 = to_world(real, other, low_x, high_y)
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
    discs = scene.discs
    u, v = to_robot(scene.real, robot, discs[DISC_X, disc], discs[DISC_Y, disc])
    reach = discs[DISC_RADIUS, disc] + HALF_SKIN_MM
    for part in range(PARTS):
        low_x, low_y, high_x, high_y = part_box(scene.real, robot, part)
        gap, _, _ = from_box(low_x, low_y, high_x, high_y, u, v)
        if gap < reach:
            return True
    held = scene.whole[robot, HELD]
    if held >= 0:
        du = u - scene.real[robot, HELD_X]
        reach += discs[DISC_RADIUS, held]
        return bool(du * du + v * v < reach * reach)
    return False


@inner
def gripper_is_clear(scene: Scene, robot: int) -> bool:
    """Tell whether a lowered gripper stands clear of walls, lamps and other robots."""
    x = scene.real[robot, X]
    y = scene.real[robot, Y]
    reach = outline_reach(scene, robot) + SKIN_MM
    k = bin_of(scene, x, y)
    for i in range(scene.bin_start[k], scene.bin_start[k + 1]):
        if scene.bin_gap_mm[i] > reach:
            break
        x0, y0, x1, y1 = scene.edges_mm[scene.bin_edges[i]]
        if gripper_meets_segment(scene, robot, x0, y0, x1, y1):
            return False
    held = scene.whole[robot, HELD]
    for disc in range(scene.disc_state.size):
        state = scene.disc_state[disc]
        if (state == FIXED or (state == HELD_ON_FLOOR and disc != held)) and gripper_meets_disc(
            scene, robot, disc
        ):
            return False
    for other in range(scene.real.shape[0]):
        if other != robot and gripper_meets_robot(scene, robot, other):
            return False
    return True
