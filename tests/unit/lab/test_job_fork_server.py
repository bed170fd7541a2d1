"""Processes of simulations that are forked: at once, apart from each other, and gone at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.unit.lab.conftest import PROGRAM
from wsusim.lab.job_fork_server import ForkedJob, JobForkServer, JobProcess
from wsusim.lab.job_process import Order
from wsusim.lab.work import Work

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux has pidfds")


@pytest.fixture(scope="module")
def fork_server() -> Iterator[JobForkServer]:
    """Return one that has begun."""
    made = JobForkServer()
    yield made
    made.close()


@pytest.fixture
def order(tmp_path: Path) -> Order:
    """Return the order for a small program."""
    file = tmp_path / "driver.py"
    file.write_text(PROGRAM)
    return Order(str(file), "field", time_s=5.0, is_sandboxed=False)


def test_a_forked_process_gives_the_result_of_a_fresh_one(
    fork_server: JobForkServer, order: Order
) -> None:
    """To the byte, and where the robot was on the way."""
    forked = Work(order, start=fork_server.start)
    results = [forked.run().report, Work(order).run().report]

    assert results[0] is not None
    assert results[1] is not None
    assert results[0]["trace_sha256"] == results[1]["trace_sha256"]
    assert forked.going.scene is not None
    assert len(forked.going.places) == 11
    assert forked.going.places[-1][0] - forked.going.places[0][0] == pytest.approx(40.0, abs=2.0)


def test_a_process_that_is_killed_is_buried(fork_server: JobForkServer) -> None:
    """And the next one begins as always."""
    first = fork_server.start()
    assert isinstance(first, ForkedJob)
    first.kill()
    code = first.wait(5.0)
    with pytest.raises(ProcessLookupError):
        os.kill(first.pid, 0)
    second = fork_server.start()
    is_forked = isinstance(second, ForkedJob)
    for process in (first, second):
        assert process.stdin is not None
        assert process.stdout is not None
        process.kill()
        process.wait(5.0)
        process.stdin.close()
        process.stdout.close()

    assert (code, is_forked) == (-9, True)


def test_waiting_for_a_running_process_times_out(fork_server: JobForkServer) -> None:
    """As ``subprocess`` does."""
    process = fork_server.start()
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.01)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()  # the server has gone
    process.wait(10.0)
    process.stdout.close()


def test_a_fork_server_that_was_killed_is_replaced(order: Order) -> None:
    """The job at hand is done by a fresh interpreter, and later ones are forked again."""
    fork_server = JobForkServer()
    fork_server.warm_up()
    assert fork_server._process is not None
    fork_server._process.kill()
    fork_server._process.wait()
    outcomes = [Work(order, start=fork_server.start).run().report for _ in range(2)]
    is_there = fork_server._process is not None
    fork_server.close()

    assert [one and one["outcome"] for one in outcomes] == ["finished", "finished"]
    assert is_there


def test_closing_does_not_wait_for_one_that_still_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the lab closes while the simulator is being compiled, a waiting caller gets a process."""
    monkeypatch.setattr(
        "wsusim.lab.job_fork_server.command_beside",
        lambda *_told: [sys.executable, "-c", "import signal; signal.pause()"],
    )
    made = JobForkServer()
    got: list[JobProcess] = []
    waiting = threading.Thread(target=lambda: got.append(made.start()), daemon=True)
    waiting.start()
    while not made._lock.locked() and waiting.is_alive():
        pass

    made.hurry()
    waiting.join(10.0)

    assert len(got) == 1
    got[0].kill()
    got[0].wait(10.0)
    for pipe in (got[0].stdin, got[0].stdout):
        assert pipe is not None
        pipe.close()
    made.close()


def test_one_that_still_loads_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would notice only when it is ready that the lab closes, and has nothing to lose."""
    monkeypatch.setattr("wsusim.lab.job_fork_server.END_S", threading.TIMEOUT_MAX)
    monkeypatch.setattr(
        "wsusim.lab.job_fork_server.command_beside",
        lambda *_told: [sys.executable, "-c", "import signal; signal.pause()"],
    )
    made = JobForkServer()
    made.warm_up()
    process = made._process
    made.close()

    assert process is not None
    assert process.returncode == -signal.SIGKILL
