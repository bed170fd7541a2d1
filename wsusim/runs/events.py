"""The events of a run, as values that can be collected at any time."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from wsusim.control.report import FailureReport
from wsusim.errors import LinkLost
from wsusim.model.snapshot import MissionSnapshot
from wsusim.model.units import seconds_to_ticks
from wsusim.runs.lacks import lacks_of
from wsusim.runs.observer import RunObserver, RunStart, RunUpdate

if TYPE_CHECKING:
    from wsusim.runs.actions import TypeLine
    from wsusim.runs.report import RunReport

PRINTS_KEPT = 2000
"""Pieces of print that wait to be taken away; later ones are counted and left out."""

EndKind = Literal["goal", "time", "stopped", "finished", "failed"]


@dataclass(frozen=True, slots=True)
class Started:
    """All controllers are loaded, and time begins.

    Attributes:
        lacks: A sentence or two for each program that was written for another robot.
    """

    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Printed:
    """A piece of what a controller printed; ``robot`` counts from 0."""

    robot: int
    text: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A controller failed (``robot`` is None: the run itself could not begin)."""

    robot: int | None
    spec: str
    report: FailureReport


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """A controller computes for too long; the world goes on without it until it comes back."""

    robot: int
    spec: str
    patience_s: float
    file: str | None
    line: int | None


@dataclass(frozen=True, slots=True)
class Refused:
    """Something could not be put where it was dragged; an empty text means that now it could."""

    text: str


@dataclass(frozen=True, slots=True)
class Replied:
    """A robot has answered a line that a person typed."""

    asked: TypeLine
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Noticed:
    """A remark about the run, one sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The run is over.

    Attributes:
        kind: Why it ended.
        tick: When it ended.
        trace_sha256: Fingerprint of the run; empty if it never began.
        is_reproducible: Whether the same run without a window has the same fingerprint, up to this
            tick: nothing was dragged, and no controller was left behind.
        mission: How far the mission came.
    """

    kind: EndKind
    tick: int
    trace_sha256: str
    is_reproducible: bool
    mission: MissionSnapshot | None


RunEvent = Started | Printed | Failed | LeftBehind | Refused | Replied | Noticed | Ended


class Outbox(RunObserver):
    """Keeps events, in order, until a watcher takes them.

    However many lines are printed, at most ``PRINTS_KEPT`` wait here, and as many remarks.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._events: list[RunEvent] = []
        self._prints = self._notices = 0
        self._left_out: Counter[int] = Counter()
        self._patience_s = 0.0
        self._mission: MissionSnapshot | None = None
        self._has_ended = False

    def take(self) -> list[RunEvent]:
        """Return all events since the last time."""
        with self._lock:
            events, self._events, self._prints, self._notices = self._events, [], 0, 0
            left_out, self._left_out = self._left_out, Counter()
        for robot, count in left_out.items():
            events.append(Printed(robot, f"... {count:,} more lines were left out\n"))
        return events

    # The run

    def started(self, start: RunStart) -> None:
        """Keep that the run has begun, and what its robots lack."""
        self._patience_s = start.request.leave_behind_s or 0.0
        self._put(Started(tuple(lacks_of(start))))

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Keep a print, or count it."""
        with self._lock:
            self._prints += 1
            if self._prints > PRINTS_KEPT:
                self._left_out[robot] += 1
            else:
                self._events.append(Printed(robot, text))

    def noticed(self, tick: int, text: str) -> None:
        """Keep a remark, unless there are too many that were not taken."""
        with self._lock:
            self._notices += 1
            if self._notices <= PRINTS_KEPT:
                self._events.append(Noticed(text))

    def alarmed(self, tick: int, text: str) -> None:
        """Keep an alarm, as a failure of the run."""
        self._put(Failed(None, "", FailureReport(LinkLost.__name__, text, None, None)))

    def refused(self, text: str) -> None:
        """Keep a refusal; of several in a row the last one counts."""
        with self._lock:
            if self._events and isinstance(self._events[-1], Refused):
                self._events.pop()
            self._events.append(Refused(text))

    def replied(self, asked: TypeLine, lines: tuple[str, ...]) -> None:
        """Keep an answer."""
        self._put(Replied(asked, lines))

    def failed(self, robot: int | None, spec: str, report: FailureReport) -> None:
        """Keep a failure."""
        self._put(Failed(robot, spec, report))

    def left_behind(self, tick: int, robot: int, spec: str, place: FailureReport | None) -> None:
        """Keep that a controller was left behind."""
        file, line = (None, None) if place is None else (place.file, place.line)
        self._put(LeftBehind(robot, spec, self._patience_s, file, line))

    def seen(self, update: RunUpdate) -> None:
        """Keep the state of the mission."""
        self._mission = update.snapshot.mission

    def ended(self, report: RunReport) -> None:
        """Keep how the run ended."""
        if report.line is not None and report.line.is_stopped:
            self.noticed(0, "The robot has confirmed that its motors are at zero.")
        self._has_ended = True
        self._put(
            Ended(
                report.end,
                seconds_to_ticks(report.sim_time_s),
                report.trace_sha256,
                report.is_reproducible,
                self._mission,
            )
        )

    def closed(self) -> None:
        """Keep that the run broke off, if it has not ended otherwise."""
        if not self._has_ended:
            self._put(Ended("failed", 0, "", False, None))

    def _put(self, event: RunEvent) -> None:
        with self._lock:
            self._events.append(event)
