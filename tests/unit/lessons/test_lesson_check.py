"""What the check of a lesson finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.jobs_here import JobsHere
from tests.lessons import DRIVES, STANDS, TOML, lesson_at
from wsusim.errors import BadInput
from wsusim.lessons.lesson import load_lesson
from wsusim.lessons.lesson_check import LessonReport, check_lesson

ONE_SEED = TOML.replace("[1, 2]", "1")


def report(folder: Path, toml: str = ONE_SEED, text: str = "Drive.", **files: str) -> LessonReport:
    """Check a lesson."""
    return check_lesson(load_lesson(lesson_at(folder, toml, text, **files)), JobsHere())


def test_a_good_lesson(tmp_path: Path) -> None:
    """The solution passes, the starter doesn't, and nothing needs to be mended."""
    found = report(tmp_path / "one", TOML)

    assert found.problems == ()
    assert found.solution is not None
    assert (found.solution.passed, found.starter.passed) == (2, 0)


def test_a_solution_that_fails(tmp_path: Path) -> None:
    """It is told where, and how far it came."""
    folder = lesson_at(tmp_path / "one", ONE_SEED)
    (folder / "solution" / "to_the_wall.py").write_text(STANDS)

    assert check_lesson(load_lesson(folder), JobsHere()).problems == (
        "The solution passes 0 of 1 runs. It drives: 0 of 2 points in rooms, seed 1 (0.00 m).",
    )


def test_a_starter_that_passes(tmp_path: Path) -> None:
    """Then there is nothing to do for students."""
    (problem,) = report(tmp_path / "one", **{"starter.py": DRIVES}).problems

    assert problem.startswith("The starter passes 1 of 1 runs already")


def test_a_missing_picture(tmp_path: Path) -> None:
    """It is told, and a picture in the network is one that is missing."""
    text = "![a](gone.png) ![b](https://x.org/b.png)"
    missing, far = report(tmp_path / "one", text=text).problems

    assert missing == "text.md shows the picture gone.png, which isn't in the lesson."
    assert far.startswith("text.md shows https://x.org/b.png, which is not in the lesson")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ('says = "Drive"\nwhat = "distance"\nlow = 0.1\nhigh = 0.2', None),
        ('says = "Drive"\nwhat = "distance"\nlow = 0.2\nhigh = 0.3', "'Drive': measured is 0.12"),
        ('says = "Fly"\nwhat = "distance"\nlow = 0.1\nhigh = 0.2', "numbers: neither text.md nor"),
        ('says = "Drive"\nmeasure = "n.py:f"\nlow = 41\nhigh = 43', None),
        ('says = "Drive"\nwhat = "time"\nlow = 1\nhigh = 2', "'Drive': nothing was measured."),
    ],
)
def test_numbers_of_the_text_are_measured(tmp_path: Path, number: str, told: str | None) -> None:
    """Each must be said, and must be what was measured."""
    found = report(
        tmp_path / "one", f"{ONE_SEED}\n[[numbers]]\n{number}\n",
        **{"n.py": "def f(run): return 42"},
    )  # fmt: skip

    assert [one.startswith(told or "") for one in found.problems] == ([True] if told else [])


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("def f(run): return 'far'", "n.py:f failed (ValueError"),
        ("import os\n\ndef f(run): os._exit(3)", "n.py:f failed: it ended its own process"),
        ("def g(run): return 1", "The file n.py has no function 'f'."),
        ("def f(run): return 1 / 0", "n.py:f failed (n.py, line 1: ZeroDivisionError"),
    ],
)
def test_what_measures_a_number_can_harm_nothing(tmp_path: Path, program: str, told: str) -> None:
    """It runs in a process of its own, as a teacher's checks do; its fault is named."""
    number = 'says = "Drive"\nmeasure = "n.py:f"\nlow = 41\nhigh = 43'

    with pytest.raises(BadInput, match=re.escape(told)):
        report(tmp_path / "one", f"{ONE_SEED}\n[[numbers]]\n{number}\n", **{"n.py": program})
