"""``run``: drive the robots of a maze with controllers."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from wsusim.cli.options import (
    FILE,
    recording_wish,
    refuse_simulation,
    refuse_with_from,
    where_it_stands,
)
from wsusim.cli.publishing import CONSOLE_HELP, PUBLISH_HELP, WATCHED_SPEED, driven_by
from wsusim.cli.refusal import refusal_as_json
from wsusim.model.units import PULSE_MM
from wsusim.runs.request import (
    PATIENCE_S,
    REAL_PATIENCE_S,
    RunRequest,
    parse_decision,
    parse_moment,
    parse_parameter,
    parse_start,
    parse_timing,
)


@click.command(short_help="Drive a robot with a controller.")
@click.argument("controllers", nargs=-1, required=True, metavar="CONTROLLER...")
@click.option("--maze", default="rooms", show_default=True, help="Built-in maze or maze file.")
@click.option(
    "--seed", default=1, show_default=True, help="The same seed gives exactly the same run."
)
@click.option(
    "--time",
    "time_s",
    type=float,
    help="Stop after this many simulated seconds. Default: the maze's limit, or 1800.",
)
@click.option(
    "--robot",
    "robot_kind",
    metavar="KIND|FILE|serial:PORT",
    help=(
        "khepera1, khepera2, epuck, thymio or a robot file; or a real Khepera: "
        "serial:/dev/ttyUSB0?baud=9600, serial:auto."
    ),
)
@click.option(
    "--profile",
    metavar="FILE",
    help=(
        "Use a measured robot's profile (see calibrate). For a real robot: its pulse size, for "
        "the recording."
    ),
)
@click.option(
    "--sensor-model",
    "sensor_model",
    type=click.IntRange(1, 2),
    metavar="1|2",
    help="How proximity sensors see: 2 by the angle things cover (usual), 1 by seven rays.",
)
@click.option(
    "--start",
    "starts",
    multiple=True,
    metavar="X,Y,DEG",
    help="Start position in mm and heading in degrees; repeat it for each robot.",
)
@click.option(
    "--ideal", "is_ideal", is_flag=True, help="No noise; all sensors and motors identical."
)
@click.option(
    "--isolate/--no-isolate",
    "is_isolated",
    default=None,
    help="Run each controller in its own process. Default for real robots: yes.",
)
@click.option(
    "--sandbox",
    "is_sandboxed",
    is_flag=True,
    help="For code you don't trust: no network, no files, no other programs (Linux).",
)
@click.option(
    "--speed",
    type=float,
    metavar="X",
    help="Pace of the run; 1 is real time. Default: full speed.",
)
@click.option(
    "--timing",
    default="ideal",
    show_default=True,
    metavar="ideal|serial:BAUD",
    help="Let each exchange take as long as on a serial line.",
)
@click.option(
    "--decision",
    default="free",
    show_default=True,
    metavar="free|measured[:FACTOR]",
    help="Count the controller's computing time; such a run can't be repeated exactly.",
)
@click.option(
    "--set",
    "figures",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a value that controllers define (NEAR = 600 in file or class).",
)
@click.option(
    "--patience",
    "patience_s",
    type=float,
    metavar="S",
    help="Seconds a controller may go without using its robot. Default: 5; real robots: 2.",
)
@click.option(
    "--from",
    "moment",
    metavar="FILE.mcap@S",
    help="Start at second S of a recording, with its maze, seed and options.",
)
@click.option(
    "--record",
    type=FILE,
    metavar="FILE.mcap",
    help="Record the whole run; see replay, info and export.",
)
@click.option("--overwrite", is_flag=True, help="Let --record replace an existing file.")
@click.option("--publish", metavar="[HOST:]PORT", help=PUBLISH_HELP)
@click.option(
    "--console", "console_port", type=click.IntRange(0, 65535), metavar="PORT", help=CONSOLE_HELP
)
@click.option(
    "--sample",
    "sample_ms",
    type=click.IntRange(10, 10_000),
    default=20,
    show_default=True,
    metavar="MS",
    help="Time between recorded samples; a multiple of 10.",
)
@click.option(
    "--record-eye",
    "eye_size",
    metavar="WxH",
    help="Record what each robot's eye sees, 64x48 to 320x240, for other programs.",
)
@click.option("--report", type=click.Choice(["text", "json"]), default="text", show_default=True)
def run(**options: Any) -> int:
    """Drive the robots in a maze with controllers.

    CONTROLLER is a Python file, FILE:CLASS if the file has several, or the name of a ready
    controller. If you give several, they are assigned to the maze's robots in order. With
    --publish, "hand" stands for a person who drives from a browser.

    \b
    Examples:
      python main.py run wall_follower
      python main.py run my_robot.py --maze caps --seed 7 --time 60
      python main.py run my_robot.py:Brave --report json
      python main.py run my_robot.py --robot serial:/dev/ttyUSB0
      python main.py run my_robot.py --publish 8008

    Exit code: 0 it ran, 1 the controller failed, 2 bad input, 3 the controller stopped answering.
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    return _drive(_Options(**options))


@dataclass(frozen=True, slots=True)
class _Options:
    """What stands on the command line."""

    controllers: tuple[str, ...]
    maze: str
    seed: int
    time_s: float | None
    robot_kind: str | None
    profile: str | None
    sensor_model: int | None
    starts: tuple[str, ...]
    is_ideal: bool
    is_isolated: bool | None
    is_sandboxed: bool
    speed: float | None
    timing: str
    decision: str
    figures: tuple[str, ...]
    patience_s: float | None
    moment: str | None
    record: Path | None
    overwrite: bool
    publish: str | None
    console_port: int | None
    sample_ms: int
    eye_size: str | None
    report: str

    @property
    def is_real(self) -> bool:
        """Whether the robot is a real one."""
        from wsusim.backends.serial_line.address import is_serial_address

        return self.robot_kind is not None and is_serial_address(self.robot_kind)


def _drive(options: _Options) -> int:
    """Do the run, and return its exit code."""
    wants_json = options.report == "json"
    with refusal_as_json(wants_json):
        request = _request(options)
        from wsusim.cli import STARTED_S
        from wsusim.cli.console import Console
        from wsusim.cli.output import signals_stop, write_result
        from wsusim.cli.publishing import published, share
        from wsusim.cli.run_summary import summary
        from wsusim.control.hosting.standstill import ended_at_standstill
        from wsusim.runs.run import Run

        wish = recording_wish(
            options.record, options.overwrite, options.sample_ms, options.eye_size
        )
        request = replace(request, record=wish)
        # Kept before the run: while controllers print, sys.stdout is not ours.
        output = sys.stdout
        console = Console(sys.stderr if wants_json else output, robots=len(request.controllers))
        with (
            published(options.publish, options.console_port) as publisher,
            signals_stop() if options.is_real else nullcontext(),
            ended_at_standstill(None if request.is_isolated else request.patience_s),
        ):
            driving = Run(request, [console], started_s=STARTED_S)
            share(driving, publisher)
            result = driving.execute()
        console.finish()
        write_result(json.dumps(result.to_json()) if wants_json else summary(result), output)
        return result.exit_code


def _request(options: _Options) -> RunRequest:
    """Return the run that is wanted, without its recording; raises ``BadInput``."""
    if options.is_real:
        refuse_simulation(len(options.controllers), is_recorded=options.record is not None)
    elif options.moment is not None:
        refuse_with_from()
    request = RunRequest(
        controllers=driven_by(options.controllers, options.publish),
        maze=options.maze,
        seed=options.seed,
        time_s=options.time_s,
        robot_kind=options.robot_kind,
        starts=tuple(map(parse_start, options.starts)),
        is_ideal=options.is_ideal,
        is_isolated=options.is_sandboxed if options.is_isolated is None else options.is_isolated,
        is_sandboxed=options.is_sandboxed,
        speed=WATCHED_SPEED if options.publish and options.speed is None else options.speed,
        baud=parse_timing(options.timing),
        patience_s=PATIENCE_S if options.patience_s is None else options.patience_s,
        decision_factor=parse_decision(options.decision),
        parameters=dict(map(parse_parameter, options.figures)),
        profile=options.profile,
        sensor_model=options.sensor_model,
        begin_at=None if options.moment is None else parse_moment(options.moment),
    )
    return _of_real(request, options) if options.is_real else request


def _of_real(request: RunRequest, options: _Options) -> RunRequest:
    """Return the request for a real robot: what it stands in, and what nobody simulates."""
    return replace(
        request,
        maze=where_it_stands(options.maze, options.starts),
        real_robot=options.robot_kind,
        robot_kind=None,
        is_isolated=True if options.is_isolated is None else options.is_isolated,
        speed=options.speed,
        patience_s=REAL_PATIENCE_S if options.patience_s is None else options.patience_s,
        profile=None,
        sensor_model=None,
        pulse_mm=_pulse_mm(options.profile),
    )


def _pulse_mm(profile: str | None) -> float:
    """Return the way of a wheel for a pulse, measured or usual."""
    if profile is None:
        return PULSE_MM
    from wsusim.formats.profile import load_profile

    return load_profile(profile).pulse_mm
