"""Recorded runs for the tests: controllers as text, a silent listener, one call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wsusim.runs.recorded.record import RecordingTap, RecordingWish
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

WANDERER = '''
"""Drives about and remembers how often it turned."""
from wsusim import Controller


class Wanderer(Controller):
    period = 0.02

    def setup(self):
        self.turns = 0

    def step(self):
        if max(sensor.proximity for sensor in self.sensors) > 200:
            self.turns += 1
            self.motors.set_speeds(5 + self.turns % 3, -5)
        else:
            self.motors.set_speeds(15, 15 - self.turns % 2)
        if self.turns % 50 == 1:
            print("turn", self.turns)
            self.say("turning")
'''


class Silence:
    """Hears everything and keeps the remarks."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self.prints: list[str] = []

    def started(self, startup_s: float) -> None:
        """Do nothing."""

    def printed(self, robot: int, text: str) -> None:
        """Keep it."""
        self.prints.append(text)

    def said(self, robot: int, time_s: float, text: str) -> None:
        """Do nothing."""

    def noticed(self, text: str) -> None:
        """Keep it."""
        self.remarks.append(text)

    def progressed(self, time_s: float, end_s: float) -> None:
        """Do nothing."""


def controller(folder: Path, text: str = WANDERER, name: str = "wanderer.py") -> str:
    """Write a controller's file; return its path."""
    file = folder / name
    file.write_text(text)
    return str(file)


def recorded(file: Path, *controllers: str, sample_ticks: int = 2, **options: Any) -> RunReport:
    """Run controllers and record the run into ``file``."""
    request = RunRequest(controllers, **{"time_s": 6.0, "seed": 5, **options})
    wish = RecordingWish(file, sample_ticks=sample_ticks)
    return execute(request, Silence(), tap=RecordingTap(wish, lambda trouble: None))
