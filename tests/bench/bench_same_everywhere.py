"""Thousands of runs, made in every way in which this computer can be another one, and compared.

``python -m tests.bench.bench_same_everywhere [COUNT [FIRST]] [--python FILE]...``: so many runs in
each way of ``tests.runs_everywhere``, under this Python and under each other one that is named.
Prints each run that isn't the same everywhere, and how long the ways took.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.runs_everywhere import ways

ROOT = Path(__file__).parents[2]


def lines_of(python: str, way: str, first: int, count: int) -> list[str]:
    """Return what the runs leave, one line each."""
    ran = subprocess.run(
        [python, "-m", "tests.runs_everywhere", str(first), str(count)],
        env=os.environ | ways()[way],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        print(ran.stderr[-2000:])
    return ran.stdout.splitlines()


def main(arguments: list[str]) -> int:
    """Compare; return 1 when a run differs somewhere."""
    pythons = [sys.executable]
    while "--python" in arguments:
        at = arguments.index("--python")
        pythons.append(arguments[at + 1])
        del arguments[at : at + 2]
    count = int(arguments[0]) if arguments else 600
    first = int(arguments[1]) if len(arguments) > 1 else 0
    expected: list[str] = []
    differing = 0
    for python in pythons:
        for way in ways() if python == sys.executable else ("as it is",):
            began_s = time.perf_counter()
            lines = lines_of(python, way, first, count)
            expected = expected or lines
            differ = [(a, b) for a, b in zip(expected, lines, strict=False) if a != b]
            differing += len(differ) + abs(len(expected) - len(lines))
            took_s = time.perf_counter() - began_s
            print(
                f"{python}, {way}: {len(lines)} runs, {len(differ)} differ, {took_s:.0f} s",
                flush=True,
            )
            for one, other in differ:
                print(f"  {one}\n  {other}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
