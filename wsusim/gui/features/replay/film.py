"""An opened recording, ready to be shown at any tick. Nothing of Qt is here."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from wsusim.control.report import FailureReport
from wsusim.gui.features.curves.recorded import Gatherer
from wsusim.gui.features.replay.recorded_errors import RecordedError, report_from
from wsusim.model.commands import ClearDrawing, Draw, Say
from wsusim.model.geometry import Point
from wsusim.model.inputs import Input
from wsusim.model.interventions import MadeSafe, ObjectMoved, RobotMoved
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import SENSOR_REFRESH_TICKS
from wsusim.recording import contents
from wsusim.recording.events import Event
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.texts import Line
from wsusim.runs.live_events import Picture

if TYPE_CHECKING:
    from wsusim.engine.snapshots import RobotStatistics
    from wsusim.gui.features.curves.history import History

FIGURES_SHOWN = 1500
"""Lines, dots and texts of one controller that are drawn, as in a live run."""

TRAIL_STEP_MM = 3.0
"""Points of a trail that are nearer to each other are left out."""

FAR_TICK = 2**60


class MarkKind(Enum):
    """What a mark of the timeline stands for; each kind has a row of its own."""

    CONTACT = "contact"
    ERROR = "error"
    PRINT = "print"
    MISSION = "mission"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened; ``last_tick`` is the end of a contact, else the tick itself."""

    tick: int
    last_tick: int
    kind: MarkKind
    robot: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """What one robot's controller drew and said, each with the ticks at which it did."""

    figure_ticks: list[int] = field(default_factory=list)
    figures: list[Draw] = field(default_factory=list)
    cleared_ticks: list[int] = field(default_factory=list)
    cleared_counts: list[int] = field(default_factory=list)
    """How many figures there were at each clearing."""
    say_ticks: list[int] = field(default_factory=list)
    says: list[str] = field(default_factory=list)

    def drawing_at(self, tick: int) -> tuple[Draw, ...]:
        """Return what is drawn at a tick."""
        end = bisect_right(self.figure_ticks, tick)
        cleared = bisect_right(self.cleared_ticks, tick)
        begin = self.cleared_counts[cleared - 1] if cleared else 0
        return tuple(self.figures[max(begin, end - FIGURES_SHOWN) : end])

    def text_at(self, tick: int) -> str:
        """Return what is said at a tick."""
        count = bisect_right(self.say_ticks, tick)
        return self.says[count - 1] if count else ""


@dataclass(frozen=True, slots=True)
class Track:
    """The way of one robot: [samples] ticks and lengths, and the points of its trail."""

    ticks: list[int]
    lengths_mm: list[float]
    trail_ticks: list[int]
    trail_mm: list[Point]


class Film:
    """Gives ``Picture`` objects as a live run does, but at any tick and in any order.

    Everything but the samples is read when it is made; that may take a moment and belongs into a
    thread of its own. Afterwards one thread may use it.
    """

    def __init__(self, recording: Recording) -> None:
        """Read the recording; raises ``BadInput`` when it can't be shown."""
        self.recording = recording
        self.header = recording.header
        self._player = Player(recording)
        self.first_tick = self._player.first_tick
        self.last_tick = self._player.last_tick
        robots = len(self.header.world.robots)
        orders = list(contents.inputs(recording))
        events = list(contents.events(recording))
        lines = list(contents.lines(recording))
        self.prints = [line for line in lines if line.kind == "print" and line.robot is not None]
        self._print_ticks = [line.tick for line in self.prints]
        self._gatherer = Gatherer(robots)
        self._said = [Said() for _ in range(robots)]
        self._fill_said(orders)
        self._tracks = [_track(ticks, points) for ticks, points in self._ways()]
        self._contacts = _contacts(events, robots, self.last_tick)
        self.errors = tuple(
            sorted(self._recorded_errors(orders, lines), key=lambda error: error.tick)
        )
        self.marks = tuple(
            sorted(
                (
                    *self._contact_marks(),
                    *_error_marks(self.errors),
                    *_print_marks(self.prints),
                    *_mission_marks(events),
                    *_hand_marks(orders),
                ),
                key=lambda mark: mark.tick,
            )
        )
        self._drawings: dict[int, tuple[Draw, ...]] = {}

    def close(self) -> None:
        """Close the file."""
        self.recording.close()

    @property
    def history(self) -> History:
        """All numbers of all robots, for curves."""
        return self._gatherer.history

    @property
    def sample_ticks(self) -> int:
        """Ticks from one sample to the next."""
        return self.header.sample_ticks

    def picture_at(self, tick: int) -> Picture:
        """Return what was to be seen at a tick; raises ``BadRecording``."""
        snapshot = self._player.at(tick)
        return Picture(
            sensed=self._sensed_at(snapshot),
            snapshot=snapshot,
            statistics=tuple(self._statistics(k, tick) for k in range(len(self._tracks))),
            says=tuple(said.text_at(tick) for said in self._said),
            drawings=tuple(self._drawing(k, tick) for k in range(len(self._said))),
        )

    def _sensed_at(self, snapshot: Snapshot) -> Snapshot | None:
        """Return the sample in which the sensors looked; ``None``: it was not recorded."""
        tick = snapshot.tick - snapshot.tick % SENSOR_REFRESH_TICKS
        sensed = snapshot if tick == snapshot.tick else self._player.at(tick)
        return sensed if sensed.tick == tick else None

    def prints_until(self, tick: int) -> int:
        """Return how many of ``prints`` had come by a tick."""
        return bisect_right(self._print_ticks, tick)

    def trail(self, robot: int, after_tick: int, until_tick: int) -> Sequence[Point]:
        """Return where a robot went after one tick and until another."""
        track = self._tracks[robot]
        begin = bisect_right(track.trail_ticks, after_tick)
        return track.trail_mm[begin : bisect_right(track.trail_ticks, until_tick)]

    def mark_after(self, tick: int) -> Mark | None:
        """Return the next thing that happened after a tick, ``None`` after the last one."""
        return next((mark for mark in self.marks if mark.tick > tick), None)

    def mark_before(self, tick: int) -> Mark | None:
        """Return the last thing that happened before a tick, ``None`` before the first one."""
        return next((mark for mark in reversed(self.marks) if mark.tick < tick), None)

    def _drawing(self, robot: int, tick: int) -> tuple[Draw, ...]:
        """Return a drawing; the same object as long as nothing has changed."""
        drawing = self._said[robot].drawing_at(tick)
        if self._drawings.get(robot) != drawing:
            self._drawings[robot] = drawing
        return self._drawings[robot]

    def _statistics(self, robot: int, tick: int) -> RobotStatistics:
        from wsusim.engine.snapshots import RobotStatistics

        track = self._tracks[robot]
        begun = [contact for contact in self._contacts[robot] if contact[0] <= tick]
        return RobotStatistics(
            distance_mm=track.lengths_mm[max(0, bisect_right(track.ticks, tick) - 1)],
            contacts=len(begun),
            contact_ticks=sum(min(last, tick) - first for first, last in begun),
        )

    def _fill_said(self, orders: list[tuple[int, int, Input]]) -> None:
        for tick, robot, value in orders:
            said = self._said[robot] if 0 <= robot < len(self._said) else Said()
            match value:
                case Say():
                    said.say_ticks.append(tick)
                    said.says.append(value.text)
                case Draw():
                    said.figure_ticks.append(tick)
                    said.figures.append(value)
                case ClearDrawing():
                    said.cleared_ticks.append(tick)
                    said.cleared_counts.append(len(said.figures))

    def _ways(self) -> Iterator[tuple[list[int], list[Point]]]:
        ticks: list[int] = []
        points: list[list[Point]] = [[] for _ in self.header.world.robots]
        for block in self._player.blocks():
            ticks.extend(block.ticks)
            self._gatherer.take(block)
            for number, robot in enumerate(block.robots):
                points[number].extend(map(_point, robot.track[:, :2].tolist()))
        return ((ticks, way) for way in points)

    def _contact_marks(self) -> Iterator[Mark]:
        for robot, contacts in enumerate(self._contacts):
            for first, last in contacts:
                yield Mark(first, last, MarkKind.CONTACT, robot, "")

    def _recorded_errors(
        self, orders: list[tuple[int, int, Input]], lines: list[Line]
    ) -> Iterator[RecordedError]:
        """Yield failures of controllers, where their robots stopped, and remarks about the run."""
        stopped: dict[int, int] = {}
        for tick, robot, value in orders:
            if isinstance(value, MadeSafe) and tick > self.first_tick:
                stopped.setdefault(robot, tick)
        reports: list[dict[str, Any]] = list((self.recording.summary or {}).get("robots", ()))
        for report in reports:
            error = report.get("error")
            if error is not None:
                robot = int(report["robot"]) - 1
                yield RecordedError(stopped.get(robot, self.last_tick), robot, report_from(error))
        for line in lines:
            if line.kind == "notice":
                remark = FailureReport("Notice", line.text.strip(), None, None)
                yield RecordedError(line.tick, line.robot, remark)


def _point(pair: list[float]) -> Point:
    return (pair[0], pair[1])


def _track(ticks: list[int], points: list[Point]) -> Track:
    lengths_mm, trail_ticks, trail_mm = [0.0], ticks[:1], points[:1]
    for tick, before, here in zip(ticks[1:], points, points[1:], strict=False):
        lengths_mm.append(lengths_mm[-1] + math.dist(before, here))
        if math.dist(trail_mm[-1], here) >= TRAIL_STEP_MM:
            trail_ticks.append(tick)
            trail_mm.append(here)
    return Track(ticks, lengths_mm, trail_ticks, trail_mm)


def _contacts(events: list[Event], robots: int, end_tick: int) -> list[list[tuple[int, int]]]:
    """Return the (first, last) ticks of each robot's contacts."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(robots)]
    begun: dict[int, int] = {}
    for event in events:
        if event.robot is None or event.robot >= robots:
            continue
        if event.kind == "contact_begins":
            begun[event.robot] = event.tick
        elif event.kind == "contact_ends" and event.robot in begun:
            found[event.robot].append((begun.pop(event.robot), event.tick))
    for robot, first in begun.items():
        found[robot].append((first, end_tick))
    return found


def _error_marks(errors: Sequence[RecordedError]) -> Iterator[Mark]:
    for error in errors:
        text = error.report.message.split("\n")[0]
        yield Mark(error.tick, error.tick, MarkKind.ERROR, error.robot, text)


def _print_marks(prints: list[Line]) -> Iterator[Mark]:
    """Yield a mark for each robot and tick with prints."""
    texts: defaultdict[tuple[int, int | None], list[str]] = defaultdict(list)
    for line in prints:
        texts[line.tick, line.robot].append(line.text)
    for (tick, robot), parts in texts.items():
        text = "".join(parts).strip()
        if text:
            yield Mark(tick, tick, MarkKind.PRINT, robot, text)


def _mission_marks(events: list[Event]) -> Iterator[Mark]:
    for event in events:
        if event.kind in ("goal_entered", "goal_left", "caps_delivered", "mission_achieved"):
            text = event.kind.replace("_", " ")
            if event.value is not None:
                text = f"{text}: {event.value}"
            yield Mark(event.tick, event.tick, MarkKind.MISSION, event.robot, text)


def _hand_marks(orders: list[tuple[int, int, Input]]) -> Iterator[Mark]:
    """Yield the ticks at which a person moved something."""
    last: tuple[int, str] = (-FAR_TICK, "")
    for tick, robot, value in orders:
        if isinstance(value, RobotMoved | ObjectMoved):
            text = "moved by hand"
            if tick - last[0] > 50:
                number = robot if isinstance(value, RobotMoved) else None
                yield Mark(tick, tick, MarkKind.MISSION, number, text)
            last = (tick, text)
