"""Powers of e and what is made of them: exp, expm1, exp2, pow, cbrt, and the hyperbolic functions.

Whole powers of 2 are taken off first (Cody and Waite 1980), what is left is a polynomial of a pair.
The error is below 0.7 units in the last place, of ``pow`` below 0.8.
"""

from __future__ import annotations

import math

from wsusim.model.elementary.circular import TINY
from wsusim.model.elementary.exact import (
    Pair,
    divide,
    ordered_sum,
    scaled,
    two_product,
    two_sum,
)
from wsusim.model.elementary.logarithms import LN2_1, LN2_2, LN2_3, logarithm

POWER = (
    0.16666666666666677,
    0.04166666666666669,
    0.008333333333322163,
    0.0013888888888870367,
    0.00019841269884956613,
    2.480158735576439e-05,
    2.7557245260547784e-06,
    2.755724579357803e-07,
    2.5108703940647884e-08,
    2.0923717052915654e-09,
)
"""Of ``(exp r - 1 - r - r^2 / 2) / r^3`` in powers of r."""

PER_LN2 = 1.4426950408889634
LN2, LN2_LOW = 0.6931471805599453, 2.3190468138462996e-17
THIRD, THIRD_LOW = 0.3333333333333333, 1.850371707708594e-17
INFINITE = float("inf")
HIGHEST = 800.0
"""Beyond it every power of e is infinite, or 0."""
FULL = 22.0
"""From here on exp(-2 x) doesn't count beside 1."""


def exp(x: float) -> float:
    """Return e to the power of x."""
    if not abs(x) < HIGHEST:
        return x if x != x else INFINITE if x > 0.0 else 0.0
    return _power(x, 0.0)


def expm1(x: float) -> float:
    """Return e to the power of x, less 1."""
    if abs(x) < 2.0**-54 or x != x:
        return x
    if x < -50.0:
        return -1.0
    if x > 50.0:
        return exp(x)
    high, low = _less_one(x)
    return high + low


def exp2(x: float) -> float:
    """Return 2 to the power of x."""
    if not abs(x) < 1100.0:
        return x if x != x else INFINITE if x > 0.0 else 0.0
    high, low = two_product(x, LN2)
    return _power(high, low + x * LN2_LOW)


def pow(base: float, power: float) -> float:
    """Return a base of 0 or more to the power; NaN below 0, as whole powers need no function."""
    if power == 0.0 or base == 1.0:
        return 1.0
    if base != base or power != power or base < 0.0:
        return INFINITE - INFINITE
    if base == 0.0 or base == INFINITE:
        return INFINITE if (base == 0.0) == (power < 0.0) else 0.0
    high, low = logarithm(base, 0.0)
    if not abs(high * power) < HIGHEST:
        return INFINITE if (high > 0.0) == (power > 0.0) else 0.0
    product, error = two_product(high, power)
    return _power(product, error + low * power)


def cbrt(x: float) -> float:
    """Return the cube root."""
    if x == 0.0 or not abs(x) < INFINITE:
        return x
    high, low = logarithm(abs(x), 0.0)
    product, error = two_product(high, THIRD)
    return math.copysign(_power(product, error + (high * THIRD_LOW + low * THIRD)), x)


def tanh(x: float) -> float:
    """Return the hyperbolic tangent."""
    size = abs(x)
    if size < TINY or x != x:
        return x
    if size > FULL:
        return math.copysign(1.0, x)
    high, low = _less_one(2.0 * size)
    below, below_low = two_sum(2.0, high)
    high, low = divide(high, low, below, below_low + low)
    return math.copysign(high + low, x)


def sinh(x: float) -> float:
    """Return the hyperbolic sine."""
    size = abs(x)
    if size < TINY or x != x:
        return x
    if size > FULL:
        return math.copysign(_half_power(size), x)
    high, low = _less_one(size)
    below, below_low = two_sum(1.0, high)
    other, other_low = divide(high, low, below, below_low + low)
    high, error = two_sum(high, other)
    return math.copysign(0.5 * (high + (error + (low + other_low))), x)


def cosh(x: float) -> float:
    """Return the hyperbolic cosine."""
    size = abs(x)
    if x != x:
        return x
    if size > FULL:
        return _half_power(size)
    high, low = _less_one(size)
    high, error = two_sum(1.0, high)
    high, low = ordered_sum(high, error + low)
    other, other_low = divide(1.0, 0.0, high, low)
    high, error = ordered_sum(high, other)
    return 0.5 * (high + (error + (low + other_low)))


def _power(x: float, low: float) -> float:
    twos, high, low = _parts(x, low)
    whole, error = ordered_sum(1.0, high)
    return scaled(whole + (error + low), twos)


def _half_power(x: float) -> float:
    """Return half of e to the power of x."""
    if not x < HIGHEST:
        return INFINITE
    twos, high, low = _parts(x, 0.0)
    whole, error = ordered_sum(1.0, high)
    return scaled(whole + (error + low), twos - 1)


def _less_one(x: float) -> Pair:
    """Return e to the power of x, less 1; x is within -50 .. 50."""
    twos, high, low = _parts(x, 0.0)
    if twos == 0:
        return high, low
    scale = math.ldexp(1.0, twos)
    whole, error = two_sum(scale, -1.0)
    whole, next_error = two_sum(whole, scale * high)
    return ordered_sum(whole, (error + next_error) + scale * low)


def _parts(x: float, low: float) -> tuple[int, float, float]:
    """Return k and a pair p so that ``exp(x) = 2^k * (1 + p)``, with p from -0.3 to 0.42."""
    twos = math.floor(x * PER_LN2 + 0.5)
    count = float(twos)
    rest, error = two_sum(x - count * LN2_1, -(count * LN2_2))
    rest, error = ordered_sum(rest, error + (low - count * LN2_3))
    z, z_low = two_product(rest, rest)
    c = POWER
    series = c[5] + rest * (c[6] + rest * (c[7] + rest * (c[8] + rest * c[9])))
    series = c[0] + rest * (c[1] + rest * (c[2] + rest * (c[3] + rest * (c[4] + rest * series))))
    high, first = ordered_sum(rest, 0.5 * z)
    high, second = ordered_sum(
        high, first + ((error + rest * error) + (0.5 * z_low + rest * z * series))
    )
    return twos, high, second
