"""The fingerprint covers every byte of every tick, whatever the blocks."""

from __future__ import annotations

import hashlib

import numpy as np

from wsusim.engine.trace import Trace
from wsusim.kernels.records import TRACE


def new_trace(ticks: int) -> Trace:
    """Return the fingerprint of one robot, in blocks of some ticks."""
    return Trace(np.zeros((ticks, 1), TRACE))


def written(trace: Trace, first: int, last: int, block: int) -> None:
    """Write the numbers first to last - 1 as a kernel would, closing blocks as they fill."""
    for tick in range(first, last):
        if tick > 0 and tick % block == 0:
            trace.close_block()
        trace.rows["x_mm"][tick % block, 0] = float(tick)
        trace.rows["counts"][tick % block, 0, 0] = tick


def test_the_fingerprint_is_the_hash_of_all_rows() -> None:
    """Closed blocks and the open one."""
    short, long = new_trace(4), new_trace(100)
    written(short, 0, 11, 4)
    written(long, 0, 11, 100)

    assert short.sha256(3) == long.sha256(11)
    assert short.sha256(3) != short.sha256(2)


def test_a_new_trace_has_the_hash_of_nothing() -> None:
    """Before the first tick."""
    assert new_trace(4).sha256(0) == hashlib.sha256().hexdigest()


def test_a_restarted_trace_forgets_what_was() -> None:
    """It begins at the given row."""
    used, fresh = new_trace(8), new_trace(8)
    written(used, 0, 5, 8)
    used.restart(5)
    written(used, 5, 7, 8)
    fresh.restart(5)
    written(fresh, 5, 7, 8)

    assert used.sha256(7) == fresh.sha256(7)
