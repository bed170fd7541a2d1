"""Recorded runs for the tests: controllers as text, an observer, one call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wsusim.runs.report import RunReport
from wsusim.runs.request import RecordingOptions, RunRequest
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


def controller(folder: Path, text: str = WANDERER, name: str = "wanderer.py") -> str:
    """Write a controller's file; return its path."""
    file = folder / name
    file.write_text(text)
    return str(file)


def recorded(file: Path, *controllers: str, sample_ticks: int = 2, **options: Any) -> RunReport:
    """Run controllers and record the run into ``file``."""
    recording = RecordingOptions(file, sample_ticks=sample_ticks, is_beside=False)
    request = RunRequest(controllers, record=recording, **{"time_s": 6.0, "seed": 5, **options})
    return execute(request)
