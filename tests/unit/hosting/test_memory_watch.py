"""Memory is looked at again and again, and told when it is too much."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from wsusim.hosting.memory_watch import MB, MemoryWatch, address_bytes, data_bytes

WAIT_S = 20.0


@contextmanager
def watching(watch: MemoryWatch) -> Iterator[None]:
    """Let a watch look within the block."""
    watch.start()
    try:
        yield
    finally:
        watch.close()


def test_too_much_is_acted_on_again_and_again() -> None:
    """While too much is used, each look acts."""
    acts, is_enough = [], threading.Event()

    def act() -> None:
        acts.append(None)
        if len(acts) == 3:
            is_enough.set()

    with watching(MemoryWatch(lambda: 11, 10, act)):
        assert is_enough.wait(WAIT_S)


def test_what_may_be_used_is_not_acted_on() -> None:
    """Nothing is done as long as no more is used than may be."""
    looks, is_enough, acts = [], threading.Event(), []

    def used_bytes() -> int:
        looks.append(None)
        if len(looks) == 3:
            is_enough.set()
        return 10

    with watching(MemoryWatch(used_bytes, 10, lambda: acts.append(None))):
        assert is_enough.wait(WAIT_S)
    assert not acts


def test_a_look_without_memory_is_not_the_last() -> None:
    """Where a look itself finds no memory, the next one is tried."""
    looks, acted = [], threading.Event()

    def used_bytes() -> int:
        looks.append(None)
        if len(looks) == 1:
            raise MemoryError
        return 11

    with watching(MemoryWatch(used_bytes, 10, acted.set)):
        assert acted.wait(WAIT_S)


@pytest.mark.skipif(sys.platform != "linux", reason="others tell the most that was in use")
def test_both_measures_grow_with_what_is_kept() -> None:
    """A hundred megabytes more are seen in both measures."""
    before = data_bytes(), address_bytes()
    kept = bytearray(100 * MB)
    grown = data_bytes() - before[0], address_bytes() - before[1]
    del kept
    assert all(90 * MB < one < 200 * MB for one in grown)
