"""Whoever hears of a run: what is told, and how it is told to several."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wsusim.backends.tape.rows import TapeRow
    from wsusim.control.report import FailureReport
    from wsusim.engine.snapshots import RobotStatistics
    from wsusim.model.commands import Annotation
    from wsusim.model.geometry import Point
    from wsusim.model.inputs import Input
    from wsusim.model.snapshot import Snapshot
    from wsusim.model.world import World
    from wsusim.recording.notes import Reading
    from wsusim.runs.actions import TypeLine
    from wsusim.runs.report import RunReport
    from wsusim.runs.request import RunRequest

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Abilities:
    """What people can do with the robots of a source while a run goes on.

    Attributes:
        pause: Let their time stand still, go step by step, and choose its speed.
        drag: Put things elsewhere.
        order: Drive robots that have no controller.
        type: Speak the Khepera's protocol with robots that have no controller.
        rays: See what their sensors meet.
        no_pause: Why their time can't stand still.
        pause_stops: Whether whoever wants that gets a stop instead.
    """

    pause: bool = False
    drag: bool = False
    order: bool = False
    type: bool = False
    rays: bool = False
    no_pause: str = ""
    pause_stops: bool = False


@dataclass(frozen=True, slots=True)
class RunUpdate:
    """All that can be seen of the robots at one tick.

    Attributes:
        snapshot: Where everything is.
        statistics: What each robot has done so far.
        sensed: The moment at which the readings were taken, up to a tick ago; ``None``: unknown.
        first_tick: The tick of the first row.
        rows: Every tick since the update before, as ``recording.rows`` reads them; ``None``: the
            robots have no ticks of their own.
    """

    snapshot: Snapshot
    statistics: tuple[RobotStatistics, ...]
    sensed: Snapshot | None = None
    first_tick: int = 0
    rows: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class RunStart:
    """What is known when all controllers are loaded and the first tick is due.

    Attributes:
        request: What was asked for.
        abilities: What the robots can be made to do.
        world: The maze with its robots.
        update: The first one.
        seed: Start of all randomness.
        is_ideal: Whether noise is off.
        options: What a recording keeps of the request, plain values.
        end_tick: When the run ends at the latest; ``None``: when a person ends it.
        earlier: What had reached the robots before, when the run begins in the middle of another.
        heard_from_tick: Until here the run only repeats what was recorded.
        is_replayed: A run that begins at a moment of a recording, with the recorded programs.
        startup_s: From the program's start to now (wall clock).
    """

    request: RunRequest
    abilities: Abilities
    world: World
    update: RunUpdate
    seed: int
    is_ideal: bool
    options: Mapping[str, Any]
    end_tick: int | None = None
    earlier: Sequence[tuple[int, int, Input]] = ()
    heard_from_tick: int = 0
    is_replayed: bool = False
    startup_s: float = 0.0


class RunObserver:
    """Hears of a run while it goes on; inherit and write the methods you need.

    Methods are called from several threads and must return quickly: whoever needs time puts what it
    hears aside (see ``events.Outbox`` and ``pictures.Pictures``, which are bounded). Only the
    recorder may keep a run waiting. What an observer is given never changes afterwards, and nothing
    of it leads to the world. Robots count from 0.
    """

    hears_repeats = False
    """Whether prints and remarks are heard that only repeat what was recorded."""

    never_fails = False
    """Whether it does so little that nothing of it can fail."""

    def placed(self, world: World, update: RunUpdate) -> None:
        """Hear where everything stands while controllers are still being loaded, if known."""

    def started(self, start: RunStart) -> None:
        """Hear that all controllers are loaded and the first tick is due."""

    def given(self, tick: int, robot: int, what: Input) -> None:
        """Hear what reaches a robot: an order, a remark, an intervention. Told in order."""

    def remarked(self, tick: int, robot: int, remark: Annotation) -> None:
        """Hear what a controller says or draws."""

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Hear a piece of what a controller printed: whole lines, or a piece without newline."""

    def noticed(self, tick: int, text: str) -> None:
        """Hear a remark of wsusim about the run, one sentence."""

    def alarmed(self, tick: int, text: str) -> None:
        """Hear that a person must act: a real robot may be driving; and when that is over."""
        self.noticed(tick, text)

    def refused(self, text: str) -> None:
        """Hear why something could not be put where it was dragged; empty: now it could."""

    def replied(self, asked: TypeLine, lines: tuple[str, ...]) -> None:
        """Hear what a robot answers to a line that a person typed."""

    def failed(self, robot: int | None, spec: str, report: FailureReport) -> None:
        """Hear that a controller failed; ``None``: the run itself."""

    def left_behind(self, tick: int, robot: int, spec: str, place: FailureReport | None) -> None:
        """Hear that the world goes on without a controller that computes for too long."""

    def seen(self, update: RunUpdate) -> None:
        """Look at the robots: often in a run that is paced, and at the end."""

    def led(self, ways: Mapping[int, Sequence[Point]], is_anew: bool) -> None:
        """Hear where robots have been whose run is told from afar, by their numbers.

        Args:
            ways: What is new of each trail, oldest first.
            is_anew: Whether to forget everything heard before: the run was wound back.
        """

    def spanned(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Take every tick of a span; the rows are used again afterwards."""

    def sampled(self, snapshots: Sequence[Snapshot]) -> None:
        """Take samples of robots that have no ticks of their own."""

    def answered(self, reading: Reading) -> None:
        """Hear what a real robot answered."""

    def taped(self, row: TapeRow) -> None:
        """Hear what a real robot's program asked, and what it was told."""

    def exchanged(self, tick: int, seconds: float) -> None:
        """Hear how long a real robot took to answer, repeats included."""

    def link_lost(self, tick: int, reason: str) -> None:
        """Hear that a real robot can't be reached any more."""

    def filmed(self, tick: int, jpeg: bytes) -> None:
        """Hear what a camera beside the robots sees, as of the tick in which it arrived."""

    def progressed(self, tick: int) -> None:
        """Hear how far the run is, a few times a second (wall clock)."""

    def ended(self, report: RunReport) -> None:
        """Hear how the run ended; nothing moves any more."""

    def closed(self) -> None:
        """Let go of everything; always the last, also when the run broke off without an end."""


EVENTS = tuple(
    name for name, value in vars(RunObserver).items() if callable(value) and name[0] != "_"
)


_Hearers = list[tuple[RunObserver, Callable[..., None]]]


class Observers(RunObserver):
    """Tells everybody who has a method of its own for an event.

    One that fails hears nothing more; ``failure`` keeps the first failure.
    """

    def __init__(self, observers: Iterable[RunObserver] = ()) -> None:
        self.heard_from_tick = 0
        """Prints and remarks from here on are for everybody."""
        self.failure: Exception | None = None
        self._observers: list[RunObserver] = []
        # Whoever was given one of these functions goes on to reach those who hear by then.
        self._hearing: dict[str, _Hearers] = {event: [] for event in EVENTS}
        for event, hearers in self._hearing.items():
            tell = self._tell_later if event in ("printed", "remarked") else self._tell
            setattr(self, event, partial(tell, hearers))
        for observer in observers:
            self.add(observer)

    def add(self, observer: RunObserver) -> None:
        """Add an observer, which hears what comes from now on; not while a run goes on."""
        self._observers.append(observer)
        self._arrange()

    def add_first(self, observer: RunObserver) -> None:
        """Add an observer that hears before all others."""
        self._observers.insert(0, observer)
        self._arrange()

    def hears(self, *events: str) -> bool:
        """Return whether anybody wants to hear of any of these events."""
        return any(self._hearers(event) for event in events)

    def teller(self, event: str) -> Callable[..., None] | None:
        """Return what tells of an event, for frequent events; ``None``: no observer hears it.

        One that hears it alone and can't fail is called itself.
        """
        hearers = self._hearing[event]
        if len(hearers) == 1 and hearers[0][0].never_fails:
            return hearers[0][1]
        tell: Callable[..., None] = getattr(self, event)
        return tell if hearers else None

    def _hearers(self, event: str) -> list[RunObserver]:
        deaf = getattr(RunObserver, event)
        return [one for one in self._observers if getattr(type(one), event) is not deaf]

    def _arrange(self) -> None:
        for event in EVENTS:
            hearers = self._hearing[event]
            # "alarmed" is told to everybody: it is a notice to those who know no alarms.
            wanted = self._observers if event == "alarmed" else self._hearers(event)
            hearers[:] = [(one, getattr(one, event)) for one in wanted]

    def _tell(self, hearers: _Hearers, *details: object) -> None:
        for observer, hear in tuple(hearers):
            try:
                hear(*details)
            except Exception as failure:  # noqa: BLE001 - kept; a run does not end by it
                self._drop(observer, failure)

    def _tell_later(self, hearers: _Hearers, *details: Any) -> None:
        if details[0] < self.heard_from_tick:
            hearers = [(one, hear) for one, hear in hearers if one.hears_repeats]
        self._tell(hearers, *details)

    def _drop(self, observer: RunObserver, failure: Exception) -> None:
        _LOG.error("%s fails and hears nothing more", type(observer).__name__, exc_info=failure)
        self.failure = self.failure or failure
        self._observers = [one for one in self._observers if one is not observer]
        self._arrange()
