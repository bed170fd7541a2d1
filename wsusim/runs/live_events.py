"""What a run that people watch tells its window: pictures to look at, and events to take away."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from wsusim.control.report import FailureReport
from wsusim.model.commands import Draw
from wsusim.model.snapshot import MissionSnapshot, Snapshot

if TYPE_CHECKING:
    from wsusim.engine.explain import RayReport
    from wsusim.engine.snapshots import RobotStatistics

PRINTS_KEPT = 2000
"""Pieces of print that wait to be taken away; later ones are counted and left out."""

EndKind = Literal["goal", "time", "stopped", "finished", "failed"]


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything to be seen at one tick; the tuples go by the robots' order.

    A drawing is the same object as long as nothing was added to it.
    """

    snapshot: Snapshot
    statistics: tuple[RobotStatistics, ...]
    says: tuple[str, ...]
    drawings: tuple[tuple[Draw, ...], ...]
    rays_robot: int | None = None
    """The robot whose rays these are."""
    rays: tuple[RayReport, ...] = ()
    sensed: Snapshot | None = None
    """The moment at which the readings were taken, up to a tick ago; ``None``: nobody knows."""


@dataclass(frozen=True, slots=True)
class Started:
    """All controllers are loaded, and time begins."""


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
    """Something could not be put where it was dragged; an empty text: now it could."""

    text: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """A remark about the run, one sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The run is over.

    Attributes:
        kind: Why.
        tick: When.
        trace_sha256: Fingerprint of the run; empty when it never began.
        is_reproducible: Whether the same run without a window has the same fingerprint, up to this
            tick: nobody dragged anything, and no controller was left behind.
        mission: How far the mission came.
    """

    kind: EndKind
    tick: int
    trace_sha256: str
    is_reproducible: bool
    mission: MissionSnapshot | None


LiveEvent = Started | Printed | Failed | LeftBehind | Refused | Noticed | Ended


class Outbox:
    """Events in their order, from any thread to the one that takes them away.

    However many lines are printed, at most ``PRINTS_KEPT`` wait here.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._events: list[LiveEvent] = []
        self._prints = 0
        self._left_out: Counter[int] = Counter()

    def put(self, event: LiveEvent) -> None:
        """Add an event; of several refusals in a row the last one counts."""
        with self._lock:
            if (
                isinstance(event, Refused)
                and self._events
                and isinstance(self._events[-1], Refused)
            ):
                self._events.pop()
            if isinstance(event, Printed):
                self._prints += 1
                if self._prints > PRINTS_KEPT:
                    self._left_out[event.robot] += 1
                    return
            self._events.append(event)

    def take(self) -> list[LiveEvent]:
        """Return all events since the last time."""
        with self._lock:
            events, self._events, self._prints = self._events, [], 0
            left_out, self._left_out = self._left_out, Counter()
        for robot, count in left_out.items():
            events.append(Printed(robot, f"... {count:,} more lines were left out\n"))
        return events
