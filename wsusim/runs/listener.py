"""What happens during a run, told to whoever shows it (command line, window, recorder)."""

from __future__ import annotations

from typing import Protocol


class RunListener(Protocol):
    """Hears of a run while it goes on; called from several threads, must return quickly."""

    def started(self, startup_s: float) -> None:
        """Hear that everything is loaded and the first tick is due."""

    def printed(self, robot: int, text: str) -> None:
        """Hear a piece of what a controller printed (whole lines, or a piece without newline)."""

    def said(self, robot: int, time_s: float, text: str) -> None:
        """Hear what a controller said with ``say``."""

    def noticed(self, text: str) -> None:
        """Hear a remark of wsusim about the run, one sentence."""

    def progressed(self, time_s: float, end_s: float) -> None:
        """Hear how far the run is, a few times a second of wall-clock time."""
