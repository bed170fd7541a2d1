"""Runs of a lab on a robot at a pseudo-terminal that go wrong: each ends with its verdict."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.end_to_end.emulator_bench import has_driven, orders, running
from tests.end_to_end.faulty_cable import FaultyCable, PtySocket
from tests.line_faults import Parts, Spoiler
from tests.unit.lab.conftest import PROGRAM, invited, job_request
from tests.unit.lab.test_lab import over, plan, until
from wsusim.emulator.emulation import Emulation, EmulationRequest
from wsusim.lab.jobs import Job
from wsusim.lab.lab import Lab
from wsusim.runs.recorded.verify import verify

pytestmark = pytest.mark.slow


class Wearing(Spoiler):
    """A cable that has begun to lose the answer to each command that was heard.

    To be heard again takes six sends: the lost one, an end of line, three questions, the command.
    """

    def __init__(self) -> None:
        super().__init__(random.Random(1), 0.0, (), Counter())
        self.is_worn = False
        self._sent = 0

    def command(self, data: bytes, now_s: float) -> Parts:
        """Lose one in six, from when it is worn."""
        self._sent += self.is_worn
        return [] if self._sent % 6 == 1 else [(0.0, data)]


DRIVES = PROGRAM.replace("self.sleep(1.0)", "while self.active:\n            self.sleep(0.1)")


@pytest.fixture
def robot(tmp_path: Path) -> Iterator[Emulation]:
    """Run an emulated robot on a pseudo-terminal and on the network."""
    with running(EmulationRequest(maze="field", tcp="0", link=tmp_path / "pty")) as (made, _):
        yield made


@pytest.fixture
def lab_at(tmp_path: Path) -> Iterator[Callable[..., tuple[Lab, Job]]]:
    """Return what opens a lab with a robot at an address, and a program that has passed."""
    opened: list[Lab] = []

    def make(address: str, source: str) -> tuple[Lab, Job]:
        lab = Lab(plan(tmp_path, robots=(f"serial:{address}",)))
        opened.append(lab)
        job = lab.jobs.add(invited(lab.people, "Ann"), job_request(source=source, time_s=60.0), 0.0)
        assert lab.jobs.take_to_check("robot", 0.0) is not None
        assert lab.jobs.passed(job.id, "Will run.", {})
        lab.open()
        return lab, job

    yield make
    for lab in opened:
        lab.close()


def test_a_robot_that_pushes_at_a_wall_is_stopped(
    robot: Emulation, lab_at: Callable[..., tuple[Lab, Job]]
) -> None:
    """And its student reads why, in plain words."""
    lab, job = lab_at(robot.ports[0].address, DRIVES.replace("5, 5", "40, 40"))
    ended = over(lab, job)

    assert (ended.state, (ended.report or {})["verdict"]) == ("failed", "stuck")
    assert ended.text.startswith("The robot got stuck at ")
    assert orders(robot) == [0.0, 0.0]
    file = lab.files.recording_of(ended, "robot")
    assert file is not None
    verdict = verify(file)
    assert verdict.is_taped
    assert (verdict.finding, verdict.difference) == ("identical", None)


def test_a_cable_that_is_pulled_ends_the_run(
    tmp_path: Path, lab_at: Callable[..., tuple[Lab, Job]]
) -> None:
    """The robot then waits for a person to look at it, whatever the lab's setting."""
    with running(EmulationRequest(maze="field")) as (emulation, _):
        lab, job = lab_at(emulation.ports[0].address, DRIVES)
        until(lambda: has_driven(emulation))
    ended = over(lab, job)

    assert (ended.state, (ended.report or {})["verdict"]) == ("failed", "lost link")
    assert ended.text.startswith("The link to the robot was lost at ")
    assert not lab.robots.states[0].is_ready
    assert "MAY STILL BE DRIVING" in lab.robots.states[0].trouble


def test_a_cable_that_loses_much_of_what_it_carries_ends_the_run(
    tmp_path: Path, robot: Emulation, lab_at: Callable[..., tuple[Lab, Job]]
) -> None:
    """No one can steer by such a link, so the robot is stopped."""
    host, port = robot.ports[1].address.removeprefix("socket://").split(":")
    spoiler = Wearing()
    plug = PtySocket(tmp_path / "robot")
    cable = FaultyCable(plug, (host, int(port)), spoiler, random.Random(1), 1.0)
    thread = threading.Thread(target=cable.run)
    thread.start()
    lab, job = lab_at(cable.address, DRIVES)
    until(lambda: has_driven(robot))
    spoiler.is_worn = True
    ended = over(lab, job)
    cable.end()
    thread.join()
    cable.close()

    assert (ended.state, (ended.report or {})["verdict"]) == ("failed", "slow answers")
    assert orders(robot) == [0.0, 0.0]
