"""``export``: export a recording as tables, a picture or a film."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

import click

from wsusim.cli.options import FOLDER, MadeFile, Number, robot_number
from wsusim.cli.output import make_file, show
from wsusim.cli.renamed import note
from wsusim.errors import BadInput
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds

if TYPE_CHECKING:
    from wsusim.ciber.recorded.match_reader import MatchRecording
    from wsusim.recording.export_view import ViewName
    from wsusim.recording.reader import Recording


def _at_is_old(ctx: click.Context, _param: click.Parameter, value: float | None) -> float | None:
    if value is not None:
        note(ctx, "--at S", "FILE@S, such as run.mcap@12.5,")
    return value


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE[@S]")
@click.option(
    "--csv",
    "csv_folder",
    type=FOLDER,
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
    metavar="X",
    help="Speed of the film, times real time. Default: fast enough for at most 30 s of film.",
)
@click.option(
    "--view",
    type=click.Choice(["map", "overhead", "chase", "eye", "camera"]),
    default="map",
    help="What films show: a map; pictures from above, from behind a robot, through its eye; or a "
    "lab's camera beside the map.",
)
@robot_number("With --view eye or chase: which robot, counted from 1.")
@click.option("--at", "at_s", type=Number(0.0, 1e9), hidden=True, callback=_at_is_old)
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

    With --view and --png, FILE@S is the moment of the picture: run.mcap@12.5. Without it, the
    picture is of the last moment.

    \b
    Examples:
      python main.py export run.mcap --csv tables
      python main.py export run.mcap --png way.png --gif film.gif
      python main.py export run.mcap --mp4 chase.mp4 --view chase
      python main.py export run.mcap@12.5 --png look.png --view eye
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    if not (csv_folder or png or svg or gif or mp4):
        raise BadInput(
            "Choose what to export: --csv DIR, --png FILE, --svg FILE, --gif FILE or --mp4 FILE."
        )
    if not file.exists() and "@" in file.name:
        from wsusim.runs.request import parse_moment

        moment = parse_moment(str(file))
        file, at_s = moment.file, ticks_to_seconds(moment.tick)
    if view == "map" and at_s is not None:
        raise BadInput(
            "A moment (FILE@S) only works with --view eye, chase, overhead or camera. Add one of "
            "them, or leave it out."
        )
    from wsusim.recording.match_kind import is_match

    of_match = is_match(file)
    if of_match and view != "map":
        raise BadInput("--view only works with runs. Leave it out: a match is drawn as a map.")
    if svg is not None and (of_match or view != "map"):
        what = "A match" if of_match else "A view"
        raise BadInput(f"{what} can be drawn as PNG, GIF or MP4, but not as SVG. Use --png FILE.")
    with _opened(file, of_match=of_match) as recording:
        makers = _makers(recording, view, robot, at_s, speed)
        if csv_folder is not None:
            for table in makers.tables(csv_folder, overwrite=overwrite):
                show(table)
        for picture in filter(None, (png, svg)):
            make_file(picture, overwrite, makers.picture)
        for film in filter(None, (gif, mp4)):
            make_file(film, overwrite, makers.film)
    return 0


def _opened(file: Path, *, of_match: bool) -> Recording | MatchRecording:
    if of_match:  # the contest is a part that can be left out
        from wsusim.ciber.recorded.match_reader import MatchRecording

        return MatchRecording(file)
    from wsusim.recording.reader import Recording

    return Recording(file)


class _Makers(NamedTuple):
    """What makes tables in a folder, a picture and a film of a recording."""

    tables: Callable[..., list[Path]]
    picture: Callable[[Path], None]
    film: Callable[[Path], None]


def _makers(
    recording: Recording | MatchRecording,
    view: str,
    robot: int,
    at_s: float | None,
    speed: float | None,
) -> _Makers:
    from wsusim.recording.reader import Recording

    if not isinstance(recording, Recording):
        from wsusim.ciber.recorded.match_drawing import export_match_film, export_ways
        from wsusim.ciber.recorded.match_tables import export_match_csv

        return _Makers(
            partial(export_match_csv, recording),
            partial(export_ways, recording),
            partial(export_match_film, recording, speed=speed),
        )
    from wsusim.recording.export_animation import export_animation
    from wsusim.recording.export_csv import export_csv
    from wsusim.recording.export_picture import export_picture
    from wsusim.recording.export_view import ViewChoice, export_view_film, export_view_picture

    picture: Callable[[Path], None] = partial(export_picture, recording)
    film: Callable[[Path], None] = partial(export_animation, recording, speed=speed)
    if view != "map":
        choice = ViewChoice(cast("ViewName", view), robot - 1)
        tick = None if at_s is None else seconds_to_ticks(at_s)
        picture = partial(export_view_picture, recording, choice=choice, tick=tick)
        film = partial(export_view_film, recording, choice=choice, speed=speed)
    return _Makers(partial(export_csv, recording), picture, film)
