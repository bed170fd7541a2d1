"""Jobs on a Dask cluster, each in a program of its own: Dask leaves threads behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="the extra requirements-cluster.txt is not installed")

pytestmark = pytest.mark.slow

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


def test_nobody_at_the_address(tmp_path: Path) -> None:
    """An address where no cluster answers is told, with what to do."""
    code = """cluster.PATIENCE_S = 1
try:
    cluster.ClusterWorkers("tcp://127.0.0.1:9").__enter__()
except BadInput as error:
    print(error)"""

    assert told(tmp_path, code).startswith("No cluster answers at 'tcp://127.0.0.1:9'. Start one")
