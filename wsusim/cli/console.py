"""A run on the terminal: prints as they come, and a progress line that stays out of their way."""

from __future__ import annotations

import sys
import threading
from time import perf_counter
from typing import TextIO

from wsusim.cli.output import harmless
from wsusim.model.commands import Annotation, Say
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.lacks import lacks_of
from wsusim.runs.observer import RunObserver, RunStart
from wsusim.runs.robot_labels import RobotLabels

BAR_WIDTH = 30


class Console(RunObserver):
    """Shows a run; ``prints`` is where the controllers' own output goes.

    The progress line is drawn on standard error, only when that is a terminal, and is wiped before
    anything else is written.
    """

    def __init__(self, prints: TextIO, *, robots: int) -> None:
        self._prints = prints
        self._errors = sys.stderr
        self._shows_progress = sys.stderr.isatty()
        self._names_robots = robots > 1
        self._end_tick: int | None = None
        self._bar_drawn = False
        self._labels = RobotLabels()
        self._lock = threading.Lock()
        self._started_s = 0.0
        self._is_heard = True

    def started(self, start: RunStart) -> None:
        """Begin to count the run's own time; for a continued run, say where it begins."""
        self._started_s = perf_counter()
        self._end_tick = start.end_tick
        for text in lacks_of(start):
            self.noticed(0, text)
        if start.request.begin_at is not None:
            at_s = ticks_to_seconds(start.request.begin_at.tick)
            self.noticed(
                0,
                "The controller is the recorded one, so it runs from the beginning; its output is "
                f"shown from {at_s:g} s on."
                if start.is_replayed
                else f"The controller starts from scratch at {at_s:g} s: it isn't the recorded "
                "one, or someone drove or moved things by hand in that run.",
            )

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Show what a controller printed, with the robot's number if there are several."""
        if not text:
            return
        with self._lock:
            self._wipe_bar()
            if self._names_robots:
                text = self._labels.label(robot, text)
            self._write(text)

    def remarked(self, tick: int, robot: int, remark: Annotation) -> None:
        """Show what a controller said, with the simulated time; drawings are for windows."""
        if not isinstance(remark, Say):
            return
        with self._lock:
            self._wipe_bar()
            self._end_line()
            name = f"robot {robot + 1} " if self._names_robots else ""
            self._write(f"[{name}{ticks_to_seconds(tick):.2f} s] {_harmless(remark.text)}\n")

    def noticed(self, tick: int, text: str) -> None:
        """Show a remark about the run on standard error."""
        with self._lock:
            self._wipe_bar()
            self._end_line()
            self._errors.write(f"note: {harmless(text)}\n")
            self._errors.flush()

    def progressed(self, tick: int) -> None:
        """Redraw the progress line."""
        if not self._shows_progress or self._end_tick is None:
            return
        time_s, end_s = ticks_to_seconds(tick), ticks_to_seconds(self._end_tick)
        wall_s = perf_counter() - self._started_s
        speed = time_s / wall_s if wall_s > 0 else 0.0
        done = min(1.0, time_s / end_s) if end_s > 0 else 0.0
        filled = round(done * BAR_WIDTH)
        bar = "#" * filled + "." * (BAR_WIDTH - filled)
        with self._lock:
            if self._labels.at_line_start:
                line = f"\r[{bar}] {time_s:,.1f} of {end_s:,.0f} s, {speed:,.0f} times real time "
                self._errors.write(line)
                self._errors.flush()
                self._bar_drawn = True

    def finish(self) -> None:
        """Leave the terminal clean for further output."""
        with self._lock:
            self._wipe_bar()
            self._end_line()

    def _write(self, text: str) -> None:
        self._labels.at_line_start = text.endswith("\n")
        if not self._is_heard:
            return
        try:
            self._prints.write(harmless(text))
            self._prints.flush()
        except (OSError, ValueError):
            # The reader has gone, the disk is full, or the student closed it: the robot goes on.
            self._is_heard = False

    def _end_line(self) -> None:
        """Finish a line that a controller left open."""
        if not self._labels.at_line_start:
            self._write("\n")

    def _wipe_bar(self) -> None:
        if self._bar_drawn:
            self._errors.write("\r\x1b[2K")
            self._errors.flush()
            self._bar_drawn = False


def _harmless(text: str) -> str:
    """Return what a robot says, without anything that would move the cursor."""
    return "".join(character if character.isprintable() else " " for character in text)
