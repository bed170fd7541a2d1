"""A program is checked before it is handed in: what ``check`` says at home, to the byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.command_line import wsusim
from tests.jobs_here import JobsHere
from tests.unit.lab.conftest import PROGRAM
from tests.unit.lab.test_assignment_files import TOML
from wsusim.errors import BadInput
from wsusim.hosting.sandbox import trouble
from wsusim.lab.assignment_files import AssignmentShelf
from wsusim.lab.checks import Check, Checks
from wsusim.lab.people import Person
from wsusim.lab.program import Program

ANN, BOB = Person(1, "Ann", is_teacher=False), Person(2, "Bob", is_teacher=False)
TESS = Person(3, "Tess", is_teacher=True)


@pytest.fixture
def assignment(tmp_path: Path) -> Path:
    """Return an assignment file in a lab."""
    kept = AssignmentShelf(tmp_path).put(1, {"drive.toml": TOML})
    assert kept.check is not None
    return kept.check


@pytest.fixture
def checks(tmp_path: Path) -> Checks:
    """Return the checks of a lab."""
    return Checks(tmp_path, is_sandboxed=not trouble(), wake=lambda: None)


def checked(checks: Checks, assignment: Path, source: str) -> Check:
    """Return the check of a program."""
    begun = checks.begin(ANN, assignment, Program("driver.py", source))
    checks.do_one()
    return checks.of(begun.number, ANN)


def test_it_says_what_check_says_at_home(
    checks: Checks, assignment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte, with the same points."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "driver.py").write_text(PROGRAM)
    monkeypatch.chdir(home)
    at_home = wsusim(["check", "driver.py", "--assignment", str(assignment)], JobsHere())

    told = checked(checks, assignment, PROGRAM)

    assert (told.state, told.is_good, told.text) == ("done", True, at_home.stdout)
    assert "points" in told.text


def test_a_person_has_one_check_at_a_time(checks: Checks, assignment: Path) -> None:
    """Nor sees another's."""
    begun = checks.begin(ANN, assignment, Program("driver.py", PROGRAM))
    checks.begin(BOB, assignment, Program("driver.py", PROGRAM))
    with pytest.raises(BadInput, match="still being checked"):
        checks.begin(ANN, assignment, Program("driver.py", PROGRAM))
    with pytest.raises(BadInput, match="not known any more"):
        checks.of(begun.number, BOB)

    assert checks.of(begun.number, TESS).state == "waiting"


WHERE = """import os
from wsusim import Controller


class Where(Controller):
    def run(self):
        raise ValueError(f"on {sorted(os.sched_getaffinity(0))}")
"""


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Check, int | None]:
    """Return the check of a program that fails, and its only processor, if there is a choice."""
    folder = tmp_path_factory.mktemp("failed")
    kept = AssignmentShelf(folder).put(1, {"drive.toml": TOML})
    assert kept.check is not None
    only = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    checks = Checks(
        folder,
        is_sandboxed=not trouble(),
        wake=lambda: None,
        processors=None if only is None else frozenset([only]),
    )
    return checked(checks, kept.check, WHERE), only


def test_what_fails_is_told_at_its_line(failed: tuple[Check, int | None]) -> None:
    """By the name that the student has given the file."""
    told, _ = failed

    assert not told.is_good
    assert "driver.py, line 7" in told.text


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="only Linux keeps processors free")
def test_checks_leave_a_processor_to_robots(failed: tuple[Check, int | None]) -> None:
    """As simulations do: a robot's loop must not wait for them."""
    told, only = failed

    assert f"on [{only}]" in told.text
