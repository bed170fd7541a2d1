"""Notices a controller that stays away from its robot for too long (wall clock)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

_TIMES = slice(11, 13)
"""Of /proc/PID/stat, counted behind the name: processor time, own and the system's (proc(5))."""

LEAST_SHARE = 0.1
"""So much of the time counts however busy a computer is: nothing may take for ever (guess). One of
ten busy programs on a processor gets that much of it, and is not counted more than it computes."""

IDLE_SHARE = 3 / (3 + 1024)
"""The same of a program with idle priority (sched(7)): beside one busy program on its processor
Linux leaves it so much, by the weights 3 and 1024 of the two (kernel/sched/sched.h). With a larger
share a program that only waits its turn would count as one that computes without end."""

HELD_UP_SHARE = 0.1
"""Who stood in line for a processor for more of its time was held up by a busy computer (guess)."""

SLACK = 3.0
"""Where rounds are counted, the clock is the last resort: a second of limits is so many seconds of
a processor, so that a computer of a third of the speed comes to the same verdict (guess)."""

WAITING_SHARE = 0.2
"""Waiting counts for so much of its time: a busy machine keeps a controller waiting (guess). Less
than what a second of a processor counts for, or the clock would go backwards."""


SHORTEST_LOOK_S = 0.02
"""Linux counts in ticks of up to 10 ms: in less time, who computes may seem to stand in line."""


class TimeInLine:
    """Measures which share of its computing time a program has waited for a processor.

    Args:
        threads: Returns the ``/proc`` folders of the program's threads.
    """

    def __init__(self, threads: Callable[[], Iterable[Path]]) -> None:
        self._threads = threads
        self._ran_s = self._waited_s = 0.0

    def restart(self) -> None:
        """Count from now on only."""
        self._ran_s, self._waited_s = self._look()

    @property
    def is_long(self) -> bool:
        """Whether it was more than ``HELD_UP_SHARE``; true where it is unknown (not Linux)."""
        ran_s, waited_s = self._look()
        ran_s, waited_s = ran_s - self._ran_s, waited_s - self._waited_s
        return ran_s <= 0.0 or waited_s > HELD_UP_SHARE * (ran_s + waited_s)

    def _look(self) -> tuple[float, float]:
        times = [_times(thread) for thread in self._threads()]
        return sum(one.ran_s for one in times), sum(one.waited_s for one in times)


class ComputingClock:
    """Seconds that a process has computed, by ``SLACK``, and a share of those that it has waited.

    Where it is unknown how much it computes (all but Linux), every second counts as computed.

    Args:
        program: Returns the ``/proc`` folder of the process; ``None``: there is none yet.
    """

    def __init__(self, program: Callable[[], Path | None]) -> None:
        self._program = program
        self.in_line, self.in_line_lately = (
            TimeInLine(lambda: threads_in(program())) for _ in range(2)
        )
        """Since ``restart``, and since it has shown its last sign of life."""
        self._began_s = monotonic()
        self._is_known = Path("/proc/self/stat").exists()
        self.used_s = 0.0
        """Processor time since ``restart``, as of the last look."""
        self._before_s = 0.0

    def __call__(self) -> float:
        """Look at the clock."""
        passed_s = monotonic() - self._began_s
        if not self._is_known:
            self.used_s = passed_s - self._before_s
            return passed_s / SLACK
        try:
            program = self._program()
            if program is None:
                return self._counted_s(passed_s)
            fields = (program / "stat").read_bytes().rpartition(b")")[2].split()
            all_s = sum(map(int, fields[_TIMES])) / os.sysconf("SC_CLK_TCK")
            self.used_s = all_s - self._before_s
        except (OSError, ValueError):
            pass  # it has ended
        return self._counted_s(passed_s)

    def _counted_s(self, passed_s: float) -> float:
        computed_s = self._before_s + self.used_s
        return computed_s / SLACK + WAITING_SHARE * max(0.0, passed_s - computed_s)

    def restart(self) -> None:
        """Count from now on only, so that loading doesn't count."""
        self()
        self._before_s += self.used_s
        self.used_s = 0.0
        self.in_line.restart()
        self.in_line_lately.restart()


@dataclass(frozen=True, slots=True)
class _Times:
    """How long a thread has computed, and has waited for a processor (proc(5): schedstat)."""

    ran_s: float = 0.0
    waited_s: float = 0.0
    turns: int = 0
    """How often it came to a processor."""


class FairClock:
    """Seconds that have passed, except those in which a program waited for a processor.

    A busy computer is not the program's fault. What the program computes counts in any case: its
    own threads, which keep each other waiting, are no excuse. Where it is unknown (all but Linux),
    all seconds count.

    Args:
        threads: Returns the ``/proc`` folders of the program's threads.
        least_share: The share of the time that counts in any case.
    """

    def __init__(
        self, threads: Callable[[], Iterable[Path]], least_share: float = LEAST_SHARE
    ) -> None:
        self._threads = threads
        self._least_share = least_share
        self._looked_s = monotonic()
        self._before: dict[Path, _Times] = {}
        self._now_s = 0.0

    def __call__(self) -> float:
        """Look at the clock."""
        now_s = monotonic()
        passed_s = now_s - self._looked_s
        if passed_s < SHORTEST_LOOK_S:
            return self._now_s
        self._looked_s = now_s
        times = {thread: _times(thread) for thread in self._threads()}
        ran_s = waited_s = 0.0
        for thread, now in times.items():
            before = self._before.get(thread, _Times())
            ran_s += now.ran_s - before.ran_s
            waited_s += now.waited_s - before.waited_s
            # A wait is only counted when it is over.
            if now == before and now.turns and _is_in_line(thread):
                waited_s += passed_s
        self._before = times
        own_s = max(passed_s - waited_s, ran_s, self._least_share * passed_s)
        self._now_s += min(passed_s, own_s)
        return self._now_s


def least_share_here() -> float:
    """Return which share of the time counts for what this thread has started, by its priority."""
    idle = getattr(os, "SCHED_IDLE", None)
    is_idle = idle is not None and os.sched_getscheduler(0) == idle
    return IDLE_SHARE if is_idle else LEAST_SHARE


def threads_in(program: Path | None) -> list[Path]:
    """Return the ``/proc`` folders of a process's threads; empty if unknown."""
    try:
        return [] if program is None else list((program / "task").iterdir())
    except OSError:
        return []


def _times(thread: Path) -> _Times:
    try:
        ran, waited, turns = (thread / "schedstat").read_bytes().split()[:3]
        return _Times(int(ran) / 1e9, int(waited) / 1e9, int(turns))
    except (OSError, ValueError):
        return _Times()


def _is_in_line(thread: Path) -> bool:
    """Return whether a thread waits for a processor, or has one."""
    try:
        return (thread / "stat").read_bytes().rpartition(b")")[2].split()[0] == b"R"
    except (OSError, IndexError):
        return False


class Watch:
    """Counts the time since the last sign of life.

    Args:
        patience_s: How long a controller may stay away; ``None``: for ever.
        clock: Seconds that only grow.
    """

    def __init__(self, patience_s: float | None, clock: Callable[[], float] = monotonic) -> None:
        self.patience_s = patience_s
        self._clock = clock
        self._seen_s = clock()
        self._pulse: object = None

    @property
    def period_s(self) -> float:
        """How often to look."""
        return 0.1 if self.patience_s is None else min(0.1, self.patience_s / 4)

    def see(self) -> None:
        """Note that the controller is alive."""
        self._seen_s = self._clock()

    def feel(self, pulse: object) -> None:
        """Note a value that changes while the controller is alive."""
        if self._pulse is not None and pulse != self._pulse:
            self.see()
        self._pulse = pulse

    @property
    def is_overdue(self) -> bool:
        """Whether the patience is exhausted."""
        return self.patience_s is not None and self._clock() - self._seen_s > self.patience_s
