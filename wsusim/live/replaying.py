"""Shares a recording: one playhead for all, which people with the steering key control.

What is played is a *reel*: the recording of a run (``RunReel``) or of a match (``MatchReel``).
"""

from __future__ import annotations

import queue
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from wsusim.analysis.film import Film
from wsusim.live.asking import Seek
from wsusim.live.publisher import PERIOD_S, Publisher
from wsusim.live.shapes import SceneAbilities
from wsusim.live.telling import scene_of
from wsusim.model.units import seconds_to_ticks
from wsusim.recording.match_kind import is_match
from wsusim.recording.reader import Recording
from wsusim.runs.actions import Action, Pause, Resume, SetSpeed, Step

if TYPE_CHECKING:
    from collections.abc import Callable

WINDING: SceneAbilities = {"pause": True, "drag": False, "order": [], "type": [], "seek": True}
"""What can be done with a recording."""

PRINTS_SHOWN = 1000
"""So many prints are told at most when a recording is wound on."""


class Reel(Protocol):
    """What is played."""

    first_tick: int
    last_tick: int
    step_ticks: int
    """From one moment to the next."""

    def begin(self, publisher: Publisher) -> None:
        """Show its scene."""

    def show(self, publisher: Publisher, after_tick: int, tick: int) -> None:
        """Show a moment, and extend trails and prints to it.

        Args:
            publisher: Shows it.
            after_tick: What has been shown before; -1: nothing, trails and prints begin again.
            tick: The moment.
        """


class Replaying:
    """Plays a reel to viewers. One thread makes it and calls ``play``.

    Args:
        reel: What is played.
        publisher: Shares it.
        now_s: A clock in seconds.
    """

    def __init__(
        self, reel: Reel, publisher: Publisher, now_s: Callable[[], float] = monotonic
    ) -> None:
        self._reel = reel
        self._publisher = publisher
        self._now_s = now_s
        self._actions: queue.SimpleQueue[Action | Seek] = queue.SimpleQueue()
        self._speed = 1.0
        self._is_paused = False
        self._tick = float(reel.first_tick)
        self._shown_tick = -1
        publisher.steer = self._actions.put
        reel.begin(publisher)
        self._note()
        self._show()

    @property
    def tick(self) -> int:
        """The tick that is shown."""
        return int(self._tick)

    def play(self) -> None:
        """Play until the program ends (Ctrl-C); at its end the recording is paused."""
        last_s = self._now_s()
        while True:
            self.wait_and_steer(PERIOD_S)
            now_s = self._now_s()
            self.go_on(now_s - last_s)
            last_s = now_s

    def go_on(self, span_s: float) -> None:
        """Play for so much time."""
        if self._is_paused:
            return
        self._tick += span_s * self._speed * seconds_to_ticks(1.0)
        if self._tick >= self._reel.last_tick:
            self._tick, self._is_paused = float(self._reel.last_tick), True
            self._note()
        self._show()

    def wait_and_steer(self, timeout_s: float) -> None:
        """Do what viewers ask for; wait at most so long."""
        try:
            action = self._actions.get(timeout=timeout_s)
        except queue.Empty:
            return
        reel = self._reel
        match action:
            case Pause():
                self._is_paused = True
            case Resume():
                if self._tick >= reel.last_tick:
                    self._tick = float(reel.first_tick)
                self._is_paused = False
            case SetSpeed():
                self._speed = action.speed
            case Step():
                self._is_paused = True
                self._tick = min(self._tick + reel.step_ticks * action.ticks, reel.last_tick)
            case Seek():
                self._tick = float(min(max(action.tick, reel.first_tick), reel.last_tick))
            case _:
                return
        self._note()
        self._show()

    def _note(self) -> None:
        is_at_end = self._tick >= self._reel.last_tick
        phase = "ended" if is_at_end and self._is_paused else "going"
        self._publisher.note(
            {"phase": phase, "is_paused": self._is_paused, "end": "", "speed": self._speed}
        )

    def _show(self) -> None:
        tick = int(self._tick)
        if tick == self._shown_tick:
            return
        if tick < self._shown_tick:
            self._publisher.rewind()
            self._shown_tick = -1
        self._reel.show(self._publisher, self._shown_tick, tick)
        self._shown_tick = tick


class RunReel:
    """The recording of a run; fulfils ``Reel``."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self._printed = 0
        self.first_tick, self.last_tick = film.first_tick, film.last_tick
        self.step_ticks = film.sample_ticks

    def begin(self, publisher: Publisher) -> None:
        """Show its scene."""
        film, header = self._film, self._film.header
        options = header.options.get("controllers") or ()
        scene = scene_of(
            header.world,
            name=film.recording.path.name,
            controllers=[str(spec).rpartition("/")[2] for spec in options],
            abilities=WINDING,
            seed=header.seed,
            span_ticks=(film.first_tick, film.last_tick),
        )
        publisher.begin(scene, None if header.real_robot is not None else header.world)

    def show(self, publisher: Publisher, after_tick: int, tick: int) -> None:
        """Show a moment, and extend trails and prints to it."""
        film = self._film
        if after_tick < 0:
            self._printed = 0
        picture = film.picture_at(tick)
        for robot in range(len(picture.snapshot.robots)):
            publisher.lead(robot, film.trail(robot, after_tick, tick))
        count = film.prints_until(tick)
        for line in film.prints[max(self._printed, count - PRINTS_SHOWN) : count]:
            publisher.print(line.tick, -1 if line.robot is None else line.robot, line.text)
        self._printed = count
        publisher.show(picture)


def share_recording(file: Path, publisher: Publisher) -> None:
    """Play a recording to viewers until Ctrl-C."""
    if is_match(file):
        from wsusim.ciber.recorded.match_reader import MatchRecording
        from wsusim.live.match_reel import MatchReel

        with MatchRecording(file) as match:
            Replaying(MatchReel(match), publisher).play()
    else:
        with Recording(file) as recording:
            Replaying(RunReel(Film(recording)), publisher).play()
