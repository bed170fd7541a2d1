"""Jobs on a Dask cluster, each in a program of its own: Dask leaves threads behind."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.extras import needs

pytestmark = [pytest.mark.slow, needs("distributed", "requirements-cluster.txt")]

ROOT = Path(__file__).parents[3]


def told(tmp_path: Path, code: str) -> str:
    """Return what a program prints that uses a cluster."""
    lines = [
        "from tests.unit.jobs.sample_jobs import Dies, Square",
        "from wsusim.errors import BadInput",
        "from wsusim.jobs import cluster",
        "if __name__ == '__main__':",
        *(f"    {line}" for line in code.splitlines()),
    ]
    file = tmp_path / "program.py"
    file.write_text("\n".join(lines))
    done = subprocess.run(
        [sys.executable, str(file)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )
    return done.stdout.strip() or done.stderr


def test_a_lost_worker_neither_loses_nor_doubles_a_job(tmp_path: Path) -> None:
    """A job whose worker was killed is done by another one, and each result comes once."""
    (tmp_path / "tries").mkdir()
    code = f"""jobs = [*map(Square, range(20)), Dies(99, 1, {str(tmp_path / "tries")!r})]
with cluster.ClusterWorkers("local", 2) as workers:
    print(sorted(int(done.key) for done in workers.results(jobs) if done.result is not None))"""

    assert told(tmp_path, code) == str([*range(20), 99])
    assert len(list((tmp_path / "tries").iterdir())) == 2


def test_no_scheduler_at_the_address(tmp_path: Path) -> None:
    """An address where no cluster answers is told, with what to do."""
    code = """cluster.PATIENCE_S = 1
try:
    cluster.ClusterWorkers("tcp://127.0.0.1:9").__enter__()
except BadInput as error:
    print(error)"""

    assert told(tmp_path, code).startswith("No cluster answers at 'tcp://127.0.0.1:9'. Start one")


@contextmanager
def started(program: str, *arguments: str, says: str) -> Iterator[str]:
    """Start a program of Dask, as people do by hand; yield the line with which it is ready."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        try:
            yield next(line for line in process.stderr if says in line)
        finally:
            process.kill()


def test_a_cluster_that_was_started_by_hand(tmp_path: Path) -> None:
    """One of its two workers is killed, and the other one does what is left."""
    (tmp_path / "tries").mkdir()
    here, one = ("--host", "127.0.0.1", "--no-dashboard"), ("--nthreads", "1", "--no-nanny")
    with started("scheduler", *here, "--port", "0", says="Scheduler at:") as line:
        address = line.split()[-1]
        with (
            started("worker", address, *here, *one, says="Registered to"),
            started("worker", address, *here, *one, says="Registered to"),
        ):
            code = f"""jobs = [*map(Square, range(20)), Dies(99, 1, {str(tmp_path / "tries")!r})]
with cluster.ClusterWorkers({address!r}) as workers:
    print(sorted(int(done.key) for done in workers.results(jobs) if done.result is not None))
    print(len(workers.ask(cluster._version)))"""

            assert told(tmp_path, code).splitlines() == [str([*range(20), 99]), "1"]


def test_a_server_of_another_kind_at_the_address(tmp_path: Path) -> None:
    """One that takes what Dask says, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        code = f"""cluster.PATIENCE_S = 1
try:
    cluster.ClusterWorkers({address!r}).__enter__()
except BadInput as error:
    print(error)"""

        assert told(tmp_path, code).startswith(f"No cluster answers at {address!r}. Start one")
