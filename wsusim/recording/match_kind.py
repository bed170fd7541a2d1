"""Distinguishes recordings of matches and runs without opening them. Loads quickly."""

from __future__ import annotations

from pathlib import Path

from wsusim.recording.chunks import MAGIC
from wsusim.recording.file_layout import PROFILE

MATCH_PROFILE = f"{PROFILE}-match"
"""The profile in the MCAP header of a match."""

HEAD_BYTES = 64


def is_match(path: Path) -> bool:
    """Return whether a file is a recorded match."""
    if not path.is_file():
        return False  # a pipe would be waited for
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except OSError:
        return False
    return head.startswith(MAGIC) and MATCH_PROFILE.encode() in head
