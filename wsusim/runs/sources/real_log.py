"""Follows a real run: its newest picture for a window, and all of it for a recording."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from wsusim.backends.serial_line.address import SerialAddress
from wsusim.engine.snapshots import RobotStatistics
from wsusim.errors import BadInput
from wsusim.model.commands import Annotation, RobotCommand, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.inputs import Input
from wsusim.model.interventions import MadeSafe, RobotMoved
from wsusim.model.readings import Quantity
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import PULSE_MM
from wsusim.model.world import Arena, RobotStart, World
from wsusim.recording.header import REAL_ROBOT, RunHeader
from wsusim.recording.layout import BLOCK_TICKS
from wsusim.recording.readings import Reading
from wsusim.recording.recorder import CannotRecord, Recorder
from wsusim.recording.writer import WriterFigures
from wsusim.runs.recorded.record import RecordingWish, controller_source
from wsusim.runs.sources.real_track import RealTrack

FLOOR_MM = 2000.0
"""Side of the floor on which a robot stands of which nobody has said where it is."""


def place_of(world: World | None, kind: str) -> World:
    """Return where a real robot stands: alone at the first robot's start.

    Args:
        world: The maze; ``None``: the middle of an empty floor.
        kind: What the robot has said it is.

    Raises:
        BadInput: The maze has no robot.
    """
    if world is None:
        middle = Pose(FLOOR_MM / 2.0, FLOOR_MM / 2.0)
        start = RobotStart(1, middle, kind=kind)
        return World("floor", Arena.rectangle(FLOOR_MM, FLOOR_MM), robots=(start,), next_id=2)
    if not world.robots:
        raise BadInput(
            f"The maze {world.name!r} has no robot, so nobody can say where the real one starts. "
            "Put one where it stands."
        )
    return replace(world, robots=(replace(world.robots[0], kind=kind),))


class RealLog:
    """Hears everything of one real run. Any thread; see ``real_watch.Watcher``.

    A sample holds what was known at its tick: where dead reckoning has the robot, and the newest
    answers. Whatever goes wrong with recording, the run goes on and ``tell`` hears of it.

    Attributes:
        troubles: What went wrong with recording, a sentence each.
        figures: How the writing went; ``None`` when nothing was recorded.
    """

    def __init__(
        self,
        wish: RecordingWish | None = None,
        tell: Callable[[str], None] = lambda text: None,
        *,
        on_change: Callable[[Snapshot, RobotStatistics], None] | None = None,
        on_remark: Callable[[int, int, Annotation], None] | None = None,
    ) -> None:
        """``on_change`` hears what is known whenever that is more; ``on_remark`` what is said."""
        # A program may change the working folder while it is loaded; the recording stays here.
        self.wish = None if wish is None else replace(wish, file=wish.file.absolute())
        self.troubles: list[str] = []
        self.figures: WriterFigures | None = None
        self._listener = tell
        self._on_change = on_change
        self._on_remark = on_remark
        self._lock = threading.Lock()
        self._track: RealTrack | None = None
        self._recorder: Recorder | None = None
        self._samples: list[Snapshot] = []
        self._next_tick = 0

    # For whoever watches

    def place(self, tick: int, x_mm: float, y_mm: float) -> None:
        """Hear that a person has put the robot elsewhere, as it looked before."""
        with self._lock:
            if self._track is not None:
                pose = replace(self._track.pose, x_mm=x_mm, y_mm=y_mm)
                self._fill(tick)
                self._track.place(pose)
                self._input(tick, RobotMoved(pose.x_mm, pose.y_mm, pose.heading_rad))
                self._changed(tick)

    # The run

    def begin(
        self,
        world: World | None,
        kind: str,
        address: SerialAddress,
        controller: str,
        pulse_mm: float = PULSE_MM,
    ) -> None:
        """Begin: the robot stands at its start, its counters at zero.

        ``pulse_mm`` is the way of a wheel for a pulse, by which the robot's place is reckoned.
        """
        world = place_of(world, kind)
        recorder = self._open(world, address, controller)
        with self._lock:
            self._track = RealTrack(world, pulse_mm)
            self._recorder = recorder
            self._take(0)
            self._hand_over(0)
            self._changed(0)

    def ordered(self, tick: int, command: RobotCommand) -> None:
        """Keep an order that the robot has got."""
        with self._lock:
            if self._track is not None:
                self._fill(tick)
                self._track.order(command)
                self._input(tick, command)
                self._changed(tick)

    def made_safe(self, tick: int) -> None:
        """Keep that the robot has been stopped for good."""
        with self._lock:
            if self._track is not None:
                self._fill(tick)
                self._track.order(SetSpeeds(0, 0))
                self._input(tick, MadeSafe())
                self._changed(tick)

    def answered(
        self, tick: int, quantity: Quantity, values: tuple[int, ...], age_s: float, is_own: bool
    ) -> None:
        """Keep what the robot answered."""
        with self._lock:
            if self._track is not None:
                self._fill(tick)
                self._track.read(quantity, values)
                if self._recorder is not None:
                    age_ms = round(age_s * 1000.0)
                    self._recorder.take_reading(
                        Reading(tick, 0, quantity, values, age_ms, not is_own)
                    )
                self._changed(tick)

    def remarked(self, tick: int, remark: Annotation) -> None:
        """Keep what the controller says and draws."""
        with self._lock:
            if self._track is not None:
                self._fill(tick)
                self._input(tick, remark)
                if self._on_remark is not None:
                    self._on_remark(tick, 0, remark)
                self._changed(tick)

    def printed(self, tick: int, text: str) -> None:
        """Keep what the controller prints."""
        with self._lock:
            if self._recorder is not None:
                self._recorder.take_line(tick, "print", 0, text)

    def noticed(self, tick: int, text: str) -> None:
        """Keep a remark about the run."""
        with self._lock:
            if self._recorder is not None:
                self._recorder.take_line(tick, "notice", None, text)

    def end(self, tick: int, summary: Mapping[str, Any]) -> None:
        """Finish the recording; the robot stands still."""
        with self._lock:
            if self._track is None:
                return
            self._fill(tick + 1)
            if self._samples:
                self._hand_over(self._samples[-1].tick)
            recorder, self._recorder = self._recorder, None
        if recorder is not None:
            self.figures = recorder.close(summary)

    def cut_off(self) -> None:
        """Leave the file as it is when the run broke off; it can be repaired."""
        with self._lock:
            recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.abandon()

    # Inside; the lock is held

    def _open(self, world: World, address: SerialAddress, controller: str) -> Recorder | None:
        if self.wish is None:
            return None
        source = controller_source(0, controller)
        header = RunHeader(
            world=world,
            seed=0,
            options={REAL_ROBOT: str(address), "controllers": [controller]},
            controllers=() if source is None else (source,),
            sample_ticks=self.wish.sample_ticks,
        )
        try:
            return Recorder(
                self.wish.file, header, overwrite=self.wish.overwrite, on_trouble=self._tell
            )
        except CannotRecord as error:
            self._tell(f"This run is not recorded. {error}")
            return None

    def _changed(self, tick: int) -> None:
        if self._on_change is not None and self._track is not None:
            self._on_change(self._track.snapshot(tick), self._track.statistics)

    def _tell(self, trouble: str) -> None:
        self.troubles.append(trouble)
        self._listener(trouble)

    def _input(self, tick: int, value: Input) -> None:
        if self._recorder is not None:
            self._recorder.take_input(tick, 0, value)

    def _fill(self, tick: int) -> None:
        """Take the samples that fell due before ``tick``, in which something happens."""
        while self._recorder is not None and self._next_tick < tick:
            first_tick = self._next_tick
            self._take(first_tick)
            if first_tick // BLOCK_TICKS != self._next_tick // BLOCK_TICKS:
                self._hand_over(first_tick)

    def _take(self, tick: int) -> None:
        assert self._track is not None
        if self.wish is not None:
            self._samples.append(self._track.snapshot(tick))
            self._next_tick = tick + self.wish.sample_ticks

    def _hand_over(self, last_tick: int) -> None:
        samples, self._samples = self._samples, []
        if self._recorder is not None and samples:
            self._recorder.take_snapshots(samples)
            self._recorder.end_span(last_tick)
