"""Patience, with a clock set by hand."""

from __future__ import annotations

from pathlib import Path

from tests.unit.engine.manual_clock import ManualClock
from wsusim.control.hosting.watch import ComputingClock, Watch


def test_silence_beyond_the_patience() -> None:
    """A controller is overdue when it was not seen for longer than the patience."""
    clock = ManualClock()
    watch = Watch(2.0, clock)
    clock.now_s += 1.9
    early = watch.is_overdue
    clock.now_s += 0.2
    assert (early, watch.is_overdue) == (False, True)


def test_being_seen_starts_anew() -> None:
    """Every sign of life starts the patience anew."""
    clock = ManualClock()
    watch = Watch(2.0, clock)
    clock.now_s += 1.9
    watch.see()
    clock.now_s += 1.9
    assert not watch.is_overdue


def test_only_a_changed_pulse_counts() -> None:
    """A pulse that stays the same is no sign of life, one that changes is."""
    clock = ManualClock()
    watch = Watch(2.0, clock)
    watch.feel(7)
    clock.now_s += 1.5
    watch.feel(7)
    clock.now_s += 1.0
    still = watch.is_overdue
    watch.feel(8)
    assert (still, watch.is_overdue) == (True, False)


def test_endless_patience() -> None:
    """Without a limit nobody is ever overdue."""
    clock = ManualClock()
    watch = Watch(None, clock)
    clock.now_s += 1e9
    assert not watch.is_overdue


def test_looks_often_enough() -> None:
    """A short patience is looked after more often."""
    assert Watch(0.2).period_s == 0.05
    assert Watch(100.0).period_s == Watch(None).period_s == 0.1


def test_a_clock_of_computing_counts_what_this_process_computes() -> None:
    """What a process has computed counts, and a share of the time that has passed."""
    clock = ComputingClock(lambda: Path("/proc/self"))

    assert clock() >= clock.used_s >= 0.0
