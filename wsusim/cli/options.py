"""What options of several commands mean, and which exclude each other; light to load."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from wsusim.cli.renamed import renamed
from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.model.world import World
    from wsusim.runs.request import Moment, RecordingOptions

Command = Callable[..., Any]
Option = Callable[[Command], Command]
"""What ``click.option`` and ``click.argument`` return."""

FILE = click.Path(path_type=Path, dir_okay=False)
"""A file to be read or written."""

TASK = click.Path(path_type=Path)
"""An assignment's file, or a lesson: its file, its folder, or the name of one of wsusim's."""

FOLDER = click.Path(path_type=Path, file_okay=False)
PORT = click.IntRange(0, 65535)
"""A port of this computer; 0: any free one."""


def _is_json(value: str) -> bool:
    if value not in ("text", "json"):
        raise BadInput(f"--report is {value!r}, but it must be text or json.")
    return value == "json"


RECORDING = click.argument("file", type=click.Path(path_type=Path))
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
RESULT_AS_JSON = renamed(
    "--json",
    "as_json",
    is_flag=True,
    old={"--report": _is_json},
    help="Print the result as JSON instead of text.",
)
SENSOR_LAW = click.IntRange(1, 2)


def robot_number(help_text: str) -> Option:
    """Return the option for the robot of a recording."""
    return renamed(
        "--robot-number",
        "robot",
        old="--robot",
        type=click.IntRange(min=1),
        metavar="N",
        default=1,
        help=help_text,
    )


def together(*options: Option) -> Option:
    """Return one decorator that gives a command several options."""

    def give(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return give


RECORD = together(
    click.option(
        "--record",
        type=FILE,
        metavar="FILE.mcap",
        help="Record everything the robots do; see replay, info and export.",
    ),
    click.option("--overwrite", is_flag=True, help="Let --record replace an existing file."),
)


class Number(click.FloatRange):
    """A number in a range. Click itself accepts ``nan``, as neither too small nor too large."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or refuse it in a sentence."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{number} is not a number that can be used here.", param, ctx)
        return number


class MadeFile(click.Path):
    """A file to be made, whose suffix says what it contains: ``way.png``."""

    def __init__(self, *suffixes: str) -> None:
        super().__init__(path_type=Path, dir_okay=False)
        self.suffixes = suffixes

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        """Return the file, or refuse its name in a sentence."""
        file = Path(os.fsdecode(super().convert(value, param, ctx)))
        if file.suffix.lower() not in self.suffixes:
            self.fail(
                f"The file's name must end in {' or '.join(self.suffixes)}, for example "
                f"{file.stem or 'run'}{self.suffixes[0]}, but it is {str(value)!r}.",
                param,
                ctx,
            )
        return file


TICK_MS = 10
DECIDED = (
    "maze",
    "seed",
    "robot_kind",
    "starts",
    "is_ideal",
    "timing",
    "decision",
    "profile",
    "sensor_model",
)
"""Parameters of ``run`` that a recording decides."""
FOR_SIMULATION = ("is_ideal", "speed", "timing", "decision", "moment", "eye_size")
"""Parameters of ``run`` that mean nothing to a real robot."""
FOR_RECORDING = ("overwrite", "sample_ms")
"""Parameters of ``run`` that mean something to a real robot only when its run is recorded."""


def check_cylinder(diameter_mm: float | None) -> None:
    """Raise ``BadInput`` for the width of an impossible cylinder."""
    if diameter_mm is not None and not 1.0 <= diameter_mm <= 500.0:
        raise BadInput(f"The cylinder is {diameter_mm:g} mm wide, but it must be 1 to 500 mm.")


DECIDED_BY_PLACE = ("maze", "seed", "starts")
"""What is left of these where a simulation goes on from a real robot's run."""


def refuse_with_from(moment: Moment) -> None:
    """Raise ``BadInput`` if the current command was given an option that ``--from`` decides.

    A simulation that goes on from a real robot's run decides noise, timing and profile itself.
    """
    is_branch = _is_of_a_real_robot(moment.file)
    for option in _given(DECIDED_BY_PLACE if is_branch else DECIDED):
        raise BadInput(
            f"{option} can't be used with --from: the maze, seed, robots, noise and timing come "
            "from the recording. Leave it out."
        )


def _is_of_a_real_robot(file: Path) -> bool:
    from wsusim.recording.reader import Recording

    try:
        with Recording(file) as recording:
            return recording.header.real_robot is not None
    except BadInput:
        return False  # what is wrong with it is said when the run begins


def refuse_simulation(controllers: int, *, is_recorded: bool) -> None:
    """Raise ``BadInput`` if the current command was given what a real robot can't follow."""
    for option in _given(() if is_recorded else FOR_RECORDING):
        raise BadInput(f"{option} only works with --record. Add --record FILE, or leave it out.")
    for option in _given(FOR_SIMULATION):
        raise BadInput(
            f"{option} only works with simulated robots. Leave it out, or leave out "
            "--robot serial:..."
        )
    if controllers != 1:
        raise BadInput("A real robot takes one controller. For two robots, start two runs.")


def where_it_stands(maze: str, starts: tuple[str, ...]) -> str | World:
    """Return the maze of a real robot; an empty floor if the command line names none.

    Raises:
        BadInput: There is more than one start.
    """
    from wsusim.runs.sources.real import FLOOR

    if len(starts) > 1:
        raise BadInput(f"There are {len(starts)} starts, but there is one real robot.")
    return maze if starts or list(_given(("maze",))) else FLOOR


def recording_options(
    file: Path | None, overwrite: bool, sample_ms: int, eye_size: str | None = None
) -> RecordingOptions | None:
    """Return what to record; ask before a file is replaced, if there is a terminal.

    Raises:
        BadInput: The interval is no whole number of ticks, or no eye has pictures of that size.
    """
    from wsusim.runs.request import RecordingOptions, parse_picture_size

    eye_px = None if eye_size is None else parse_picture_size(eye_size)
    if file is None:
        for option in _given(("eye_size",)):
            raise BadInput(f"{option} only works with --record. Add --record FILE.mcap.")
        return None
    if sample_ms % TICK_MS:
        raise BadInput(
            f"The sample interval is {sample_ms} ms, but it must be a multiple of {TICK_MS} ms: "
            "10, 20, 30 ..."
        )
    if file.is_file() and not overwrite and sys.stdin.isatty() and sys.stderr.isatty():
        overwrite = click.confirm(f"{file} already exists. Replace it?", err=True)
    return RecordingOptions(file, overwrite, sample_ms // TICK_MS, eye_px)


def _given(names: Sequence[str]) -> Iterator[str]:
    """Yield the current command's options that were given on the command line."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in names and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            yield parameter.opts[0]
