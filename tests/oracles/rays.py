"""Plain twin of ``wsusim.kernels.rays``: every edge, every disc, one after the other."""

from __future__ import annotations

import math


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
