"""``lab course``, ``courses`` and ``pair``, and ``--course``, as a teacher types them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.command_line import wsusim
from tests.lab_pages import served
from tests.lab_stores import empty_lab
from tests.unit.lab.conftest import PROGRAM
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan

FIVES = "Robots 5b"


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A lab that is not at work, with Ann and Bob in its first course."""
    with empty_lab(Plan(tmp_path / "lab")) as made:
        made.people.invite(["Ann", "Bob"], 0.0)
        yield made


@pytest.fixture
def folder(lab: Lab) -> str:
    """Its folder."""
    return str(lab.plan.folder)


def typed(*words: str) -> str:
    """Return what a command of ``lab`` says, which must do what it was told."""
    ended = wsusim(["lab", *words])
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_a_course_begins_and_has_its_own_people(folder: str) -> None:
    """Students, and a teacher of it alone."""
    typed("course", folder, FIVES, "--robot-numbers", "1")
    typed("invite", folder, "Cleo", "--course", FIVES)
    typed("invite", folder, "Mary", "--course", FIVES, "--teacher")

    assert typed("courses", folder).splitlines() == [
        "My course\t2 students\trobots: all\tteachers: those of the lab",
        "Robots 5b\t1 student\trobots: 1\tteachers: Mary",
    ]
    assert typed("people", folder, "--course", FIVES).splitlines() == [
        "Cleo\tstudent\tRobots 5b",
        "Mary\tstudent\tRobots 5b (teacher)",
    ]


def test_a_course_is_renamed_and_closed(folder: str) -> None:
    """Not the only open one."""
    alone = wsusim(["lab", "course", folder, "My course", "--close"])
    typed("course", folder, FIVES)
    typed("course", folder, "My course", "--rename", "Robots 4b", "--close")

    assert (alone.returncode, "only open course" in alone.stderr) == (2, True)
    assert typed("courses", folder).startswith("Robots 4b (closed)\t")


def test_two_become_a_pair_and_work_alone_again(folder: str) -> None:
    """It stands beside their names."""
    typed("pair", folder, "Ann", "Bob")
    together = typed("people", folder)
    typed("pair", folder, "Bob")

    assert together.splitlines() == ["Ann\tstudent\tworks with Bob", "Bob\tstudent\tworks with Ann"]
    assert typed("people", folder).splitlines() == ["Ann\tstudent", "Bob\tstudent"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["invite", "{folder}", "Ann", "--course", "Nowhere"], "There is: "),
        (["course", "{folder}", "My course", "--robot-numbers", "first"], "names no robots"),
        (["course", "{folder}", " "], "1 to 80 characters"),
        (["pair", "{folder}", "Ann", "Ann"], "A pair is two people"),
        (["pair", "{folder}", "Ann", "Zoe"], "Nobody called 'Zoe' was invited"),
        (["pair", "{folder}", "Ann"], "has no partner"),
        (["courses", "/nowhere/lab"], "There is no lab"),
    ],
)
def test_what_can_t_be_is_said(folder: str, words: list[str], said: str) -> None:
    """With what there is, or what to do."""
    ended = wsusim(["lab", *(word.format(folder=folder) for word in words)])

    assert (ended.returncode, said in ended.stderr) == (2, True)


def test_a_program_is_sent_for_one_of_several_courses(
    lab: Lab, folder: str, tmp_path: Path
) -> None:
    """By its title."""
    typed("course", folder, FIVES)
    lab.courses.read()
    (ann,) = lab.people.invite(["Ann"], 0.0)
    lab.people.join(["Ann"], 2, 0.0)
    file = tmp_path / "driver.py"
    file.write_text(PROGRAM)
    with served(lab) as address:
        to = ["--to", f"{address}#token={ann.token}", "--no-wait"]
        typed("submit", str(file), "--course", FIVES, *to)
        wrong = wsusim(["lab", "submit", str(file), "--course", "Nowhere", *to])

    assert lab.jobs.get(1).course == 2
    assert 'Yours: "My course", "Robots 5b"' in wrong.stderr
