"""A program that is run again up to a moment, and stands there."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.manual_clock import ManualClock
from wsusim.control.debugging.debugger import MOST_TEXT, Debugger
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


STOPPED = {
    "event": "stopped", "why": "arrived", "detail": "", "tick": 7, "tracks": {},
    "moment": {"wait": 0, "way": [], "is_exact": True},
    "stack": [{"file": "x.py", "line": number, "function": "f"} for number in range(1, 9)],
}  # fmt: skip


class Liar:
    """A program's process that says what it likes.

    Args:
        takes_s: Each answer of its takes so long.
    """

    def __init__(self, takes_s: float) -> None:
        self.told: list[dict[str, Any]] = []
        self.questions = 0
        self._takes_s = takes_s
        self._clock = ManualClock()
        self.standing = StandingAt(7, self.told.append, self._clock)
        self.standing.enter(0, {}, self._hear)

    def _hear(self, *, number: int, **_question: Any) -> None:
        self.questions += 1
        self._clock.now_s += self._takes_s
        rows = [{"name": "self", "value": "x", "of": 1}] * 100
        answer = {"event": "answer", "number": number, "answer": {"variables": rows}}
        self.standing.take(0, answer)

    def stand(self, times: int) -> None:
        """Report a stop so many times, and wait until no thread looks any more."""
        before = set(threading.enumerate())
        for _ in range(times):
            self.standing.take(0, STOPPED)
        for thread in set(threading.enumerate()) - before:
            thread.join()


def test_a_program_that_stands_again_and_again_is_looked_at_once() -> None:
    """Each look is a thread of ours."""
    liar = Liar(takes_s=0.0)
    liar.stand(times=1000)

    assert len(liar.told) == 1
    assert liar.questions == 16


def test_a_program_that_answers_slowly_is_not_asked_on() -> None:
    """Others wait for their looks meanwhile. What it has said by then is told."""
    liar = Liar(takes_s=9.0)
    liar.stand(times=1)
    (told,) = liar.told

    assert liar.questions == 2
    assert len(told["frames"]) == 8


def test_no_more_of_a_programs_files_is_kept_than_anybody_writes() -> None:
    """Whatever its process tells of them, without end."""
    debugger = Debugger()
    debugger.enter(0, {}, lambda **_message: None)
    for number in range(30):
        debugger.take(0, {"event": "loaded", "file": str(number), "text": "x" * 1_000_000})

    assert sum(map(len, debugger.texts_of(0).values())) <= MOST_TEXT
