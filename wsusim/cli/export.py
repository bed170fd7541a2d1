"""``export``: export a recording as tables, a picture or a film."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from wsusim.cli.options import FOLDER, MadeFile, Number, robot_number
from wsusim.cli.output import make_file, show
from wsusim.cli.renamed import note
from wsusim.errors import BadInput
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds
from wsusim.recording.export_format import Choices, ExportFormat, Group
from wsusim.recording.export_table import export_formats, export_with, in_words

if TYPE_CHECKING:
    from wsusim.ciber.recorded.match_reader import MatchRecording
    from wsusim.recording.export_view import ViewName
    from wsusim.recording.reader import Recording


def _at_is_old(ctx: click.Context, _param: click.Parameter, value: float | None) -> float | None:
    if value is not None:
        note(ctx, "--at S", "FILE@S, such as run.mcap@12.5,")
    return value


def _options_of_formats(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command an option for each format."""
    for row in reversed(export_formats().values()):
        flag, metavar = row.option.split()
        kind = MadeFile(row.suffix) if row.suffix else FOLDER
        option = click.option(flag, f"to_{row.name}", type=kind, metavar=metavar, help=row.about)
        command = option(command)
    return command


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE[@S]")
@_options_of_formats
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
    speed: float | None,
    view: str,
    robot: int,
    at_s: float | None,
    overwrite: bool,
    **places: Path | None,
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
    formats = export_formats()
    wanted = {name: place for name in formats if (place := places[f"to_{name}"]) is not None}
    if not wanted:
        raise BadInput(f"Choose what to export: {in_words(formats.values())}.")
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
    rows = _rows(wanted, view, of_match=of_match)
    choices = _choices(view, robot, at_s, speed, overwrite)
    with _opened(file, of_match=of_match) as recording:
        for row in rows:
            _export(row, recording, wanted[row.name], choices)
    return 0


def _rows(wanted: Mapping[str, Path], view: str, *, of_match: bool) -> list[ExportFormat]:
    """Return the chosen formats, in the table's order; raises ``BadInput`` if there are none."""
    if of_match:  # the contest is a part that can be left out
        from wsusim.ciber.recorded.match_exports import ROWS

        what, able = "A match", {row.name: row for row in ROWS}
    else:
        drawn = (Group.PICTURE, Group.FILM)
        what, able = (
            "A view",
            {
                name: row
                for name, row in export_formats().items()
                if view == "map" or row.has_views or row.group not in drawn
            },
        )
    if unable := [name.upper() for name in wanted if name not in able]:
        others = in_words(row for row in able.values() if of_match or row.has_views)
        raise BadInput(f"{what} can't be exported as {' or '.join(unable)}. Use {others}.")
    return [able[name] for name in wanted]


def _choices(
    view: str, robot: int, at_s: float | None, speed: float | None, overwrite: bool
) -> Choices:
    if view == "map":
        return Choices(speed=speed, overwrite=overwrite)
    from wsusim.recording.export_view import ViewChoice

    tick = None if at_s is None else seconds_to_ticks(at_s)
    return Choices(ViewChoice(cast("ViewName", view), robot - 1), tick, speed, overwrite)


def _export(row: ExportFormat, recording: Any, place: Path, choices: Choices) -> None:
    """Make a file or fill a folder, and show what was written."""
    if row.suffix:
        write = partial(export_with, row, recording, choices=choices)
        make_file(place, choices.overwrite, write, row.begins)
        return
    from wsusim.recording.csv_tables import TablesExist

    try:
        for table in export_with(row, recording, place, choices):
            show(table)
    except TablesExist as error:
        raise BadInput(f"{error} Choose another folder, or add --overwrite.") from None


def _opened(file: Path, *, of_match: bool) -> Recording | MatchRecording:
    if of_match:
        from wsusim.ciber.recorded.match_reader import MatchRecording

        return MatchRecording(file)
    from wsusim.recording.reader import Recording

    return Recording(file)
