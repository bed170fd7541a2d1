"""``kill -9`` at any moment costs a recording at most the last second of simulated time."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.end_to_end.recorded_runs import controller
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.repair import repair
from wsusim.runs.recorded.verify import verify

ROOT = Path(__file__).parents[2]

KILLS = 200

CLOCK = '''
"""Drives and says what time it is, ten times a simulated second."""
from wsusim import Controller


class Clock(Controller):
    period = 0.02
    count = 0

    def step(self):
        self.motors.set_speeds(6, 5)
        self.count += 1
        if self.count % 5 == 0:
            print(f"{self.time:.2f}", flush=True)
'''

LONGEST_LOSS_S = 1.0


def run_and_kill(folder: Path, moment: random.Random, *options: str) -> tuple[Path, float]:
    """Kill a recorded run at a random moment; return its file and the last time it printed."""
    file = folder / "run.mcap"
    prints = folder / "prints.txt"
    program = controller(folder, CLOCK, "clock.py")
    with prints.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "main.py", "run", program, "--maze", "field", "--time", "500000",
             "--record", str(file), "--overwrite", *options],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while not prints.stat().st_size and process.poll() is None:
            time.sleep(0.01)
        time.sleep(moment.uniform(0.0, 0.7))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    # A line that was torn by the kill is no time.
    whole, _, _ = prints.read_text().rpartition("\n")
    return file, float(whole.rpartition("\n")[2])


def loss_s(file: Path, printed_s: float) -> float:
    """Repair a file; return how much simulated time it lacks."""
    report = repair(file)
    assert not report.was_whole
    assert report.bad_chunks == 0
    with Recording(file) as recording:
        return printed_s - Player(recording).last_tick / 100


def test_a_kill_costs_at_most_a_second(tmp_path):
    """At a random moment of a run at full speed."""
    assert loss_s(*run_and_kill(tmp_path, random.Random(3))) <= LONGEST_LOSS_S


def test_what_was_saved_of_a_killed_run_is_true(tmp_path):
    """At a speed that people watch, a second at most is lost; the rest is verified."""
    file, printed_s = run_and_kill(tmp_path, random.Random(7), "--speed", "20")

    assert loss_s(file, printed_s) <= LONGEST_LOSS_S
    assert verify(file).is_identical


@pytest.mark.slow
def test_two_hundred_kills_cost_at_most_a_second_each(tmp_path):
    """No moment is special."""
    moment = random.Random(42)

    losses = [loss_s(*run_and_kill(tmp_path, moment)) for _ in range(KILLS)]

    assert max(losses) <= LONGEST_LOSS_S
