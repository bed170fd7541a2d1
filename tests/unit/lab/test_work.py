"""One job in a process of its own, as the server has it."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.lab.job_process import Order
from wsusim.lab.work import Result, Work

NOTHING = Order(controller="/nowhere/driver.py", maze="field", is_sandboxed=False)


@pytest.fixture(scope="module")
def gate() -> threading.Semaphore:
    """Return a gate for one at a time."""
    return threading.Semaphore(1)


@pytest.fixture(scope="module")
def of_nothing(gate: threading.Semaphore) -> Result:
    """Return what comes of a program that is not there."""
    return Work(NOTHING, gate).run()


def test_a_program_that_is_not_there_is_told(of_nothing: Result) -> None:
    """With the place where it was looked for."""
    assert of_nothing.report is not None
    assert of_nothing.report["outcome"] == "error"
    assert "/nowhere" in of_nothing.text


def test_the_gate_is_free_after_each_start(of_nothing: Result, gate: threading.Semaphore) -> None:
    """Also when nothing came of it."""
    assert of_nothing.text
    assert gate.acquire(blocking=False)


def test_what_is_stopped_before_its_start_never_starts() -> None:
    """And lets the next one through the gate."""
    gate = threading.Semaphore(1)
    work = Work(NOTHING, gate)
    work.stop()
    result = work.run()

    assert result == Result(why_stopped="It was stopped by hand.")
    assert gate.acquire(blocking=False)


LOOKS = """import os
from wsusim import Controller

class Looks(Controller):
    def run(self):
        print(os.sched_getscheduler(0) == os.SCHED_IDLE, os.getsid(0) == {session})
"""


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux shares processors so")
@pytest.mark.slow
@pytest.mark.parametrize("is_patient", [True, False])
def test_a_simulation_leaves_the_processors_to_robots(tmp_path: Path, is_patient: bool) -> None:
    """That counts only within a session, so all of a lab is in one."""
    file = tmp_path / "looks.py"
    file.write_text(LOOKS.format(session=os.getsid(0)))
    work = Work(replace(NOTHING, controller=str(file), is_patient=is_patient))
    work.run()

    assert work.going.printed[0] == f"{is_patient} True\n"


def test_a_students_program_has_its_own_name_wherever_the_lab_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Errors name files by their way from the working folder; in it, labs are tried out."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "my_lab" / "programs" / "5"
    short = str(Path("my_lab/programs/5/robot.py"))
    given = Result({"error": {"text": f"{short}, line 8", "file": f"{folder / 'robot.py'}"}}, short)

    told = given.without_folder(folder)

    assert told == Result({"error": {"text": "robot.py, line 8", "file": "robot.py"}}, "robot.py")
