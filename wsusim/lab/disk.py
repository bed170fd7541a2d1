"""How much room the disk of a lab's folder has, and when a person must be warned."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from wsusim.lab.shapes import Room

LOW_MB, LOW_PART = 2000.0, 0.1
FULL_MB, FULL_PART = 200.0, 0.02
"""Less than the smaller one of the two is low, or counts as full: then nothing new is run, so that
what was handed in can still be kept. Guesses: an hour of ninety students without a camera takes
about 1,000 MB."""


@dataclass(frozen=True, slots=True)
class Disk:
    """A disk as it is now."""

    place: str
    """A folder on it."""
    free_mb: float
    total_mb: float

    @classmethod
    def of(cls, folder: Path) -> Disk:
        """Return the disk of a folder."""
        usage = shutil.disk_usage(folder)
        return cls(str(folder), usage.free / 1e6, usage.total / 1e6)

    @property
    def state(self) -> Room:
        """Whether there is room."""
        if self.free_mb < min(FULL_MB, FULL_PART * self.total_mb):
            return "full"
        return "low" if self.free_mb < min(LOW_MB, LOW_PART * self.total_mb) else "ok"

    @property
    def text(self) -> str:
        """What a person reads about it."""
        return f"{_size(self.free_mb)} of {_size(self.total_mb)} free on the disk of {self.place}"


def _size(size_mb: float) -> str:
    return f"{size_mb / 1000:.1f} GB" if size_mb >= 1000 else f"{size_mb:.0f} MB"
