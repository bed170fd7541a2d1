"""Exact contacts: when a moving disc meets an edge or a disc, how near a box is to a point.

A moving disc of radius r meets an edge when its centre meets the edge fattened by r, which is
convex: once it leads away it never comes back. So the way can be solved in one step, at any speed
and for walls of any thickness. Plain twins: ``tests/oracles/contact.py``.
"""

from __future__ import annotations

import math

from wsusim.kernels.jit import inner

NEVER = 2.0
"""Share of a way at which a contact comes that doesn't come on this way (valid ones are 0..1)."""


@inner
def from_segment(
    ax: float, ay: float, bx: float, by: float, x_mm: float, y_mm: float
) -> tuple[float, float]:
    """Return the vector (mm) to a point from the nearest point of the segment a-b."""
    ex = bx - ax
    ey = by - ay
    wx = x_mm - ax
    wy = y_mm - ay
    length2 = ex * ex + ey * ey
    along = 0.0
    if length2 > 0.0:
        along = min(max((wx * ex + wy * ey) / length2, 0.0), 1.0)
    return wx - along * ex, wy - along * ey


@inner
def meet_point(wx: float, wy: float, vx: float, vy: float, reach: float) -> float:
    """Return the share of the way (vx, vy) at which the vector (wx, wy) shortens to ``reach``.

    ``NEVER`` when it does not. The vector is longer than ``reach`` at the start.
    """
    towards = wx * vx + wy * vy
    if towards >= 0.0:
        return NEVER
    length2 = vx * vx + vy * vy
    inner = towards * towards - length2 * (wx * wx + wy * wy - reach * reach)
    if inner < 0.0:
        return NEVER
    share = (-towards - math.sqrt(inner)) / length2
    return max(share, 0.0) if share <= 1.0 else NEVER


@inner
def meet_disc(
    wx: float, wy: float, vx: float, vy: float, reach: float
) -> tuple[float, float, float]:
    """Return when a disc on the way (vx, vy) touches another, and the direction away from it.

    Args:
        wx: From the other's centre to the moving one's.
        wy: Likewise.
        vx: Way (mm).
        vy: Likewise.
        reach: Sum of the radii.

    Returns:
        ``(share, nx, ny)``: share of the way, 0 when they touch already and the way leads closer,
        else ``NEVER``; (nx, ny) has length 1.
    """
    apart2 = wx * wx + wy * wy
    share = 0.0
    if apart2 > reach * reach:
        share = meet_point(wx, wy, vx, vy, reach)
        if share == NEVER:
            return NEVER, 0.0, 0.0
    elif wx * vx + wy * vy >= 0.0:
        return NEVER, 0.0, 0.0
    nx = wx + share * vx
    ny = wy + share * vy
    length = math.sqrt(nx * nx + ny * ny)
    if length == 0.0:
        return NEVER, 0.0, 0.0
    return share, nx / length, ny / length


@inner
def meet_segment(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    x_mm: float,
    y_mm: float,
    vx: float,
    vy: float,
    reach: float,
) -> tuple[float, float, float]:
    """Return when a disc of radius ``reach`` on the way (vx, vy) touches the segment a-b.

    Returns:
        ``(share, nx, ny)`` as ``meet_disc`` does.
    """
    near_x, near_y = from_segment(ax, ay, bx, by, x_mm, y_mm)
    apart2 = near_x * near_x + near_y * near_y
    if apart2 <= reach * reach:
        return meet_disc(near_x, near_y, vx, vy, reach)
    beyond = reach + abs(vx) + abs(vy)
    if apart2 > beyond * beyond:
        return NEVER, 0.0, 0.0
    ex = bx - ax
    ey = by - ay
    wx = x_mm - ax
    wy = y_mm - ay
    length = math.sqrt(ex * ex + ey * ey)
    if length > 0.0:  # the straight side of the fattened segment
        nx = -ey / length
        ny = ex / length
        beside = wx * nx + wy * ny
        if beside < 0.0:
            nx, ny, beside = -nx, -ny, -beside
        closing = -(vx * nx + vy * ny)
        if closing > 0.0:
            # Rounding may put a disc that touches within reach of this line, though not of the
            # nearest point above: then it touches now, and must not be let through.
            share = max(beside - reach, 0.0) / closing
            if share <= 1.0:
                along = (wx + share * vx) * ex + (wy + share * vy) * ey
                if 0.0 <= along <= length * length:
                    return share, nx, ny
    at_a = meet_point(wx, wy, vx, vy, reach)  # its round ends
    at_b = meet_point(wx - ex, wy - ey, vx, vy, reach)
    if at_b < at_a:
        return meet_disc(wx - ex, wy - ey, vx, vy, reach)
    if at_a == NEVER:
        return NEVER, 0.0, 0.0
    return meet_disc(wx, wy, vx, vy, reach)


@inner
def box_meets_segment(
    low_x: float,
    low_y: float,
    high_x: float,
    high_y: float,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
) -> bool:
    """Return whether a segment has a point in an upright box (its border included)."""
    enter = 0.0
    leave = 1.0
    dx = x1 - x0
    dy = y1 - y0
    if dx == 0.0:
        if x0 < low_x or x0 > high_x:
            return False
    else:
        a = (low_x - x0) / dx
        b = (high_x - x0) / dx
        enter = max(enter, min(a, b))
        leave = min(leave, max(a, b))
    if dy == 0.0:
        if y0 < low_y or y0 > high_y:
            return False
    else:
        a = (low_y - y0) / dy
        b = (high_y - y0) / dy
        enter = max(enter, min(a, b))
        leave = min(leave, max(a, b))
    return enter <= leave


@inner
def from_box(
    low_x: float, low_y: float, high_x: float, high_y: float, x: float, y: float
) -> tuple[float, float, float]:
    """Return the gap (mm) from an upright box to a point, and the direction of length 1 outwards.

    Inside of the box the gap is negative and the direction leads to its nearest side.
    """
    dx = x - min(max(x, low_x), high_x)
    dy = y - min(max(y, low_y), high_y)
    if dx != 0.0 or dy != 0.0:
        gap = math.sqrt(dx * dx + dy * dy)
        return gap, dx / gap, dy / gap
    left, right, below, above = x - low_x, high_x - x, y - low_y, high_y - y
    depth = min(left, right, below, above)
    if depth == left:
        return -depth, -1.0, 0.0
    if depth == right:
        return -depth, 1.0, 0.0
    if depth == below:
        return -depth, 0.0, -1.0
    return -depth, 0.0, 1.0
