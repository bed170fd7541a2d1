"""What is being compiled is told, line by line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
from wsusim.kernels.progress import tell_names
tell_names()
import numba
@numba.njit
def twice(x):
    return 2 * x
twice(3)
"""


def test_each_function_is_named_when_it_is_compiled() -> None:
    """By its module and its own name."""
    root = Path(__file__).parents[3]
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, cwd=root
    )
    assert told.stdout.splitlines() == ["__main__.twice"]
