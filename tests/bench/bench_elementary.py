"""What a tick costs with sines and logarithms of our own, beside one with the C library's.

``python -m tests.bench.bench_elementary [ROUNDS]``: copies the sources, puts the C library's
functions into the copy's kernels, and lets both take turns, one stretch of ticks each. Processor
time; the ratio is the median of those of the pairs, which other programs on the computer disturb
least. Compiling the copy takes a minute.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]

C_LIBRARY = '''
"""The C library's functions, in the place of our own."""

import math
from math import acos, asin, atan, atan2, cos, exp, expm1, hypot, log, log1p, pow, sin, tan, tanh

import numba


@numba.njit(inline="always")
def sin_cos(x):
    return math.sin(x), math.cos(x)


@numba.njit(inline="always")
def sine_of_turns(turns):
    return math.sin(2.0 * math.pi * turns)
'''

WORKER = """
import sys
import time
from tests.bench.bench_tick import free_of_mission, ten_robots, wandering
from wsusim.engine.simulation import Simulation

worlds = {"one": free_of_mission("rooms"), "ten": ten_robots(free_of_mission("rooms"))}
simulations = {name: Simulation(world, seed=1) for name, world in worlds.items()}
send = {name: wandering(simulation) for name, simulation in simulations.items()}
for line in sys.stdin:
    name, ticks = line.split()
    send[name]()
    start = time.process_time_ns()
    simulations[name].advance(int(ticks))
    print((time.process_time_ns() - start) / int(ticks), flush=True)
"""

TICKS = {"one": 4000, "ten": 1000}


class Side:
    """A process with one of the two trees."""

    def __init__(self, tree: Path, cache: Path | None) -> None:
        own = {} if cache is None else {"NUMBA_CACHE_DIR": str(cache)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree), **own},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ns_a_tick(self, world: str) -> float:
        """Return what a tick of a stretch took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{world} {TICKS[world]}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def copied(folder: Path) -> Path:
    """Return a copy of the tree whose kernels have the C library's functions."""
    for name in ("wsusim", "tests", "controllers", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "wsusim/kernels/elementary.py").write_text(C_LIBRARY, encoding="utf-8")
    return folder


def main(rounds: int) -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as made:
        tree, cache = copied(Path(made) / "tree"), Path(made) / "cache"
        cache.mkdir()
        ours, theirs = Side(ROOT, None), Side(tree, cache)
        try:
            for world in TICKS:
                pairs = [(ours.ns_a_tick(world), theirs.ns_a_tick(world)) for _ in range(rounds)]
                own, other = zip(*pairs[1:], strict=True)
                ratio = statistics.median(a / b for a, b in pairs[1:])
                print(
                    f"{world} robot(s) wandering in rooms: {statistics.median(own):.0f} ns a tick "
                    f"with our functions, {statistics.median(other):.0f} ns with the C library's: "
                    f"{100 * (ratio - 1):+.1f} %",
                    flush=True,
                )
        finally:
            ours.close()
            theirs.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
