"""A lesson that a teacher brings to the lab: the students' copy is kept, and nothing else of it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.assignment_files import AssignmentShelf
from wsusim.lab.drivers import ALONE, Drivers
from wsusim.lab.lesson_copy import holds_lesson, lesson_among, students_copy
from wsusim.lessons.catalogue import shipped_lessons
from wsusim.lessons.lesson_files import packed, read_files


def files_of(name: str) -> dict[str, bytes]:
    """Return all files of a shipped lesson, as a teacher's browser sends its folder."""
    folder, files = read_files(shipped_lessons()[name])
    return {f"{folder}/{file}": content for file, content in files.items()}


def changed(files: Mapping[str, bytes], old: bytes, new: bytes) -> dict[str, bytes]:
    """Return a lesson whose TOML file says something else."""
    name = next(name for name in files if name.endswith("lesson.toml"))
    assert old in files[name]
    return {**files, name: files[name].replace(old, new)}


FIRST = files_of("01-first-drive")
WALL = files_of("03-see-a-wall")


def test_folder_and_file_are_the_same_lesson() -> None:
    """To the byte, as ``lesson pack`` writes it."""
    name, files = read_files(shipped_lessons()["01-first-drive"])
    whole = lesson_among({"some_name.lesson": packed(name, files)})

    assert students_copy(lesson_among(FIRST)) == students_copy(whole)


def test_neither_solution_nor_notes_are_kept(tmp_path: Path) -> None:
    """Wherever one looks in the lab's folder."""
    shelf = AssignmentShelf(tmp_path)
    kept = shelf.put_lesson(1, lesson_among(WALL), ["near_wall"])
    assert kept.lesson is not None
    names = ZipFile(io.BytesIO(kept.lesson.read_bytes())).namelist()

    assert not [name for name in names if "solution" in name or "notes" in name]
    assert "03-see-a-wall/text.md" in names
    assert sorted(file.name for file in kept.lesson.parent.iterdir()) == [
        "03-see-a-wall.lesson", "mazes.json",
    ]  # fmt: skip


def test_a_lesson_on_the_shelf_is_its_own_check(tmp_path: Path) -> None:
    """With the mazes that the course knows by name."""
    kept = AssignmentShelf(tmp_path).put_lesson(1, lesson_among(FIRST), ["first_room"])

    assert (kept.check, kept.mazes) == (kept.lesson, ("first_room",))


def test_what_a_lesson_allows_counts_in_its_mazes(tmp_path: Path) -> None:
    """And nowhere else."""
    shelf = AssignmentShelf(tmp_path)
    shelf.put_lesson(1, lesson_among(files_of("10-bug")), ["bug_maze"])
    shelf.put_lesson(2, lesson_among(FIRST), ["first_room"])

    assert shelf.allowed_in("bug_maze") == ("goal", "pose")
    assert shelf.allowed_in("first_room") == shelf.allowed_in("rooms") == ()


def test_the_other_robots_of_a_lesson_drive_in_its_mazes(tmp_path: Path) -> None:
    """With the lesson's own programs; a lesson that is set meanwhile counts at once."""
    shelf = AssignmentShelf(tmp_path)
    before = shelf.drivers_in("leader_left")
    shelf.put_lesson(1, lesson_among(files_of("14-eye")), ["leader_left", "leader_right"])
    drivers = shelf.drivers_in("leader_left")
    (leader,) = drivers.others

    assert (before, shelf.drivers_in("rooms")) == (ALONE, ALONE)
    assert (drivers.robots, leader.robot, leader.main) == (1, 1, "leader.py")
    assert b"class Leader" in leader.files["leader.py"]


def test_several_robots_may_have_the_students_program(tmp_path: Path) -> None:
    """As many as the lesson says."""
    shelf = AssignmentShelf(tmp_path)
    shelf.put_lesson(1, lesson_among(files_of("15-radio")), ["crossing"])

    assert shelf.drivers_in("crossing") == Drivers(robots=2)


def test_assignment_files_are_no_lesson() -> None:
    """They are taken as before."""
    assert not holds_lesson({"drive.toml": b"", "start.py": b""})
    assert holds_lesson({"drive.lesson": b""})
    assert holds_lesson(FIRST)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.lesson": b"", "b.lesson": b""}, "Choose one lesson alone"),
        ({"a.lesson": b"no zip"}, "a.lesson"),
        ({"a.lesson": bytes(20_000_001)}, "Make the pictures smaller"),
        ({**FIRST, "01-first-drive/../../x": b""}, "can't name a file"),
        ({**FIRST, "/etc/x": b""}, "can't name a file"),
        ({**FIRST, "01-first-drive/lesson.toml": b'title = "x"'}, "lesson.toml"),
        ({**WALL, "03-see-a-wall/wall_checks.py": b"import os"}, "doesn't run"),
        (changed(WALL, b'"wall_checks.py:', b'"../x/y.py:'), "doesn't run"),
        (changed(WALL, b"time_limit_s", b'profile = "/etc/passwd"\ntime_limit_s'), "isn't in the"),
        (changed(WALL, b"time_limit_s", b'others = ["../a.py"]\ntime_limit_s'), "isn't in the"),
    ],
)
def test_what_cant_be_used_is_refused(files: Mapping[str, bytes], said: str) -> None:
    """With the names that the teacher knows; Python of a teacher's own is not run."""
    with pytest.raises(BadInput, match=said) as told:
        lesson_among(files)

    assert "/tmp" not in str(told.value)
