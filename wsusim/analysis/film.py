"""An opened recording, ready to be shown at any tick."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wsusim.analysis.marks import all_marks, contact_spans
from wsusim.analysis.recorded_errors import RecordedError, report_from
from wsusim.analysis.sample_history import Gatherer
from wsusim.control.report import FailureReport
from wsusim.model.commands import ClearDrawing, Draw, Plot, PutBack, Say, Variables
from wsusim.model.elementary import dist
from wsusim.model.geometry import Point
from wsusim.model.inputs import Input
from wsusim.model.interventions import MadeSafe, RobotMoved
from wsusim.model.readings import CAMERA, QUANTITY_LENGTHS, Quantity
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import SENSOR_REFRESH_TICKS
from wsusim.recording import contents
from wsusim.recording.notes import Line, Reading
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.video import Video
from wsusim.runs.pictures import Picture
from wsusim.runs.value_book import ValueBook

if TYPE_CHECKING:
    from wsusim.engine.snapshots import RobotStatistics

FIGURES_SHOWN = 1500
"""Lines, dots and texts of one controller that are drawn, as in a live run."""

TRAIL_STEP_MM = 3.0
"""Points of a trail that are nearer to each other are left out."""


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
        shown = self.figures[max(begin, end - FIGURES_SHOWN) : end]
        last = {figure.points_mm: figure for figure in shown if figure.shape == "grid"}
        return tuple(
            figure for figure in shown if figure.shape != "grid" or last[figure.points_mm] is figure
        )

    def text_at(self, tick: int) -> str:
        """Return what is said at a tick."""
        count = bisect_right(self.say_ticks, tick)
        return self.says[count - 1] if count else ""


@dataclass(frozen=True, slots=True)
class Trail:
    """The points of one robot's way that are far enough from each other, with their ticks."""

    ticks: list[int] = field(default_factory=list)
    points_mm: list[Point] = field(default_factory=list)

    def extend(self, ticks: Sequence[int], track: NDArray[np.float64]) -> None:
        """Extend the trail by a block of samples."""
        for tick, (x_mm, y_mm, _heading) in zip(ticks, track.tolist(), strict=True):
            here = (x_mm, y_mm)
            if not self.points_mm or dist(self.points_mm[-1], here) >= TRAIL_STEP_MM:
                self.ticks.append(tick)
                self.points_mm.append(here)


class Film:
    """Gives ``Picture`` objects as a live run does, but at any tick and in any order.

    Everything except the samples is read when it is made; that may take a moment and belongs in a
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
        self._said = _said(orders, robots)
        self.values = ValueBook()
        """What the controllers' variables held, and what they plotted."""
        for tick, robot, value in orders:
            if isinstance(value, Plot | Variables):
                self.values.hear(tick, robot, value)
        self._camera = _camera_answers(recording)
        self._contacts = contact_spans(events, robots, self.last_tick)
        self.errors = tuple(
            sorted(self._recorded_errors(orders, lines), key=lambda error: error.tick)
        )
        self.marks = all_marks(self._contacts, self.errors, self.prints, events, orders)
        self.video: Video | None = None
        """What a camera saw, for another thread than the one that uses the rest."""
        if Video(recording).is_there:
            self.video = Video(Recording(recording.path))
        self._read_samples(_moved(orders, robots))
        self._drawings: dict[int, tuple[Draw, ...]] = {}

    def close(self) -> None:
        """Close the file."""
        self.recording.close()
        if self.video is not None:
            self.video.close()

    @property
    def sample_ticks(self) -> int:
        """Ticks from one sample to the next."""
        return self.header.sample_ticks

    def picture_at(self, tick: int) -> Picture:
        """Return what was visible at a tick; raises ``BadRecording``."""
        snapshot = self._player.at(tick)
        return Picture(
            sensed=self._sensed_at(snapshot),
            snapshot=snapshot,
            statistics=tuple(self._statistics(k, tick) for k in range(len(self._said))),
            says=tuple(said.text_at(tick) for said in self._said),
            drawings=tuple(self._drawing(k, tick) for k in range(len(self._said))),
            camera=tuple(self._answers_at(tick)),
        )

    def _sensed_at(self, snapshot: Snapshot) -> Snapshot | None:
        """Return the sample in which the sensors were read; ``None``: it was not recorded."""
        tick = snapshot.tick - snapshot.tick % SENSOR_REFRESH_TICKS
        sensed = snapshot if tick == snapshot.tick else self._player.at(tick)
        return sensed if sensed.tick == tick else None

    def _answers_at(self, tick: int) -> Iterator[Reading]:
        """Yield what a real robot's camera had answered last."""
        for readings in self._camera:
            count = bisect_right(readings, tick, key=lambda reading: reading.tick)
            if count:
                yield readings[count - 1]

    def prints_until(self, tick: int) -> int:
        """Return how many of ``prints`` had appeared by a tick."""
        return bisect_right(self._print_ticks, tick)

    def trail(self, robot: int, after_tick: int, until_tick: int) -> Sequence[Point]:
        """Return where a robot went after one tick and until another."""
        trail = self._trails[robot]
        begin, end = (bisect_right(trail.ticks, tick) for tick in (after_tick, until_tick))
        return trail.points_mm[begin:end]

    def _drawing(self, robot: int, tick: int) -> tuple[Draw, ...]:
        """Return a drawing; the same object as long as nothing has changed."""
        drawing = self._said[robot].drawing_at(tick)
        if self._drawings.get(robot) != drawing:
            self._drawings[robot] = drawing
        return self._drawings[robot]

    def _statistics(self, robot: int, tick: int) -> RobotStatistics:
        from wsusim.engine.snapshots import RobotStatistics

        sample = max(0, bisect_right(self._ticks, tick) - 1)
        begun = [contact for contact in self._contacts[robot] if contact[0] <= tick]
        return RobotStatistics(
            distance_mm=float(self._ways_mm[robot, sample]),
            contacts=len(begun),
            contact_ticks=sum(min(last, tick) - first for first, last in begun),
        )

    def _read_samples(self, moved: Sequence[Sequence[int]]) -> None:
        """Gather the history, the distance driven by each robot at each sample, and the trails."""
        gatherer = Gatherer(len(self._said), moved)
        ticks: list[int] = []
        ways_mm: list[NDArray[np.float64]] = []
        trails = [Trail() for _ in self._said]
        for block in self._player.blocks():
            ticks.extend(block.ticks)
            ways_mm.append(gatherer.take(block))
            for trail, robot in zip(trails, block.robots, strict=True):
                trail.extend(block.ticks, robot.track)
        self.history = gatherer.history
        """All numbers of all robots, for curves."""
        self._ticks, self._ways_mm, self._trails = ticks, np.hstack(ways_mm), trails

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


def _camera_answers(recording: Recording) -> tuple[list[Reading], ...]:
    """Return what a real robot's camera answered: its pixels, and its light levels."""
    answers: dict[Quantity, list[Reading]] = {quantity: [] for quantity in sorted(CAMERA)}
    for reading in contents.readings(recording):
        quantity = reading.quantity
        if quantity in CAMERA and len(reading.values) == QUANTITY_LENGTHS[quantity]:
            answers[quantity].append(reading)
    return tuple(answers.values())


def _moved(orders: Sequence[tuple[int, int, Input]], robots: int) -> list[list[int]]:
    """Return for each robot the ticks in which it was moved by hand."""
    ticks: list[list[int]] = [[] for _ in range(robots)]
    for tick, robot, value in orders:
        if isinstance(value, RobotMoved):
            ticks[robot].append(tick)
        elif isinstance(value, PutBack):
            for one in ticks:
                one.append(tick)
    return ticks


def _said(orders: Sequence[tuple[int, int, Input]], robots: int) -> list[Said]:
    """Return what each robot's controller drew and said."""
    all_said = [Said() for _ in range(robots)]
    for tick, robot, value in orders:
        if not 0 <= robot < robots:
            continue
        said = all_said[robot]
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
    return all_said
