"""Elementary functions in kernels give what they give in Python, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.kernels.from_python import product_and_sum, sines_and_cosines
from wsusim.kernels import elementwise
from wsusim.model import elementary

numbers = st.lists(
    st.floats() | st.floats(-4.0, 4.0) | st.floats(-750.0, 750.0), min_size=1, max_size=40
)


def bits(values):
    """Return numbers so that two NaN are equal and two zeros are not."""
    return [repr(float(value)) for value in values]


@pytest.mark.parametrize("name", ["acos", "cos", "expm1", "log1p", "sin", "tan", "tanh"])
@given(x=numbers)
def test_a_kernel_gives_what_python_gives(name, x):
    """Compiled or not, the same text gives the same bits."""
    compiled, plain = getattr(elementwise, name), getattr(elementary, name)

    assert bits(compiled(np.array(x))) == bits(map(plain, x))


@given(x=numbers)
def test_a_kernel_gives_the_same_sines_and_cosines_together(x):
    """So does the function that returns both."""
    sines, cosines = np.empty((2, len(x)))
    sines_and_cosines(np.array(x), sines, cosines)

    pairs = map(elementary.sin_cos, x)
    assert list(zip(bits(sines), bits(cosines), strict=True)) == [tuple(bits(p)) for p in pairs]


@given(y=numbers, x=numbers)
def test_a_kernel_gives_the_same_directions(y, x):
    """``atan2`` as well."""
    pairs = list(zip(y, x, strict=False))
    ys, xs = np.array(pairs).T

    assert bits(elementwise.atan2(ys, xs)) == bits(elementary.atan2(*pair) for pair in pairs)


@given(base=numbers, power=st.floats(0.0, 40.0))
def test_a_kernel_gives_the_same_powers(base, power):
    """``pow`` as well."""
    sizes = [abs(x) for x in base]

    assert bits(elementwise.power(sizes, power)) == bits(elementary.pow(x, power) for x in sizes)


def test_arrays_keep_their_shape():
    """Rows and columns stay, of arrays that are no block of memory, too."""
    angles = np.arange(12.0).reshape(3, 4).T

    assert elementwise.sin(angles)[3, 2] == elementary.sin(11.0)
    assert elementwise.sin(angles).shape == (4, 3)


def test_a_product_and_a_sum_are_rounded_each():
    """No kernel joins both into one operation, though the processor may have one."""
    a, b = 1.0 + 2.0**-30, 1.0 - 2.0**-30  # the product is 1 - 2^-60, which rounds to 1

    assert product_and_sum(a, b, -1.0) == 0.0
