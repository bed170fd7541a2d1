"""A new lesson of a maze and a program."""

from __future__ import annotations

from pathlib import Path

from tests.lessons import DRIVES
from wsusim.formats.maze_catalogue import find_maze
from wsusim.lessons.lesson import load_lesson
from wsusim.lessons.new_lesson import new_lesson


def test_a_new_lesson_can_be_read(tmp_path: Path) -> None:
    """With the program as its solution, under the name that students' copies will have."""
    program = tmp_path / "mine.py"
    program.write_text(DRIVES)
    folder = new_lesson(tmp_path, "To the goal!", find_maze("rooms"), program)
    lesson = load_lesson(folder)

    assert folder.name == "to-the-goal"
    assert list(lesson.solution_files) == ["to_the_goal.py"]
    assert lesson.assignment().points == 5.0


def test_a_new_lesson_replaces_none(tmp_path: Path) -> None:
    """The second of a title gets a number."""
    folders = [new_lesson(tmp_path, "Walls", find_maze("caps"), None).name for _ in range(2)]

    assert folders == ["walls", "walls-2"]
