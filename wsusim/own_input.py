"""Moves a process's input aside on Windows, so that a thread may wait for it while others load.

There, a library that is loaded asks what standard input is, and Windows does not answer while
another thread reads from that pipe: ``import numpy`` hangs for as long as one waits for input
(numpy's issue 24290, CPython's 78961).
"""

from __future__ import annotations

import os
import sys


def move_input() -> None:
    """Have ``sys.stdin`` read from a handle of its own; libraries find nothing at the usual one."""
    if sys.platform == "win32":
        moved = os.dup(0)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)  # the system's handle of standard input, too
        os.close(nothing)
        sys.stdin = os.fdopen(moved, "r")
