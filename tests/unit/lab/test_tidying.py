"""A lab doesn't grow for ever: what is old goes, and what was handed in stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.lab_stores import empty_lab
from tests.manual_clock import ManualClock
from tests.unit.lab.conftest import PROGRAM, invited, job_request
from wsusim.lab.assignments import Task
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.people import Person
from wsusim.lab.program import Program
from wsusim.lab.tidying import DAY_S


@pytest.fixture
def clock() -> ManualClock:
    """Return a time."""
    return ManualClock(0.0)


@pytest.fixture
def lab(tmp_path: Path, clock: ManualClock) -> Iterator[Lab]:
    """Return a lab that is not at work."""
    with empty_lab(Plan(tmp_path), now_s=clock) as made:
        yield made


@pytest.fixture
def ann(lab: Lab) -> Person:
    """Return a student."""
    return invited(lab.people, "Ann")


def ran(lab: Lab, person: Person, at_s: float, source: str = PROGRAM, size: int = 100) -> int:
    """Leave a run of a simulation with a recording of a size; return its number."""
    key = f"{at_s}{len(lab.jobs.newest())}"
    job = lab.jobs.add(person, job_request(key, "simulation", source=source), at_s)
    lab.jobs.take_to_check("simulation", at_s)
    lab.jobs.ended(job.id, "done", at_s, text="")
    lab.files.recording(job, "simulation").write_bytes(bytes(size))
    return job.id


def left(lab: Lab) -> list[int]:
    """Return the runs that there are."""
    return sorted(job.id for job in lab.jobs.newest())


def test_everything_stays_unless_a_teacher_says_otherwise(
    lab: Lab, ann: Person, clock: ManualClock
) -> None:
    """For years."""
    ran(lab, ann, 0.0)
    clock.now_s = 3000 * DAY_S
    lab.tidying.tidy()

    assert left(lab) == [1]


def test_what_is_too_old_goes_with_its_recording(lab: Lab, ann: Person, clock: ManualClock) -> None:
    """What is younger stays."""
    lab.rules.change({"keep_days": 30}, 0.0, "Tess")
    ran(lab, ann, 0.0)
    ran(lab, ann, 20 * DAY_S)
    clock.now_s = 31 * DAY_S
    lab.tidying.tidy()

    assert left(lab) == [2]
    assert list(lab.files.recordings()) == [2]


def test_what_was_handed_in_stays_with_its_runs(lab: Lab, ann: Person, clock: ManualClock) -> None:
    """However old."""
    lab.rules.change({"keep_days": 30}, 0.0, "Tess")
    teacher = invited(lab.people, "Tess", is_teacher=True)
    number = lab.assignments.add(Task("Walls"), teacher, 0.0)
    ran(lab, ann, 0.0)
    ran(lab, ann, 0.0, source=PROGRAM + "# another one\n")
    lab.assignments.hand_in(number, ann, Program("driver.py", PROGRAM), 1.0)
    clock.now_s = 100 * DAY_S
    lab.tidying.tidy()

    assert left(lab) == [1]
    assert list(lab.files.recordings()) == [1]


def test_the_oldest_recordings_of_who_has_too_many_go(lab: Lab, ann: Person) -> None:
    """Their runs stay, without a replay; other people's are untouched."""
    lab.rules.change({"recordings_mb": 10}, 0.0, "Tess")
    bob = invited(lab.people, "Bob")
    ran(lab, bob, 0.0, size=6_000_000)
    for _ in range(3):
        ran(lab, ann, 1.0, size=4_000_000)
    lab.tidying.tidy()

    assert sorted(lab.files.recordings()) == [1, 3, 4]
    assert left(lab) == [1, 2, 3, 4]
    assert lab.tidying.used_mb == {ann.id: 8.0, bob.id: 6.0}


def test_recordings_of_runs_that_are_gone_go(lab: Lab, ann: Person) -> None:
    """Recordings without a job are removed."""
    job = lab.jobs.get(ran(lab, ann, 0.0))
    lab.files.recording(job, "simulation").rename(
        lab.files.recording(job, "simulation").with_name("999-simulation.mcap")
    )
    lab.tidying.tidy()

    assert lab.files.recordings() == {}
