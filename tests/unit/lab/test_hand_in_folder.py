"""What was handed in is a folder that ``grade`` reads, whatever people are called."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from zipfile import ZipFile

from wsusim.grading.submissions import find_submissions
from wsusim.lab.assignments import HandIn
from wsusim.lab.hand_in_folder import LIST, zip_of
from wsusim.lab.program import Program

PROGRAM = Program("robot.py", "from wsusim import Controller\nimport walls\n", {"walls.py": ""})


def handed_in(
    person: int, who: str, program: Program = PROGRAM, *, is_late: bool = False
) -> tuple[HandIn, Program]:
    """Return a student's work."""
    return HandIn(person, 1, person, who, "robot.py", person, 1.7e9, is_late), program


def unpacked(content: bytes, folder: Path) -> Path:
    """Unpack a ZIP; return the one folder that is in it."""
    with ZipFile(io.BytesIO(content)) as whole:
        whole.extractall(folder)
    (top,) = folder.iterdir()
    return top


def test_grade_finds_one_program_for_each(tmp_path: Path) -> None:
    """With its modules; the list of all is no submission."""
    work = [handed_in(1, "Ann Smith"), handed_in(2, "Bob Jones", Program("robot.py", "x = 1"))]
    top = unpacked(zip_of("Follow the wall!", work), tmp_path)
    found = find_submissions(top, None, set())

    assert top.name == "Follow_the_wall"
    assert [(one.student, one.program and one.program.main) for one in found] == [
        ("Ann_Smith", "Ann_Smith.py"),
        ("Bob_Jones", "robot.py"),
    ]


def test_the_list_tells_who_and_when(tmp_path: Path) -> None:
    """With no formula in it."""
    work = [handed_in(1, "=1+1"), handed_in(2, "Zoë", is_late=True)]
    top = unpacked(zip_of("Walls", work), tmp_path)
    rows = list(csv.DictReader((top / LIST).read_text("utf-8-sig").splitlines()))

    assert [(row["student"], row["folder"], row["late"]) for row in rows] == [
        ("'=1+1", "1_1", ""),
        ("Zoë", "Zoë", "late"),
    ]


def test_two_of_a_name_keep_apart(tmp_path: Path) -> None:
    """Also where a system takes capitals for small letters."""
    work = [handed_in(1, "Ann"), handed_in(2, "ann"), handed_in(3, "Ann!")]
    top = unpacked(zip_of("Walls", work), tmp_path)

    assert sorted(one.name for one in top.iterdir()) == ["Ann", "Ann_3", LIST, "ann_2"]


def test_a_numbered_folder_takes_no_ones_name(tmp_path: Path) -> None:
    """A name with an added number never equals another student's name."""
    work = [handed_in(1, "Ann 3"), handed_in(2, "Ann"), handed_in(3, "Ann!"), handed_in(4, "Ann 2")]
    top = unpacked(zip_of("Walls", work), tmp_path)

    assert len(find_submissions(top, None, set())) == 4


def test_a_student_called_like_a_module_loses_nothing(tmp_path: Path) -> None:
    """The controller takes its folder's name, so the folder must not have a module's."""
    top = unpacked(zip_of("Walls", [handed_in(1, "walls")]), tmp_path)
    (found,) = find_submissions(top, None, set())

    assert found.program is not None
    assert found.program.files[found.program.main] == PROGRAM.source.encode()
    assert "walls.py" in found.program.files
