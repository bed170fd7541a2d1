"""The fingerprint covers every byte of every tick, whatever the windows."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from wsusim.engine.trace import Trace
from wsusim.kernels.records import TRACE


def new_trace(ticks: int) -> Trace:
    """Return the fingerprint of one robot, with room for some ticks."""
    return Trace(np.zeros((ticks, 1), TRACE))


def written(trace: Trace, first: int, last: int, window: int) -> None:
    """Write the numbers first to last - 1 as a kernel would, and hash whole windows of them."""
    for tick in range(first, last):
        if tick % window == 0:
            trace.hash_until(tick)
        row = tick % len(trace.rows)
        trace.rows["x_mm"][row, 0] = float(tick)
        trace.rows["counts"][row, 0, 0] = tick


@pytest.mark.parametrize(("ring", "window"), [(4, 4), (8, 4), (6, 2)])
def test_the_fingerprint_is_the_hash_of_all_rows(ring: int, window: int) -> None:
    """Of those hashed already, and of those that are not."""
    short, long = new_trace(ring), new_trace(100)
    written(short, 0, 11, window)
    written(long, 0, 11, 100)

    assert short.sha256(11) == long.sha256(11)
    assert short.sha256(11) != short.sha256(10)


def test_a_new_trace_has_the_hash_of_nothing() -> None:
    """Before the first tick."""
    assert new_trace(4).sha256(0) == hashlib.sha256().hexdigest()


def test_what_is_hashed_already_is_not_hashed_again() -> None:
    """A window may be closed twice, and a trace may begin in the middle of one."""
    once, twice = new_trace(8), new_trace(8)
    for trace in (once, twice):
        trace.restart(5)
        written(trace, 5, 8, 8)
        trace.hash_until(8)
    twice.hash_until(8)
    twice.hash_until(0)

    assert once.sha256(8) == twice.sha256(8)


def test_a_restarted_trace_forgets_what_was() -> None:
    """It begins at the given tick."""
    used, fresh = new_trace(8), new_trace(8)
    written(used, 0, 5, 8)
    used.restart(5)
    written(used, 5, 7, 8)
    fresh.restart(5)
    written(fresh, 5, 7, 8)

    assert used.sha256(7) == fresh.sha256(7)
