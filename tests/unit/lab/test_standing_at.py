"""A program that is run again up to a moment, and stands there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.lab.standing_at import StandingAt
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run

PROGRAM = """from wsusim import Controller


class Counts(Controller):
    def run(self):
        self.count = 0
        while self.active:
            self.drive(self.count)

    def drive(self, before):
        self.motors.set_speeds(5, 3)
        self.count = before + 1
        self.sleep(0.1)
"""


def stood_at(tick: int, folder: Path) -> list[dict[str, Any]]:
    """Return what is told of the program at a tick."""
    file = folder / "counts.py"
    file.write_text(PROGRAM)
    told: list[dict[str, Any]] = []

    def take(stood: dict[str, Any]) -> None:
        told.append(stood)
        run.stop()

    request = RunRequest((str(file),), "field", time_s=2.0, is_isolated=True)
    run = Run(replace(request, debugger=StandingAt(tick, take)))
    run.execute()
    return told


def test_line_stack_and_variables_of_a_moment_are_told(tmp_path: Path) -> None:
    """Innermost first, with what is in ``self``."""
    (told,) = stood_at(95, tmp_path)
    inner, outer = told["frames"]

    assert 85 <= told["tick"] <= 95
    assert (inner["file"], inner["line"], inner["function"]) == ("counts.py", 13, "drive")
    assert ["before", "9"] in inner["variables"]
    assert ["self.count", "10"] in inner["variables"]
    assert (outer["line"], outer["function"]) == (8, "run")


def test_a_moment_after_the_end_is_never_come_to(tmp_path: Path) -> None:
    """The run ends as it did."""
    assert stood_at(300, tmp_path) == []
