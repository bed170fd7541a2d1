"""Thousands of runs, made in every way in which this computer can be another one, and compared.

``python -m tests.bench.bench_same_everywhere [COUNT [FIRST]] [--python FILE]... [--way NAME]...
[--every N] [--keep FOLDER]``: so many runs in each way of ``tests.runs_everywhere``, or in those
that are named, under this Python and, as it is, under each other one that is named. Prints each run
that isn't the same everywhere, and how much processor time the ways took.

They are made in pieces of ``PIECE`` runs, of which the other ways do every ``N``-th. What a piece
leaves is kept in the folder: a piece that is there is not made again, so a campaign can be broken
off, go on the next day, and take in another computer's pieces.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from tests.runs_everywhere import ways

ROOT = Path(__file__).parents[2]
PIECE = 250
EXPECTED = "as it is"


class Campaign:
    """What runs leave, piece by piece, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.differing: list[str] = []
        self.done: Counter[str] = Counter()
        self.took_s: defaultdict[str, float] = defaultdict(float)

    def piece(self, python: str, way: str, first: int, count: int) -> list[str]:
        """Return the lines of a piece, made now or earlier."""
        file = self._folder / named(python, way) / f"{first}.txt"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        if len(lines) == count:
            return lines
        began_s = resource.getrusage(resource.RUSAGE_CHILDREN)
        ran = subprocess.run(
            [python, "-m", "tests.runs_everywhere", str(first), str(count)],
            env=os.environ | ways()[way],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            print(ran.stderr[-2000:], flush=True)
        ended_s = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.took_s[named(python, way)] += (
            ended_s.ru_utime + ended_s.ru_stime - began_s.ru_utime - began_s.ru_stime
        )
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(ran.stdout, encoding="utf-8")
        return ran.stdout.splitlines()

    def compare(self, python: str, way: str, expected: list[str], lines: list[str]) -> None:
        """Count a piece, and tell each run that is missing or another one."""
        self.done[named(python, way)] += len(lines)
        there = {line.partition(" ")[0]: line for line in lines}
        for line in expected:
            other = there.get(line.partition(" ")[0], "missing")
            if other != line:
                self.differing.append(line)
                print(f"{named(python, way)}:\n  {line}\n  {other}", flush=True)


def named(python: str, way: str) -> str:
    """Return what a way under a Python is called."""
    return f"{python.strip('/').replace('/', '-')}, {way}"


def main(arguments: list[str]) -> int:
    """Compare; return 1 when a run differs somewhere."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=600)
    parser.add_argument("first", nargs="?", type=int, default=0)
    parser.add_argument("--python", action="append", default=[])
    parser.add_argument("--way", action="append", choices=list(ways()), default=[])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args(arguments)
    others = [
        *((sys.executable, way) for way in asked.way or ways() if way != EXPECTED),
        *((python, EXPECTED) for python in asked.python),
    ]
    with tempfile.TemporaryDirectory() as made:
        campaign = Campaign(asked.keep or Path(made))
        until = asked.first + asked.count
        for number, first in enumerate(range(asked.first, until, PIECE)):
            count = min(PIECE, until - first)
            expected = campaign.piece(sys.executable, EXPECTED, first, count)
            campaign.compare(sys.executable, EXPECTED, expected, expected)
            for python, way in others if number % asked.every == 0 else ():
                lines = campaign.piece(python, way, first, count)
                campaign.compare(python, way, expected, lines)
    for way, count in campaign.done.items():
        print(f"{way}: {count} runs, {campaign.took_s[way]:.0f} s of processor time")
    print(f"{len(campaign.differing)} differ")
    return 1 if campaign.differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
