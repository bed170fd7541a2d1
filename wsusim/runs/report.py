"""The report on a run: its outcome and figures, and their form as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

End = Literal["finished", "time", "goal", "stopped"]
"""How a run as a whole came to its end."""

Outcome = Literal["finished", "time", "goal", "error", "unresponsive", "stopped"]
"""How a controller did; of a run: the worst of its controllers, else its end."""

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
class LineReport:
    """The serial line of a real robot.

    Attributes:
        kind: Kind of the robot, by its answers.
        is_stopped: Whether the robot has confirmed that its motors are at zero.
        figures: See ``backends.serial_line.statistics``.
        text: The same for people.
    """

    port: str
    baud: int
    kind: str
    is_stopped: bool
    figures: dict[str, object]
    text: str


@dataclass(frozen=True, slots=True)
class RecordingReport:
    """How the recording of a run went.

    Attributes:
        troubles: What went wrong, a sentence each.
        figures: Of the writing; ``None``: nothing could be recorded.
    """

    file: Path
    troubles: tuple[str, ...]
    figures: dict[str, Any] | None

    @property
    def is_whole(self) -> bool:
        """Whether the file is finished and complete."""
        return self.figures is not None and not self.figures["failure"]


@dataclass(frozen=True, slots=True)
class RunReport:
    """The whole run. Distances and contacts are sums over its robots.

    Attributes:
        end: Why it ended, whatever became of its controllers.
        wall_time_s: Of the run itself, without start-up.
        speedup: Simulated over wall-clock time of the run itself.
        startup_s: From the program's start to the first tick.
        trace_sha256: Over every tick's poses, counters and readings: equal runs, equal hash.
        is_reproducible: False if the run depended on how long the controller computed, if one was
            ended because it took too long or too much, or if a person moved things.
        line: Of a real robot.
        recording: If one was requested.
        score: Of a game of soccer: goals of blue and of yellow.
    """

    outcome: Outcome
    end: End
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
    error: RunError | None = None
    line: LineReport | None = None
    recording: RecordingReport | None = None
    score: tuple[int, int] | None = None

    def to_json(self) -> dict[str, object]:
        """Return the report as plain values, without the parts that this run doesn't have."""
        values: dict[str, object] = asdict(self)
        for part in ("error", "line", "recording", "score"):
            if values[part] is None:
                del values[part]
        if self.recording is not None:
            values["recording"] = asdict(self.recording) | {"file": str(self.recording.file)}
        if self.line is not None:
            values |= {name: getattr(self.line, name) for name in ("port", "baud", "kind")}
            values |= {"is_stopped": self.line.is_stopped, "time_s": self.sim_time_s}
            values |= {"line": self.line.figures, "line_text": self.line.text}
            values["controller"] = self.robots[0].controller if self.robots else None
        return values

    @property
    def exit_code(self) -> int:
        """Exit code of the command line; also 1 if a real robot may still be driving."""
        is_driving = self.line is not None and not self.line.is_stopped
        return EXIT_CODES[self.outcome] or int(is_driving)
