"""Patience, with a clock set by hand."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.manual_clock import ManualClock
from wsusim.hosting import watch
from wsusim.hosting.watch import (
    IDLE_SHARE,
    LEAST_SHARE,
    SLACK,
    ComputingClock,
    FairClock,
    TimeInLine,
    Watch,
    least_share_here,
)


def test_silence_beyond_the_patience() -> None:
    """A controller is overdue when it was not seen for longer than the patience."""
    clock = ManualClock()
    watch = Watch(2.0, clock)
    clock.now_s += 1.9
    early = watch.is_overdue
    clock.now_s += 0.2
    assert (early, watch.is_overdue) == (False, True)


def test_being_seen_restarts_the_patience() -> None:
    """Every sign of life restarts the patience."""
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
    """Without a limit no controller is ever overdue."""
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

    assert clock() >= clock.used_s / SLACK >= 0.0


def test_what_was_loaded_is_no_computing() -> None:
    """After a restart only what follows is counted, and the clock does not go back."""
    clock = ComputingClock(lambda: Path("/proc/self"))
    sum(range(3_000_000))
    before = clock()

    clock.restart()

    assert clock.used_s == 0.0
    assert clock() >= before


@dataclass
class Watched:
    """A fair clock, with the time and the threads set by hand."""

    now: ManualClock
    place: Path
    least_share: float = LEAST_SHARE

    def __post_init__(self) -> None:
        self.thread("main", 0.0, 0.0)
        self.clock = FairClock(self.place.iterdir, self.least_share)

    def thread(self, name: str, ran_s: float, waited_s: float, state: str = "S") -> None:
        """Set how long a thread has computed and waited in all."""
        folder = self.place / name
        folder.mkdir(exist_ok=True)
        turns = round(1000 * (ran_s + waited_s))
        (folder / "schedstat").write_text(f"{ran_s * 1e9:.0f} {waited_s * 1e9:.0f} {turns}\n")
        (folder / "stat").write_text(f"7 (a (b) c) {state} 1 2 3\n")

    def after(self, passed_s: float) -> float:
        """Look again after some time; return how much of it counts."""
        before = self.clock()
        self.now.now_s += passed_s
        return round(self.clock() - before, 3)


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    """Return a fair clock."""
    now = ManualClock()
    monkeypatch.setattr(watch, "monotonic", now)
    return Watched(now, tmp_path)


def test_time_in_line_does_not_count(watched: Watched) -> None:
    """It is the computer's fault."""
    asleep_s = watched.after(1.0)
    watched.thread("main", 1.0, 4.0)

    assert (asleep_s, watched.after(9.0)) == (1.0, 5.0)


def test_a_wait_that_is_not_over_does_not_count_either(watched: Watched) -> None:
    """Linux counts it only when it is over."""
    watched.thread("main", 1.0, 1.0, "R")
    watched.after(2.0)

    assert watched.after(10.0) == 1.0


def test_what_a_program_computes_counts_however_many_threads_wait(watched: Watched) -> None:
    """Threads that keep each other waiting make nothing younger."""
    for number in range(18):
        watched.thread(str(number), 0.25, 4.25, "R")

    assert watched.after(4.5) == 4.5


def test_nothing_takes_for_ever(watched: Watched) -> None:
    """A tenth of the time counts on the busiest computer; more than all never does."""
    watched.thread("main", 0.0, 400.0)

    assert (watched.after(100.0), watched.after(100.0)) == (10.0, 100.0)


def test_who_gets_what_idle_priority_leaves_is_counted_what_it_computes(watched: Watched) -> None:
    """Beside one busy program on its processor, for however long: no more than that."""
    idle = Watched(watched.now, watched.place, IDLE_SHARE)
    idle.thread("main", 3.0, 1024.0)

    assert (idle.after(1027.0), round(watched.clock(), 3)) == (3.0, 102.7)


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has such a priority")
def test_a_program_is_judged_by_the_priority_of_who_starts_it() -> None:
    """Idle or not; a thread's own is asked for, since a process of many may have both."""
    found = []

    def look() -> None:
        found.append(least_share_here())
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        found.append(least_share_here())

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()

    assert found == [LEAST_SHARE, IDLE_SHARE]


def test_looks_that_follow_at_once_tell_nothing(watched: Watched) -> None:
    """Linux counts in ticks: who computes would seem to stand in line."""
    watched.thread("main", 1.0, 0.0, "R")
    watched.after(1.0)
    shorter = [watched.after(0.001) for _ in range(18)]
    watched.thread("main", 1.02, 0.0, "R")

    assert (sum(shorter), watched.after(0.002)) == (0.0, 0.02)


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


def test_if_it_is_unknown_the_computer_may_be_to_blame() -> None:
    """Not Linux, or nothing was computed at all."""
    assert TimeInLine(list).is_long
