"""A whole lab with simulated robots, without its pages: each program runs in its own processes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import monotonic

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.unit.lab.conftest import PROGRAM, invited, job_request
from wsusim.errors import BadInput
from wsusim.hosting.sandbox import trouble
from wsusim.lab.audit import newest_entries
from wsusim.lab.job import Job, Kind
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.people import Person
from wsusim.recording.reader import Recording

PATIENCE_S = 90.0

PUSHER = PROGRAM.replace("self.sleep(1.0)", "self.sleep(60.0)").replace("5, 5", "10, 10")
ENDLESS = PROGRAM.replace("self.sleep(1.0)", "self.sleep(300.0)").replace("5, 5", "2, -2")
NONE: Mapping[str, str] = {}
BROKEN = PROGRAM + "        unknown\n"
FLOOD = PROGRAM.replace(
    "self.sleep(1.0)", "while self.active:\n            print('x' * 1000), self.sleep(0.1)"
)


def until(condition: Callable[[], object]) -> None:
    """Wait for a condition; other processes bring it about."""
    end_s, pause = monotonic() + PATIENCE_S, threading.Event()
    while not condition():
        assert monotonic() < end_s, "it never happened"
        pause.wait(0.05)


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """Return a lab at work, with one simulated robot."""
    made = Lab(plan(tmp_path))
    made.open()
    yield made
    made.close()


def plan(folder: Path, **values: object) -> Plan:
    """Return how it is set up."""
    usual = {"maze": "field", "time_limit_s": 300.0, "is_sandboxed": not trouble()}
    return Plan(folder, **{**usual, **values})  # type: ignore[arg-type]


def sent(
    lab: Lab, person: Person, source: str, kind: str = "robot", modules: Mapping[str, str] = NONE
) -> Job:
    """Send a program."""
    sent = job_request("key", kind, source=source, modules=modules, maze="field", time_s=60.0)
    job = lab.jobs.add(person, sent, lab.now_s())
    lab.wake()
    return job


def over(lab: Lab, job: Job) -> Job:
    """Wait for a job's end; return it."""
    until(lambda: lab.jobs.get(job.id).is_over)
    return lab.jobs.get(job.id)


def recorded_files(lab: Lab, job: Job, kind: Kind) -> list[str]:
    """Return the names of the program's files in a job's recording."""
    with Recording(lab.files.recording(job, kind)) as recording:
        (program,) = recording.header.controllers
        return list(program.files)


def test_a_program_is_tried_and_then_driven(lab: Lab) -> None:
    """With its modules; both runs leave a recording, which has them all."""
    ann = invited(lab.people, "Ann")
    source, modules = PROGRAM.replace("5, 5", "*pace.BOTH"), {"pace.py": "BOTH = (5, 5)\n"}

    job = over(lab, sent(lab, ann, f"import pace\n{source}", modules=modules))

    assert (job.state, job.robot, job.text) == (
        "done",
        "robot 1",
        "Drove 0.04 m in 1 s, never touched anything.",
    )
    assert [recorded_files(lab, job, kind) for kind in ("simulation", "robot")] == [
        ["driver.py", "pace.py"],
        ["driver.py", "pace.py"],
    ]


def test_a_broken_program_never_reaches_a_robot(lab: Lab) -> None:
    """It is refused with its line, and with its file's own name."""
    job = over(lab, sent(lab, invited(lab.people, "Ann"), BROKEN))

    assert (job.state, job.line, job.robot) == ("refused", 8, None)
    assert job.text.startswith("driver.py, line 8, in run")


def test_a_program_that_pushes_is_refused(lab: Lab) -> None:
    """By what it does in the simulation."""
    job = over(lab, sent(lab, invited(lab.people, "Ann"), PUSHER))

    assert job.state == "refused"
    assert "push at something" in job.text


@pytest.mark.slow
def test_a_program_that_floods_the_prints_is_ended(lab: Lab) -> None:
    """Long before the disk is full."""
    job = over(lab, sent(lab, invited(lab.people, "Ann"), FLOOD))

    assert job.state == "refused"
    assert "printed more than" in job.text


@pytest.mark.slow
def test_a_simulation_for_its_own_sake_needs_no_robot(lab: Lab) -> None:
    """It is run at the robot's pace and recorded."""
    job = over(lab, sent(lab, invited(lab.people, "Ann"), PROGRAM, "simulation"))

    assert (job.state, job.robot) == ("done", None)
    assert lab.files.recording_of(job, "simulation") is not None


@pytest.mark.slow
def test_the_emergency_stop_ends_the_run_and_holds_the_queue(lab: Lab) -> None:
    """Until a teacher lets robots drive again."""
    ann, teacher = invited(lab.people, "Ann"), invited(lab.people, "Tess", is_teacher=True)
    job = lab.jobs.add(ann, job_request("a", source=ENDLESS, maze="field", time_s=200.0), 0.0)
    lab.wake()
    until(lambda: (work := lab.running.of(job.id)) and lab.jobs.running() and work.going.tick)

    lab.halt(teacher)
    stopped = over(lab, job)
    second = sent(lab, ann, PROGRAM)
    until(lambda: lab.jobs.get(second.id).state == "waiting")

    assert stopped.text == "A teacher stopped all robots, and so this run."
    assert lab.halted_by == "Tess"

    lab.go_on(teacher)

    assert over(lab, second).state == "done"


@pytest.mark.slow
def test_a_robot_waits_until_it_is_back_at_its_start(tmp_path: Path) -> None:
    """Where a person has to carry it."""
    lab = Lab(plan(tmp_path, is_start_checked=True))
    lab.open()
    job = sent(lab, invited(lab.people, "Ann"), PROGRAM)
    until(lambda: lab.jobs.get(job.id).state == "waiting")

    lab.put_back(0, invited(lab.people, "Tess", is_teacher=True))
    ended = over(lab, job)
    is_ready = lab.robots.states[0].is_ready
    lab.close()

    assert ended.state == "done"
    assert not is_ready


def test_only_teachers_say_that_a_robot_is_back_unless_students_may(tmp_path: Path) -> None:
    """And then only whose program is next; it is written down who."""
    lab = Lab(plan(tmp_path))
    ann = invited(lab.people, "Ann")
    with pytest.raises(BadInput, match=r"^Only a teacher may say that a robot is at its start"):
        lab.put_back(0, ann)
    lab.close()

    trusting = Lab(plan(tmp_path, can_students_put_back=True))
    with pytest.raises(BadInput, match="Only a teacher or whose program is next"):
        trusting.put_back(0, ann)
    job = trusting.jobs.add(ann, job_request("key"), 0.0)
    trusting.jobs.take_to_check("robot", 0.0)
    trusting.jobs.passed(job.id, "Will run.", {})
    robot = trusting.robots.states[0]
    robot.is_ready, robot.is_lost = False, True
    with pytest.raises(BadInput, match="A teacher has to look at it first"):
        trusting.put_back(0, ann)
    robot.is_lost = False
    trusting.put_back(0, ann)
    entry = newest_entries(trusting.store)[0]
    trusting.close()

    assert (entry.who, entry.what, entry.about) == ("Ann", "put back", "robot 1")


@pytest.mark.slow
@pytest.mark.parametrize(("last_line", "is_ready"), [("pass", True), ("1 / 0", False)])
def test_the_teachers_controller_brings_the_robot_back(
    tmp_path: Path, last_line: str, is_ready: bool
) -> None:
    """Then it is ready for the next program; if homing fails, a person is asked."""
    home = tmp_path / "go_home.py"
    home.write_text(PROGRAM + f"        {last_line}\n")
    lab = Lab(plan(tmp_path, is_start_checked=True, homing=str(home)))
    lab.robots.states[0].is_ready = True
    lab.open()
    job = over(lab, sent(lab, invited(lab.people, "Ann"), PROGRAM))
    until(lambda: lab.robots.states[0].is_ready or lab.robots.states[0].trouble)
    lab.close()

    assert job.state == "done"
    assert lab.robots.states[0].is_ready == is_ready


@pytest.mark.slow
def test_a_robot_that_cannot_be_reached_leaves_its_program_to_others(tmp_path: Path) -> None:
    """The robot waits for a teacher, and no job loses its place in the queue."""
    lab = Lab(plan(tmp_path, robots=("serial:/dev/ttyNONE", "simulated")))
    broken, sound = lab.robots.states
    sound.is_ready = False
    lab.open()
    job = sent(lab, invited(lab.people, "Ann"), PROGRAM)
    until(lambda: broken.trouble and lab.jobs.get(job.id).state == "waiting")
    lab.robots.put_back(sound.number)
    ended = over(lab, job)
    lab.close()

    assert broken.trouble.startswith("There is no port /dev/ttyNONE.")
    assert broken.is_out
    assert (ended.state, ended.robot) == ("done", "robot 2")


@pytest.mark.slow
def test_a_lab_that_is_closed_interrupts_its_run(tmp_path: Path) -> None:
    """And does not run it again when it is opened."""
    lab = Lab(plan(tmp_path))
    lab.open()
    job = lab.jobs.add(
        invited(lab.people, "Ann"),
        job_request("a", source=ENDLESS, maze="field", time_s=200.0),
        0.0,
    )
    lab.wake()
    until(lambda: lab.jobs.running())
    lab.close()

    again = Lab(plan(tmp_path))
    again.open()
    state = again.jobs.get(job.id).state
    again.close()

    assert state == "interrupted"
