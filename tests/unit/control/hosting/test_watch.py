"""Patience, with a clock set by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.engine.manual_clock import ManualClock
from wsusim.control.hosting import watch
from wsusim.control.hosting.watch import ComputingClock, FairClock, TimeInLine, Watch


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


def test_what_was_loaded_is_no_computing() -> None:
    """After a restart only what follows is counted, and the clock does not go back."""
    clock = ComputingClock(lambda: Path("/proc/self"))
    sum(range(3_000_000))
    before = clock()

    clock.restart()

    assert clock.used_s == 0.0
    assert clock() >= before


def test_a_fair_clock_leaves_out_what_a_program_stood_in_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for a share, however busy the computer is; and it never goes back."""
    now = ManualClock()
    monkeypatch.setattr(watch, "monotonic", now)
    clock = FairClock(lambda: [tmp_path])
    seen = []
    for passed_s, waited_ns in ((1.0, 0), (10.0, 4_000_000_000), (20.0, 99_000_000_000)):
        now.now_s = 100.0 + passed_s
        (tmp_path / "schedstat").write_text(f"123 {waited_ns} 7\n")
        seen.append(clock())

    assert seen == [1.0, 6.0, 6.0]


def test_where_nothing_is_known_all_time_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on other systems."""
    now = ManualClock()
    monkeypatch.setattr(watch, "monotonic", now)
    clock = FairClock(lambda: [tmp_path / "nothing"])
    now.now_s += 3.0

    assert clock() == 3.0


def test_who_got_a_processor_at_once_was_not_held_up(tmp_path: Path) -> None:
    """Only what has been since ``restart`` counts, in all threads together."""
    threads = [tmp_path / "1", tmp_path / "2"]
    for thread in threads:
        thread.mkdir()
        (thread / "schedstat").write_text(f"{10**9} {9 * 10**9} 1\n")  # a second, and nine of delay
    in_line = TimeInLine(lambda: threads)
    before = in_line.is_long
    in_line.restart()

    (threads[0] / "schedstat").write_text(f"{3 * 10**9} {9 * 10**9 + 10**8} 1\n")
    after_two_seconds = in_line.is_long
    (threads[1] / "schedstat").write_text(f"{10**9} {10 * 10**9} 1\n")

    assert (before, after_two_seconds, in_line.is_long) == (True, False, True)


def test_where_nobody_knows_the_computer_may_be_to_blame() -> None:
    """Not Linux, or nothing was computed at all."""
    assert TimeInLine(list).is_long
