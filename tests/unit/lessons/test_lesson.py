"""Lessons, and what is told when one can't be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lessons import TOML, lesson_at
from wsusim.errors import BadInput
from wsusim.lessons.catalogue import find_lesson, numbered, shipped_lessons
from wsusim.lessons.lesson import linked_pictures, load_lesson
from wsusim.lessons.lesson_files import packed


def refusal(tmp_path: Path, toml: str) -> str:
    """Return what is told of a lesson."""
    folder = lesson_at(tmp_path / "one", toml)
    with pytest.raises(BadInput) as caught:
        load_lesson(folder).assignment()
    return str(caught.value).replace(str(folder / "lesson.toml"), "lesson.toml")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("level = 1", "level = 9", "lesson.toml, line 2: level is 9, but it must be a whole number "
         "from 1 to 5."),
        ("level = 1", "", "lesson.toml: the file has no 'level'. Add it."),
        ("minutes", "minute", "lesson.toml has 2 problems:"),
        ("level = 1", 'level = 1\nlocked = ["mazes"]', "lesson.toml, line 3: locked[0] is 'mazes', "
         "but it must be one of 'maze'. Did you mean 'maze'?"),
        ("level = 1", 'level = 1\nstarter = "robot.py"', "lesson.toml, line 3: there is no file "
         "'robot.py' in the lesson."),
        ('["rooms"]', '["romos.json"]', "lesson.toml, line 4: there is no file 'romos.json' in"),
        ("points = 2", "points = -2", "lesson.toml, line 12: counts[0].points is -2, but"),
        ("minutes", 'profile = "class-a"\nprofiles = ["class-a"]\nminutes',
         "lesson.toml, line 4: there are profile and profiles."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    """What, the value, what is allowed and the line."""
    assert refusal(tmp_path, TOML.replace(old, new, 1)).startswith(told)


def test_a_text_is_needed(tmp_path: Path) -> None:
    """A lesson without a text is an assignment."""
    folder = lesson_at(tmp_path / "one")
    (folder / "text.md").unlink()

    with pytest.raises(BadInput, match=r"there is no file 'text\.md' in the lesson"):
        load_lesson(folder)


def test_students_get_neither_solution_nor_notes(tmp_path: Path) -> None:
    """Nor what measures the numbers of the text; their lesson is a good one all the same."""
    toml = f'{TOML}[[numbers]]\nsays = "Drive"\nmeasure = "numbers.py:f"\nlow = 0\nhigh = 1\n'
    folder = lesson_at(tmp_path / "one", toml)
    (folder / "notes.md").write_text("# Notes")
    (folder / "numbers.py").write_text("def f(run): return 1")
    file = tmp_path / "one.lesson"
    lesson = load_lesson(folder)

    file.write_bytes(packed(lesson.name, lesson.for_students()))

    assert sorted(load_lesson(file).files) == ["lesson.toml", "starter.py", "text.md"]
    assert not load_lesson(file).has_solution


def test_a_lesson_is_an_assignment(tmp_path: Path) -> None:
    """``grade`` and ``check`` take it as one; students' work has the name of their copy."""
    assignment = load_lesson(lesson_at(tmp_path / "one")).assignment()

    assert (assignment.runs, assignment.points, assignment.entry.file) == (2, 2.0, "to_the_wall.py")


def test_profiles_give_each_maze_once_for_each_robot(tmp_path: Path) -> None:
    """The runs have the names of maze and robot."""
    toml = TOML.replace("seeds", 'profiles = ["class-a", "class-b"]\nseeds')
    assignment = load_lesson(lesson_at(tmp_path / "one", toml)).assignment()

    assert list(assignment.requests) == ["rooms@class-a", "rooms@class-b"]


def test_pictures_are_found_in_texts() -> None:
    """Each once, whatever stands behind its name."""
    text = '![a](b.png) and ![c](d/e.png "title"), once more ![a](b.png); [no](x.png)'

    assert linked_pictures(text) == ("b.png", "d/e.png")


def test_shipped_lessons_have_numbers_for_names() -> None:
    """``lesson check 1`` is the first one."""
    assert find_lesson("1") == shipped_lessons()["01-first-drive"]


def test_a_misspelt_lesson() -> None:
    """The nearest name is offered."""
    with pytest.raises(BadInput, match="Did you mean '01-first-drive'"):
        find_lesson("01-frist-drive")


@pytest.mark.parametrize(
    ("name", "shown"), [("02-two", "2. Two"), ("two", "Two"), ("2nd-try", "Two"), ("20", "20. Two")]
)
def test_a_number_before_the_name_is_shown_before_the_title(name: str, shown: str) -> None:
    """A folder without one has its title alone."""
    assert numbered(name, "Two") == shown
