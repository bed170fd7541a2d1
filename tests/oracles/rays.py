"""Plain twin of ``wsusim.kernels.rays`` and ``sides``: every edge, disc and box, one by one."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise


def first_edge(edges, x, y, dx, dy, reach):
    """Return ``(distance, edge)`` of the nearest edge met from its left side, or (reach, -1)."""
    nearest, hit = reach, -1
    for number, (x0, y0, x1, y1) in enumerate(edges):
        ex, ey = x1 - x0, y1 - y0
        turn = dx * ey - dy * ex
        if turn <= 0:
            continue
        along = ((x0 - x) * ey - (y0 - y) * ex) / turn
        place = ((x0 - x) * dy - (y0 - y) * dx) / turn
        if 0 <= place <= 1 and 0 <= along < nearest:
            nearest, hit = along, number
    return nearest, hit


def disc_distance(centre_x, centre_y, radius, x, y, dx, dy):
    """Return how far along the ray the disc is met, or infinity."""
    wx, wy = centre_x - x, centre_y - y
    if math.hypot(wx, wy) <= radius:
        return 0.0
    along = wx * dx + wy * dy
    beside = abs(wx * dy - wy * dx)
    if along <= 0 or beside > radius:
        return math.inf
    return along - math.sqrt(radius * radius - beside * beside)


@cache
def _sides(box):
    """Return the sides of a box, once for all rays."""
    corners = box.corners_mm(box.pose)
    return [(x0, y0, x1, y1) for (x1, y1), (x0, y0) in pairwise([*corners, corners[0]])]


def box_hit(box, x, y, dx, dy):
    """Return how far along the ray a box of the world is met, or infinity, and how squarely.

    The latter is the cosine of the angle of incidence. From inside it is met at 0, squarely.
    """
    sides = _sides(box)
    if all((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) < 0 for x0, y0, x1, y1 in sides):
        return 0.0, 1.0
    distance, side = first_edge(sides, x, y, dx, dy, math.inf)
    if side < 0:
        return math.inf, 0.0
    x0, y0, x1, y1 = sides[side]
    return distance, (dx * (y1 - y0) - dy * (x1 - x0)) / math.hypot(x1 - x0, y1 - y0)
