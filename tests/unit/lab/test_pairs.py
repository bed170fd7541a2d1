"""Two students who share their work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.lab.conftest import PROGRAM, invited, job_request
from wsusim.errors import BadInput
from wsusim.lab.assignments import Assignments, Task, counting
from wsusim.lab.jobs import Jobs
from wsusim.lab.lab_files import Files
from wsusim.lab.pairs import Pairs
from wsusim.lab.people import People, Person
from wsusim.lab.person_data import remove_person
from wsusim.lab.program import Program
from wsusim.lab.store import Store

WORK = Program("driver.py", PROGRAM)


@pytest.fixture
def pairs(store: Store, ann: Person, bob: Person) -> Pairs:
    """Return Ann and Bob as a pair."""
    made = Pairs(store)
    made.make(1, ann, bob, "Tess", 0.0)
    return made


@pytest.fixture
def assignments(store: Store, teacher: Person) -> Assignments:
    """Return one assignment."""
    made = Assignments(store)
    made.add(Task("Walls"), teacher, 0.0)
    return made


def test_what_one_hands_in_is_both_s(
    pairs: Pairs, assignments: Assignments, ann: Person, bob: Person
) -> None:
    """Named after both, and counted for both."""
    handed_in = assignments.hand_in(1, ann, WORK, 1.0)

    assert handed_in.who == "Ann and Bob"
    assert assignments.of(bob) == assignments.of(ann) == [handed_in]
    assert assignments.counts_by_person(1) == {ann.id: 1, bob.id: 1}


def test_the_newer_one_of_either_counts_for_both(
    pairs: Pairs, assignments: Assignments, ann: Person, bob: Person
) -> None:
    """It stands once on the teacher's table."""
    assignments.hand_in(1, ann, WORK, 1.0)
    newer = assignments.hand_in(1, bob, Program("driver.py", PROGRAM + "\n# better\n"), 2.0)

    assert counting(assignments.handed_in(1)) == [newer]


def test_the_same_program_of_the_other_one_is_handed_in_once(
    pairs: Pairs, assignments: Assignments, ann: Person, bob: Person
) -> None:
    """Both press the button in the last minute."""
    first = assignments.hand_in(1, ann, WORK, 1.0)

    assert assignments.hand_in(1, bob, WORK, 2.0) == first


def test_a_mark_is_read_by_both(
    pairs: Pairs, assignments: Assignments, ann: Person, bob: Person, teacher: Person
) -> None:
    """It is one piece of work."""
    number = assignments.hand_in(1, ann, WORK, 1.0).id
    assignments.say(number, "A", "Well done", teacher, 2.0)

    assert [one.mark for one in assignments.of(bob)] == ["A"]


def test_the_other_one_s_runs_are_seen_and_can_be_stopped(
    pairs: Pairs, jobs: Jobs, people: People, ann: Person, bob: Person
) -> None:
    """Other students' jobs are not shared."""
    job = jobs.add(ann, job_request(course=1), 0.0)

    assert [one.id for one in jobs.of(bob)] == [job.id]
    assert (job.owner, job.partner) == ("Ann", "Bob")
    with pytest.raises(BadInput, match="no run"):
        jobs.get(job.id, invited(people, "Cleo"))
    assert jobs.cancel(job.id, bob, 1.0).state == "cancelled"


def test_what_was_run_before_stays_one_s_own(
    store: Store, jobs: Jobs, ann: Person, bob: Person
) -> None:
    """A partner sees what is done together."""
    jobs.add(ann, job_request(course=1), 0.0)
    Pairs(store).make(1, ann, bob, "Tess", 1.0)

    assert jobs.of(bob) == []


def test_a_pair_s_work_stays_both_s_when_it_ends(
    pairs: Pairs, assignments: Assignments, jobs: Jobs, ann: Person, bob: Person
) -> None:
    """What comes later is each one's own."""
    together = assignments.hand_in(1, ann, WORK, 1.0)
    job = jobs.add(ann, job_request(course=1), 1.0)
    pairs.end(1, bob, "Tess", 2.0)
    alone = assignments.hand_in(1, ann, Program("driver.py", PROGRAM + "# mine\n"), 3.0)

    assert assignments.of(bob) == [together]
    assert [one.id for one in jobs.of(bob)] == [job.id]
    assert counting(assignments.handed_in(1)) == [alone, together]


@pytest.mark.parametrize("other", ["Ann", "Bob", "Tess"])
def test_who_can_t_be_a_pair(
    pairs: Pairs, people: People, teacher: Person, ann: Person, other: str
) -> None:
    """A person with themselves, one who has a partner, and a teacher are refused."""
    with pytest.raises(BadInput):
        pairs.make(
            1, invited(people, "Cleo") if other == "Bob" else ann, people.named(other), "", 1.0
        )


def test_a_pair_is_one_of_its_course(pairs: Pairs, ann: Person) -> None:
    """In another course each works with another partner, or alone."""
    assert pairs.of(1, ann.id) is not None
    assert pairs.of(2, ann.id) is None


def test_a_person_who_is_removed_leaves_the_common_work_to_the_other(
    pairs: Pairs,
    assignments: Assignments,
    store: Store,
    people: People,
    tmp_path: Path,
    ann: Person,
    bob: Person,
) -> None:
    """It is theirs, too; nothing of it names who has gone."""
    assignments.hand_in(1, ann, WORK, 1.0)
    remove_person(store, people, Files(tmp_path), "Ann", 2.0)

    (left,) = assignments.of(bob)
    assert (left.who, left.people) == ("Bob", (bob.id,))
    assert assignments.program(left) == WORK
    assert pairs.all(1) == []
