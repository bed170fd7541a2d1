"""A student's progress with a lesson: a file in the student's own folder of it.

The student's own wsusim has written it, so it only shows a teacher how the class is doing; points
are given by ``grade``.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from pathlib import Path
from typing import Any

from wsusim.errors import WsusimError
from wsusim.formats.atomic import read_whole, write_whole

FILE = "progress.json"
FORMAT = "wsusim-progress"
VERSION = 1
LARGEST_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Progress:
    """What is kept of a student's work on a lesson.

    Attributes:
        lesson: Name of the lesson.
        title: Its title.
        minutes: How long it should take.
        started: The day on which it was begun, such as 2026-03-12; empty: not yet.
        hints: How many hints were shown.
        checks: How often the program was checked.
        best_points: The most points so far.
        of_points: What a run can earn.
        passed: The day on which it was passed; empty: not yet.
    """

    lesson: str
    title: str = ""
    minutes: int = 0
    started: str = ""
    hints: int = 0
    checks: int = 0
    best_points: float = 0.0
    of_points: float = 0.0
    passed: str = ""

    def begun(self, day: date) -> Progress:
        """Return it with the day on which it was begun."""
        return self if self.started else replace(self, started=day.isoformat())

    def hinted(self, count: int) -> Progress:
        """Return it with the number of hints shown."""
        return replace(self, hints=max(self.hints, count))

    def checked(self, points: float, of_points: float, is_passed: bool, day: date) -> Progress:
        """Return it after one more check."""
        passed = self.passed or (day.isoformat() if is_passed else "")
        best = max(self.best_points, points)
        return replace(
            self.begun(day),
            checks=self.checks + 1,
            best_points=best,
            of_points=of_points,
            passed=passed,
        )

    @property
    def words(self) -> str:
        """The progress in a few words."""
        if self.passed:
            return "passed"
        if self.checks:
            return f"{self.best_points:g} of {self.of_points:g}"
        return "begun" if self.started else "not begun"


def read_progress(folder: Path) -> Progress | None:
    """Return the progress in a folder; ``None``: there is none, or it can't be read."""
    try:
        values = json.loads(read_whole(folder / FILE, "a progress file", LARGEST_BYTES))
    except (WsusimError, ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or values.pop("format", None) != FORMAT:
        return None
    return _of_values(values)


def write_progress(folder: Path, progress: Progress) -> None:
    """Write it into a folder.

    Raises:
        MazeError: It can't be written.
    """
    values = {"format": FORMAT, "version": VERSION, **asdict(progress)}
    write_whole(folder / FILE, (json.dumps(values, indent=1) + "\n").encode())


def _of_values(values: dict[str, Any]) -> Progress | None:
    types: dict[str, Any] = {"str": str, "int": int, "float": (int, float)}
    known: dict[str, Any] = {field.name: types[str(field.type)] for field in fields(Progress)}
    kept = {
        name: value
        for name, value in values.items()
        if name in known and isinstance(value, known[name]) and not isinstance(value, bool)
    }
    return Progress(**kept) if kept.get("lesson") else None
