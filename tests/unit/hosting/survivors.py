"""Return whether a controller's process, or a program that it has started, is over."""

from __future__ import annotations

import time
from pathlib import Path


def is_gone(pid: int, patience_s: float = 5.0) -> bool:
    """Return whether a process that is not our child ends within the patience."""
    until_s = time.monotonic() + patience_s
    while _lives(pid):
        if time.monotonic() > until_s:
            return False
        time.sleep(0.02)
    return True


def _lives(pid: int) -> bool:
    """Return whether a process runs; a zombie counts as gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
