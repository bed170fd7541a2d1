"""Shares a recording: one playhead for all, which those who may steer pause, set and speed up."""

from __future__ import annotations

import queue
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from wsusim.analysis.film import Film
from wsusim.live.asking import Seek
from wsusim.live.publisher import PERIOD_S, Publisher
from wsusim.live.telling import scene_of
from wsusim.model.units import seconds_to_ticks
from wsusim.recording.reader import Recording
from wsusim.runs.wishes import Pause, Resume, SetSpeed, Step, Wish

if TYPE_CHECKING:
    from collections.abc import Callable

PRINTS_SHOWN = 1000
"""So many prints are told at most when a recording is wound on."""


class Replaying:
    """Plays a recording to viewers. One thread makes it and calls ``play``.

    Args:
        film: The recording.
        publisher: Shares it.
        now_s: A clock in seconds.
    """

    def __init__(
        self, film: Film, publisher: Publisher, now_s: Callable[[], float] = monotonic
    ) -> None:
        self._film = film
        self._publisher = publisher
        self._now_s = now_s
        self._wishes: queue.SimpleQueue[Wish | Seek] = queue.SimpleQueue()
        self._speed = 1.0
        self._is_paused = False
        self._tick = float(film.first_tick)
        self._shown_tick = -1
        self._printed = 0
        publisher.steer = self._wishes.put
        header = film.header
        options = header.options.get("controllers") or ()
        scene = scene_of(
            header.world,
            name=film.recording.path.name,
            controllers=[str(spec).rpartition("/")[2] for spec in options],
            abilities={"pause": True, "drag": False, "order": [], "seek": True},
            seed=header.seed,
            span_ticks=(film.first_tick, film.last_tick),
        )
        publisher.begin(scene, header.world)
        self._note()
        self._show()

    @property
    def tick(self) -> int:
        """The tick that is shown."""
        return int(self._tick)

    def play(self) -> None:
        """Play until the program ends (Ctrl-C); at its end the recording stands still."""
        last_s = self._now_s()
        while True:
            self.wait_and_steer(PERIOD_S)
            now_s = self._now_s()
            self.go_on(now_s - last_s)
            last_s = now_s

    def go_on(self, span_s: float) -> None:
        """Let so much time go by."""
        if self._is_paused:
            return
        self._tick += span_s * self._speed * seconds_to_ticks(1.0)
        if self._tick >= self._film.last_tick:
            self._tick, self._is_paused = float(self._film.last_tick), True
            self._note()
        self._show()

    def wait_and_steer(self, timeout_s: float) -> None:
        """Do what viewers wish; wait for a wish at most so long."""
        try:
            wish = self._wishes.get(timeout=timeout_s)
        except queue.Empty:
            return
        film = self._film
        match wish:
            case Pause():
                self._is_paused = True
            case Resume():
                if self._tick >= film.last_tick:
                    self._tick = float(film.first_tick)
                self._is_paused = False
            case SetSpeed():
                self._speed = wish.speed
            case Step():
                self._is_paused = True
                self._tick = min(self._tick + film.sample_ticks * wish.ticks, film.last_tick)
            case Seek():
                self._tick = float(min(max(wish.tick, film.first_tick), film.last_tick))
            case _:
                return
        self._note()
        self._show()

    def _note(self) -> None:
        is_at_end = self._tick >= self._film.last_tick
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
            self._shown_tick, self._printed = -1, 0
        film, publisher = self._film, self._publisher
        picture = film.picture_at(tick)
        for robot in range(len(picture.snapshot.robots)):
            publisher.lead(robot, film.trail(robot, self._shown_tick, tick))
        count = film.prints_until(tick)
        for line in film.prints[max(self._printed, count - PRINTS_SHOWN) : count]:
            publisher.print(line.tick, -1 if line.robot is None else line.robot, line.text)
        self._shown_tick, self._printed = tick, count
        publisher.show(picture)


def share_recording(file: Path, publisher: Publisher) -> None:
    """Play a recording to viewers until Ctrl-C."""
    with Recording(file) as recording:
        Replaying(Film(recording), publisher).play()
