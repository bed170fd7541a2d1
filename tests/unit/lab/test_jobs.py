"""The queue's rules: in order, once, only one's own, and nothing lost when the server dies."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from tests.unit.lab.conftest import PROGRAM, job_request, waiting
from wsusim.errors import BadInput
from wsusim.lab.jobs import INTERRUPTED, MOST_OPEN, Jobs
from wsusim.lab.people import Person
from wsusim.lab.program import Program


def test_a_job_that_could_not_be_checked_is_checked_later(jobs: Jobs, ann: Person) -> None:
    """The thread that should have simulated it has gone."""
    number = jobs.add(ann, job_request(), 0.0).id
    jobs.take_to_check("robot", 0.0)
    jobs.put_back(number)

    again = jobs.take_to_check("robot", 1.0)

    assert again is not None
    assert again.id == number


def test_what_a_robot_could_not_begin_keeps_its_place(jobs: Jobs, ann: Person) -> None:
    """It is the first one again, for whatever robot comes next."""
    first, second = (jobs.add(ann, job_request(key), 0.0).id for key in ("a", "b"))
    for number in (first, second):
        jobs.take_to_check("robot", 0.0)
        jobs.passed(number, "Will run.", {})
    jobs.take_to_run("robot 1", 1.0)
    jobs.not_begun(first, "robot 1", 2.0)

    again = jobs.take_to_run("robot 2", 3.0)

    assert again is not None
    assert (again.id, again.robot, again.started_s) == (first, "robot 2", 3.0)


def test_an_upload_is_kept_with_its_program(jobs: Jobs, ann: Person) -> None:
    """Word for word."""
    job = jobs.add(ann, job_request(), 3.0)

    assert (job.state, job.owner, job.name, job.made_s) == ("uploaded", "Ann", "driver.py", 3.0)
    assert jobs.program(job) == Program("driver.py", PROGRAM)


def test_an_upload_is_kept_with_its_modules(jobs: Jobs, ann: Person) -> None:
    """In order of their names, whatever folder they were in."""
    job = jobs.add(ann, job_request(modules={"b.py": "b = 1", "x/a.py": "a = 1"}), 3.0)

    assert jobs.program(job) == Program("driver.py", PROGRAM, {"a.py": "a = 1", "b.py": "b = 1"})


def test_the_runs_of_a_program_are_its_authors_and_the_teachers(
    jobs: Jobs, ann: Person, bob: Person, teacher: Person
) -> None:
    """With the same texts under the same name, the last one first."""
    mine = jobs.add(ann, job_request(modules={"a.py": ""}), 0.0)
    jobs.add(ann, job_request("b", modules={"a.py": "#"}), 0.0)
    jobs.add(bob, job_request(modules={"a.py": ""}), 0.0)
    tried = jobs.add(teacher, job_request(modules={"a.py": ""}), 0.0)

    assert jobs.running_the_same(mine.program) == [tried, mine]


def test_what_is_sent_twice_is_one_job(jobs: Jobs, ann: Person) -> None:
    """A client that heard no answer may try again."""
    first, second = jobs.add(ann, job_request("key"), 0.0), jobs.add(ann, job_request("key"), 1.0)

    assert first.id == second.id
    assert len(jobs.of(ann)) == 1


@pytest.mark.parametrize(
    "other",
    [{"source": PROGRAM + "#"}, {"modules": {"a.py": ""}}, {"seed": 2}, {"kind": "simulation"}],
)
def test_something_else_under_the_same_key_is_refused(
    jobs: Jobs, ann: Person, other: dict[str, object]
) -> None:
    """Otherwise its sender would take the old job for the new one."""
    first = jobs.add(ann, job_request("key"), 0.0)

    with pytest.raises(BadInput, match=f"it is job {first.id}. Choose a new key"):
        jobs.add(ann, job_request("key", **other), 1.0)  # type: ignore[arg-type]


def test_an_upload_without_a_person_ends_in_an_error(jobs: Jobs, ann: Person) -> None:
    """It is not tried again and again."""
    with pytest.raises(IntegrityError):
        jobs.add(replace(ann, id=999), job_request("key"), 0.0)


def test_two_people_may_choose_the_same_key(jobs: Jobs, ann: Person, bob: Person) -> None:
    """A key is its owner's."""
    assert jobs.add(ann, job_request("key"), 0.0).id != jobs.add(bob, job_request("key"), 0.0).id


def test_a_job_goes_its_way(jobs: Jobs, ann: Person) -> None:
    """Uploaded, checked, waiting, running, done."""
    number = jobs.add(ann, job_request(), 0.0).id
    states = [jobs.get(number).state]
    jobs.take_to_check("robot", 1.0)
    states.append(jobs.get(number).state)
    jobs.passed(number, "Will run.", {})
    states.append(jobs.get(number).state)
    jobs.take_to_run("robot 1", 2.0)
    states.append(jobs.get(number).state)
    jobs.ended(number, "done", 3.0, text="drove 1 m")
    states.append(jobs.get(number).state)

    assert states == ["uploaded", "checking", "waiting", "running", "done"]


def test_the_queue_is_in_the_order_of_uploads(jobs: Jobs, ann: Person, bob: Person) -> None:
    """First come, first served."""
    numbers = [waiting(jobs, ann, "1"), waiting(jobs, bob, "2"), waiting(jobs, ann, "3")]

    taken = [jobs.take_to_run("robot 1", 0.0) for _ in numbers]

    assert [job.id for job in taken if job] == numbers


def test_only_what_has_passed_is_run(jobs: Jobs, ann: Person) -> None:
    """An unchecked or refused program never reaches a robot."""
    jobs.add(ann, job_request("unchecked"), 0.0)
    refused = jobs.take_to_check("robot", 0.0)
    assert refused is not None
    jobs.ended(refused.id, "refused", 1.0, text="no", line=3)

    assert jobs.take_to_run("robot 1", 2.0) is None


def test_no_student_has_two_simulations_while_others_wait(
    jobs: Jobs, ann: Person, bob: Person
) -> None:
    """The processor is shared fairly."""
    jobs.add(ann, job_request("1", "simulation"), 0.0)
    jobs.add(ann, job_request("2", "simulation"), 0.0)
    jobs.add(bob, job_request("3", "simulation"), 0.0)

    taken = [jobs.take_to_check("simulation", 1.0) for _ in range(3)]

    assert [job and job.owner for job in taken] == ["Ann", "Bob", None]


def test_of_many_who_reach_for_a_job_one_gets_it(jobs: Jobs, ann: Person) -> None:
    """Two robots, or two servers, never run the same one."""
    waiting(jobs, ann, "1")
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda number: jobs.take_to_run(f"robot {number}", 0.0), range(16)))

    assert sum(job is not None for job in taken) == 1


def test_a_student_has_so_many_under_way(jobs: Jobs, ann: Person) -> None:
    """The next one is refused until one has finished."""
    for number in range(MOST_OPEN):
        jobs.add(ann, job_request(str(number)), 0.0)

    with pytest.raises(BadInput, match="is the most"):
        jobs.add(ann, job_request("more"), 0.0)


def test_no_student_sees_anothers_job(jobs: Jobs, ann: Person, bob: Person) -> None:
    """Not even that it exists."""
    job = jobs.add(ann, job_request(), 0.0)

    with pytest.raises(BadInput, match=f"You have no run {job.id}"):
        jobs.get(job.id, bob)


def test_a_teacher_sees_all(jobs: Jobs, ann: Person, teacher: Person) -> None:
    """Every job of everybody."""
    job = jobs.add(ann, job_request(), 0.0)

    assert jobs.get(job.id, teacher).owner == "Ann"


@pytest.mark.parametrize("number", [0, 99, -1, 10**30])
def test_a_job_that_is_not_there_is_told(jobs: Jobs, ann: Person, number: int) -> None:
    """Whatever the number."""
    with pytest.raises(BadInput, match="You have no run"):
        jobs.get(number, ann)


def test_what_waits_can_be_cancelled(jobs: Jobs, ann: Person) -> None:
    """It is not run."""
    number = waiting(jobs, ann, "1")

    assert jobs.cancel(number, ann, 1.0).state == "cancelled"
    assert jobs.take_to_run("robot 1", 2.0) is None


def test_no_student_cancels_anothers_job(jobs: Jobs, ann: Person, bob: Person) -> None:
    """It stays in the queue."""
    number = waiting(jobs, ann, "1")
    with pytest.raises(BadInput):
        jobs.cancel(number, bob, 1.0)

    assert jobs.get(number).state == "waiting"


def test_what_is_cancelled_while_it_is_checked_stays_so(jobs: Jobs, ann: Person) -> None:
    """The check's end doesn't bring it back."""
    number = jobs.add(ann, job_request(), 0.0).id
    jobs.take_to_check("robot", 0.0)
    jobs.cancel(number, ann, 1.0)

    assert not jobs.passed(number, "Will run.", {})
    assert jobs.get(number).state == "cancelled"


def test_a_run_that_a_dead_server_left_is_never_run_again(jobs: Jobs, ann: Person) -> None:
    """It counts as interrupted, and says so."""
    number = waiting(jobs, ann, "1")
    jobs.take_to_run("robot 1", 0.0)

    (lost,) = jobs.recover(5.0)

    assert (lost.id, lost.state, lost.text) == (number, "interrupted", INTERRUPTED)
    assert jobs.take_to_run("robot 1", 6.0) is None


def test_what_a_dead_server_was_checking_is_checked_again(jobs: Jobs, ann: Person) -> None:
    """No upload is lost."""
    number = jobs.add(ann, job_request(), 0.0).id
    jobs.take_to_check("robot", 0.0)

    jobs.recover(5.0)

    again = jobs.take_to_check("robot", 6.0)
    assert again is not None
    assert again.id == number
