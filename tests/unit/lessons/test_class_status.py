"""A class's progress as a table."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.lessons.class_status import class_status
from wsusim.lessons.progress import Progress, write_progress

DAY = date(2026, 3, 12)


def keep(folder: Path, progress: Progress) -> None:
    """Write a student's progress."""
    folder.mkdir(parents=True, exist_ok=True)
    write_progress(folder, progress)


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """Two students, one of whom has two copies of a lesson."""
    first, second = Progress("01-first-drive"), Progress("02-loops")
    keep(tmp_path / "ann" / "01-first-drive", first.checked(6, 6, True, DAY))
    keep(tmp_path / "ann" / "old", first.checked(1, 6, False, DAY))
    keep(tmp_path / "bob" / "wsusim lessons" / "02-loops", second.begun(DAY).hinted(2))
    return tmp_path


def test_a_row_for_each_student_and_a_column_for_each_lesson(handed_in: Path) -> None:
    """Of several copies of a lesson the best one counts."""
    assert class_status(handed_in).text().splitlines() == [
        "Student  01-first-drive    02-loops",
        "ann      passed (1 check)  -",
        "bob      -                 begun (2 hints)",
        "",
        "2 students, 1 lesson passed.",
    ]


def test_a_student_who_has_not_begun_is_a_row(handed_in: Path) -> None:
    """A student without progress is listed; hidden folders and files aren't."""
    (handed_in / "eve").mkdir()
    (handed_in / ".git").mkdir()
    (handed_in / "notes.txt").write_text("")

    assert class_status(handed_in).rows["eve"] == {}
    assert list(class_status(handed_in).rows) == ["ann", "bob", "eve"]
    assert "eve      -                 -" in class_status(handed_in).text()


def test_as_a_table_for_a_spreadsheet(handed_in: Path) -> None:
    """A line for each student and lesson."""
    assert class_status(handed_in).csv().splitlines()[1:] == [
        "ann,01-first-drive,passed,6,6,1,0,2026-03-12,2026-03-12",
        "ann,02-loops,not begun,0.0,0.0,0,0,,",
        "bob,01-first-drive,not begun,0.0,0.0,0,0,,",
        "bob,02-loops,begun,0.0,0.0,0,2,2026-03-12,",
    ]


def test_nothing_there(tmp_path: Path) -> None:
    """It is told what such a folder holds."""
    with pytest.raises(BadInput, match=r"There is no progress in .*progress\.json"):
        class_status(tmp_path)
