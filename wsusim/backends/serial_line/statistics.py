"""Statistics of a serial line: what went over it, what went wrong, and how long it took."""

from __future__ import annotations

import statistics
from collections import Counter, deque
from dataclasses import dataclass, field
from enum import Enum

TURN_ROUNDS_KEPT = 500


class Fault(Enum):
    """What can be wrong with what arrives instead of an answer; the value is for people."""

    SILENCE = "no answer in time"
    LATE = "the answer to another command"
    SHORT = "an answer with too few or too many numbers"
    GARBLED = "an answer that can't be read"
    FOREIGN = "a line that is no answer"
    UNASKED = "an answer to nothing, or the same answer twice"
    EARLY = "an answer sooner than the line could carry it"
    REFUSED = "a refusal"
    BANNER = "the text of a robot that was reset"
    ECHO = "an echo of what was sent"


@dataclass(slots=True)
class LineStatistics:
    """Counts since the connection was made. Written by the backend, readable from any thread."""

    exchanges: int = 0
    """Commands that were answered."""
    kept: int = 0
    """Readings that were answered from the sample at hand."""
    unsent: int = 0
    """Orders that were not sent because they were in force already."""
    repeats: int = 0
    """Commands sent again."""
    resynchronised: int = 0
    """Times that the line was brought back into step."""
    losses: int = 0
    """Times that the link was lost."""
    strays: int = 0
    """Whole answers in the robot's language that came when nothing was asked."""
    faults: Counter[Fault] = field(default_factory=Counter)
    last_exchange_s: float = 0.0
    longest_exchange_s: float = 0.0
    total_exchange_s: float = 0.0
    turn_rounds_s: deque[float] = field(default_factory=lambda: deque(maxlen=TURN_ROUNDS_KEPT))
    """Of the last exchanges without repeats: what they took beside their time on the line."""

    def note_exchange(self, seconds: float) -> None:
        """Count a command that was answered after so long, repeats included."""
        self.exchanges += 1
        self.last_exchange_s = seconds
        self.longest_exchange_s = max(self.longest_exchange_s, seconds)
        self.total_exchange_s += seconds

    @property
    def turn_round_s(self) -> float | None:
        """What an exchange takes besides its time on the line, the median; ``None``: unknown."""
        return statistics.median(self.turn_rounds_s) if self.turn_rounds_s else None

    @property
    def heard_in_part(self) -> bool:
        """Whether answers in the robot's language came, but not when they were expected."""
        return any(self.faults[fault] for fault in (Fault.LATE, Fault.EARLY, Fault.UNASKED))

    @property
    def heard_late(self) -> bool:
        """Whether the robot is surely there, and its answers come too late."""
        is_other = self.faults[Fault.FOREIGN] or self.faults[Fault.SHORT]
        return bool(self.faults[Fault.LATE] or (self.strays and not is_other))

    @property
    def mean_exchange_s(self) -> float:
        """How long an exchange takes on the average; 0 before the first."""
        return self.total_exchange_s / self.exchanges if self.exchanges else 0.0

    def text(self) -> str:
        """Return a sentence or two for people."""
        words = (
            f"{self.exchanges} exchanges, {self.mean_exchange_s * 1000.0:.1f} ms each "
            f"(longest {self.longest_exchange_s * 1000.0:.0f} ms), "
            f"{self.kept} readings reused, {self.unsent} commands skipped because they changed "
            "nothing."
        )
        if self.faults:
            listed = "; ".join(f"{count}x {fault.value}" for fault, count in self._worst())
            words += f" Trouble on the line: {listed}; {self.repeats} commands sent again."
        return words

    def to_json(self) -> dict[str, object]:
        """Return the figures as plain values."""
        return {
            "exchanges": self.exchanges,
            "kept": self.kept,
            "unsent": self.unsent,
            "repeats": self.repeats,
            "resynchronised": self.resynchronised,
            "losses": self.losses,
            "mean_exchange_s": self.mean_exchange_s,
            "longest_exchange_s": self.longest_exchange_s,
            "faults": {fault.name.lower(): count for fault, count in self._worst()},
        }

    def _worst(self) -> list[tuple[Fault, int]]:
        return self.faults.most_common()
