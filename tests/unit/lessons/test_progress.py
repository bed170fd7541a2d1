"""How far a student has come."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from wsusim.lessons.progress import FILE, Progress, read_progress, write_progress

DAY, LATER = date(2026, 3, 12), date(2026, 3, 13)
NEW = Progress("01-first-drive", "First drive", 45)


def test_there_and_back(tmp_path: Path) -> None:
    """What is kept is read as it was."""
    progress = NEW.begun(DAY).hinted(2).checked(4.5, 6.0, False, DAY)
    write_progress(tmp_path, progress)

    assert read_progress(tmp_path) == progress


def test_what_is_passed_stays_passed() -> None:
    """A worse check later takes nothing away."""
    passed = NEW.checked(6.0, 6.0, True, DAY).checked(1.0, 6.0, False, LATER)

    assert (passed.passed, passed.best_points, passed.checks) == ("2026-03-12", 6.0, 2)
    assert (passed.words, passed.started) == ("passed", "2026-03-12")


@pytest.mark.parametrize(
    ("progress", "words"),
    [(NEW, "not begun"), (NEW.begun(DAY), "begun"), (NEW.checked(2.5, 6, False, DAY), "2.5 of 6")],
)
def test_in_words(progress: Progress, words: str) -> None:
    """As a table shows it."""
    assert progress.words == words


@pytest.mark.parametrize("content", ["", "[]", "{", '{"format": "wsusim-progress"}', "{}" * 9])
def test_a_damaged_file_is_none(tmp_path: Path, content: str) -> None:
    """A student can write anything into it."""
    (tmp_path / FILE).write_text(content)

    assert read_progress(tmp_path) is None


def test_values_of_another_kind_are_left_out(tmp_path: Path) -> None:
    """The rest of the file counts."""
    (tmp_path / FILE).write_text(
        '{"format": "wsusim-progress", "version": 1, "lesson": "x", "checks": "many", "hints": 2}'
    )

    assert read_progress(tmp_path) == Progress("x", hints=2)
