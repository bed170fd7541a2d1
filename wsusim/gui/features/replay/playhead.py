"""The current moment of a recording: plays on, back, step by step, at any speed."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from wsusim.model.units import TICKS_PER_SECOND

FRAME_MS = 16
SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)


class Playhead(QObject):
    """A tick between the first and the last one, and whether it moves."""

    moved = Signal(int)
    """The new tick."""

    playing_changed = Signal(int)
    """1 forwards, -1 backwards, 0 standing still."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.speed = 1.0
        """Recorded seconds per second of the person's."""
        self._first, self._last, self._step = 0, 0, 1
        self._exact = 0.0
        self.direction = 0
        """1 while it plays forwards, -1 while it plays backwards, else 0."""
        self._timed_s = 0.0
        self._timer = QTimer(self, interval=FRAME_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._follow_clock)

    @property
    def tick(self) -> int:
        """Where it is."""
        return round(self._exact)

    def set_speed(self, speed: float) -> None:
        """Play faster or slower."""
        self.speed = speed

    def set_range(self, first_tick: int, last_tick: int, step_ticks: int) -> None:
        """Go to the beginning of these ticks."""
        self.pause()
        self._first, self._last, self._step = first_tick, last_tick, step_ticks
        self._exact = float(first_tick)
        self.moved.emit(self.tick)

    def play(self, direction: int = 1) -> None:
        """Play on (1) or back (-1); from the end it begins again."""
        at_end = self.tick >= self._last if direction > 0 else self.tick <= self._first
        if at_end:
            self.go_to(self._first if direction > 0 else self._last)
        self._timed_s = time.monotonic()
        self._timer.start()
        self._set_direction(direction)

    def turn(self, direction: int) -> None:
        """Play on (1) or back (-1), or pause if it plays that way already."""
        if self.direction == direction:
            self.pause()
        else:
            self.play(direction)

    def pause(self) -> None:
        """Pause."""
        self._timer.stop()
        self._set_direction(0)

    def go_to(self, tick: int) -> None:
        """Go to another tick; playing or paused as before."""
        before = self.tick
        self._exact = float(max(self._first, min(self._last, tick)))
        if self.tick != before:
            self.moved.emit(self.tick)

    def step(self, samples: int) -> None:
        """Pause so many samples further on (or back)."""
        self.pause()
        self.go_to(self.tick + samples * self._step)

    def advance(self, seconds: float) -> None:
        """Move as far as it plays in so many seconds of the wall clock."""
        before = self.tick
        self._exact += self.direction * self.speed * seconds * TICKS_PER_SECOND
        self._exact = max(float(self._first), min(float(self._last), self._exact))
        if self.tick != before:
            self.moved.emit(self.tick)
        if self._exact == (self._last if self.direction > 0 else self._first):
            self.pause()

    def _follow_clock(self) -> None:
        now_s = time.monotonic()
        self.advance(now_s - self._timed_s)
        self._timed_s = now_s

    def _set_direction(self, direction: int) -> None:
        if direction != self.direction:
            self.direction = direction
            self.playing_changed.emit(direction)
