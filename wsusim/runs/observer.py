"""The observers of a run: which events they get, and how several get them."""

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
        pause: Stop their time, go step by step, and choose its speed.
        drag: Put things elsewhere.
        order: Drive robots that have no controller.
        type: Speak the Khepera's protocol with robots that have no controller.
        rays: See what their sensors meet.
        no_pause: Why their time can't be stopped.
        pause_stops: Whether a pause stops the run instead.
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
        rows: Every tick since the previous update, as ``recording.rows`` reads them; ``None``: the
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
        request: The request.
        abilities: What people can do with the robots.
        world: The maze with its robots.
        update: The first one.
        seed: Start of all randomness.
        is_ideal: Whether noise is off.
        options: What a recording keeps of the request, plain values.
        end_tick: The latest end of the run; ``None``: a person ends it.
        earlier: The earlier inputs, if the run begins in the middle of another.
        heard_from_tick: Until here the run only repeats what was recorded.
        is_replayed: It begins at a moment of a recording, with the recorded programs.
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
    """Gets the events of a run while it goes on; inherit and write the methods you need.

    Methods are called from several threads and must return quickly: an observer that needs time
    stores what it gets (see ``events.Outbox`` and ``pictures.Pictures``, which are bounded). Only
    the recorder may keep a run waiting. What an observer is given never changes afterwards, and
    nothing in it leads back to the world. Robots count from 0.
    """

    hears_repeats = False
    """Whether prints and remarks are heard that only repeat what was recorded."""

    never_fails = False
    """Whether it does so little that nothing of it can fail."""

    def placed(self, world: World, update: RunUpdate) -> None:
        """Show where everything is while controllers are still being loaded, if known."""

    def started(self, start: RunStart) -> None:
        """All controllers are loaded, and the first tick is due."""

    def given(self, tick: int, robot: int, what: Input) -> None:
        """An input has reached a robot: an order, a remark, an intervention. Called in order."""

    def remarked(self, tick: int, robot: int, remark: Annotation) -> None:
        """A controller has said or drawn something."""

    def printed(self, tick: int, robot: int, text: str) -> None:
        """A controller has printed whole lines, or a piece without newline."""

    def noticed(self, tick: int, text: str) -> None:
        """There is a remark of wsusim on the run, one sentence."""

    def alarmed(self, tick: int, text: str) -> None:
        """A person must act, as a real robot may be driving; or that is over."""
        self.noticed(tick, text)

    def refused(self, text: str) -> None:
        """Something could not be put where it was dragged, with the reason; empty: now it could."""

    def replied(self, asked: TypeLine, lines: tuple[str, ...]) -> None:
        """A robot has answered a line that a person typed."""

    def failed(self, robot: int | None, spec: str, report: FailureReport) -> None:
        """A controller has failed; ``None``: the run itself."""

    def left_behind(self, tick: int, robot: int, spec: str, place: FailureReport | None) -> None:
        """The world goes on without a controller that computes for too long."""

    def seen(self, update: RunUpdate) -> None:
        """The robots can be seen: often in a paced run, and at the end."""

    def led(self, ways: Mapping[int, Sequence[Point]], is_anew: bool) -> None:
        """Robots of a remote run have moved; trails are by robot number.

        Args:
            ways: The new points of each trail, oldest first.
            is_anew: Whether to forget all earlier points: the run was wound back.
        """

    def spanned(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """A span of ticks is over; its rows are reused afterwards."""

    def sampled(self, snapshots: Sequence[Snapshot]) -> None:
        """There are samples of robots that have no ticks of their own."""

    def answered(self, reading: Reading) -> None:
        """A real robot has answered."""

    def taped(self, row: TapeRow) -> None:
        """A real robot's program has asked something and got an answer."""

    def exchanged(self, tick: int, seconds: float) -> None:
        """A real robot has answered after so long, repeats included."""

    def link_lost(self, tick: int, reason: str) -> None:
        """A real robot can't be reached any more."""

    def filmed(self, tick: int, jpeg: bytes) -> None:
        """A camera beside the robots has sent a picture, which arrived in this tick."""

    def progressed(self, tick: int) -> None:
        """The run has come so far, a few times a second (wall clock)."""

    def ended(self, report: RunReport) -> None:
        """The run has ended; nothing moves any more."""

    def closed(self) -> None:
        """Release everything; always the last call, even if the run broke off without an end."""


EVENTS = tuple(
    name for name, value in vars(RunObserver).items() if callable(value) and name[0] != "_"
)


_Hearers = list[tuple[RunObserver, Callable[..., None]]]


class Observers(RunObserver):
    """Passes events to all observers that have a method of their own for them.

    One that fails gets nothing more; ``failure`` keeps the first failure.
    """

    def __init__(self, observers: Iterable[RunObserver] = ()) -> None:
        self.heard_from_tick = 0
        """Prints and remarks from here on are for everybody."""
        self.failure: Exception | None = None
        self._observers: list[RunObserver] = []
        # A caller that was given one of these functions reaches those who hear by then.
        self._hearing: dict[str, _Hearers] = {event: [] for event in EVENTS}
        for event, hearers in self._hearing.items():
            tell = self._tell_later if event in ("printed", "remarked") else self._tell
            setattr(self, event, partial(tell, hearers))
        for observer in observers:
            self.add(observer)

    def add(self, observer: RunObserver) -> None:
        """Add an observer, which gets all events from now on; not while a run goes on."""
        self._observers.append(observer)
        self._arrange()

    def add_first(self, observer: RunObserver) -> None:
        """Add an observer that gets events before all others."""
        self._observers.insert(0, observer)
        self._arrange()

    def hears(self, *events: str) -> bool:
        """Return whether any observer wants any of these events."""
        return any(self._hearers(event) for event in events)

    def teller(self, event: str) -> Callable[..., None] | None:
        """Return the function to call for a frequent event; ``None``: no observer wants it.

        A single observer that can't fail is called directly.
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
