"""How long lock-step waits for an agent in a cycle: learned from how fast it answers.

Many agents send nothing in some cycles, by design. Such a cycle must cost little, but an agent that
is only slow, or a computer that is only busy, must not change the match.
"""

from __future__ import annotations

import statistics
from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto

CAP_S = 0.05
"""So long an agent is waited for, until it was seen to answer later: the cycle of the contest."""

ANSWER_S = 5.0
"""How long to wait for an agent that is computing, when nothing else waits for the arena."""

STARVING_S = 1.5
"""And so long when others do: the contest's own agents leave when they are told nothing for 2 s."""

PROBE_S, PROBES = 0.3, 2
"""The first silences of an agent are waited out so long: does it answer late, or not at all?"""

KNOWN_ANSWERS = 10
"""After so many answers its pace is known."""

LEAST_S, FACTOR = 0.004, 3.0
"""An agent that the kernel says is waiting is silent after so many times its usual answer."""

LEAST_UNSEEN_S, FACTOR_UNSEEN = 0.01, 8.0
"""The same where the kernel can't be asked."""

MOST_DISTRUST = 2
"""An agent that was busy so often for so long and sent nothing is one that never sleeps."""


class Verdict(Enum):
    """Of an agent that has sent nothing yet."""

    WAIT = auto()
    SILENT = auto()
    SLOW = auto()


@dataclass(slots=True)
class Pace:
    """How fast one agent answers.

    Attributes:
        most_sent: How many datagrams it has sent in one cycle at most.
        silent_cycles: In how many cycles it sent nothing.
        slow_cycles: In how many it was given up while it computed.
        doubtful_cycles: In how many its answer came so late that it was nearly given up.
        waited_s: How long the arena waited for it alone, or last.
    """

    most_sent: int = 1
    silent_cycles: int = 0
    slow_cycles: int = 0
    doubtful_cycles: int = 0
    waited_s: float = 0.0
    _cap_s: float = CAP_S
    _probes_left: int = PROBES
    _distrust: int = 0
    _was_guessed: bool = False
    _answers_s: deque[float] = field(default_factory=lambda: deque(maxlen=31))

    def patience_s(self, *, is_seen: bool) -> float:
        """Return after what time silence counts; ``is_seen``: the kernel can tell if it waits."""
        if len(self._answers_s) < KNOWN_ANSWERS:
            return self._cap_s
        least, factor = (LEAST_S, FACTOR) if is_seen else (LEAST_UNSEEN_S, FACTOR_UNSEEN)
        return min(self._cap_s, max(least, factor * statistics.median(self._answers_s)))

    def answered(self, after_s: float, *, is_seen: bool) -> None:
        """Note that it has answered."""
        if self._was_guessed and after_s > self.patience_s(is_seen=is_seen) / 2.0:
            self.doubtful_cycles += 1
        if after_s > self._cap_s:
            self._cap_s = min(ANSWER_S, 2.0 * after_s)
        self._answers_s.append(after_s)
        self._distrust = 0

    def judge(self, after_s: float, limit_s: float, *, is_waiting: bool | None) -> Verdict:
        """Return the verdict on an agent that has been silent for ``after_s``.

        Args:
            after_s: Since when.
            limit_s: After what time it is given up even while it computes.
            is_waiting: What the kernel says; ``None``: unknown.
        """
        if self._distrust >= MOST_DISTRUST:
            is_waiting = None
        if after_s < self.patience_s(is_seen=is_waiting is not None):
            return Verdict.WAIT
        if is_waiting is False:
            if after_s < limit_s:
                return Verdict.WAIT
            self._distrust += 1
            self.slow_cycles += 1
            return Verdict.SLOW
        if self._probes_left and after_s < PROBE_S:
            return Verdict.WAIT
        self._probes_left = max(0, self._probes_left - 1)
        self._was_guessed |= is_waiting is None
        self.silent_cycles += 1
        return Verdict.SILENT
