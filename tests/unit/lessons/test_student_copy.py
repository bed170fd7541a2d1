"""The student's own copy of a lesson."""

from __future__ import annotations

from pathlib import Path

from tests.lessons import lesson_at
from wsusim.lessons.lesson import load_lesson
from wsusim.lessons.student_copy import begin, start_again


def test_a_copy_has_program_and_lesson_but_no_solution(tmp_path: Path) -> None:
    """The lesson in it is the one for students."""
    lesson = load_lesson(lesson_at(tmp_path / "one"))
    program = begin(lesson, tmp_path / "work")

    assert sorted(file.name for file in program.parent.iterdir()) == [
        "one.lesson", "to_the_wall.py",
    ]  # fmt: skip
    assert not load_lesson(program.with_name("one.lesson")).has_solution


def test_what_was_written_stays(tmp_path: Path) -> None:
    """However often it is begun."""
    lesson = load_lesson(lesson_at(tmp_path / "one"))
    begin(lesson, tmp_path / "work").write_text("# mine")

    assert begin(lesson, tmp_path / "work").read_text() == "# mine"


def test_starting_again_keeps_the_old_program(tmp_path: Path) -> None:
    """Beside the starter."""
    lesson = load_lesson(lesson_at(tmp_path / "one"))
    begin(lesson, tmp_path / "work").write_text("# mine")
    program = start_again(lesson, tmp_path / "work")

    assert program.read_text().startswith("from wsusim")
    assert program.with_name("to_the_wall_old.py").read_text() == "# mine"
