"""Sine, cosine and tangent: an eighth of a turn as polynomials, the rest by quarter turns.

The error is below 0.75 units in the last place, of the tangent below 0.85.
"""

from __future__ import annotations

import math

from wsusim.model.elementary.exact import Pair, divide, ordered_sum, two_product
from wsusim.model.elementary.quarter_turns import quarter_turns

SINE = (
    -0.16666666666666666,
    0.008333333333333325,
    -0.0001984126984125681,
    2.7557319214960557e-06,
    -2.5052105087618983e-08,
    1.605838672253548e-10,
    -7.579604473886466e-13,
)
"""Of ``(sin r / r - 1) / r^2`` in powers of r^2, by Remez's exchange; so are all of these
(``tests/oracles/minimax.py`` works them out)."""

COSINE = (
    0.04166666666666666,
    -0.0013888888888883366,
    2.480158729487093e-05,
    -2.755731581334178e-07,
    2.087591060301931e-09,
    -1.1368839248438056e-11,
)
"""Of ``(cos r - 1 + r^2 / 2) / r^4``."""

HALF_TURN_SERIES = (
    -0.16666666666666666,
    0.008333333333333333,
    -0.0001984126984126984,
    2.7557319223985893e-06,
    -2.505210838544172e-08,
    1.6059043836821613e-10,
    -7.647163731819816e-13,
    2.8114572543455206e-15,
    -8.22063524662433e-18,
    1.9572941063391263e-20,
)
"""The sine's own series up to the 21st power: at a quarter turn less than 3e-16 is missing."""

TURN_RAD = 6.283185307179586

TINY = 7.450580596923828e-09
"""2^-27: below it the next term of a series is less than a quarter of the last place."""

NAN = float("nan")


def sin(angle_rad: float) -> float:
    """Return the sine; NaN of what is not finite."""
    if abs(angle_rad) < TINY:
        return angle_rad
    if not abs(angle_rad) < float("inf"):
        return NAN
    turns, rest, low = quarter_turns(angle_rad)
    high, low = cosine_of_rest(rest, low) if turns & 1 else sine_of_rest(rest, low)
    value = high + low
    return -value if turns & 2 else value


def cos(angle_rad: float) -> float:
    """Return the cosine; NaN of what is not finite."""
    if not abs(angle_rad) < float("inf"):
        return NAN
    turns, rest, low = quarter_turns(angle_rad)
    high, low = sine_of_rest(rest, low) if turns & 1 else cosine_of_rest(rest, low)
    value = high + low
    return -value if turns + 1 & 2 else value


def sin_cos(angle_rad: float) -> Pair:
    """Return sine and cosine, the very numbers of both functions, for less than two of them."""
    if not abs(angle_rad) < float("inf"):
        return NAN, NAN
    turns, rest, low = quarter_turns(angle_rad)
    high, low_part = sine_of_rest(rest, low)
    sine = angle_rad if abs(angle_rad) < TINY else high + low_part
    high, low_part = cosine_of_rest(rest, low)
    cosine = high + low_part
    if turns & 1:
        sine, cosine = cosine, sine
    return -sine if turns & 2 else sine, -cosine if turns + 1 & 2 else cosine


def sine_of_turns(turns: float) -> float:
    """Return the sine of a share of a whole turn, within 4e-16, and at a third of the cost.

    Half turns come off without a rounding, and no jump depends on the number: for random ones.
    """
    halves = math.floor(2.0 * turns + 0.5)
    rest = TURN_RAD * (turns - 0.5 * halves)
    z = rest * rest
    c = HALF_TURN_SERIES
    upper = c[5] + z * (c[6] + z * (c[7] + z * (c[8] + z * c[9])))
    series = c[0] + z * (c[1] + z * (c[2] + z * (c[3] + z * (c[4] + z * upper))))
    sine = rest + rest * z * series
    return -sine if halves & 1 else sine


def tan(angle_rad: float) -> float:
    """Return the tangent; NaN of what is not finite."""
    if abs(angle_rad) < TINY:
        return angle_rad
    if not abs(angle_rad) < float("inf"):
        return NAN
    turns, rest, low = quarter_turns(angle_rad)
    sine, sine_low = ordered_sum(*sine_of_rest(rest, low))
    cosine, cosine_low = ordered_sum(*cosine_of_rest(rest, low))
    if turns & 1:
        high, low = divide(-cosine, -cosine_low, sine, sine_low)
    else:
        high, low = divide(sine, sine_low, cosine, cosine_low)
    return high + low


def sine_of_rest(rest: float, low: float) -> Pair:
    """Return the sine of a pair within an eighth of a turn."""
    z = rest * rest
    c = SINE
    series = c[0] + z * (c[1] + z * (c[2] + z * (c[3] + z * (c[4] + z * (c[5] + z * c[6])))))
    return rest, (low - 0.5 * z * low) + rest * z * series


def cosine_of_rest(rest: float, low: float) -> Pair:
    """Return the cosine of a pair within an eighth of a turn."""
    z, z_low = two_product(rest, rest)
    c = COSINE
    series = c[0] + z * (c[1] + z * (c[2] + z * (c[3] + z * (c[4] + z * c[5]))))
    half = 0.5 * z
    high = 1.0 - half
    return high, ((1.0 - high) - half) + ((z * z * series - 0.5 * z_low) - rest * low)
