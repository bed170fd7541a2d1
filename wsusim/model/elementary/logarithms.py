"""Logarithms, and the inverse hyperbolic functions, which are some.

With s = f / (2 + f), log(1 + f) is twice the inverse hyperbolic tangent of s, a series of odd
powers (Cody and Waite 1980; the quotient and the first terms as pairs, for ``pow``). The error is
below 0.6 units in the last place.
"""

from __future__ import annotations

import math

from wsusim.model.elementary.exact import Pair, divide, ordered_sum, root, two_product, two_sum

LOGARITHM = (
    0.19999999999999998,
    0.14285714285715267,
    0.11111111110543256,
    0.09090909220685958,
    0.0769229270546441,
    0.06667626226369343,
    0.05847860856312713,
    0.059104752753333545,
)
"""Of ``(atanh s / s - 1 - s^2 / 3) / s^4`` in powers of s^2."""

LN2_1, LN2_2, LN2_3 = 0.6931471805592082, 7.371002565161996e-13, 5.8029889835956905e-25
"""Of the logarithm of 2; the first two have 40 bits each, so that their products are exact."""
THIRD, THIRD_LOW = 0.3333333333333333, 1.850371707708594e-17
PER_LN2, PER_LN2_LOW = 1.4426950408889634, 2.0355273740931033e-17
PER_LN10, PER_LN10_LOW = 0.4342944819032518, 1.098319650216765e-17
ROOT_HALF = 0.7071067811865476
INFINITE = float("inf")
NAN = float("nan")
TINY = 2.0**-54
LARGE = 2.0**30
"""From here on 1 doesn't count beside the square."""


def log(x: float) -> float:
    """Return the natural logarithm: minus infinity of 0, NaN below."""
    if not 0.0 < x < INFINITE:
        return _edge(x)
    high, low = logarithm(x, 0.0)
    return high + low


def log2(x: float) -> float:
    """Return the logarithm to the base 2: minus infinity of 0, NaN below."""
    if not 0.0 < x < INFINITE:
        return _edge(x)
    fraction, power = _fraction(x)
    high, low = _of_fraction(fraction - 1.0, 0.0, 0)
    product, error = two_product(high, PER_LN2)
    whole, next_error = two_sum(float(power), product)
    return whole + (next_error + (error + (high * PER_LN2_LOW + low * PER_LN2)))


def log10(x: float) -> float:
    """Return the logarithm to the base 10: minus infinity of 0, NaN below."""
    if not 0.0 < x < INFINITE:
        return _edge(x)
    high, low = logarithm(x, 0.0)
    product, error = two_product(high, PER_LN10)
    return product + (error + (high * PER_LN10_LOW + low * PER_LN10))


def log1p(x: float) -> float:
    """Return the logarithm of 1 + x: minus infinity of -1, NaN below."""
    if abs(x) < TINY:
        return x
    if not -1.0 < x < INFINITE:
        return _edge(x + 1.0)
    high, low = _one_more(x, 0.0)
    return high + low


def asinh(x: float) -> float:
    """Return the inverse of the hyperbolic sine."""
    size = abs(x)
    if size < TINY or not size < INFINITE:
        return x
    if size > LARGE:
        return math.copysign(_of_double(size), x)
    square, error = two_product(size, size)
    one_more, more_low = two_sum(1.0, square)
    side, side_low = root(one_more, more_low + error)
    below, below_low = two_sum(1.0, side)
    part, part_low = divide(square, error, below, below_low + side_low)
    whole, next_error = two_sum(size, part)
    high, low = _one_more(*ordered_sum(whole, next_error + part_low))
    return math.copysign(high + low, x)


def acosh(x: float) -> float:
    """Return the inverse of the hyperbolic cosine, 0 or more; NaN below 1."""
    if not 1.0 <= x < INFINITE:
        return x if x == INFINITE else NAN
    if x == 1.0:
        return 0.0
    if x > LARGE:
        return _of_double(x)
    beyond = x - 1.0
    square, error = two_product(beyond, beyond)
    whole, next_error = two_sum(2.0 * beyond, square)
    side, side_low = root(whole, next_error + error)
    whole, next_error = two_sum(beyond, side)
    high, low = _one_more(*ordered_sum(whole, next_error + side_low))
    return high + low


def atanh(x: float) -> float:
    """Return the inverse of the hyperbolic tangent: infinite of -1 and 1, NaN beyond."""
    size = abs(x)
    if size < TINY:
        return x
    if not size < 1.0:
        return math.copysign(INFINITE, x) if size == 1.0 else NAN
    below, below_low = ordered_sum(1.0, -size)
    high, low = _one_more(*divide(2.0 * size, 0.0, below, below_low))
    return math.copysign(0.5 * (high + low), x)


def logarithm(x: float, low: float) -> Pair:
    """Return the logarithm of a pair above 0."""
    fraction, power = _fraction(x)
    low = math.ldexp(low, -power)
    return _of_fraction(fraction - 1.0, low, power)


def _edge(x: float) -> float:
    return x if x == INFINITE else -INFINITE if x == 0.0 else NAN


def _fraction(x: float) -> tuple[float, int]:
    """Return a number from root(1/2) to root(2) and the power of 2 with which it makes x."""
    fraction, power = math.frexp(x)
    if fraction < ROOT_HALF:
        return 2.0 * fraction, power - 1
    return fraction, power


def _of_double(x: float) -> float:
    """Return the logarithm of 2 x."""
    fraction, power = _fraction(x)
    high, low = _of_fraction(fraction - 1.0, 0.0, power + 1)
    return high + low


def _one_more(x: float, low: float) -> Pair:
    """Return the logarithm of 1 + a pair."""
    if -0.25 < x < 0.4:
        return _of_fraction(x, low, 0)
    whole, error = two_sum(1.0, x)
    return logarithm(*ordered_sum(whole, error + low))


def _of_fraction(f: float, f_low: float, power: int) -> Pair:
    """Return the logarithm of ``2^power * (1 + f)``, with f from -0.3 to 0.42."""
    below, below_low = two_sum(2.0, f)
    s, s_low = divide(f, f_low, below, below_low + f_low)
    z, z_low = two_product(s, s)
    z_low += 2.0 * s * s_low
    c = LOGARITHM
    series = c[4] + z * (c[5] + z * (c[6] + z * c[7]))
    series = c[0] + z * (c[1] + z * (c[2] + z * (c[3] + z * series)))
    third, third_low = two_product(z, THIRD)
    third_low += z * THIRD_LOW + z_low * THIRD
    product, error = two_product(s, third)
    high, low = ordered_sum(s, product)
    low += error + (s_low + (s * (third_low + z * z * series) + s_low * third))
    high, low = 2.0 * high, 2.0 * low
    if power != 0:
        count = float(power)
        high, error = two_sum(count * LN2_1, high)
        low = error + (count * LN2_2 + (low + count * LN2_3))
    return ordered_sum(high, low)
