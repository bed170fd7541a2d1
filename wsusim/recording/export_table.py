"""The formats to which a recording can be exported: a row for each kind of file.

A row here, or one that another package adds by the entry point ``wsusim.exporters``, is all that is
needed: the options of ``export``, the window's menu and dialogs, and the manual's list are made
from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsusim.entry_points import added_rows, blamed
from wsusim.recording.export_format import Choices, ExportFormat, Group

if TYPE_CHECKING:
    from wsusim.recording.reader import Recording

GROUP = "wsusim.exporters"


@lru_cache
def export_formats() -> dict[str, ExportFormat]:
    """Return every format by its name; wsusim's own come first, and keep their names."""
    own = {row.name: row for row in ROWS}
    added = {row.name: row for row in added_rows(GROUP, ExportFormat)}
    return own | {name: row for name, row in added.items() if name not in own}


def export_with(row: ExportFormat, recording: Any, place: Path, choices: Choices) -> list[Path]:
    """Write a file, or fill a folder; return what was written.

    Raises:
        BadInput: It failed, for example in another package's row.
        OSError: The file can't be written.
    """
    with blamed(GROUP, row):
        made = row.write(recording, place, choices)
        return [Path(file) for file in made] if isinstance(made, Iterable) else [place]


def in_words(rows: Iterable[ExportFormat]) -> str:
    """Return the options of formats, within a sentence: ``--csv DIR or --png FILE``."""
    *most, last = (row.option for row in rows)
    return f"{', '.join(most)} or {last}" if most else last


def _tables(recording: Recording, folder: Path, choices: Choices) -> list[Path]:
    from wsusim.recording.export_csv import export_csv

    return export_csv(recording, folder, overwrite=choices.overwrite)


def _picture(recording: Recording, file: Path, choices: Choices) -> None:
    if choices.view is None:
        from wsusim.recording.export_picture import export_picture

        export_picture(recording, file)
    else:
        from wsusim.recording.export_view import export_view_picture

        export_view_picture(recording, file, choices.view, tick=choices.tick)


def _film(recording: Recording, file: Path, choices: Choices) -> None:
    if choices.view is None:
        from wsusim.recording.export_animation import export_animation

        export_animation(recording, file, speed=choices.speed)
    else:
        from wsusim.recording.export_view import export_view_film

        export_view_film(recording, file, choices.view, speed=choices.speed)


ROWS = (
    ExportFormat(
        "csv",
        "Tables",
        "Write tables: poses, readings, objects, commands, events, printed lines.",
        _tables,
        passes=6,
    ),
    ExportFormat(
        "png",
        "Picture",
        "Draw the robots' paths.",
        _picture,
        ".png",
        Group.PICTURE,
        has_views=True,
        passes=2,
    ),
    ExportFormat(
        "svg",
        "Drawing",
        "The same, as a scalable drawing.",
        _picture,
        ".svg",
        Group.PICTURE,
        passes=2,
    ),
    ExportFormat(
        "gif", "Animation", "Make a film of the run.", _film, ".gif", Group.FILM, has_views=True
    ),
    ExportFormat(
        "mp4",
        "Film",
        "Make a smaller, smoother film.",
        _film,
        ".mp4",
        Group.FILM,
        has_views=True,
    ),
)
