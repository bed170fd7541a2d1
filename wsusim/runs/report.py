"""What is left of a run: its outcome and figures, and how they read as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Literal

Outcome = Literal["finished", "time", "goal", "error", "unresponsive", "stopped"]

EXIT_CODES: dict[Outcome, int] = {
    "finished": 0,
    "time": 0,
    "goal": 0,
    "stopped": 0,
    "error": 1,
    "unresponsive": 3,
}
"""Exit code of the command line for each outcome (2 is bad input, before there is a run)."""


@dataclass(frozen=True, slots=True)
class RunError:
    """Why a controller failed: its own file and line, where they are known."""

    file: str | None
    line: int | None
    message: str
    hints: tuple[str, ...]
    text: str
    """Everything a person should read: the student's lines, the message, the hints."""
    controller: str


@dataclass(frozen=True, slots=True)
class RobotReport:
    """One robot's part of a run."""

    robot: int
    controller: str | None
    outcome: Outcome
    distance_mm: float
    contacts: int
    contact_time_s: float
    error: RunError | None = None


@dataclass(frozen=True, slots=True)
class RunReport:
    """The whole run. Distances and contacts are sums over its robots.

    Attributes:
        wall_time_s: Of the run itself, start-up left out.
        speedup: Simulated over wall-clock time of the run itself.
        startup_s: From the program's start to the first tick.
        trace_sha256: Over every tick's poses, counters and readings: equal runs, equal hash.
        is_reproducible: False when the run depended on how long the controller computed.
    """

    outcome: Outcome
    seed: int
    maze: str
    timing: str
    sim_time_s: float
    wall_time_s: float
    speedup: float
    startup_s: float
    distance_mm: float
    contacts: int
    contact_time_s: float
    caps_delivered: int
    goal_time_s: float | None
    trace_sha256: str
    robots: tuple[RobotReport, ...] = ()
    notices: tuple[str, ...] = ()
    is_reproducible: bool = True
    error: RunError | None = field(default=None)

    def to_json(self) -> dict[str, object]:
        """Return the report as plain values; ``error`` is there only when there was one."""
        values: dict[str, object] = asdict(self)
        if self.error is None:
            del values["error"]
        return values

    @property
    def exit_code(self) -> int:
        """Exit code of the command line."""
        return EXIT_CODES[self.outcome]
