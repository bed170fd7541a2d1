"""A controller's ``math`` is ours, and behaves in every other way as Python's."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wsusim.hosting import failure, own_math
from wsusim.model import elementary

NAMES = sorted(own_math._OWN)
PYTHONS_CBRT = math.cbrt


def nearest_cbrt(x):
    """Return what Python's gives, to the last digit: the C library's may be off by some units."""
    root = PYTHONS_CBRT(x)
    if root == 0.0 or not math.isfinite(root):
        return root
    near = [root + units * math.ulp(root) for units in range(-4, 5)]
    return min(near, key=lambda one: abs(Fraction(one) ** 3 - Fraction(x)))


THEIRS = {name: getattr(math, name) for name in NAMES} | {"cbrt": nearest_cbrt}
STRANGE = ("1", None, 10**400, -(10**400), True, 3, -7, 1j, [], 1e308, -1e308, math.inf, math.nan)


@pytest.fixture(autouse=True)
def ours():
    """The functions as a controller has them."""
    with own_math.own_math():
        yield


def outcome(function, *arguments):
    """Return what a function gives, or its error with all that it says."""
    try:
        value = function(*arguments)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError) as error:
        return type(error), str(error)
    return value if math.isfinite(value) else repr(value)


def arguments_of(name, x):
    """Return the arguments of a function of which x is the one in question."""
    return {
        "atan2": (x, 1.0),
        "hypot": (x, 1.0),
        "pow": (x, 3.0),
        "dist": ((x, 1.0), (0.0, 0.0)),
    }.get(name, (x,))


@pytest.mark.parametrize("name", NAMES)
@given(x=st.sampled_from(STRANGE) | st.floats() | st.floats(-2.0, 2.0))
def test_every_function_takes_and_gives_what_pythons_does(name, x):
    """The same errors with the same words, the same special values, and a hair's breadth else."""
    mine = outcome(getattr(math, name), *arguments_of(name, x))
    theirs = outcome(THEIRS[name], *arguments_of(name, x))

    assert mine == theirs or mine == pytest.approx(theirs, rel=4e-16, abs=1e-323)


@given(base=st.floats(-30.0, 30.0) | st.integers(-9, 9), power=st.integers(-20, 20) | st.floats())
def test_powers_are_as_pythons(base, power):
    """Of negative bases, too, and to powers that are whole or not."""
    mine, theirs = outcome(math.pow, base, power), outcome(THEIRS["pow"], base, power)

    assert mine == theirs or mine == pytest.approx(theirs, rel=4e-16, abs=1e-323)


@given(x=st.floats(0.001, 1000.0), base=st.sampled_from([2, 10, 0.5, 1, -1, 0]))
def test_logarithms_to_a_base_are_as_pythons(x, base):
    """With a base of 1 there is Python's error."""
    mine, theirs = outcome(math.log, x, base), outcome(THEIRS["log"], x, base)

    assert mine == theirs or mine == pytest.approx(theirs, rel=1e-15, abs=1e-15)


@given(numbers=st.lists(st.floats(-1e6, 1e6), max_size=5))
def test_lengths_in_any_space_are_as_pythons(numbers):
    """``hypot`` takes any number of coordinates, ``dist`` points of any space."""
    zeros = [0.0] * len(numbers)

    assert math.hypot(*numbers) == pytest.approx(THEIRS["hypot"](*numbers), rel=1e-15)
    assert math.dist(numbers, zeros) == pytest.approx(THEIRS["hypot"](*numbers), rel=1e-15)


def test_points_of_different_spaces_are_told_apart():
    """``dist`` has Python's error for them."""
    assert outcome(math.dist, (1, 2), (1, 2, 3)) == outcome(THEIRS["dist"], (1, 2), (1, 2, 3))


def test_what_a_controller_calls_is_made_of_exact_steps():
    """``math.sin`` is ``model.elementary``'s, and ``random`` draws with it."""
    assert math.sin(0.7) == elementary.sin(0.7)
    assert random._cos is math.cos
    assert math.sin.__name__ == "sin"


def test_pythons_functions_come_back():
    """When the last controller has gone, ``math`` is what it was."""
    with own_math.own_math():
        pass
    ours = math.sin
    code = (
        "import math, random; from wsusim.hosting.own_math import own_math\n"
        "before = math.sin\n"
        "with own_math(): assert math.sin is not before\n"
        "assert math.sin is before and random._sin is before"
    )

    assert ours is not THEIRS["sin"]
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_program_that_only_calculates_is_not_with_its_robot():
    """These files count as Python's own when it is checked where a program is."""
    assert failure.is_pythons(own_math.__file__)
    assert failure.is_pythons(elementary.__file__)
    assert not failure.is_wsusims(elementary.__file__)
