"""Names of recordings' files."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".mcap"


def free_name(path: Path) -> Path:
    """Return the path, or one with a number, under which no file is there yet."""
    number, free = 2, path
    while free.exists():
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return free
