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
from dataclasses import dataclass
from pathlib import Path

from tests.end_to_end.recorded_runs import Silence, controller
from tests.end_to_end.test_recording_kills import loss_s, run_and_kill
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.runs.recorded.record import RecordingTap, RecordingWish
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest
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


class Stopwatch(Silence):
    """Notes the CPU time at which the run began."""

    def started(self, startup_s: float) -> None:
        """Start the watch."""
        self.began_cpu_s = time.process_time()


class TimedTap(RecordingTap):
    """Notes the CPU time at which the run ended, before the file is closed."""

    def end(self, report: RunReport) -> None:
        """Stop the watch, then close the file."""
        self.ended_cpu_s = time.process_time()
        super().end(report)


def plain_run(request: RunRequest) -> Cost:
    """Run without a recording."""
    watch = Stopwatch()
    report = execute(request, watch)
    return Cost(report.wall_time_s, time.process_time() - watch.began_cpu_s)


def recorded_run(request: RunRequest, file: Path) -> Cost:
    """Run with a recording."""
    watch = Stopwatch()
    tap = TimedTap(RecordingWish(file, overwrite=True), print)
    report = execute(request, watch, tap=tap)
    return Cost(report.wall_time_s, tap.ended_cpu_s - watch.began_cpu_s)


def bench_speed(folder: Path) -> None:
    """Print the cost of recording a run, and the file's size."""
    file = folder / "run.mcap"
    request = RunRequest((controller(folder, STEPPER, "stepper.py"),), time_s=SIMULATED_S)
    plain_run(request)
    plain, recorded = [], []
    for _ in range(TURNS):
        plain.append(plain_run(request))
        recorded.append(recorded_run(request, file))
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
    recorded_run(
        RunRequest((controller(folder, STEPPER, "stepper.py"),), maze="field", time_s=3600.0), file
    )
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
