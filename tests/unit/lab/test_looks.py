"""Looks into simulations that are over: in a line, for those whose they are."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.unit.lab.conftest import job_request
from wsusim.errors import BadInput
from wsusim.lab.job import Job
from wsusim.lab.jobs import Jobs
from wsusim.lab.looks import HAD_ENDED, Looks
from wsusim.lab.people import Person
from wsusim.lab.running_jobs import NO_LOOK
from wsusim.lab.work import Result

STOOD = {"tick": 98, "frames": [{"file": "a.py", "line": 3, "function": "run", "variables": []}]}


class Again:
    """Runs programs again: in name only."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []
        self.told: dict[str, Any] | None = STOOD
        self.result = Result({"outcome": "stopped"})

    def look(self, job: Job, tick: int) -> tuple[Result, dict[str, Any] | None]:
        """Take note of it."""
        self.asked.append((job.id, tick))
        return self.result, self.told


@pytest.fixture
def again() -> Again:
    """Return what runs programs again."""
    return Again()


@pytest.fixture
def looks(again: Again) -> Looks:
    """Return the looks of a lab."""
    return Looks(again, wake=lambda: None)  # type: ignore[arg-type]


@pytest.fixture
def over(jobs: Jobs, ann: Person) -> Job:
    """Return a simulation that is over."""
    job = jobs.add(ann, job_request("1", "simulation"), 0.0)
    jobs.take_to_check("simulation", 1.0)
    jobs.ended(job.id, "done", 2.0, text="")
    return jobs.get(job.id)


def test_a_moment_of_a_simulation_is_looked_at(
    looks: Looks, again: Again, ann: Person, over: Job
) -> None:
    """One after the other."""
    made = looks.begin(ann, over, 100)
    has_looked = [looks.do_one(), looks.do_one()]

    assert has_looked == [True, False]
    assert again.asked == [(over.id, 100)]
    assert (made.state, looks.of(made.number, ann).stood) == ("done", STOOD)


def test_a_person_has_one_look_at_a_time(looks: Looks, ann: Person, over: Job) -> None:
    """Each is a run of the program."""
    looks.begin(ann, over, 100)

    with pytest.raises(BadInput, match="Wait for it"):
        looks.begin(ann, over, 200)


def test_only_a_simulation_that_is_over_can_be_looked_into(
    looks: Looks, jobs: Jobs, ann: Person
) -> None:
    """A real robot's run can't be run again, and one that goes on can be watched."""
    for key, kind in (("a", "simulation"), ("b", "robot")):
        with pytest.raises(BadInput, match="Only a simulation that is over"):
            looks.begin(ann, jobs.add(ann, job_request(key, kind), 0.0), 100)


def test_everybody_sees_their_own_looks_only(
    looks: Looks, ann: Person, bob: Person, over: Job
) -> None:
    """They show a program from within."""
    made = looks.begin(ann, over, 100)

    with pytest.raises(BadInput, match="not known"):
        looks.of(made.number, bob)


def test_a_program_that_had_ended_says_so(
    looks: Looks, again: Again, ann: Person, over: Job
) -> None:
    """And one that could not be run says why."""
    again.told = None
    first = looks.begin(ann, over, 9000)
    looks.do_one()
    again.result = Result(text="The computer is full.")
    second = looks.begin(ann, over, 9000)
    looks.do_one()

    assert (first.text, second.text) == (HAD_ENDED, "The computer is full.")


def test_why_a_moment_could_not_be_had_is_told(
    looks: Looks, again: Again, ann: Person, over: Job
) -> None:
    """Not that the program had ended."""
    again.told, again.result = None, Result({"outcome": "stopped"}, why_stopped=NO_LOOK)
    look = looks.begin(ann, over, 100)
    looks.do_one()

    assert look.text == NO_LOOK
