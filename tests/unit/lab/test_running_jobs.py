"""What is stopped between being taken and being started never drives."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.lab_stores import empty_lab
from tests.unit.lab.conftest import invited, job_request
from wsusim.lab import running_jobs
from wsusim.lab.job_process import Order
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.running_jobs import CLOSED
from wsusim.lab.work import EMERGENCY, Result, Work

ORDER = Order(controller="/nowhere/driver.py", maze="field")


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A lab that is not at work."""
    with empty_lab(Plan(tmp_path)) as made:
        yield made


def test_what_is_done_can_be_seen_until_it_is_over(lab: Lab) -> None:
    """By the number of its job."""
    work = Work(ORDER)
    with lab.running.shown(7, work):
        seen = lab.running.of(7)

    assert seen is work
    assert lab.running.of(7) is None


def test_an_emergency_stop_reaches_what_is_about_to_start(lab: Lab) -> None:
    """Its job was taken before the stop, and its process comes after it."""
    lab.halt(invited(lab.people, "Tess", is_teacher=True))
    with lab.running.shown(7, Work(ORDER)) as work:
        assert work.run() == Result(why_stopped=EMERGENCY)


def test_simulations_start_in_spite_of_an_emergency_stop(lab: Lab) -> None:
    """They move nothing."""
    lab.halt(invited(lab.people, "Tess", is_teacher=True))
    with lab.running.shown(7, Work(replace(ORDER, is_patient=True))) as work:
        assert not work.why_stopped


def test_a_stop_reaches_a_job_that_was_just_taken(lab: Lab) -> None:
    """Only that one."""
    lab.running.stop(7, "By Tess.")
    with lab.running.shown(7, Work(ORDER)) as unwanted, lab.running.shown(8, Work(ORDER)) as other:
        assert unwanted.run() == Result(why_stopped="By Tess.")
        assert not other.why_stopped


def test_a_lab_that_closes_starts_nothing(lab: Lab) -> None:
    """Whatever its threads have taken meanwhile."""
    lab.running.close()
    with lab.running.shown(7, Work(ORDER)) as work:
        assert work.run() == Result(why_stopped=CLOSED)


def test_a_look_is_not_waited_for_without_end(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that never reaches its moment blocks no other look."""
    monkeypatch.setattr(running_jobs, "LONGEST_LOOK_S", 0.01)
    # It takes its order, does nothing, and ends when it is told to.
    does_nothing = [sys.executable, "-S", "-c", "input(), input()"]
    lab.running.start = lambda: subprocess.Popen(
        does_nothing, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    ann = invited(lab.people, "Ann")
    job = lab.jobs.add(ann, job_request("a", "simulation", maze="field"), 0.0)
    result, stood = lab.running.look(job, 100)

    assert (result.why_stopped, stood) == (running_jobs.NO_LOOK, None)
