"""What a job may be asked for."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.job import check_source, checked_file_name


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


@pytest.mark.parametrize("source", ["", "  \n", "x" * 200_001, "ü" * 100_001])
def test_a_program_that_is_empty_or_huge_is_refused(source: str) -> None:
    """With how much is allowed."""
    with pytest.raises(BadInput):
        check_source(source)
