"""How kernels are compiled."""

from __future__ import annotations

import numpy as np
import pytest

from wsusim.kernels.jit import inline, inner, loop


def doubled(number):
    """Return twice a number."""
    return 2 * number


@pytest.mark.parametrize("part", [inline, inner])
def test_a_kernel_of_whole_numbers_is_compiled_once(part):
    """Constants, and whole numbers of any width, make no compiled forms of their own."""
    kernel = part(doubled)

    @loop
    def caller(small, large):
        return kernel(0) + kernel(1) + kernel(small[0]) + kernel(large[0])

    assert caller(np.array([3], np.int32), np.array([4], np.int64)) == 16
    assert len(kernel.dispatcher.signatures) == 1


def test_a_kernel_of_fractions_is_compiled_for_them():
    """Numbers of another kind are not taken for whole ones."""
    kernel = inline(doubled)

    @loop
    def caller(whole, fraction):
        return kernel(whole) + kernel(fraction)

    assert caller(2, 0.25) == 4.5
    assert len(kernel.dispatcher.signatures) == 2
