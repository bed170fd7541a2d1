"""Tuples of tables that kernels reach by an address."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from wsusim.kernels.argument_words import Placed, at, call_at, words_of
from wsusim.kernels.jit import address_of, loop


class Inner(NamedTuple):
    """A tuple in a tuple."""

    wide: np.ndarray
    weight: float


class Outer(NamedTuple):
    """Some of everything that may be in a row."""

    count: int
    inner: Inner
    long: np.ndarray


@loop
def total(number, outer):
    """Return a sum of everything, as a whole number."""
    found = 0.0
    for row in range(outer.inner.wide.shape[0]):
        line = outer.inner.wide[row]
        for column in range(line.size):
            found += line[column] * outer.inner.weight
    for k in range(outer.long.size):
        found += outer.long[k]
    return number * outer.count + int(found)


@loop
def add_one(outer):
    """Count all of ``long`` up."""
    for k in range(outer.long.size):
        outer.long[k] += 1


@loop
def last_of(words, like):
    """Return the last number of ``long``, as the row has it."""
    return at(words, like).long[-1]


@loop
def total_by_address(address, number, words, like):
    """Call ``total``."""
    return call_at(address, number, words, like)


@pytest.fixture
def outer() -> Outer:
    """Return a tuple with 2 x 3 and four numbers."""
    return Outer(7, Inner(np.arange(6.0).reshape(2, 3), 0.5), np.array([1, 2, 3, 4]))


def test_a_kernel_sees_what_it_would_see_of_the_tuple(outer: Outer) -> None:
    """Numbers, arrays of any shape, tuples in it; 10 * 7 + 15 / 2 + 10."""
    assert total(10, Placed(outer)) == total(10, outer) == 87


def test_every_other_row_is_seen_as_such(outer: Outer) -> None:
    """How far it is from one number to the next is in the row, too."""
    wide = np.arange(24.0).reshape(4, 6)[::2, ::2]
    apart = outer._replace(inner=Inner(wide, 1.0), long=np.arange(8)[::2])

    assert total(0, Placed(apart)) == int(wide.sum()) + 12


def test_what_a_kernel_writes_is_in_the_arrays(outer: Outer) -> None:
    """A row has addresses and no copies."""
    add_one(Placed(outer))

    assert outer.long.tolist() == [2, 3, 4, 5]


def test_a_row_may_hold_another_array_later(outer: Outer) -> None:
    """``at`` looks at the row as it is now."""
    words, like, other = words_of(outer), Placed(outer), np.array([5, 6, 7, 8])
    first = last_of(words, like)
    words[words == outer.long.ctypes.data] = other.ctypes.data

    assert (first, last_of(words, like)) == (4, 8)


def test_a_compiled_kernel_is_called_by_its_address(outer: Outer) -> None:
    """So a loop over many worlds has no copy of the tick kernel."""
    like = Placed(outer)
    address = address_of(total, 0, like)

    assert total_by_address(address, 10, words_of(outer._replace(count=8)), like) == 97
