"""The newest picture of a camera, in a file that one process writes and any number read.

There are no locks: the writer replaces the file, and readers find a whole one. The picture comes
with its time of arrival on the clock that all processes of a computer share (``time.monotonic``).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

_HEAD = struct.Struct("<d")


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture; ``arrived_s``: when it came, on the monotonic clock."""

    arrived_s: float
    jpeg: bytes


def put_newest(file: Path, shot: Shot) -> None:
    """Replace the picture; while it is being read on Windows, this one is left out."""
    draft = file.with_suffix(".draft")
    draft.write_bytes(_HEAD.pack(shot.arrived_s) + shot.jpeg)
    try:
        draft.replace(file)
    except PermissionError:
        return


def newest(file: Path, after_s: float) -> Shot | None:
    """Return the picture, if it is newer than that; ``None``: there is none."""
    try:
        with file.open("rb") as stream:
            head = stream.read(_HEAD.size)
            if len(head) < _HEAD.size or (arrived_s := _HEAD.unpack(head)[0]) <= after_s:
                return None
            return Shot(arrived_s, stream.read())
    except OSError:
        return None
