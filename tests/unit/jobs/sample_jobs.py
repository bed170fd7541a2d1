"""Jobs for tests of workers."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Square:
    """Squares a number."""

    number: int

    @property
    def key(self) -> str:
        """Its number."""
        return str(self.number)

    def do(self) -> int:
        """Return the square."""
        return self.number**2


@dataclass(frozen=True)
class Dies:
    """Kills its worker so many times, then squares."""

    number: int
    times: int
    folder: str

    @property
    def key(self) -> str:
        """Its number."""
        return str(self.number)

    def do(self) -> int:
        """Note the try, and die or return the square."""
        tries = len(list(Path(self.folder).iterdir()))
        (Path(self.folder) / str(tries)).touch()
        if tries < self.times:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.number**2


@dataclass(frozen=True)
class Fails:
    """Raises an error of its own."""

    key: str = "fails"

    def do(self) -> int:
        """Fail."""
        raise ValueError("no such thing")
