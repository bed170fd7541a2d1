"""Plain twins of ``kernels.contact``: by looking at many points of a way, not by formulas."""

from __future__ import annotations

import math

Vector = tuple[float, float]


def point_to_segment_mm(a: Vector, b: Vector, point: Vector) -> float:
    """Return the distance from a point to a segment, by ternary search along the segment."""
    low, high = 0.0, 1.0
    for _ in range(200):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if _along(a, b, left, point) < _along(a, b, right, point):
            high = right
        else:
            low = left
    return _along(a, b, (low + high) / 2, point)


def _along(a: Vector, b: Vector, share: float, point: Vector) -> float:
    return math.dist((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])), point)


def first_touch(a: Vector, b: Vector, start: Vector, way: Vector, reach: float) -> float | None:
    """Return the share of a way at which its point first comes within reach of a segment.

    Fine steps, then bisection; ``None`` when it never does. The start is out of reach.
    """

    def gap(share: float) -> float:
        point = (start[0] + share * way[0], start[1] + share * way[1])
        return point_to_segment_mm(a, b, point) - reach

    steps = 400
    for k in range(1, steps + 1):
        if gap(k / steps) < 0.0:
            low, high = (k - 1) / steps, k / steps
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if gap(middle) > 0.0 else (low, middle)
            return (low + high) / 2
    return None
