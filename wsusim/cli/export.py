"""``export``: a recording as tables, a picture or a film."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from wsusim.cli.options import FILE
from wsusim.cli.output import show
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_replaceable, draft_of


@click.command(short_help="Export a recording as tables, a picture or a film.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--csv",
    "csv_folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write tables: poses, readings, objects, commands, events, printed lines.",
)
@click.option("--png", type=FILE, metavar="FILE", help="Draw the robots' paths.")
@click.option("--svg", type=FILE, metavar="FILE", help="The same, as a scalable drawing.")
@click.option("--gif", type=FILE, metavar="FILE", help="Make a film of the run.")
@click.option("--mp4", type=FILE, metavar="FILE", help="Make a smaller, smoother film.")
@click.option(
    "--speed",
    type=click.FloatRange(0.01, 1000.0),
    help="Speed of the film, times real time. Default: fast enough for at most 30 s of film.",
)
@click.option("--overwrite", is_flag=True, help="Replace existing files.")
def export(
    file: Path,
    csv_folder: Path | None,
    png: Path | None,
    svg: Path | None,
    gif: Path | None,
    mp4: Path | None,
    speed: float | None,
    overwrite: bool,
) -> int:
    """Export a recording as tables, pictures or films; you can choose several at once.

    \b
    Examples:
      python main.py export run.mcap --csv tables
      python main.py export run.mcap --png way.png --gif film.gif
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    if not (csv_folder or png or svg or gif or mp4):
        raise BadInput(
            "Choose what to export: --csv DIR, --png FILE, --svg FILE, --gif FILE or --mp4 FILE."
        )
    from wsusim.ciber.recorded.kind import is_match

    if is_match(file):
        _export_match(file, csv_folder, png, svg, (gif, mp4), speed, overwrite=overwrite)
        return 0
    from wsusim.recording.export_animation import export_animation
    from wsusim.recording.export_csv import export_csv
    from wsusim.recording.export_picture import export_picture
    from wsusim.recording.reader import Recording

    with Recording(file) as recording:
        if csv_folder is not None:
            for table in export_csv(recording, csv_folder, overwrite=overwrite):
                show(table)
        for picture, suffix in ((png, ".png"), (svg, ".svg")):
            if picture is not None:
                _make(picture, suffix, overwrite, lambda to: export_picture(recording, to))
        for film, suffix in ((gif, ".gif"), (mp4, ".mp4")):
            if film is not None:
                _make(
                    film, suffix, overwrite, lambda to: export_animation(recording, to, speed=speed)
                )
    return 0


def _export_match(
    file: Path,
    csv_folder: Path | None,
    png: Path | None,
    svg: Path | None,
    films: tuple[Path | None, Path | None],
    speed: float | None,
    *,
    overwrite: bool,
) -> None:
    """Export a match of the contest."""
    from wsusim.ciber.recorded.drawing import export_match_film, export_ways
    from wsusim.ciber.recorded.reader import MatchRecording
    from wsusim.ciber.recorded.tables import export_match_csv

    if svg is not None:
        raise BadInput("A match can be drawn as PNG, GIF or MP4, but not as SVG. Use --png FILE.")
    with MatchRecording(file) as recording:
        if csv_folder is not None:
            for table in export_match_csv(recording, csv_folder, overwrite=overwrite):
                show(table)
        if png is not None:
            _make(png, ".png", overwrite, lambda to: export_ways(recording, to))
        for film, suffix in zip(films, (".gif", ".mp4"), strict=True):
            if film is not None:
                _make(
                    film,
                    suffix,
                    overwrite,
                    lambda to: export_match_film(recording, to, speed=speed),
                )


def _make(file: Path, suffix: str, overwrite: bool, write: Callable[[Path], None]) -> None:
    """Write a file beside its place and put it there when it is whole."""
    if file.exists() and not overwrite:
        raise BadInput(
            f"{file} already exists and was left as it is. Choose another name, or add --overwrite."
        )
    check_replaceable(file, suffix)
    try:
        with draft_of(file) as draft:
            write(draft)
    except OSError as error:
        raise BadInput(
            f"{file} can't be written ({error.strerror or error}). Choose another place."
        ) from None
    show(file)
