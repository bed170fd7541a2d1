"""Reading a whole recording with progress: to look at it, or to take it elsewhere."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.analysis.film import Film
from wsusim.errors import BadInput
from wsusim.recording.reader import Recording

if TYPE_CHECKING:
    from wsusim.recording.export_view import ViewName

Report = Callable[[float], None]
"""Takes how much is done, 0 to 1; may raise to end the work."""

FILM_PASSES, WAY_PASSES, ANIMATION_PASSES, TABLES_PASSES = 4, 2, 1, 6
"""How often each of them reads the recording."""


class TablesExist(BadInput):
    """The folder holds such tables already; nothing was written."""


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


def draw_way(source: Path, file: Path, report: Report) -> None:
    """Draw the way of all robots; the file's ending says PNG or SVG."""
    from wsusim.recording.export_picture import export_picture

    with _WatchedRecording(source, report, WAY_PASSES) as recording:
        export_picture(recording, file)


def animate(
    source: Path,
    file: Path,
    report: Report,
    view: ViewName | None = None,
    robot: int = 0,
) -> None:
    """Make an animation of the run, as a map or as a view of a robot; GIF or MP4."""
    from wsusim.recording.export_animation import export_animation
    from wsusim.recording.export_view import ViewChoice, export_view_film

    with _WatchedRecording(source, report, ANIMATION_PASSES) as recording:
        if view is None:
            export_animation(recording, file)
        else:
            export_view_film(recording, file, ViewChoice(view, robot))


def write_tables(source: Path, folder: Path, report: Report, *, may_replace: bool) -> None:
    """Write the tables into a folder; raises ``TablesExist`` unless it may replace those there."""
    from wsusim.recording.export_csv import export_csv

    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix=".draft-", dir=folder) as draft,
        _WatchedRecording(source, report, TABLES_PASSES) as recording,
    ):
        tables = export_csv(recording, Path(draft))
        taken = [file.name for file in tables if (folder / file.name).exists()]
        if taken and not may_replace:
            names = ", ".join(taken)
            raise TablesExist(f"{folder} already holds {names}. Nothing was written.")
        for file in tables:
            shutil.move(file, folder / file.name)
