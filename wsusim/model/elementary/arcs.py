"""Arc tangent, arc sine and arc cosine.

All are angles of a quotient y / x of at most 1: its nearest eighth stands in a table, and a
polynomial does the rest (the addition theorem of the arc tangent, as in Gal and Bachelis 1991, An
accurate elementary mathematical library). The error is below 0.6 units in the last place.
"""

from __future__ import annotations

import math

from wsusim.model.elementary.exact import Pair, divide, ordered_sum, root, two_product, two_sum

ARC = (
    -0.333333333333332,
    0.19999999999452528,
    -0.14285713603273426,
    0.11110748027313544,
    -0.09004146853776343,
)
"""Of ``(atan u / u - 1) / u^2`` in powers of u^2."""

ANGLE = (
    0.0,
    0.12435499454676144,
    0.24497866312686414,
    0.35877067027057225,
    0.4636476090008061,
    0.5585993153435624,
    0.6435011087932844,
    0.7188299996216245,
    0.7853981633974483,
)
"""The arc tangents of 0, 1/8, .. 1, and below what these leave."""
ANGLE_LOW = (
    0.0,
    -3.1253241424539383e-18,
    1.0698755618734451e-17,
    -2.4623815582638635e-17,
    2.2698777452961687e-17,
    -5.4556305485916264e-18,
    1.5834785051444286e-17,
    -2.1478388444456983e-17,
    3.061616997868383e-17,
)

PI, PI_LOW = 3.141592653589793, 1.2246467991473532e-16
QUARTER, QUARTER_LOW = 1.5707963267948966, 6.123233995736766e-17
INFINITE = float("inf")

TINY_RATIO = 2.0**-60
LARGE, SMALL = 2.0**900, 2.0**-850


def atan(x: float) -> float:
    """Return the arc tangent, -pi/2 to pi/2."""
    return atan2(x, 1.0)


def asin(x: float) -> float:
    """Return the arc sine, -pi/2 to pi/2; NaN beyond -1 .. 1."""
    if abs(x) < TINY_RATIO:
        return x
    if not abs(x) <= 1.0:
        return INFINITE - INFINITE
    other, other_low = _leg(x)
    high, low = _angle(abs(x), 0.0, other, other_low)
    return math.copysign(high + low, x)


def acos(x: float) -> float:
    """Return the arc cosine, 0 to pi; NaN beyond -1 .. 1."""
    if not abs(x) <= 1.0:
        return INFINITE - INFINITE
    other, other_low = _leg(x)
    high, low = _angle(other, other_low, abs(x), 0.0)
    if x < 0.0:
        high, error = ordered_sum(PI, -high)
        low = (error + PI_LOW) - low
    return high + low


def atan2(y: float, x: float) -> float:
    """Return the angle from +x to the point (x, y), -pi to pi, as C99 has it for 0 and infinity."""
    if x != x or y != y:
        return x + y
    if y == 0.0:
        return y if math.copysign(1.0, x) > 0.0 else math.copysign(PI, y)
    up, across = abs(y), abs(x)
    if up == INFINITE or across == INFINITE:
        up, across = 1.0 if up == INFINITE else 0.0, 1.0 if across == INFINITE else 0.0
    larger = max(up, across)
    if x > 0.0 and across == larger and up < TINY_RATIO * across:
        return math.copysign(up / across, y)
    if larger > LARGE:
        up, across = up * 2.0**-200, across * 2.0**-200
    elif larger < SMALL:
        up, across = up * 2.0**200, across * 2.0**200
    high, low = _angle(up, 0.0, across, 0.0)
    if x < 0.0:
        high, error = ordered_sum(PI, -high)
        low = (error + PI_LOW) - low
    return math.copysign(high + low, y)


def _leg(x: float) -> Pair:
    """Return the square root of 1 - x * x."""
    square, error = two_product(x, x)
    high, low = ordered_sum(1.0, -square)
    low -= error
    high, low = ordered_sum(high, low)
    return root(high, low) if high > 0.0 else (0.0, 0.0)


def _angle(y: float, y_low: float, x: float, x_low: float) -> Pair:
    """Return the angle of a point that is not 0, in the first quarter turn."""
    if y <= x:
        return _half_angle(y, y_low, x, x_low)
    high, low = _half_angle(x, x_low, y, y_low)
    high, error = ordered_sum(QUARTER, -high)
    return high, (error + QUARTER_LOW) - low


def _half_angle(y: float, y_low: float, x: float, x_low: float) -> Pair:
    """Return the angle of a point with y <= x: the arc tangent of y / x."""
    if y < TINY_RATIO * x:
        return y / x, 0.0
    ratio, ratio_low = divide(y, y_low, x, x_low)
    eighth = min(int(8.0 * ratio + 0.5), 8)
    step, step_low = ratio, ratio_low
    if eighth > 0:
        near = 0.125 * float(eighth)
        product, error = two_product(ratio, near)
        below, below_low = two_sum(1.0, product)
        below_low += error + ratio_low * near
        step, step_low = divide(ratio - near, ratio_low, below, below_low)
    z = step * step
    c = ARC
    series = c[0] + z * (c[1] + z * (c[2] + z * (c[3] + z * c[4])))
    high, low = ordered_sum(ANGLE[eighth], step)
    return high, low + (ANGLE_LOW[eighth] + (step_low + step * z * series))
