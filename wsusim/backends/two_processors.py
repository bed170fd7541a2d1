"""One processor or two for a run's own thread and the processes that it answers.

On one, both ends take turns: each question is a switch to the parent and one back. On two, neither
need fall asleep: the one that waits polls for the other's message for a moment. That is many times
as fast if the second processor has nothing else to do, and slower if it has. That can't be known in
advance, and it changes. So now and then a few questions are answered in the other way, and the
quicker one is kept. The answers do not depend on it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Set
from time import perf_counter
from typing import Self

SPAN = 200
"""Answers by which a way is judged."""

QUICKER = 0.7
"""Two processors are kept when they take less than this of the time: they cost two."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.2, 20.0
"""After a trial that has failed the next one comes later, each time twice as late."""

Move = Callable[[Set[int]], object]
"""Has a process run on these processors from now on."""


class TwoProcessors:
    """Decides between the two ways; all but ``here`` is for the thread that answers.

    Args:
        own: The processor of the thread that answers, and of its children at first.
        other: The one that they may be moved to.
        clock: Seconds that only grow.
    """

    def __init__(self, own: int, other: int, clock: Callable[[], float] = perf_counter) -> None:
        self.are_used = False
        """Whether the children have the other one, and both ends stay awake."""
        self._own, self._other = own, other
        self._clock = clock
        self._moves: list[Move] = []
        self._left = 1  # what passes until the first answer says nothing
        self._began_s = clock()
        self._usual_s = 0.0
        """What ``SPAN`` answers took on one processor when it was last timed; 0: unknown."""
        self._pause_s = FIRST_PAUSE_S
        self._next_trial_s = self._began_s
        self._has_begun = False

    @classmethod
    def here(cls, allowed: Set[int]) -> Self | None:
        """Return the object that decides for this thread; ``None``: there is no choice."""
        if not hasattr(os, "sched_getaffinity"):
            return None
        own = os.sched_getaffinity(0)
        others = sorted(set(allowed) - own)
        return cls(min(own), others[0]) if len(own) == 1 and others else None

    def add(self, move: Move) -> None:
        """Decide for this process, too."""
        self._moves.append(move)

    def note_answer(self) -> None:
        """Note that a question has been answered."""
        self._left -= 1
        if not self._left:
            self._judge()
        elif self.are_used and self._clock() - self._began_s > self._usual_s:
            self._go(is_apart=False)  # slower than it was before: enough seen

    def _judge(self) -> None:
        now_s = self._clock()
        took_s = now_s - self._began_s
        if not self._has_begun:
            self._has_begun = True
            self._begin(now_s)
        elif not self.are_used:
            self._usual_s = took_s
            self._begin(now_s)
            if now_s >= self._next_trial_s:
                self._go(is_apart=True)
        elif took_s > QUICKER * self._usual_s:
            self._go(is_apart=False)
        else:
            self._pause_s = FIRST_PAUSE_S
            self._begin(now_s)

    def _go(self, *, is_apart: bool) -> None:
        self.are_used = is_apart
        for move in self._moves:
            move({self._other if is_apart else self._own})
        now_s = self._clock()
        if not is_apart:
            self._next_trial_s = now_s + self._pause_s
            self._pause_s = min(2.0 * self._pause_s, LONGEST_PAUSE_S)
        self._begin(now_s)

    def _begin(self, now_s: float) -> None:
        self._began_s, self._left = now_s, SPAN
