"""How long a vector is, without overflow on the way.

The error is below 0.51 units in the last place.
"""

from __future__ import annotations

from collections.abc import Sequence

from wsusim.model.elementary.exact import root, two_product, two_sum

LARGE, SMALL = 2.0**500, 2.0**-400
INFINITE = float("inf")


def hypot(x: float, y: float) -> float:
    """Return the distance of the point (x, y) from 0; infinite if either is."""
    x, y = abs(x), abs(y)
    if not (x < INFINITE and y < INFINITE):
        return INFINITE if x == INFINITE or y == INFINITE else x + y
    larger, smaller = max(x, y), min(x, y)
    if smaller <= 2.0**-60 * larger:
        return larger
    scale = 1.0
    if larger > LARGE:
        scale = 2.0**-600
    elif larger < SMALL:
        scale = 2.0**600
    larger, smaller = larger * scale, smaller * scale
    square, error = two_product(larger, larger)
    other, other_error = two_product(smaller, smaller)
    total, rest = two_sum(square, other)
    high, low = root(total, rest + (error + other_error))
    return (high + low) / scale


def dist(p: Sequence[float], q: Sequence[float]) -> float:
    """Return how far two points (x, y) are apart."""
    return hypot(p[0] - q[0], p[1] - q[1])
