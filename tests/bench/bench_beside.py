"""How fast a controller's loop is in several checkouts of wsusim, side by side.

Controllers measure themselves, with names that every version of wsusim knows. Each stretch of a
loop stands beside a piece of Python that is always the same, and counts by how many times as long
it took: so other programs on the computer hardly matter. Checkouts take turns, too. Printed are
simulated seconds (or rounds of the loop) per second of processor time, and, from what was measured
beside the same piece, how many times as fast each checkout is as the first one.

Run it: ``python -m tests.bench.bench_beside [--turns N] FOLDER FOLDER...``, the first one the
oldest. Each is a checkout whose kernels are compiled already: ``python main.py run avoid`` there.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

TURNS = 5

BEGIN = """
import time
from statistics import median
from wsusim import Controller

class Same:
    def __init__(self):
        self.sum, self.other = 0, self

    def call(self, number):
        if number >= 0 and self.other is self:
            self.sum += number & 3
        return self.pass_on(number)

    def pass_on(self, number):
        values = (number, self.sum, 3)
        return values[0] + len(values)

SAME = Same()

def same():
    begun = time.thread_time()
    call = SAME.call
    for number in range(2000):
        call(number)
    return time.thread_time() - begun

class Measured(Controller):
    def begin(self):
        self.before = same()
        self.begun, self.begun_s = time.thread_time(), self.time

    def end(self):
        spent = time.thread_time() - self.begun
        return self.time - self.begun_s, spent, spent / (self.before + same())

def tell(stretches, rounds):
    stretches = stretches[5:]
    seconds, spent, quotient = zip(*stretches)
    per_round = median(quotient) / rounds
    simulated = sum(seconds) / sum(spent)
    print("measured", simulated, rounds / median(spent), per_round)
"""

STEP_STYLE = """
class Steps(Measured):
    period = 0.02

    def setup(self):
        self.count, self.found = 0, []

    def step(self):
        if self.count % 400 == 0:
            if self.count:
                self.found.append(self.end())
            if self.count == 400 * 45:
                tell(self.found, 400)
                self.finish()
            self.begin()
        self.count += 1
        sensors = self.sensors
        left = 8 - (sensors[3].distance + sensors[4].distance + sensors[5].distance) // 100
        right = 8 - (sensors[0].distance + sensors[1].distance + sensors[2].distance) // 100
        behind = sensors[6].distance + sensors[7].distance
        self.motors.set_speeds(left + (behind > 600), right)
"""

LOOP = """
class Loops(Measured):
    def run(self):
        found = []
        while len(found) < 45:
            self.begin()
            count = ROUNDS
            while self.active and count:
                count -= 1
                BODY
            found.append(self.end())
        tell(found, ROUNDS)
"""

RUN_STYLE = """
                values = self.sensors.distances
                self.motors.set_speeds(8 - sum(values[3:6]) // 100, 8 - sum(values[0:3]) // 100)
                self.sleep(0.02)
"""

BUSY = """
                if self.sensors[2].distance > 500 or self.sensors[3].distance > 500:
                    self.motors.set_speeds(5, -5)
                else:
                    self.motors.set_speeds(8, 8)
"""

FIRST_TICK = """
import time
from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
Simulation(empty_world()).advance(1)
spent = time.process_time()
"""

EIGHT = "sensors = self.sensors; [sensors[k].distance for k in range(8)]; self.sleep(0.02)"
ORDER = "self.motors.set_speeds(4, -4); self.sleep(0.02)"
ORDERS = "self.motors.set_speeds(4, -count % 5); self.sleep(0.02)"


def loop(body: str, rounds: int) -> str:
    """Return a controller that goes round a loop."""
    return LOOP.replace("BODY", body.strip()).replace("ROUNDS", str(rounds))


LOOPS = {
    "step style, 20 ms": STEP_STYLE,
    "run style, 20 ms": loop(RUN_STYLE, 400),
    "a loop without sleep": loop(BUSY, 2000),
    "active, and waiting 20 ms": loop("self.sleep(0.02)", 400),
    "the same and eight readings": loop(EIGHT, 400),
    "the same and one order": loop(ORDER, 400),
    "the same and an order that changes": loop(ORDERS, 400),
}


def measured(folder: Path, controller: Path) -> list[float]:
    """Return what a controller says that it measured in a checkout."""
    run = ("run", str(controller), "--maze", "rooms", "--seed", "1", "--time", "5000")
    return _said(folder, "main.py", *run)


def first_tick(folder: Path) -> list[float]:
    """Return seconds of processor time up to the first tick, and how many of the same piece."""
    same = BEGIN.partition("class Measured")[0]
    tell = "piece = median(same() for _ in range(20)); print('measured', spent, 1, spent / piece)"
    return _said(folder, "-c", f"{FIRST_TICK}{same}{tell}")


def _said(folder: Path, *arguments: str) -> list[float]:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    said = re.search(r"measured ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)", done.stdout)
    if said is None:
        raise RuntimeError(f"{folder}: {done.stdout[-500:]} {done.stderr[-1500:]}")
    return [float(number) for number in said.groups()]


def show(places: Sequence[Path], found: Sequence[Sequence[Sequence[float]]], what: str) -> None:
    """Print a line for each checkout, given what was said in each turn."""
    for k, place in enumerate(places):
        first, rounds = (statistics.median(turn[k][part] for turn in found) for part in (0, 1))
        ratios = sorted(turn[0][2] / turn[k][2] for turn in found)
        print(
            f"  {place.name:16} {what.format(first, rounds)}, "
            f"{statistics.median(ratios):5.2f} times [{ratios[0]:.2f}-{ratios[-1]:.2f}]",
            flush=True,
        )


def main(arguments: Sequence[str]) -> None:
    """Measure all loops in all checkouts."""
    turns, folders = TURNS, list(arguments)
    if folders[:1] == ["--turns"]:
        turns, folders = int(folders[1]), folders[2:]
    places = [Path(folder) for folder in folders]
    with tempfile.TemporaryDirectory() as scratch:
        for number, (name, source) in enumerate(LOOPS.items()):
            controller = Path(scratch) / f"loop_{number}.py"
            controller.write_text(BEGIN + source, encoding="utf-8")
            found = [[measured(place, controller) for place in places] for _ in range(turns)]
            print(name)
            show(places, found, "{:7,.0f} x real time, {:9,.0f} rounds/s")
    print("import to first tick, compiled")
    show(places, [[first_tick(place) for place in places] for _ in range(turns)], "{:6.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
