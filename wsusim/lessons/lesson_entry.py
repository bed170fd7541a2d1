"""What ``lesson.toml`` may contain: an assignment, and what makes it a lesson."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from wsusim.formats.entries import Entry
from wsusim.grading.assignment import AssignmentEntry
from wsusim.jobs.setting import LARGEST_SEED, Text, Texts
from wsusim.model.limits import choice, line, number, paragraph, whole

LEVELS = {
    1: "first steps",
    2: "sense and act",
    3: "control",
    4: "plan and cooperate",
    5: "research",
}
"""How much a lesson asks for, in words."""

LOCKS = ("maze",)
"""What a lesson may lock."""

HIDDEN = ("model", "lab")
"""What a lesson may hide: the robot model and its settings; real robots and the lab."""


class NumberEntry(Entry):
    """A number in the text, and how it is measured."""

    says: Annotated[str, line(100)]
    """The words of ``text.md`` or ``notes.md`` in which it stands."""
    what: Text | None = None
    """A criterion without settings of its own: time, distance, contacts, coverage, caps."""
    measure: Text | None = None
    """``numbers.py:function``: takes the run, returns the number; instead of ``what``."""
    program: Text = "solution"
    """``solution``, ``starter``, or a file of the lesson."""
    maze: Text | None = None
    """Left out: the first one."""
    seed: Annotated[int, whole(0, LARGEST_SEED)] | None = None
    """Left out: the first one."""
    low: Annotated[float, number(-1_000_000_000, 1_000_000_000)]
    high: Annotated[float, number(-1_000_000_000, 1_000_000_000)]


class LessonEntry(AssignmentEntry):
    """The whole file."""

    level: Annotated[int, whole(1, len(LEVELS))]
    minutes: Annotated[int, whole(5, 600)]
    starter: Texts = ("starter.py",)
    """Files that the student gets; the first one is the program."""
    solution: Text = "solution"
    """Folder (or Python file) with the program that solves it; students don't get it."""
    hints: Annotated[list[Annotated[str, paragraph(2000)]], Field(max_length=20)] = []  # noqa: RUF012
    """Shown one after the other, as the student asks for them; Markdown."""
    locked: list[Annotated[str, choice(LOCKS)]] = []  # noqa: RUF012
    hidden: list[Annotated[str, choice(HIDDEN)]] = []  # noqa: RUF012
    pass_percent: Annotated[float, number(1, 100)] = 100.0
    """A run is passed with this share of the points."""
    pass_runs_percent: Annotated[float, number(1, 100)] = 100.0
    """The lesson is passed when this share of the runs is."""
    next: Annotated[str, line(60)] | None = None
    """Name of the lesson that follows."""
    numbers: Annotated[list[NumberEntry], Field(max_length=100)] = []  # noqa: RUF012

    @property
    def program(self) -> str:
        """Name of the student's own copy."""
        return (self.file or "").partition(":")[0] or program_name(self.title)


def program_name(title: str) -> str:
    """Return the name of a program for a lesson's title.

    Example:
        >>> program_name("The first drive!"), program_name("3 walls")
        ('the_first_drive.py', 'lesson_3_walls.py')
    """
    words = re.sub(r"[^a-z0-9]+", "_", title.casefold()).strip("_") or "my_robot"
    return f"{words if words[0].isalpha() else f'lesson_{words}'}.py"
