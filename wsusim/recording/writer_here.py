"""Writes a recording in the run's own process, at the run's end.

A process beside each run needs 300 ms of processor time to load: more than a run of a class's work.
A worker that does one run after the other has everything loaded, and time to write between two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wsusim.recording.writer_process import serve


class WriterHere:
    """Keeps what a run sends, and writes it on ``close``; otherwise like ``WriterLink``."""

    why_ended = "It was not written to its end"

    def __init__(self) -> None:
        self._frames: list[bytes] = []
        self._on_report: Callable[[dict[str, Any]], None] = lambda values: None

    def listen(self, on_report: Callable[[dict[str, Any]], None]) -> None:
        """Send reports to this function."""
        self._on_report = on_report

    def send(self, frame: bytes, patience_s: float | None = None) -> bool:
        """Keep a frame; there is always room."""
        if not self._frames:
            self._on_report({"ready": True})
        self._frames.append(frame)
        return True

    def close(self) -> None:
        """Write everything."""
        frames, self._frames = self._frames, []
        serve(frames, self._on_report)
        self._on_report({"ended": True})
