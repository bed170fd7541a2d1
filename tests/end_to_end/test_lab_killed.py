"""A lab whose server is killed, again and again: nothing is lost, nothing runs twice."""

from __future__ import annotations

import os
import random
import re
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Self

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.lab_server import ROOT, Served, sent, told, until
from tests.postgresql import PostgreSQL
from wsusim.lab.assignments import Assignments, Task
from wsusim.lab.audit import newest_entries
from wsusim.lab.backup import back_up, restore
from wsusim.lab.drafts import Drafts
from wsusim.lab.job import Job
from wsusim.lab.jobs import INTERRUPTED, Jobs
from wsusim.lab.people import People
from wsusim.lab.store import Store

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("WSUSIM_LAB_KILLS", "10"))
"""Fifty take a quarter of an hour on a busy computer."""

STOPPED_S = 2.0
"""A robot stands so long after its server's death; the manual promises a second."""

PROGRAM = """from wsusim import Controller


class Driver(Controller):
    def run(self):
        self.motors.set_speeds(5, -5)
        self.sleep({seconds})
"""
BRIEF = PROGRAM.format(seconds=2.0)


@pytest.fixture
def robot() -> Iterator[str]:
    """Return the address of an emulated robot, which outlives the server."""
    with emulated() as address:
        yield address


@contextmanager
def emulated() -> Iterator[str]:
    """Start an emulated robot and give its address."""
    command = [sys.executable, "main.py", "emulate", "--tcp", "0", "--maze", "field"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"socket://[\d.]+:\d+", line)
    assert found is not None
    give_own_processor(process.pid)
    yield found[0]
    process.terminate()
    process.wait()
    process.stdout.close()


def give_own_processor(process_id: int) -> None:
    """Let a robot answer whatever else the computer does, as one with a processor of its own.

    Only the administrator may; otherwise a busy computer makes its link seem lost.
    """
    for thread in Path(f"/proc/{process_id}/task").glob("*"):
        with suppress(OSError):
            os.sched_setscheduler(int(thread.name), os.SCHED_RR, os.sched_param(1))


@pytest.fixture(params=[1, 2], ids=["one robot", "two robots"])
def robots(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Return the addresses of robots."""
    with ExitStack() as stack:
        yield [stack.enter_context(emulated()) for _ in range(request.param)]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """Return the URL of a lab's store; ``None``: the file in its folder."""
    if request.param == "SQLite":
        yield None
        return
    if (reason := PostgreSQL.missing()) is not None:
        pytest.skip(reason)
    with PostgreSQL() as server:
        yield server.new_database()


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
    """The robot stops although the server was killed."""
    folder = tmp_path / "lab"
    served = Served(folder, "--robot", f"serial:{robot}")
    store = Store.in_folder(folder)
    (teacher,) = People(store).invite(["Tess"], 0.0, is_teacher=True)
    sent(served, teacher.token, "drive", PROGRAM.format(seconds=15.0))
    until(lambda: Jobs(store).running() and speeds(robot) != (0, 0))

    served.kill()
    until(lambda: speeds(robot) == (0, 0), STOPPED_S)
    store.close()


def end_of(job: Job) -> tuple[str, str]:
    """Return how a job has ended, and why if not well."""
    return job.state, "" if job.state == "done" else job.text


class Victim:
    """A lab whose server is killed and started again, while it has all kinds of things to do.

    Each time a program is sent for the robot and one to be simulated, a file is saved, a program
    is handed in, and, where the lab has a database of its own, a backup is made.
    """

    def __init__(self, folder: Path, robots: list[str], database: str | None, token: str) -> None:
        self._options = [part for robot in robots for part in ("--robot", f"serial:{robot}")]
        self._options += [] if database is None else ["--store", database]
        self._folder = folder
        self._robots = robots
        self._token = token
        self._chance = random.Random(1)
        self._pool = ThreadPoolExecutor(10)
        self._is_backed_up = database is None
        self._driven: list[Future[int]] = []
        self._simulated: list[Future[int]] = []
        self._kept: list[Future[None]] = []
        self._backups: list[Future[Path]] = []
        self.served = Served(folder, *self._options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failure: object) -> None:
        """End it for good."""
        self.served.kill()

    def send_and_kill(self, key: str) -> None:
        """Give it things to do, kill it meanwhile or later, see the robot stand, start again."""
        self._driven.append(self._pool.submit(self._send, key, "robot"))
        self._simulated.append(self._pool.submit(self._send, f"{key} simulated", "simulation"))
        self._kept.append(self._pool.submit(self._save, key))
        self._kept.append(self._pool.submit(self._hand_in, key))
        if self._is_backed_up:
            self._backups.append(self._pool.submit(self._back_up, key))
        # Half of the kills come while all this is being sent.
        threading.Event().wait(self._chance.uniform(0.0, self._chance.choice((0.1, 6.0))))
        self.served.kill()
        until(lambda: all(speeds(robot) == (0, 0) for robot in self._robots), STOPPED_S)
        self.served = Served(self._folder, *self._options)

    def accepted(self) -> tuple[list[int], list[int], list[Path]]:
        """Return what was accepted for a robot and to be simulated, and the backups.

        Everything is sent again until the lab has said that it has it.
        """
        with self._pool:
            driven, simulated = (
                [one.result() for one in sent] for sent in (self._driven, self._simulated)
            )
            for one in self._kept:
                one.result()
            return driven, simulated, [one.result() for one in self._backups]

    def _send(self, key: str, kind: str) -> int:
        number = None
        while number is None:
            number = sent(self.served, self._token, key, BRIEF, kind)
            threading.Event().wait(0.1)
        return number

    def _save(self, key: str) -> None:
        self._insist("/api/files/save", {"name": f"file_{key}.py", "source": f"# {key}\n"})

    def _hand_in(self, key: str) -> None:
        self._insist(
            "/api/assignments/1/hand-in", {"name": "mine.py", "source": f"{BRIEF}\n# {key}\n"}
        )

    def _insist(self, path: str, body: dict[str, str]) -> None:
        while not told(self.served, self._token, path, body):
            threading.Event().wait(0.1)

    def _back_up(self, key: str) -> Path:
        return back_up(self._folder, self._folder.parent / f"{key}.tar.gz").file


def test_a_server_killed_again_and_again_loses_and_repeats_nothing(
    tmp_path: Path, robots: list[str], database: str | None
) -> None:
    """Every program whose receipt was told comes to its end, and none reaches the robot twice.

    Files and hand-ins that the lab said it has are there, and each backup makes a lab again.
    """
    folder = tmp_path / "lab"
    folder.mkdir()
    store = Store.in_folder(folder) if database is None else Store(database)
    jobs = Jobs(store)
    (teacher,) = People(store).invite(["Tess"], 0.0, is_teacher=True)
    (person,) = People(store).all()
    Assignments(store).add(Task("Drive"), person, 0.0)
    with Victim(folder, robots, database, teacher.token) as victim:
        for kill in range(KILLS):
            victim.send_and_kill(str(kill))
        driven, simulated, backups = victim.accepted()
        accepted = [*driven, *simulated]
        until(lambda: all(jobs.get(number).is_over for number in accepted), 60.0 * KILLS)

    ends = {number: end_of(jobs.get(number)) for number in accepted}
    runs = Counter(entry.about for entry in newest_entries(store, 10_000) if entry.what == "run")
    drafts = {one.name: one.source for one in Drafts(store).all(person)}
    handed_in = [Assignments(store).program(one).source for one in Assignments(store).of(person)]
    store.close()

    assert len(ends) == 2 * KILLS
    assert {ends[number] for number in driven} <= {("done", ""), ("interrupted", INTERRUPTED)}
    assert {ends[number] for number in simulated} == {("done", "")}
    assert runs == {f"job {number}": 1 for number in driven}
    assert drafts == {f"file_{kill}.py": f"# {kill}\n" for kill in range(KILLS)}
    assert {source.splitlines()[-1] for source in handed_in} == {f"# {n}" for n in range(KILLS)}
    for backup in backups:
        restore(backup, again := tmp_path / backup.name.partition(".")[0])
        Store.in_folder(again).close()
