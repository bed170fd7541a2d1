"""The term plan of *Teach with wsusim* says what the lessons are."""

from __future__ import annotations

import re

import pytest

from wsusim.lessons.lesson import load_lesson
from wsusim.shipped import shipped_folder

PLAN = shipped_folder("manual") / "how-to" / "teach-with-wsusim.md"
ROW = r"^\| \d+ \| (\d+) ([^|]+) \|[^|]+\|[^|]+\| (\d+) \| (\d+) \|"
ROWS = re.findall(ROW, PLAN.read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize(("number", "title", "mazes", "points"), ROWS)
def test_a_week_has_the_title_mazes_and_points_of_its_lesson(
    number: str, title: str, mazes: str, points: str
) -> None:
    """A teacher can plan a month without opening the lessons."""
    (folder,) = (shipped_folder("templates") / "lessons").glob(f"{int(number):02}-*")
    entry = load_lesson(folder).entry
    in_all = sum(criterion.points for criterion in entry.counts)

    assert (title, int(mazes), float(points)) == (
        entry.title.partition(":")[0],
        len(entry.mazes),
        in_all,
    )


def test_most_weeks_have_a_lesson() -> None:
    """The rest are the teacher's."""
    assert len(ROWS) == 10
