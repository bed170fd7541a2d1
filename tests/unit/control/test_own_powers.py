"""A program's ``**`` is made of exact steps, and is Python's in every other way."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wsusim.control.loader import load_controllers
from wsusim.control.own_powers import SEEN, compile_with_own_powers, power
from wsusim.model import elementary

HUGE = 10**400
STRANGE = ("a", None, [], True, 1j, Fraction(1, 3), HUGE, 0.0, -0.0, np.float64(1.1))
numbers = st.sampled_from(STRANGE) | st.floats() | st.integers(-40, 40) | st.floats(-9.0, 9.0)

PROGRAM = """
from wsusim import Controller
import helper


class Squares(Controller):
    value, negative, other = 1.3**2.5, -(2.0**3), helper.third(5.0)

    def run(self):
        pass
"""


def outcome(function, *arguments):
    """Return what a function gives, or its error with all that it says."""
    try:
        with np.errstate(all="ignore"):  # numpy's numbers warn, as they do in Python
            value = function(*arguments)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError) as error:
        return type(error), str(error)
    if type(value) is int:  # its text may be longer than Python writes
        return int, value
    return repr(value) if not isinstance(value, float) or value != value else value


def run(text):
    """Return the variables of a program after it has run."""
    scope: dict[str, object] = {**SEEN}
    exec(compile_with_own_powers(text, "program.py"), scope)
    return scope


@given(base=numbers, exponent=numbers)
def test_powers_are_as_pythons(base, exponent):
    """The same types, errors and special values; else at most the last digit is another one."""
    # Exact, so it would never end. (numpy's numbers can't be compared with so large a one.)
    assume(exponent is not HUGE or not isinstance(base, int | Fraction))
    mine = outcome(power, base, exponent)
    theirs = outcome(lambda: base**exponent)

    assert mine == theirs or mine == pytest.approx(theirs, rel=4e-16, abs=1e-323)


def test_what_is_no_number_with_a_point_is_left_to_python():
    """Whole numbers, fractions and arrays have their own powers."""
    left = run("a = 3**40; b = [2]; n = 7; n **= 2; x = 1.5; x **= 2; y = 2**-1; z = pow(3, 4, 5)")

    assert (left["a"], left["n"], left["x"], left["y"], left["z"]) == (3**40, 49, 2.25, 0.5, 1)


def test_arrays_change_in_place():
    """``a **= 2`` of an array changes the array that others hold, too."""
    left = run("import numpy as np\na = b = np.array([3.0])\na **= 2")

    assert left["b"].tolist() == [9.0]


def test_precedence_and_order_stay():
    """Minus binds less than a power, powers bind from the right, the left is looked at first."""
    left = run(
        "seen = []\ndef note(x):\n    seen.append(x)\n    return x\n"
        "a = -2.0**2\nb = 2.0**3.0**2.0\nc = note(2.0) ** note(3.0)"
    )

    assert (left["a"], left["b"], left["seen"]) == (-4.0, 512.0, [2.0, 3.0])


def test_a_controller_and_its_neighbours_have_them(tmp_path):
    """Files that a program imports from its folder calculate in the same way."""
    (tmp_path / "helper.py").write_text("def third(x):\n    return x ** (1 / 3)\n")
    (tmp_path / "squares.py").write_text(PROGRAM)

    (loaded,) = load_controllers(str(tmp_path / "squares.py"))

    assert loaded.cls.value == elementary.pow(1.3, 2.5)
    assert (loaded.cls.negative, loaded.cls.other) == (-8.0, elementary.pow(5.0, 1 / 3))
    own = "import sys; sys.path[0] = sys.argv[1]; import helper; helper.third(2.0)"
    assert subprocess.run([sys.executable, "-c", own, str(tmp_path)], check=False).returncode == 0


def test_an_error_is_at_the_students_line(tmp_path):
    """What Python says of 0 to a negative power is said of the line that has it."""
    (tmp_path / "zero.py").write_text("x = 1\ny = 0.0 ** -x\n")

    with pytest.raises(Exception, match=r"line 2.*ZeroDivisionError"):
        load_controllers(str(tmp_path / "zero.py"))


def test_sums_are_those_of_every_python():
    """One number is added after the other, whatever the version of Python does."""
    left = run("a = sum([1e16, 1.0, -1e16]); b = sum([[1], [2]], []); c = sum(x for x in (1, 2))")

    assert (left["a"], left["b"], left["c"]) == (0.0, [1, 2], 3)
    assert outcome(SEEN["sum"], ["a"], "") == outcome(sum, ["a"], "")
