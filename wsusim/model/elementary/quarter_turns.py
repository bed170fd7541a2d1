"""Take whole quarter turns off an angle, however large it is, and lose nothing.

Up to ``LARGEST_RAD`` pi/2 stands in four parts, of which the first three have so few digits that
their products are exact (Cody and Waite 1980, Software Manual for the Elementary Functions). Beyond
that the digits of 2/pi that matter are multiplied as whole numbers (Payne and Hanek 1983, Radian
reduction for trigonometric functions).
"""

from __future__ import annotations

import math

from wsusim.model.elementary.exact import ordered_sum, two_product, two_sum

EIGHTH_RAD = 0.7853981633974483
LARGEST_RAD = 1000000.0

TWO_OVER_PI = 0.6366197723675814
PART_1, PART_2, PART_3 = 1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21
"""Of pi/2, 33 bits each."""
PART_4 = 8.4784276603689e-32

QUARTER, QUARTER_LOW = 1.5707963267948966, 6.123233995736766e-17

DIGIT = 24
"""Bits of one digit below."""
MASK = 0xFFFFFF
# fmt: off
DIGITS = (
    10680707, 7228996, 1387004, 2578385, 16069853, 12639074, 9804092, 4427841, 16666979, 11263675,
    12935607, 2387514, 4345298, 14681673, 3074569, 13734428, 16653803, 1880361, 10960616, 8533493,
    3062596, 8710556, 7349940, 6258241, 3772886, 3769171, 3798172, 8675211, 12450088, 3874808,
    9961438, 366607, 15675153, 9132554, 7151469, 3571407, 2607881, 12013382, 4155038, 6285869,
    7677882, 13102053, 15825725, 473591, 9065106, 15363067, 6271263, 9264392, 5636912, 4652155,
    7056368, 13614112, 10155062, 1944035,
)
# fmt: on
"""The digits of 2/pi behind the point, to the base 2^24."""


def quarter_turns(angle_rad: float) -> tuple[int, float, float]:
    """Return the nearest number of quarter turns modulo 4, and what is left, as a pair.

    The angle is finite; what is left is within pi/4 of 0.
    """
    size = abs(angle_rad)
    if size <= EIGHTH_RAD:
        return 0, angle_rad, 0.0
    if size > LARGEST_RAD:
        return _of_many_turns(angle_rad)
    turns = math.floor(angle_rad * TWO_OVER_PI + 0.5)
    count = float(turns)
    rest, error = two_sum(angle_rad - count * PART_1, -(count * PART_2))
    rest, next_error = two_sum(rest, -(count * PART_3))
    rest, error = ordered_sum(rest, (error + next_error) - count * PART_4)
    return turns & 3, rest, error


def _of_many_turns(angle_rad: float) -> tuple[int, float, float]:
    fraction, exponent = math.frexp(abs(angle_rad))
    exponent -= 53
    shift = exponent % DIGIT
    place = (exponent - shift) // DIGIT
    whole = int(fraction * 9007199254740992.0)  # the 53 bits as a whole number
    # Four digits of it, shifted so that the digits of the product begin at the point.
    low = (whole & MASK) << shift
    middle = ((whole >> DIGIT & MASK) << shift) + (low >> DIGIT)
    high = ((whole >> 2 * DIGIT) << shift) + (middle >> DIGIT)
    a, b, c, d = low & MASK, middle & MASK, high & MASK, high >> DIGIT
    carry = _column(a, b, c, d, place + 9) >> DIGIT
    carry, fourth = _two_columns(a, b, c, d, place + 7, carry)
    carry, third = _two_columns(a, b, c, d, place + 5, carry)
    carry, second = _two_columns(a, b, c, d, place + 3, carry)
    carry, first = _two_columns(a, b, c, d, place + 1, carry)
    turns = _column(a, b, c, d, place) + carry
    is_beyond = first >= 1 << 47
    if is_beyond:  # half a turn or more is missing to the next one
        turns += 1
        full = (1 << 48) - 1
        first, second, third, fourth = full - first, full - second, full - third, full - fourth
    rest, error = ordered_sum(float(first) * 2.0**-48, float(second) * 2.0**-96)
    rest, next_error = two_sum(rest, float(third) * 2.0**-144)
    error = (error + next_error) + float(fourth) * 2.0**-192
    product, product_error = two_product(rest, QUARTER)
    product_error += rest * QUARTER_LOW + error * QUARTER
    rest, error = ordered_sum(product, product_error)
    if is_beyond != (angle_rad < 0.0):
        rest, error = -rest, -error
    return (-turns if angle_rad < 0.0 else turns) & 3, rest, error


def _two_columns(a: int, b: int, c: int, d: int, place: int, carry: int) -> tuple[int, int]:
    """Return what two digits of the product carry on, and both as one number of 48 bits."""
    lower = _column(a, b, c, d, place + 1) + carry
    upper = _column(a, b, c, d, place) + (lower >> DIGIT)
    return upper >> DIGIT, (upper & MASK) << DIGIT | lower & MASK


def _column(a: int, b: int, c: int, d: int, place: int) -> int:
    """Return one digit of the product, not yet carried; ``place`` counts from before the point."""
    total = d * DIGITS[place + 2]
    if place >= -1:
        total += c * DIGITS[place + 1]
    if place >= 0:
        total += b * DIGITS[place]
    if place >= 1:
        total += a * DIGITS[place - 1]
    return total
