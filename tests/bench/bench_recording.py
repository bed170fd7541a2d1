"""What recording costs: speed, size, seeking; and what a kill costs.

Run it: ``python -m tests.bench.bench_recording [speed] [seek] [kills [N]]``; all but kills without
arguments. Recorded and unrecorded runs take turns, so that whatever else the machine does meets
both alike. The figure is the ratio of their medians; on a busy machine that of the best is nearer
to the truth.
"""

from __future__ import annotations

import random
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from tests.end_to_end.recorded_runs import controller
from tests.end_to_end.test_recording_kills import loss_s, run_and_kill
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.runs.observer import RunObserver, RunStart
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import execute

STEPPER = '''
"""Reads all eight sensors and sets the motors, every 20 ms: target (a) of the speed figures."""
from wsusim import Controller


class Stepper(Controller):
    period = 0.02

    def step(self):
        near = [sensor.proximity for sensor in self.sensors]
        left = 10 - near[3] // 80 - near[4] // 100
        right = 10 - near[2] // 80 - near[1] // 100
        self.motors.set_speeds(left, right)
'''

SIMULATED_S = 120.0
TURNS = 15
SEEKS = 300


@dataclass(frozen=True, slots=True)
class Cost:
    """One run: wall clock and this process's CPU time of the run itself, in seconds."""

    wall_s: float
    cpu_s: float


class Stopwatch(RunObserver):
    """Notes the CPU time from the first tick to the last, before the file is closed."""

    cost_s = 0.0

    def started(self, start: RunStart) -> None:
        """Start the watch."""
        self.began_s = time.process_time()

    def progressed(self, tick: int) -> None:
        """Stop the watch; the last time is at the end."""
        self.cost_s = time.process_time() - self.began_s


def run_once(request: RunRequest) -> Cost:
    """Run, and return what it cost."""
    watch = Stopwatch()
    report = execute(request, watch)
    return Cost(report.wall_time_s, watch.cost_s)


def bench_speed(folder: Path) -> None:
    """Print the cost of recording a run, and the file's size."""
    file = folder / "run.mcap"
    request = RunRequest((controller(folder, STEPPER, "stepper.py"),), time_s=SIMULATED_S)
    recorded_request = replace(request, record=RecordingOptions(file, overwrite=True))
    run_once(request)
    plain, recorded = [], []
    for _ in range(TURNS):
        plain.append(run_once(request))
        recorded.append(run_once(recorded_request))
    writer = resource.getrusage(resource.RUSAGE_CHILDREN)
    for name in ("wall_s", "cpu_s"):
        for kind, choose in (("median", statistics.median), ("best", min)):
            alone = choose([getattr(cost, name) for cost in plain])
            both = choose([getattr(cost, name) for cost in recorded])
            print(
                f"{name} {kind}: {SIMULATED_S / alone:,.0f}x alone, "
                f"{SIMULATED_S / both:,.0f}x recorded, ratio {alone / both:.2f} "
                f"(at least 0.80 wanted), {(both - alone) / SIMULATED_S * 1e6:.0f} us a "
                "simulated second"
            )
    print(f"writer processes: {(writer.ru_utime + writer.ru_stime) / TURNS:.2f} s of CPU a run")
    per_minute = file.stat().st_size / SIMULATED_S * 60 / 1e6
    print(f"size: {per_minute:.3f} MB a simulated minute (at most 1.5 wanted)")


def bench_seek(folder: Path) -> None:
    """Print how long going to any moment of a one-hour recording takes."""
    file = folder / "hour.mcap"
    recording = RecordingOptions(file)
    stepper = controller(folder, STEPPER, "stepper.py")
    execute(RunRequest((stepper,), maze="field", time_s=3600.0, record=recording))
    began_s = time.perf_counter()
    with Recording(file) as recording:
        player = Player(recording)
        print(f"open one hour ({file.stat().st_size / 1e6:.1f} MB): "
              f"{(time.perf_counter() - began_s) * 1e3:.0f} ms")  # fmt: skip
        chance = random.Random(1)
        times_ms = []
        for _ in range(SEEKS):
            tick = chance.randrange(player.last_tick)
            began_s = time.perf_counter()
            player.at(tick)
            times_ms.append((time.perf_counter() - began_s) * 1e3)
        print(f"seek: median {statistics.median(times_ms):.2f} ms, worst {max(times_ms):.2f} ms "
              "(at most 50 wanted)")  # fmt: skip
        began_s = time.perf_counter()
        count = sum(1 for _ in player.snapshots())
        seconds = time.perf_counter() - began_s
        print(f"iterate: {count} snapshots in {seconds:.1f} s, {3600 / seconds:,.0f}x real time")


def bench_kills(folder: Path, kills: int) -> None:
    """Print what kills at random moments cost."""
    chance = random.Random(42)
    losses = []
    for number in range(kills):
        losses.append(loss_s(*run_and_kill(folder, chance)))
        if losses[-1] > 1.0:
            print(f"kill {number} cost {losses[-1]:.2f} s")
    print(f"{kills} kills, each repaired: worst loss {max(losses):.2f} s of simulated time, "
          f"median {statistics.median(losses):.2f} s")  # fmt: skip


def main(arguments: list[str]) -> None:
    """Run the benchmarks that were asked for."""
    wanted = arguments or ["speed", "seek"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "speed" in wanted:
            bench_speed(folder)
        if "seek" in wanted:
            bench_seek(folder)
        if "kills" in wanted:
            number = wanted[wanted.index("kills") + 1 :]
            bench_kills(folder, int(number[0]) if number else 200)


if __name__ == "__main__":
    main(sys.argv[1:])
