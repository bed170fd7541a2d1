"""Informs the observers of a run about a real robot, and samples it for a recording."""

from __future__ import annotations

import threading
from dataclasses import replace

from wsusim.backends.tape.rows import TapeRow
from wsusim.model.commands import Annotation, RobotCommand, SetSpeeds
from wsusim.model.interventions import MadeSafe, RobotMoved
from wsusim.model.readings import Quantity
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import World
from wsusim.recording.file_layout import BLOCK_TICKS
from wsusim.recording.notes import Reading
from wsusim.runs.observer import Observers, RunUpdate
from wsusim.runs.request import RunRequest
from wsusim.runs.sources.real_track import RealTrack


class RealTelling:
    """Gets all events of one real robot, from any thread; see ``serial_line.watched_backend``.

    A sample holds what was known at its tick: where dead reckoning has the robot, and the newest
    answers.
    """

    def __init__(self, request: RunRequest, world: World, observers: Observers) -> None:
        """Begin with the robot at its start in ``world`` and its counters at zero."""
        self._observers = observers
        self._lock = threading.Lock()
        self._track = RealTrack(world, request.pulse_mm)
        self._sample_ticks = 0 if request.record is None else request.record.sample_ticks
        self._samples: list[Snapshot] = []
        self._next_tick = self._sample_ticks

    def update_at(self, tick: int) -> RunUpdate:
        """Return what is known, as of a tick."""
        return RunUpdate(self._track.snapshot(tick), (self._track.statistics,))

    def place(self, tick: int, x_mm: float, y_mm: float) -> None:
        """Note that a person has put the robot elsewhere; all else stays as it was."""
        with self._lock:
            pose = replace(self._track.pose, x_mm=x_mm, y_mm=y_mm)
            self._fill(tick)
            self._track.place(pose)
            self._given(tick, RobotMoved(pose.x_mm, pose.y_mm, pose.heading_rad))

    def ordered(self, tick: int, command: RobotCommand) -> None:
        """Note an order that the robot has got."""
        with self._lock:
            self._fill(tick)
            self._track.order(command)
            self._given(tick, command)

    def made_safe(self, tick: int) -> None:
        """Note that the robot has been stopped for good."""
        with self._lock:
            self._fill(tick)
            self._track.order(SetSpeeds(0, 0))
            self._given(tick, MadeSafe())

    def answered(
        self, tick: int, quantity: Quantity, values: tuple[int, ...], age_s: float, is_own: bool
    ) -> None:
        """Note an answer of the robot."""
        with self._lock:
            self._fill(tick)
            self._track.read(quantity, values)
            age_ms = round(age_s * 1000.0)
            self._observers.answered(Reading(tick, 0, quantity, values, age_ms, not is_own))
            self._observers.seen(self.update_at(tick))

    def taped(self, row: TapeRow) -> None:
        """Note what the program asked, and what it was told."""
        with self._lock:
            self._observers.taped(row)

    def exchanged(self, tick: int, seconds: float) -> None:
        """Note how long the robot took to answer."""
        self._observers.exchanged(tick, seconds)

    def link_lost(self, tick: int, reason: str) -> None:
        """Note that it can't be reached any more."""
        self._observers.link_lost(tick, reason)

    def remarked(self, tick: int, remark: Annotation) -> None:
        """Note what the controller says and draws."""
        with self._lock:
            self._fill(tick)
            self._observers.remarked(tick, 0, remark)
            self._given(tick, remark)

    def end(self, tick: int) -> None:
        """Hand over the last samples; the robot stands still."""
        with self._lock:
            self._fill(tick + 1)
            if self._samples:
                self._hand_over()

    # Inside; the lock is held

    def _given(self, tick: int, what: RobotCommand | Annotation | MadeSafe | RobotMoved) -> None:
        self._observers.given(tick, 0, what)
        self._observers.seen(self.update_at(tick))

    def _fill(self, tick: int) -> None:
        """Take the samples that were due before ``tick``, in which something happens."""
        while self._sample_ticks and self._next_tick < tick:
            sampled_tick = self._next_tick
            self._samples.append(self._track.snapshot(sampled_tick))
            self._next_tick += self._sample_ticks
            if sampled_tick // BLOCK_TICKS != self._next_tick // BLOCK_TICKS:
                self._hand_over()

    def _hand_over(self) -> None:
        samples, self._samples = self._samples, []
        self._observers.sampled(samples)
