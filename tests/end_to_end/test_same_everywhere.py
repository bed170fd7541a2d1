"""Runs, matches and networks are the same, to the byte, as another processor would make them.

The thousands are ``python -m tests.bench.bench_same_everywhere``; here are a few.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runs_everywhere import runs, ways

FIRST, FEW, MANY = 12, 6, 120


def made_elsewhere(way: str, count: int) -> list[str]:
    """Return what runs leave in a process that believes it is on another computer."""
    program = [sys.executable, "-m", "tests.runs_everywhere", str(FIRST), str(count)]
    ran = subprocess.run(
        program,
        env=os.environ | ways()[way],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=900,
    )
    return ran.stdout.splitlines()


def test_an_older_processor_makes_the_same_runs(tmp_path):
    """The C library and numpy take other ways on it, and no run notices."""
    assert made_elsewhere("an older processor", FEW) == list(runs(FIRST, FEW, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("way", list(ways()))
def test_every_way_makes_the_same_runs(way, tmp_path):
    """More of them, and with kernels that were compiled for this very processor."""
    assert made_elsewhere(way, MANY) == list(runs(FIRST, MANY, tmp_path))


def test_the_older_processor_is_really_another_one():
    """What the child is told does change the C library's functions: else nothing was tested."""
    code = "import math; print([math.exp(k * 0.01) ** 0.3 for k in range(9999)])"
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | ways()[way],
            capture_output=True,
            check=True,
        ).stdout
        for way in ("as it is", "an older processor")
    }

    if len(told) == 1:
        pytest.skip("this C library has one way for all processors")
