"""What a lab takes for a program."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.people import digest_of
from wsusim.lab.program import MOST_MODULES, Program, checked_file_name


@pytest.mark.parametrize(
    "name",
    ["", "robot", "robot.txt", "2.py", ".py", "a b.py", "..py", "x" * 60 + ".py", "rm -rf.py",
     "<b>.py", "a\x00.py"],
)  # fmt: skip
def test_a_programs_name_is_a_plain_one(name: str) -> None:
    """It becomes a file."""
    with pytest.raises(BadInput, match="can't be the name of a program"):
        checked_file_name(name)


@pytest.mark.parametrize(
    "name", ["../../etc/robot.py", "C:\\Users\\ann\\robot.py", "/root/robot.py", "robot.py"]
)
def test_of_a_path_only_the_name_counts(name: str) -> None:
    """Nothing leads out of the lab's folder."""
    assert checked_file_name(name) == "robot.py"


@pytest.mark.parametrize("name", ["con.py", "AUX.py", "Com1.py"])
def test_a_name_that_windows_keeps_for_itself_is_refused(name: str) -> None:
    """A teacher could not unpack it there, and it would be no file."""
    with pytest.raises(BadInput, match="Windows has no files called"):
        checked_file_name(name)


@pytest.mark.parametrize("source", ["", "  \n", "x" * 200_001, "ü" * 100_001])
def test_a_program_that_is_empty_or_huge_is_refused(source: str) -> None:
    """With how much is allowed."""
    with pytest.raises(BadInput):
        Program("a.py", source).checked()


def test_a_program_without_modules_keeps_the_digest_it_had_when_there_were_none() -> None:
    """A version that was kept by an older wsusim is the same text."""
    assert Program("a.py", "x = 1").sha256 == digest_of("x = 1")


@pytest.mark.parametrize("other", ["robot.py", "Robot.py", "WALLS.py", "x/walls.py"])
def test_no_two_files_of_a_program_have_the_same_name(other: str) -> None:
    """Nor names that are the same on some systems."""
    with pytest.raises(BadInput, match="two files called"):
        Program("robot.py", "x = 1", {"walls.py": "", other: ""}).checked()


def test_modules_have_names_of_programs() -> None:
    """Nothing leads out of the lab's folder."""
    with pytest.raises(BadInput, match="can't be the name of a program"):
        Program("robot.py", "x = 1", {"data.txt": ""}).checked()


@pytest.mark.parametrize(
    "modules",
    [{"a.py": "x" * 200_000}, {f"m{number}.py": "" for number in range(MOST_MODULES + 1)}],
)
def test_modules_have_their_limits(modules: dict[str, str]) -> None:
    """All files together may be as large as one may be."""
    with pytest.raises(BadInput, match="is the most"):
        Program("robot.py", "x = 1", modules).checked()


def test_the_process_of_a_job_loads_no_database() -> None:
    """It gets the program by its input; a lab starts one for each simulation and drive."""
    code = "import sys, wsusim.lab.job_process; print('sqlalchemy' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "False"
