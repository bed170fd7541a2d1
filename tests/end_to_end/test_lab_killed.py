"""A lab whose server is killed, again and again: nothing is lost, nothing runs twice."""

from __future__ import annotations

import random
import re
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.lab_server import ROOT, Served, sent, until
from wsusim.lab.audit import newest_deeds
from wsusim.lab.jobs import Jobs
from wsusim.lab.people import People
from wsusim.lab.store import Store

pytestmark = pytest.mark.slow

KILLS = 10
STOPPED_S = 2.0
"""A robot stands so long after its server's death; the manual promises a second."""

PROGRAM = """from wsusim import Controller


class Driver(Controller):
    def run(self):
        self.motors.set_speeds(5, -5)
        self.sleep({seconds})
"""
BRIEF = PROGRAM.format(seconds=0.5)


@pytest.fixture
def robot() -> Iterator[str]:
    """Return the address of an emulated robot, which outlives the server."""
    command = [sys.executable, "main.py", "emulate", "--tcp", "0", "--maze", "field"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"socket://[\d.]+:\d+", line)
    assert found is not None
    yield found[0]
    process.terminate()
    process.wait()
    process.stdout.close()


def speeds(robot: str) -> tuple[int, int]:
    """Ask the robot itself, beside the lab, how fast its wheels are to turn."""
    host, port = robot.removeprefix("socket://").split(":")
    with socket.create_connection((host, int(port)), timeout=5.0) as line:
        line.sendall(b"E\r\n")
        answer = b""
        while not (found := re.search(rb"e,(-?\d+),(-?\d+)", answer)):
            answer += line.recv(100)
    return int(found[1]), int(found[2])


def test_a_robot_stands_when_its_server_is_killed(tmp_path: Path, robot: str) -> None:
    """Though nobody could tell it to."""
    folder = tmp_path / "lab"
    served = Served(folder, "--robot", f"serial:{robot}")
    store = Store.in_folder(folder)
    (teacher,) = People(store).invite(["Tess"], 0.0, is_teacher=True)
    sent(served, teacher.token, "drive", PROGRAM.format(seconds=15.0))
    until(lambda: Jobs(store).running() and speeds(robot) != (0, 0))

    served.kill()
    until(lambda: speeds(robot) == (0, 0), STOPPED_S)
    store.close()


def test_a_server_killed_again_and_again_loses_and_repeats_nothing(tmp_path: Path) -> None:
    """Every program whose receipt was told comes to its end, and none reaches a robot twice."""
    chance = random.Random(1)
    folder = tmp_path / "lab"
    served = Served(folder)
    store = Store.in_folder(folder)
    jobs = Jobs(store)
    (teacher,) = People(store).invite(["Tess"], 0.0, is_teacher=True)
    accepted: set[int] = set()
    pause = threading.Event()
    for kill in range(KILLS):
        numbers = [sent(served, teacher.token, f"{kill}-{one}", BRIEF) for one in range(2)]
        accepted |= {number for number in numbers if number is not None}
        pause.wait(chance.uniform(0.0, 6.0))
        served.kill()
        served = Served(folder)
    until(lambda: all(jobs.get(number).is_over for number in accepted))

    ended = Counter(jobs.get(number).state for number in accepted)
    runs = Counter(deed.about for deed in newest_deeds(store, 10_000) if deed.what == "run")
    served.kill()
    store.close()

    assert len(accepted) == 2 * KILLS
    assert set(ended) <= {"done", "interrupted"}
    assert max(runs.values()) == 1
    assert set(runs) == {f"job {number}" for number in accepted}
