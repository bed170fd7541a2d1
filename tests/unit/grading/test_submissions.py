"""What was handed in."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.grading.submissions import find_submissions, submission_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the work of two students: a file, and a folder."""
    (tmp_path / "ann.py").write_text("import ben")
    (tmp_path / "ben").mkdir()
    (tmp_path / "ben" / "robot.py").write_text("import maps")
    (tmp_path / "ben" / "maps.py").write_text("")
    (tmp_path / "ben" / "data").mkdir()
    (tmp_path / "ben" / "data" / "weights.txt").write_text("1 2")
    return tmp_path


def test_a_file_comes_alone_and_a_folder_whole(folder: Path) -> None:
    """What lies beside a student's file is others' work; what lies in a folder is the student's."""
    found = find_submissions(folder, "robot.py", set())

    files = {one.student: one.program and sorted(one.program.files) for one in found}
    assert files == {"ann": ["ann.py"], "ben": ["data/weights.txt", "maps.py", "robot.py"]}


def test_links_are_left_out(folder: Path) -> None:
    """A link may lead to others' work or the grader's files, so it is no part of a submission."""
    (folder / "ben" / "stolen.py").symlink_to(folder / "ann.py")
    (folder / "cat.py").symlink_to(folder / "ann.py")

    found = find_submissions(folder, "robot.py", set())

    assert [one.student for one in found] == ["ann", "ben"]
    assert found[1].program is not None
    assert "stolen.py" not in found[1].program.files


def test_which_file_is_the_program(folder: Path) -> None:
    """Where a folder holds several programs and none is named, nobody guesses."""
    (ben,) = (one for one in find_submissions(folder, None, set()) if one.student == "ben")

    assert ben.program is None
    assert 'file = "robot.py"' in ben.problem


def test_the_teachers_own_files_are_no_work(folder: Path) -> None:
    """Checks that lie in the class's folder are left out."""
    found = find_submissions(folder, "robot.py", {(folder / "ann.py").resolve()})

    assert [one.student for one in found] == ["ben"]


def test_a_student_checks_a_file_with_what_it_imports(folder: Path) -> None:
    """A file that is checked alone comes with the neighbours that it imports."""
    submission = submission_of(str(folder / "ben" / "robot.py"), None)

    assert submission.program is not None
    assert sorted(submission.program.files) == ["maps.py", "robot.py"]


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    """A class without work is told, with what belongs there."""
    with pytest.raises(BadInput, match="holds no work"):
        find_submissions(tmp_path, None, set())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere file names are always text")
def test_a_name_in_another_encoding_can_be_written(tmp_path: Path) -> None:
    """Reports are UTF-8, whatever a student's computer makes of umlauts."""
    name = os.fsdecode(b"b\xffn.py")
    (tmp_path / name).write_text("")

    (found,) = find_submissions(tmp_path, None, set())

    assert found.student.encode() == b"b\\udcffn"
    assert found.path.encode()
