"""What people are told of a program that waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from tests.lab_stores import empty_lab
from tests.unit.lab.conftest import job_request
from tests.unit.lab.web.conftest import Somebody
from wsusim.lab.assignments import Task
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.program import Program


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """Return a lab that does nothing, on a Thursday in 1970."""
    with empty_lab(Plan(tmp_path), now_s=lambda: 0.0) as made:
        yield made


def waits(lab: Lab) -> int:
    """Have a program of Ann's wait for the robot."""
    ann = next(one for one in lab.people.all() if one.name == "Ann")
    job = lab.jobs.add(ann, job_request("key"), 0.0)
    lab.jobs.take_to_check("robot", 0.0)
    lab.jobs.passed(job.id, "Will run.", {})
    return job.id


def halted(lab: Lab) -> None:
    """A teacher has pressed the button."""
    lab.switch.press()


def closed(lab: Lab) -> None:
    """It is night: the lab opens for a minute a week."""
    lab.rules.change({"hours": "sun 23:58-23:59"}, 0.0, "Tess")


def broken(lab: Lab) -> None:
    """Its robot could not be reached."""
    lab.robots.states[0].is_ready = False
    lab.robots.states[0].is_lost = True


@pytest.mark.parametrize(
    ("happens", "said"),
    [
        (halted, "A teacher has stopped all robots."),
        (closed, "The robots are not available now. Opening hours: sun 23:58-23:59."),
        (broken, "Something is wrong with the robot; a teacher has to look at it first."),
    ],
)
def test_who_waits_for_nothing_is_told_why(
    lab: Lab, ann: Somebody, happens: Callable[[Lab], None], said: str
) -> None:
    """And no time, which is unknown; nor that the robot has to be put back first."""
    number = waits(lab)
    happens(lab)
    job = ann.get(f"/api/jobs/{number}")

    assert (job["place"], job["wait_s"], job["held"]) == (1, None, said)
    assert not job["awaits_start"]


def test_who_waits_for_a_robot_is_told_how_long(lab: Lab, ann: Somebody) -> None:
    """Nothing is in the way."""
    job = ann.get(f"/api/jobs/{waits(lab)}")

    assert (job["place"], job["wait_s"], job["held"]) == (1, 0, "")


def test_a_robot_that_got_stuck_is_only_put_back(lab: Lab, ann: Somebody) -> None:
    """Nothing is wrong with it."""
    lab.robots.states[0].is_ready = False
    lab.robots.states[0].trouble = "It got stuck."
    job = ann.get(f"/api/jobs/{waits(lab)}")

    assert (job["held"], job["awaits_start"]) == ("", True)


def test_a_teacher_sees_who_is_stuck(lab: Lab, ann: Somebody, tess: Somebody) -> None:
    """By the last run, and how many failed in a row; what a person stopped is none of them."""
    states = ["failed", "stopped", "refused", "failed"]
    for number, state in enumerate(states):
        job = lab.jobs.add(
            lab.people.all()[0], job_request(str(number), "simulation"), float(number)
        )
        lab.jobs.take_to_check("simulation", float(number))
        lab.jobs.ended(job.id, state, float(number), text=state)  # type: ignore[arg-type]
    of = {one["name"]: one for one in tess.get("/api/lab")["people"]}

    assert (of["Ann"]["failures"], of["Ann"]["last_run"]["state"]) == (2, "failed")
    assert of["Ann"]["last_run"]["ended_s"] == 3.0
    assert (of["Tess"]["failures"], of["Tess"]["last_run"]) == (0, None)


def test_a_teacher_sees_who_has_handed_in(lab: Lab, ann: Somebody, tess: Somebody) -> None:
    """Of the assignments that students see; however often."""
    person, _, teacher = lab.people.all()
    numbers = [
        lab.assignments.add(Task(title, is_hidden=title == "Later"), teacher, 0.0)
        for title in ("Walls", "Caps", "Later")
    ]
    for source in ("x = 1", "x = 2"):
        lab.assignments.hand_in(numbers[0], person, Program("a.py", source), 1.0)
    told = tess.get("/api/lab")
    handed_in = {one["name"]: one["handed_in"] for one in told["people"]}

    assert (told["assignment_count"], handed_in) == (2, {"Ann": 1, "Bob": 0, "Tess": 0})
