"""What a cycle needs is compiled before anybody waits for it."""

from __future__ import annotations

from tests.unit.ciber.matches import cycles, drive
from tests.unit.ciber.recorded.files import noisy_arena
from wsusim.ciber.warm_up import warm_up


def test_warming_up_changes_nothing() -> None:
    """No robot is registered afterwards, and the match comes out the same."""
    cold, warm = noisy_arena(), noisy_arena()
    warm_up(warm)
    assert (warm.robots, warm.steps, warm.given) == ({}, 0, [])
    traces = set()
    for arena in (cold, warm):
        arena.register("first", 1)
        arena.start()
        cycles(arena, 5, drive(0.1, 0.1))
        traces.add(arena.trace_sha256())
    assert len(traces) == 1
