"""Places in the queue: read once, and again when something has changed."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from sqlalchemy import delete

from tests.unit.lab.conftest import job_request, waiting
from wsusim.lab.job import Place
from wsusim.lab.jobs import Jobs
from wsusim.lab.people import Person
from wsusim.lab.store import JOBS, Store


def test_a_place_in_the_queue_comes_with_a_time(jobs: Jobs, ann: Person, bob: Person) -> None:
    """What runs, and what stands before it, shared by the robots."""
    first, second = waiting(jobs, ann, "1"), waiting(jobs, bob, "2")
    third = waiting(jobs, ann, "3")
    jobs.take_to_run("robot 1", 100.0)

    assert jobs.line.place(first, 1, 1, 104.0) is None
    assert jobs.line.place(second, 1, 1, 104.0) == Place(1, 6.0)
    assert jobs.line.place(third, 2, 1, 104.0) == Place(2, 8.0)


def test_everybody_moves_up_when_one_is_cancelled(jobs: Jobs, ann: Person, bob: Person) -> None:
    """At once."""
    first, second = waiting(jobs, ann, "1"), waiting(jobs, bob, "2")
    before = jobs.line.place(second, 1, 1, 0.0)
    jobs.cancel(first, ann, 0.0)

    assert before == Place(2, 10.0)
    assert jobs.line.place(second, 1, 1, 0.0) == Place(1, 0.0)
    assert len(jobs.line) == 1


def test_what_only_uploads_has_no_place(jobs: Jobs, ann: Person) -> None:
    """It has to be checked first."""
    number = jobs.add(ann, job_request(), 0.0).id

    assert jobs.line.place(number, 1, 1, 0.0) is None


def test_simulations_come_in_turn(jobs: Jobs, ann: Person, bob: Person) -> None:
    """Everybody's first one before anybody's second one; two are done at once."""
    anns = [jobs.add(ann, job_request(str(number), "simulation"), 0.0).id for number in range(3)]
    bobs = jobs.add(bob, job_request("1", "simulation"), 0.0).id
    jobs.take_to_check("simulation", 100.0)

    assert jobs.line.place(anns[0], 1, 2, 104.0) is None
    assert jobs.line.place(bobs, 1, 2, 104.0) == Place(1, 3.0)
    assert jobs.line.place(anns[1], 1, 2, 104.0) == Place(2, 8.0)
    assert jobs.line.place(anns[2], 1, 2, 104.0) == Place(3, 13.0)


def test_the_store_is_not_asked_again_for_what_has_not_changed(
    jobs: Jobs, store: Store, ann: Person
) -> None:
    """Ninety pages look all the time."""
    number = waiting(jobs, ann, "1")
    before = jobs.line.place(number, 1, 1, 0.0)
    with store.writing() as connection:
        connection.execute(delete(JOBS))

    assert jobs.line.place(number, 1, 1, 0.0) == before
