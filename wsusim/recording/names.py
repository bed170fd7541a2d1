"""Names of files that are not there yet."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".mcap"


def free_name(path: Path, joint: str = "-") -> Path:
    """Return the path, or one with a number after ``joint``, under which no file is there yet."""
    number, free = 2, path
    while free.exists():
        free = path.with_name(f"{path.stem}{joint}{number}{path.suffix}")
        number += 1
    return free
