"""What robots of the CiberMouse arena see and touch: discs of diameter 1 among straight edges.

Lengths in um (robot diameters). The plain twins are in ``tests/oracles/contest.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.elementary import atan2, hypot, sin_cos
from wsusim.kernels.jit import inner, loop

Floats = NDArray[np.float64]

FAR_UM = 1e30
PARALLEL = 1e-12


@inner
def _ray_to_edge(x: float, y: float, dx: float, dy: float, edges: Floats, e: int) -> float:
    ex, ey = edges[e, 2] - edges[e, 0], edges[e, 3] - edges[e, 1]
    turn = dx * ey - dy * ex
    if abs(turn) <= PARALLEL:
        return FAR_UM
    ox, oy = edges[e, 0] - x, edges[e, 1] - y
    way = (ox * ey - oy * ex) / turn
    share = (ox * dy - oy * dx) / turn
    return way if way >= 0.0 and 0.0 <= share <= 1.0 else FAR_UM


@inner
def _ray_to_disc(
    x: float, y: float, dx: float, dy: float, cx: float, cy: float, radius: float
) -> float:
    ox, oy = cx - x, cy - y
    ahead = ox * dx + oy * dy
    depth_squared = radius * radius - (ox * ox + oy * oy - ahead * ahead)
    if depth_squared < 0.0:
        return FAR_UM
    depth = math.sqrt(depth_squared)
    return max(ahead - depth, 0.0) if ahead + depth >= 0.0 else FAR_UM


@inner
def _in_cone(
    x: float, y: float, look_rad: float, half_rad: float, px: float, py: float, size: float
) -> float:
    """Return how near a point (less ``size``) is that lies in the cone."""
    ox, oy = px - x, py - y
    off = (atan2(oy, ox) - look_rad + math.pi) % (2.0 * math.pi) - math.pi
    if abs(off) > half_rad:
        return FAR_UM
    return max(hypot(ox, oy) - size, 0.0)


@loop
def nearest_seen(
    poses: Floats,
    is_there: NDArray[np.bool_],
    angles_rad: Floats,
    edges: Floats,
    corners: Floats,
    radius: float,
    half_cone_rad: float,
    nearest: Floats,
) -> None:
    """Fill ``nearest`` [n, s] with how far the nearest thing before each sensor is.

    A sensor sits on the rim. Three rays are cast, ahead and at both sides of the cone; corners of
    walls and robots within the cone count as well.

    Args:
        poses: [n, 3] x, y, heading (rad) of the robots.
        is_there: [n] who takes part.
        angles_rad: [n, s] where each robot's sensors look, from its heading.
        edges: [e, 4+] of all that is solid.
        corners: [c, 2] of walls.
        radius: Of a robot.
        half_cone_rad: Half the cone that a sensor sees.
        nearest: [n, s] the result; ``FAR_UM`` for nothing.
    """
    for robot in range(poses.shape[0]):
        if not is_there[robot]:
            continue
        for sensor in range(angles_rad.shape[1]):
            look = poses[robot, 2] + angles_rad[robot, sensor]
            sine, cosine = sin_cos(look)
            x = poses[robot, 0] + radius * cosine
            y = poses[robot, 1] + radius * sine
            best = FAR_UM
            for side in range(3):
                ray = look + half_cone_rad * (0.0 if side == 0 else 1.0 if side == 1 else -1.0)
                dy, dx = sin_cos(ray)
                for e in range(edges.shape[0]):
                    best = min(best, _ray_to_edge(x, y, dx, dy, edges, e))
                for other in range(poses.shape[0]):
                    if other != robot and is_there[other]:
                        cx, cy = poses[other, 0], poses[other, 1]
                        best = min(best, _ray_to_disc(x, y, dx, dy, cx, cy, radius))
            for c in range(corners.shape[0]):
                px, py = corners[c, 0], corners[c, 1]
                if abs(px - x) < best and abs(py - y) < best:
                    best = min(best, _in_cone(x, y, look, half_cone_rad, px, py, 0.0))
            for other in range(poses.shape[0]):
                if other != robot and is_there[other]:
                    cx, cy = poses[other, 0], poses[other, 1]
                    best = min(best, _in_cone(x, y, look, half_cone_rad, cx, cy, radius))
            nearest[robot, sensor] = best


@loop
def gaps_to_edges(points: Floats, edges: Floats, gaps: Floats) -> None:
    """Fill ``gaps`` [p] with how far each of ``points`` [p, 2] is from the nearest edge."""
    for p in range(points.shape[0]):
        best = FAR_UM
        for e in range(edges.shape[0]):
            ax, ay = edges[e, 0], edges[e, 1]
            ex, ey = edges[e, 2] - ax, edges[e, 3] - ay
            ox, oy = points[p, 0] - ax, points[p, 1] - ay
            length_squared = max(ex * ex + ey * ey, 1e-300)
            share = min(max((ox * ex + oy * ey) / length_squared, 0.0), 1.0)
            best = min(best, hypot(ox - share * ex, oy - share * ey))
        gaps[p] = best


@loop
def is_hidden(x: float, y: float, to_x: float, to_y: float, height: float, edges: Floats) -> bool:
    """Return whether an edge [e, 5] at least so high crosses or touches the line to a place."""
    for e in range(edges.shape[0]):
        if edges[e, 4] < height:
            continue
        ax, ay, bx, by = edges[e, 0], edges[e, 1], edges[e, 2], edges[e, 3]
        a = (to_x - x) * (ay - y) - (to_y - y) * (ax - x)
        b = (to_x - x) * (by - y) - (to_y - y) * (bx - x)
        c = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        d = (bx - ax) * (to_y - ay) - (by - ay) * (to_x - ax)
        if a * b <= 0.0 and c * d <= 0.0:
            return True
    return False


@loop
def on_outlines(
    points: Floats, edges: Floats, first_edge: NDArray[np.int64], inside: NDArray[np.bool_]
) -> None:
    """Fill ``inside`` [p] with whether each of ``points`` [p, 2] lies in any of the outlines.

    Outline o has the edges ``first_edge[o]`` up to ``first_edge[o + 1]``.
    """
    for p in range(points.shape[0]):
        x, y = points[p, 0], points[p, 1]
        inside[p] = False
        for outline in range(first_edge.shape[0] - 1):
            is_in = False
            for e in range(first_edge[outline], first_edge[outline + 1]):
                y1, y2 = edges[e, 1], edges[e, 3]
                if (y1 <= y) != (y2 <= y):
                    at = edges[e, 0] + (y - y1) * (edges[e, 2] - edges[e, 0]) / (y2 - y1)
                    if x < at:
                        is_in = not is_in
            if is_in:
                inside[p] = True
                break
