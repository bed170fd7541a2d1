"""A lab that outgrows one computer: simulations on a cluster, the store in PostgreSQL."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.extras import needs

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.lab_server import ROOT, Served, sent, until
from tests.postgresql import PostgreSQL
from wsusim.hosting.sandbox import trouble
from wsusim.lab.audit import newest_entries
from wsusim.lab.job import Job
from wsusim.lab.job_process import Order
from wsusim.lab.jobs import Jobs
from wsusim.lab.lab_client import LabClient
from wsusim.lab.people import People
from wsusim.lab.store import Store
from wsusim.lab.work import Work
from wsusim.recording.reader import Recording

pytestmark = [pytest.mark.slow, needs("distributed", "requirements-cluster.txt")]

PROGRAM = """from pace import LEFT, RIGHT
from wsusim import Controller


class Driver(Controller):
    def run(self):
        self.motors.set_speeds(LEFT, RIGHT)
        self.sleep({seconds})
        print(self.sensors.proximities)
"""


MODULES = {"pace.py": "LEFT, RIGHT = 5, -5\n"}


@dataclass(frozen=True)
class Computers:
    """A scheduler and two workers, each a process of this computer."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[Computers]:
    """A cluster, as it is started by hand."""
    file = tmp_path / "scheduler.json"
    python = [sys.executable, "-m"]
    place = ["--scheduler-file", str(file), "--no-dashboard"]
    scratch = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
    parts = [
        subprocess.Popen(
            [*python, *command], cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True
        )
        for command in (
            ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *place],
            *[["distributed.cli.dask_worker", *place, *scratch]] * 2,
        )
    ]
    until(file.is_file)
    yield Computers(json.loads(file.read_text())["address"], parts[1:])
    for part in parts:
        part.kill()
        part.wait()


@pytest.fixture
def database() -> Iterator[str]:
    """An empty database."""
    if (reason := PostgreSQL.missing()) is not None:
        pytest.skip(reason)
    with PostgreSQL() as server:
        yield server.new_database()


def trace_of(job: Job) -> Any:
    """Return the trace of a job's simulation."""
    return (job.report or {})["simulation"]["trace_sha256"]


def simulated_here(source: str, folder: Path) -> Any:
    """Return the trace of a program's simulation on this computer."""
    file = folder / "driver.py"
    file.write_text(source)
    (folder / "pace.py").write_text(MODULES["pace.py"])
    result = Work(Order(str(file), "field", time_s=20.0, is_sandboxed=not trouble())).run()
    assert result.report is not None
    return result.report["trace_sha256"]


def test_a_killed_worker_neither_loses_nor_doubles_a_run(
    tmp_path: Path, computers: Computers, database: str
) -> None:
    """Six uploads and simulations on two workers, one of which dies in the middle."""
    store = Store(database)
    jobs = Jobs(store)
    tokens = [one.token for one in People(store).invite(["Ann", "Bob", "Cal"], 0.0)]
    source = PROGRAM.format(seconds=3.0)
    options = ("--cluster", computers.address, "--simulations", "2", "--store", database)
    with Served(tmp_path / "lab", *options) as served:
        watched = [
            sent(served, token, "a", source, "simulation", modules=MODULES, pace="live")
            for token in tokens
        ]
        driven = [sent(served, token, "b", source, modules=MODULES) for token in tokens]
        client = LabClient(served.address, tokens[0])
        until(lambda: client.job(watched[0] or 0)["can_watch"])
        os.kill(computers.workers[0].pid, signal.SIGKILL)
        numbers = [number for number in (*watched, *driven) if number is not None]
        until(lambda: all(jobs.get(number).is_over for number in numbers))
        ended = Counter(jobs.get(number).state for number in numbers)
        traces = {trace_of(jobs.get(number)) for number in numbers}
        kept = client.fetch(watched[0] or 0, "simulation", tmp_path / "kept.mcap")

    runs = Counter(entry.about for entry in newest_entries(store, 1000) if entry.what == "run")
    store.close()
    with Recording(kept) as recording:
        traces.add((recording.summary or {})["trace_sha256"])

    assert ended == {"done": 6}
    assert runs == {f"job {number}": 1 for number in driven}
    assert traces == {simulated_here(source, tmp_path)}
