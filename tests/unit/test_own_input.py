"""A process may load libraries while one of its threads waits for input."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import os, sys
sys.platform = {platform!r}
from wsusim.own_input import move_input
move_input()
print(os.read(0, 4), sys.stdin.buffer.read(), sep=";")
"""


def said(platform: str) -> str:
    """Return what a process reads from the usual place, and from its own input."""
    program = [sys.executable, "-c", PROGRAM.format(platform=platform)]
    return subprocess.run(
        program, input=b"word", stdout=subprocess.PIPE, check=True
    ).stdout.decode()


def test_on_windows_nothing_is_to_be_had_at_the_usual_place() -> None:
    """A library that asks there gets an answer at once; the input is somewhere else."""
    assert said("win32").strip() == "b'';b'word'"


def test_elsewhere_input_stays_where_it_is() -> None:
    """Nothing hangs there."""
    assert said("linux").strip() == "b'word';b''"
