"""A lesson's files, in a folder or in one file."""

from __future__ import annotations

import os
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.lessons import lesson_at
from wsusim.errors import BadInput
from wsusim.lessons.lesson_files import is_lesson, packed, read_files


def test_folder_and_file_hold_the_same(tmp_path: Path) -> None:
    """What is read of a file is what was read of the folder, and so is the name."""
    folder = lesson_at(tmp_path / "07-walls")
    file = tmp_path / "renamed (1).lesson"
    file.write_bytes(packed(*read_files(folder)))

    assert read_files(file) == read_files(folder)
    assert read_files(file)[0] == "07-walls"


def test_the_same_content_gives_the_same_bytes(tmp_path: Path) -> None:
    """Neither dates nor the order in which files were written are in it."""
    first, second = lesson_at(tmp_path / "a" / "one"), lesson_at(tmp_path / "b" / "one")
    os.utime(second / "text.md", (1, 1))

    assert packed(*read_files(first)) == packed(*read_files(second))


def test_a_file_packed_by_hand_is_read(tmp_path: Path) -> None:
    """Without a folder around its files, it has the name of the file."""
    _, files = read_files(lesson_at(tmp_path / "one"))
    file = tmp_path / "two.lesson"
    with ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)

    assert read_files(file) == ("two", files)


def test_hidden_and_compiled_files_are_left_out(tmp_path: Path) -> None:
    """Files that belong in no lesson are left out."""
    folder = lesson_at(tmp_path / "one")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "starter.pyc").write_bytes(b"x")
    (folder / ".DS_Store").write_bytes(b"x")

    assert sorted(read_files(folder)[1]) == [
        "lesson.toml", "solution/to_the_wall.py", "starter.py", "text.md",
    ]  # fmt: skip


def test_something_else_is_no_lesson(tmp_path: Path) -> None:
    """The message says what is missing."""
    (tmp_path / "x.py").write_text("")

    with pytest.raises(BadInput, match=r"is no lesson: there is no lesson\.toml in it"):
        read_files(tmp_path)


@pytest.mark.parametrize(
    ("name", "answer"), [("one", True), ("one/lesson.toml", True), ("a.lesson", True),
                         ("one/text.md", False), ("first_rooms.toml", False)],
)  # fmt: skip
def test_lessons_are_told_from_assignments(tmp_path: Path, name: str, answer: bool) -> None:
    """By their folder, their file's name or its ending."""
    lesson_at(tmp_path / "one")

    assert is_lesson(tmp_path / name) is answer
