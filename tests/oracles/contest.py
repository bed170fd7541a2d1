"""Plain twins of ``kernels.contest``: distances and sight among straight edges and discs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

FAR = np.inf
_NEARLY_PARALLEL = 1e-12


def distance_to_edges(points: Floats, edges: Floats) -> Floats:
    """Return [p, e] how far each of ``points`` [p, 2] is from each edge [e, 4+]."""
    start = edges[:, 0:2]
    along = edges[:, 2:4] - start
    length_squared = np.maximum(np.einsum("ek,ek->e", along, along), 1e-300)
    offset = points[:, None, :] - start[None, :, :]
    share = np.clip(np.einsum("pek,ek->pe", offset, along) / length_squared, 0.0, 1.0)
    gap = offset - share[:, :, None] * along[None, :, :]
    nearest: Floats = np.hypot(gap[:, :, 0], gap[:, :, 1])
    return nearest


def ray_to_edges(points: Floats, angles_rad: Floats, edges: Floats) -> Floats:
    """Return [r, e] how far each ray from ``points`` [r, 2] goes until it meets each edge."""
    direction = np.stack([np.cos(angles_rad), np.sin(angles_rad)], axis=1)
    start = edges[:, 0:2]
    along = edges[:, 2:4] - start
    offset = start[None, :, :] - points[:, None, :]
    turn = direction[:, None, 0] * along[None, :, 1] - direction[:, None, 1] * along[None, :, 0]
    is_crossing = np.abs(turn) > _NEARLY_PARALLEL
    safe = np.where(is_crossing, turn, 1.0)
    way = (offset[:, :, 0] * along[None, :, 1] - offset[:, :, 1] * along[None, :, 0]) / safe
    share = (
        offset[:, :, 0] * direction[:, None, 1] - offset[:, :, 1] * direction[:, None, 0]
    ) / safe
    is_hit = is_crossing & (way >= 0.0) & (share >= 0.0) & (share <= 1.0)
    return np.where(is_hit, way, FAR)


def ray_to_discs(points: Floats, angles_rad: Floats, centres: Floats, radius: float) -> Floats:
    """Return [r, d] how far each ray goes until it enters each disc; 0 from inside."""
    direction = np.stack([np.cos(angles_rad), np.sin(angles_rad)], axis=1)
    offset = centres[None, :, :] - points[:, None, :]
    ahead = np.einsum("rdk,rk->rd", offset, direction)
    aside_squared = np.einsum("rdk,rdk->rd", offset, offset) - ahead**2
    depth_squared = radius**2 - aside_squared
    depth = np.sqrt(np.maximum(depth_squared, 0.0))
    is_hit = (depth_squared >= 0.0) & (ahead + depth >= 0.0)
    return np.where(is_hit, np.maximum(ahead - depth, 0.0), FAR)


def is_line_crossed(start: Floats, end: Floats, edges: Floats) -> Bools:
    """Return [e] whether the line between two points [2] crosses or touches each edge."""
    a, b = edges[:, 0:2], edges[:, 2:4]

    def side(p: Floats, q: Floats, r: Floats) -> Floats:
        turned: Floats = (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (
            q[..., 1] - p[..., 1]
        ) * (r[..., 0] - p[..., 0])
        return turned

    apart: Bools = side(start, end, a) * side(start, end, b) > 0.0
    beyond: Bools = side(a, b, start) * side(a, b, end) > 0.0
    return ~apart & ~beyond


def is_inside(points: Floats, edges: Floats) -> Bools:
    """Return [p] whether each point lies in the closed outlines that the edges [e, 4+] form."""
    if not len(edges):
        return np.zeros(len(points), dtype=np.bool_)
    x, y = points[:, None, 0], points[:, None, 1]
    x1, y1, x2, y2 = (edges[None, :, k] for k in range(4))
    is_spanned = (y1 <= y) != (y2 <= y)
    rise = np.where(y2 == y1, 1.0, y2 - y1)
    is_right_of = x < x1 + (y - y1) * (x2 - x1) / rise
    crossings = np.count_nonzero(is_spanned & is_right_of, axis=1)
    inside: Bools = crossings % 2 == 1
    return inside


def wrapped_rad(angles: Floats) -> Floats:
    """Return angles within -pi..pi."""
    return (angles + np.pi) % (2.0 * np.pi) - np.pi


def nearest_seen(
    poses: Floats,
    angles_rad: Floats,
    edges: Floats,
    corners: Floats,
    radius: float,
    half_cone_rad: float,
) -> Floats:
    """Return [n, s] how far the nearest thing before each sensor of each robot is."""
    nearest = np.empty_like(angles_rad)
    for robot, pose in enumerate(poses):
        others = np.delete(poses[:, 0:2], robot, axis=0)
        looks = pose[2] + angles_rad[robot]
        at = pose[0:2] + radius * np.stack([np.cos(looks), np.sin(looks)], axis=1)
        rays = looks[:, None] + half_cone_rad * np.array([0.0, 1.0, -1.0])
        starts = np.repeat(at, 3, axis=0)
        found = [
            ray_to_edges(starts, rays.ravel(), edges).min(axis=1).reshape(-1, 3).min(axis=1),
            ray_to_discs(starts, rays.ravel(), others, radius)
            .min(axis=1)
            .reshape(-1, 3)
            .min(axis=1),
            _in_cone(at, looks, corners, 0.0, half_cone_rad),
            _in_cone(at, looks, others, radius, half_cone_rad),
        ]
        nearest[robot] = np.min(found, axis=0)
    return nearest


def _in_cone(at: Floats, looks: Floats, points: Floats, size: float, half_rad: float) -> Floats:
    offset = points[None, :, :] - at[:, None, :]
    aside = wrapped_rad(np.arctan2(offset[:, :, 1], offset[:, :, 0]) - looks[:, None])
    distance = np.maximum(np.hypot(offset[:, :, 0], offset[:, :, 1]) - size, 0.0)
    near: Floats = np.where(np.abs(aside) <= half_rad, distance, FAR).min(axis=1)
    return near
