"""A batch that is killed at random moments loses no run and has none twice."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from wsusim.jobs.run_table import read_table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="kills a process group"),
]

MAIN = Path(__file__).parents[2] / "main.py"
RUNS = 60
KILLS = 10


def kill_soon(plan: Path, after_s: float) -> int:
    """Start a batch, kill it after a while, and return how many runs are done."""
    command = [sys.executable, str(MAIN), "batch", str(plan), "--workers", "2"]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(after_s)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    part = plan.with_name("r.csv.part")
    return part.read_bytes().count(b"\n") if part.exists() else 0


def test_killed_ten_times(tmp_path: Path) -> None:
    """After ten kills at random moments the table is complete and has no run twice."""
    plan = tmp_path / "plan.toml"
    plan.write_text(
        f'controllers = "avoid_obstacles"\nmazes = ["rooms"]\nseeds = "1-{RUNS}"\n'
        'time_limit_s = 200\ntable = "r.csv"\n'
    )
    chance = random.Random(7)

    done = [kill_soon(plan, chance.uniform(1.0, 4.0)) for _ in range(KILLS)]
    subprocess.run([sys.executable, str(MAIN), "batch", str(plan)], check=True)

    assert done == sorted(done), "what is done stays done"
    assert sorted(row["seed"] for row in read_table(tmp_path / "r.csv")) == list(range(1, RUNS + 1))
