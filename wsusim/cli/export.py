"""``export``: a recording as tables, a picture or a film."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from wsusim.cli.options import MadeFile, Number
from wsusim.cli.output import show
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_replaceable, draft_of
from wsusim.model.units import seconds_to_ticks

if TYPE_CHECKING:
    from wsusim.recording.export_view import ViewName


@click.command(short_help="Export a recording as tables, a picture or a film.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--csv",
    "csv_folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write tables: poses, readings, objects, commands, events, printed lines.",
)
@click.option("--png", type=MadeFile(".png"), metavar="FILE", help="Draw the robots' paths.")
@click.option(
    "--svg", type=MadeFile(".svg"), metavar="FILE", help="The same, as a scalable drawing."
)
@click.option("--gif", type=MadeFile(".gif"), metavar="FILE", help="Make a film of the run.")
@click.option("--mp4", type=MadeFile(".mp4"), metavar="FILE", help="Make a smaller, smoother film.")
@click.option(
    "--speed",
    type=Number(0.01, 1000.0),
    help="Speed of the film, times real time. Default: fast enough for at most 30 s of film.",
)
@click.option(
    "--view",
    type=click.Choice(["map", "overhead", "chase", "eye", "camera"]),
    default="map",
    show_default=True,
    help="What films show: a map; pictures from above, from behind a robot, through its eye; or a "
    "lab's camera beside the map.",
)
@click.option(
    "--robot",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="With --view eye or chase: which robot.",
)
@click.option(
    "--at",
    "at_s",
    type=Number(),
    metavar="S",
    help="With --view and --png: the moment of the picture. Default: the last one.",
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
    view: str,
    robot: int,
    at_s: float | None,
    overwrite: bool,
) -> int:
    """Export a recording as tables, pictures or films; you can choose several at once.

    \b
    Examples:
      python main.py export run.mcap --csv tables
      python main.py export run.mcap --png way.png --gif film.gif
      python main.py export run.mcap --mp4 chase.mp4 --view chase
      python main.py export run.mcap --png look.png --view eye --at 12.5
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    if not (csv_folder or png or svg or gif or mp4):
        raise BadInput(
            "Choose what to export: --csv DIR, --png FILE, --svg FILE, --gif FILE or --mp4 FILE."
        )
    from wsusim.ciber.recorded.kind import is_match

    if view == "map" and at_s is not None:
        raise BadInput(
            "--at only works with --view eye, chase, overhead or camera. Add one of them, or "
            "leave it out."
        )
    if is_match(file):
        if view != "map":
            raise BadInput("--view only works with runs. Leave it out: a match is drawn as a map.")
        _export_match(file, csv_folder, png, svg, (gif, mp4), speed, overwrite=overwrite)
        return 0
    from wsusim.recording.export_animation import export_animation
    from wsusim.recording.export_csv import export_csv
    from wsusim.recording.export_picture import export_picture
    from wsusim.recording.export_view import ViewChoice, export_view_film, export_view_picture
    from wsusim.recording.reader import Recording

    choice = None if view == "map" else ViewChoice(cast("ViewName", view), robot - 1)
    if choice is not None and svg is not None:
        raise BadInput("A view can be drawn as PNG, GIF or MP4, but not as SVG. Use --png FILE.")
    tick = None if at_s is None else seconds_to_ticks(at_s)

    def draw(to: Path) -> None:
        if choice is None:
            export_picture(recording, to)
        else:
            export_view_picture(recording, to, choice, tick=tick)

    def film_run(to: Path) -> None:
        if choice is None:
            export_animation(recording, to, speed=speed)
        else:
            export_view_film(recording, to, choice, speed=speed)

    with Recording(file) as recording:
        if csv_folder is not None:
            for table in export_csv(recording, csv_folder, overwrite=overwrite):
                show(table)
        for picture, suffix in ((png, ".png"), (svg, ".svg")):
            if picture is not None:
                _make(picture, suffix, overwrite, draw)
        for film, suffix in ((gif, ".gif"), (mp4, ".mp4")):
            if film is not None:
                _make(film, suffix, overwrite, film_run)
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
