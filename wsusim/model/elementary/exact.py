"""Sums and products with what rounding left of them: numbers of twice the digits.

A pair ``(high, low)`` stands for the sum of both. Sources: Knuth, The Art of Computer Programming,
volume 2, 4.2.2 (the error of a sum); Dekker 1971, A floating-point technique for extending the
available precision (a product's error without fused multiply-add, and arithmetic with pairs).
"""

from __future__ import annotations

import math

SPLITTER = 134217729.0
"""2^27 + 1: cuts the 53 bits of a number into two halves (Veltkamp, in Dekker)."""

Pair = tuple[float, float]


def two_sum(a: float, b: float) -> Pair:
    """Return ``a + b`` and its error."""
    total = a + b
    rest = total - a
    return total, (a - (total - rest)) + (b - rest)


def ordered_sum(a: float, b: float) -> Pair:
    """Return ``a + b`` and its error; ``a`` is 0 or the larger one."""
    total = a + b
    return total, b - (total - a)


def two_product(a: float, b: float) -> Pair:
    """Return ``a * b`` and its error; neither may be beyond 2^995."""
    product = a * b
    split = SPLITTER * a
    a_high = split - (split - a)
    a_low = a - a_high
    split = SPLITTER * b
    b_high = split - (split - b)
    b_low = b - b_high
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return product, error


def divide(a: float, a_low: float, b: float, b_low: float) -> Pair:
    """Return the quotient of two pairs."""
    quotient = a / b
    product, error = two_product(quotient, b)
    rest = (((a - product) - error) + a_low) - quotient * b_low
    return ordered_sum(quotient, rest / b)


def root(a: float, a_low: float) -> Pair:
    """Return the square root of a pair above 0."""
    whole = math.sqrt(a)
    square, error = two_product(whole, whole)
    return ordered_sum(whole, (((a - square) - error) + a_low) / (2.0 * whole))


def scaled(value: float, power: int) -> float:
    """Return ``value * 2 ** power``, rounded once; ``value`` is near 1."""
    if power > 1000:
        return value * math.ldexp(1.0, 1000) * math.ldexp(1.0, min(power, 2000) - 1000)
    if power < -1000:
        return value * math.ldexp(1.0, -1000) * math.ldexp(1.0, max(power, -2000) + 1000)
    return value * math.ldexp(1.0, power)
