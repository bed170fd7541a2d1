"""No student fills a lab's disk with versions: the oldest go, and what was handed in stays."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from sqlalchemy import func, select

from tests.unit.lab.conftest import job_request
from wsusim.errors import BadInput
from wsusim.lab import quotas
from wsusim.lab.assignments import Assignments, Task
from wsusim.lab.drafts import Drafts
from wsusim.lab.jobs import Jobs
from wsusim.lab.people import Person
from wsusim.lab.program import Program
from wsusim.lab.store import PROGRAMS, Store

SHARE = 1000


@pytest.fixture(autouse=True)
def small_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a small quota, also as the default."""
    monkeypatch.setattr(quotas.make_room, "__defaults__", (SHARE,))


def used(store: Store, person: Person) -> int:
    """Return what is kept of a person."""
    size = func.sum(func.length(PROGRAMS.c.source))
    with store.reading() as connection:
        return int(
            connection.execute(select(size).where(PROGRAMS.c.person == person.id)).scalar_one()
        )


def text(number: int, size: int = 100) -> Program:
    """Return a program of a size."""
    return Program("a.py", f"x = {number}\n".ljust(size, "#"))


def test_a_page_that_goes_wild_keeps_its_newest_versions(store: Store, ann: Person) -> None:
    """However many it keeps."""
    drafts = Drafts(store)
    for number in range(50):
        drafts.keep(ann, text(number), float(number))

    newest = drafts.versions(ann, "a.py")[0]

    assert used(store, ann) <= SHARE
    assert drafts.program(ann, newest.id) == text(49)


def test_one_persons_versions_push_out_only_their_own(
    store: Store, ann: Person, bob: Person
) -> None:
    """Each has a share."""
    drafts = Drafts(store)
    kept = drafts.keep(bob, text(1), 0.0)
    for number in range(50):
        drafts.keep(ann, text(number), float(number))

    assert drafts.program(bob, kept) == text(1)


def test_what_was_handed_in_stays(store: Store, ann: Person, teacher: Person) -> None:
    """Until it alone is too much, which is told."""
    assignments, drafts = Assignments(store), Drafts(store)
    number = assignments.add(Task("Walls"), teacher, 0.0)
    first = assignments.hand_in(number, ann, text(0), 0.0)
    for version in range(50):
        drafts.keep(ann, text(version), float(version))

    assert assignments.program(first) == text(0)
    for version in range(100, 108):
        assignments.hand_in(number, ann, text(version), 2.0)
    with pytest.raises(BadInput, match="what you have handed in must stay"):
        assignments.hand_in(number, ann, text(108), 2.0)


def test_old_runs_make_way_when_versions_do_not_suffice(
    store: Store, jobs: Jobs, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest ones stay."""
    monkeypatch.setattr(quotas, "KEPT_RUNS", 2)
    for number in range(30):
        sent = job_request(str(number), "simulation", name="a.py", source=text(number).source)
        job = jobs.add(ann, sent, float(number))
        jobs.cancel(job.id, ann, float(number))

    left = [job.id for job in jobs.of(ann)]

    assert used(store, ann) <= SHARE
    assert left[:3] == [30, 29, 28]
    assert len(left) < 15
