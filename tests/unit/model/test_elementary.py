"""The elementary functions against mpmath, which has as many digits as one wants."""

from __future__ import annotations

import math
from collections.abc import Callable

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.oracles.minimax import WANTED, coefficients, greatest_error
from wsusim.model import elementary
from wsusim.model.elementary import arcs, circular, logarithms, powers, quarter_turns

ROUGHER = dict.fromkeys(("expm1", "exp", "exp2", "sinh", "cosh", "tanh"), 0.7)
LARGEST_ULP = ROUGHER | {"sin": 0.75, "cos": 0.75, "tan": 0.85, "pow": 0.8}
"""As the modules say; what isn't here has 0.6."""

OTHERS = ("atan2", "dist", "hypot", "pow", "sin_cos", "sine_of_turns")
"""What takes two numbers, or returns two, or takes turns."""

ONE = [name for name in elementary.__all__ if name not in OTHERS]

BITS = 1300
"""Of mpmath, so that it takes the quarter turns off the largest numbers."""

finite = st.floats(allow_nan=False, allow_infinity=False)
moderate = st.floats(-800.0, 800.0)
shares = st.floats(-1.0, 1.0)
numbers = finite | moderate | shares

HARD = (
    6381956970095103.0 * 2.0**797,
    1.5707963267948966,
    3.141592653589793,
    0.7853981633974483,
    0.7853981633974484,
    999999.9999999999,
    1000000.0000000001,
    1.7976931348623157e308,
    5e-324,
    2.2250738585072014e-308,
    0.9999999999999999,
    1.0000000000000002,
    0.41421356237309503,
    22.0,
    709.782712893384,
    -745.1332191019411,
)
"""The first of them is the double nearest to a multiple of pi/2 (Muller 2006, Elementary
Functions), the others are where the functions change their way."""


def oracle(name: str) -> Callable[..., object]:
    """Return mpmath's function."""
    others = {
        "exp2": lambda x: mpmath.mpf(2) ** x,
        "log2": lambda x: mpmath.log(x, 2),
        "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
        "pow": lambda x, y: mpmath.power(x, y),
    }
    return others.get(name) or getattr(mpmath, name)


def error_ulp(name: str, *arguments: float) -> float:
    """Return how far a function is from the truth, in units in the last place; 0 outside."""
    with mpmath.workprec(BITS):
        exact = oracle(name)(*(mpmath.mpf(argument) for argument in arguments))
        if mpmath.im(exact) != 0 or not abs(exact) <= mpmath.mpf(1.797693134862315e308):
            return 0.0
        value = mpmath.mpf(getattr(elementary, name)(*arguments))
        return float(abs(value - exact) / mpmath.mpf(math.ulp(float(exact))))


@pytest.mark.parametrize("name", ONE)
@given(x=numbers)
def test_errors_stay_below_what_is_stated(name, x):
    """No result is farther from the truth than the module says."""
    assume(abs(x) < 1e4 or name not in ("exp", "expm1", "exp2", "sinh", "cosh", "tanh"))

    assert error_ulp(name, x) < LARGEST_ULP.get(name, 0.6)


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "atan", "log", "cbrt", "asinh"])
@pytest.mark.parametrize("x", HARD)
def test_errors_stay_below_it_where_it_is_hard(name, x):
    """Near multiples of pi/2, at the ends of the range, where one way gives over to the next."""
    assert (name == "log" and x <= 0.0) or error_ulp(name, x) < LARGEST_ULP.get(name, 0.6)


@pytest.mark.parametrize("name", ["atan2", "hypot"])
@given(a=numbers, b=numbers)
def test_functions_of_two_numbers_stay_below_it(name, a, b):
    """The same for points of the plane."""
    assume((a, b) != (0.0, 0.0))

    assert error_ulp(name, a, b) < 0.6


@given(base=st.floats(0.0, exclude_min=True, allow_infinity=False), power=moderate | shares)
def test_powers_stay_below_it(base, power):
    """The same for powers, near overflow as well."""
    assert error_ulp("pow", base, power) < 0.8


@pytest.mark.parametrize("name", [name for name in elementary.__all__ if name not in OTHERS[-2:]])
@pytest.mark.parametrize("x", [0.0, -0.0, math.inf, -math.inf, math.nan])
def test_special_values_are_those_of_the_standard(name, x):
    """Zeros keep their sign, what is infinite stays so, and NaN comes back (C99, annex F)."""
    other = {"atan2": 1.0, "hypot": 1.0, "pow": 2.0}.get(name)
    assume_point = name == "dist"
    arguments = ((x, 0.0), (0.0, 0.0)) if assume_point else (x,) if other is None else (x, other)
    mine = getattr(elementary, name)(*arguments)
    try:
        theirs = getattr(math, name)(*arguments)
    except (ValueError, OverflowError):
        theirs = math.nan if name not in ("log", "log2", "log10", "log1p", "atanh") else mine
    if name == "pow" and x < 0.0:
        theirs = math.nan  # not needed, and so not there

    assert repr(mine) == repr(theirs)


@pytest.mark.parametrize("y", [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf])
@pytest.mark.parametrize("x", [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf])
def test_directions_of_the_edges_are_those_of_the_standard(y, x):
    """``atan2`` of zeros and infinities is what C99 wants, sign included."""
    assert repr(elementary.atan2(y, x)) == repr(math.atan2(y, x))


@given(k=st.integers(-300, 300))
def test_what_has_an_exact_result_gets_it(k):
    """Powers of 2 and 10, cubes and squares come out without error."""
    assert elementary.exp2(float(k)) == 2.0**k
    assert elementary.log2(2.0**k) == k
    assert elementary.log10(float(10 ** abs(k % 23))) == abs(k % 23)
    assert elementary.cbrt(float(k**3)) == k
    assert elementary.pow(float(abs(k)), 2.0) == k * k
    assert elementary.hypot(3.0 * k, 4.0 * k) == abs(5 * k)


def test_two_over_pi_has_the_digits_of_two_over_pi():
    """The table of the long reduction is 2/pi to 1,296 bits."""
    with mpmath.workprec(2000):
        whole = int(mpmath.floor(2 / mpmath.pi * mpmath.mpf(2) ** (24 * len(quarter_turns.DIGITS))))
    digits = 0
    for digit in quarter_turns.DIGITS:
        digits = digits << 24 | digit

    assert digits == whole


@pytest.mark.parametrize("name", list(WANTED))
def test_polynomials_are_remez_own(name):
    """The coefficients are what the exchange gives, and as good as that is."""
    modules = (circular, arcs, powers, logarithms)
    stated = next(getattr(module, name) for module in modules if hasattr(module, name))

    assert stated == coefficients(name)
    assert greatest_error(name, stated) < 2.0**-56


@given(
    angle=finite
    | moderate
    | st.sampled_from(HARD)
    | st.sampled_from((0.0, -0.0, math.inf, math.nan))
)
def test_sine_and_cosine_together_are_those_of_one_alone(angle):
    """Kernels share the reduction of the angle, and no bit of either changes."""
    alone = elementary.sin(angle), elementary.cos(angle)

    assert list(map(repr, elementary.sin_cos(angle))) == list(map(repr, alone))


@given(turns=st.floats(0.0, 1.0))
def test_the_sine_of_turns_is_within_its_error(turns):
    """The quick sine of noise is a sine all the same."""
    with mpmath.workprec(200):
        wanted = mpmath.sin(2 * mpmath.pi * mpmath.mpf(turns))
        error = abs(elementary.sine_of_turns(turns) - wanted)

    assert error < 4e-16
