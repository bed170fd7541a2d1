"""The verdicts on a run and on a student's work: plain values, the same every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal

Kind = Literal[
    "goal", "time", "finished", "error", "unresponsive", "slow", "not_loaded", "not_run", "lost"
]
"""How a run ended, or why there was none."""

WORDS: dict[Kind, str] = {
    "goal": "goal reached",
    "time": "time is up",
    "finished": "program ended",
    "error": "failed",
    "unresponsive": "hung",
    "slow": "too slow",
    "not_loaded": "can't be loaded",
    "not_run": "not run",
    "lost": "could not be run",
}

FAILED: frozenset[Kind] = frozenset(
    ("error", "unresponsive", "slow", "not_loaded", "not_run", "lost")
)


@dataclass(frozen=True, slots=True)
class CriterionScore:
    """Points for one criterion in one run."""

    name: str
    points: float
    of: float
    text: str


@dataclass(frozen=True, slots=True)
class RunVerdict:
    """One run of a student's program.

    Attributes:
        kind: How it ended.
        message: Why it failed, or what else people should know.
        file: The student's file, if a failure can be traced to a line of it.
        line: That line.
        details: The student's lines on the way to the failure, and hints.
        scores: What each criterion gave.
        sim_time_s: When it ended.
        trace_sha256: Fingerprint of the run; empty: there was none.
        trail_mm: Where the robot was, twice a second, x and y in turn, whole millimetres.
        prints: The first lines that it printed.
        recording: Its bytes, until they are in a file.
        faults: What failed in the teacher's own checks.
    """

    maze: str
    seed: int
    kind: Kind
    message: str = ""
    file: str | None = None
    line: int | None = None
    details: str = ""
    scores: tuple[CriterionScore, ...] = ()
    sim_time_s: float = 0.0
    trace_sha256: str = ""
    trail_mm: tuple[int, ...] = ()
    prints: tuple[str, ...] = ()
    recording: bytes = b""
    faults: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        """Earned in this run."""
        return round(sum(score.points for score in self.scores), 3)

    @property
    def has_failed(self) -> bool:
        """Whether the program failed in the run."""
        return self.kind in FAILED

    @property
    def is_done(self) -> bool:
        """Whether it did all that was required."""
        asked = sum(one.of for one in self.scores)
        return self.kind == "goal" or (asked > 0 and self.points >= asked)

    @property
    def words(self) -> str:
        """The verdict in a few words, with the time of the end."""
        if self.kind in ("slow", "not_loaded", "not_run", "lost"):
            return WORDS[self.kind]
        return f"{WORDS[self.kind]} after {self.sim_time_s:.2f} s"

    def to_json(self) -> dict[str, Any]:
        """Return its entry in ``report.json``."""
        return {
            "maze": self.maze,
            "seed": self.seed,
            "verdict": self.kind,
            "points": self.points,
            "scores": [
                {"name": one.name, "points": one.points, "of": one.of, "value": one.text}
                for one in self.scores
            ],
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "sim_time_s": self.sim_time_s,
            "trace_sha256": self.trace_sha256,
        }


@dataclass(frozen=True, slots=True)
class StudentVerdict:
    """All runs of one student's program, in the assignment's order."""

    student: str
    path: str
    runs: tuple[RunVerdict, ...]

    @property
    def points(self) -> float:
        """The mean of its runs."""
        return round(fmean(run.points for run in self.runs), 3) if self.runs else 0.0

    @property
    def failures(self) -> int:
        """How many runs failed."""
        return sum(run.has_failed for run in self.runs)

    @property
    def goals(self) -> int:
        """How many runs reached the goal."""
        return sum(run.kind == "goal" for run in self.runs)

    @property
    def message(self) -> str:
        """What went wrong first, with its line."""
        return next((run.message for run in self.runs if run.message), "")

    def by_maze(self, mazes: Sequence[str]) -> list[float]:
        """Return the mean points of each maze."""
        return [
            round(fmean(run.points for run in self.runs if run.maze == maze), 3) for maze in mazes
        ]
