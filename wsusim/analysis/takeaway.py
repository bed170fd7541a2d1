"""Reads a whole recording with progress: to look at it, or to export it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wsusim.analysis.film import Film
from wsusim.recording.export_format import Choices, ExportFormat
from wsusim.recording.export_table import export_with
from wsusim.recording.reader import Recording

Report = Callable[[float], None]
"""Takes how much is done, 0 to 1; may raise to end the work."""

FILM_PASSES = 4
"""How often it is read to be played."""


class _WatchedRecording(Recording):
    """A recording that reports how much of it was read."""

    def __init__(self, path: Path, report: Report, passes: int) -> None:
        super().__init__(path)
        self.report: Report | None = report
        self._wanted = max(1, passes * len(self.chunks))
        self._count = 0

    def read_chunk(self, number: int) -> list[tuple[str, int, bytes]]:
        """Read a chunk and report."""
        if self.report is not None:
            self.report(self._count / self._wanted)
        self._count += 1
        return super().read_chunk(number)


def open_film(source: Path, report: Report) -> Film:
    """Return the film of a recording; raises ``BadInput`` when it can't be shown."""
    recording = _WatchedRecording(source, report, FILM_PASSES)
    try:
        film = Film(recording)
    except BaseException:
        recording.close()
        raise
    recording.report = None
    return film


def export(row: ExportFormat, source: Path, place: Path, report: Report, choices: Choices) -> None:
    """Export a recording to a file, or into a folder of tables.

    Raises:
        TablesExist: Tables are in the folder already, and ``choices`` doesn't let them go.
    """
    with _WatchedRecording(source, report, row.passes) as recording:
        export_with(row, recording, place, choices)
