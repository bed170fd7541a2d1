"""How much a controller may say in each second of the robot's time."""

from __future__ import annotations

LINES_PER_SECOND = 1000
"""Lines passed on in each second of the robot's time (guess: 20 in each of 50 polls)."""

CHARACTERS_PER_SECOND = 100_000
"""Characters passed on in each second."""


class Allowance:
    """How much may still be said in the current second.

    Args:
        times: A factor to ``LINES_PER_SECOND`` and ``CHARACTERS_PER_SECOND``.
    """

    def __init__(self, times: int = 1) -> None:
        self._times = times
        self.begin()

    def begin(self) -> None:
        """Begin a new second."""
        self._lines = self._times * LINES_PER_SECOND
        self._characters = self._times * CHARACTERS_PER_SECOND

    def take(self, line: str) -> bool:
        """Return whether a line may be said, and count it if so."""
        if self._lines <= 0 or self._characters <= 0:
            return False
        self._lines -= 1
        self._characters -= len(line)
        return True
