"""``run``: drive a robot with a controller."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from wsusim.cli.debugging import debugged_from_outside
from wsusim.cli.options import (
    PORT,
    RECORD,
    RESULT_AS_JSON,
    SENSOR_LAW,
    recording_options,
    refuse_simulation,
    refuse_with_from,
    where_it_stands,
)
from wsusim.cli.output import refusal_as_json, write_result
from wsusim.cli.publishing import (
    CONSOLE_HELP,
    PUBLISH_HELP,
    WATCHED_SPEED,
    driven_by,
    published,
    share,
)
from wsusim.interrupts import INTERRUPTS, TERMINAL_SIGNALS
from wsusim.model.extras import EXTRAS
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


@click.command()
@click.argument("controllers", nargs=-1, required=True, metavar="CONTROLLER...")
@click.option("--maze", default="rooms", metavar="MAZE", help="Built-in maze or maze file.")
@click.option("--seed", default=1, help="The same seed gives exactly the same run.")
@click.option(
    "--time",
    "time_s",
    type=float,
    metavar="S",
    help="Simulated seconds after which it stops. Default: the maze's limit, or 1800.",
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
    metavar="FILE|NAME",
    help=(
        "Use a measured robot's profile (see calibrate), or a ready one: class-a to class-f. For "
        "a real robot: its pulse size, for the recording."
    ),
)
@click.option(
    "--sensor-model",
    type=SENSOR_LAW,
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
    "--variables",
    "has_variables",
    is_flag=True,
    help="Record what the controllers' variables hold at each wait.",
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
    help="Pace, times real time. Default: as fast as the computer can; shared runs: 1.",
)
@click.option(
    "--timing",
    default="ideal",
    metavar="ideal|serial:BAUD",
    help="Let each exchange take as long as on a serial line.",
)
@click.option(
    "--decision",
    default="free",
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
    "--allow",
    multiple=True,
    type=click.Choice(EXTRAS),
    help="Let controllers use self.goal, self.pose or self.keys, which no real robot can.",
)
@click.option(
    "--patience",
    "patience_s",
    type=float,
    metavar="S",
    help="Seconds a controller may go without using its robot. Default: 5; real robots: 2.",
)
@click.option(
    "--memory",
    "memory_mb",
    type=click.IntRange(256, 1_000_000),
    default=1024,
    metavar="MB",
    help="Memory a controller may use, in MB. [default: 1024]",
)
@click.option(
    "--from",
    "moment",
    metavar="FILE.mcap@S",
    help="Start at second S of a recording, with its maze, seed and options.",
)
@RECORD
@click.option("--publish", metavar="[HOST:]PORT", help=PUBLISH_HELP)
@click.option("--console", "console_port", type=PORT, metavar="PORT", help=CONSOLE_HELP)
@click.option(
    "--sample",
    "sample_ms",
    type=click.IntRange(10, 10_000),
    default=20,
    metavar="MS",
    help="Time between recorded samples; a multiple of 10.",
)
@click.option(
    "--record-eye",
    "eye_size",
    metavar="WxH",
    help="Record what each robot's eye sees, 64x48 to 320x240, for other programs.",
)
@click.option(
    "--debug",
    metavar="[HOST:]PORT",
    help="Wait for the debugger of VS Code or PyCharm at this port (see requirements-debug.txt).",
)
@RESULT_AS_JSON
def run(as_json: bool, **asked: Any) -> int:
    """Drive the robots in a maze with controllers.

    CONTROLLER is a Python file, FILE:CLASS if the file has several, or the name of a ready
    controller. If you give several, they are assigned to the maze's robots in order. With
    --publish, "hand" stands for a person who drives from a browser.

    \b
    Examples:
      python main.py run wall_follower
      python main.py run my_robot.py --maze caps --seed 7 --time 60
      python main.py run my_robot.py:Brave --json
      python main.py run my_robot.py --robot serial:/dev/ttyUSB0
      python main.py run my_robot.py --publish 8008

    Exit code: 0 it ran, 1 the controller failed, 2 bad input, 3 the controller stopped answering.
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    with refusal_as_json(as_json):
        return _drive(as_json, **asked)


def _drive(
    wants_json: bool,
    *,
    record: Path | None,
    overwrite: bool,
    sample_ms: int,
    eye_size: str | None,
    publish: str | None,
    console_port: int | None,
    debug: str | None,
    **asked: Any,
) -> int:
    """Do the run, and return its exit code."""
    from wsusim.backends.serial_line.robot_address import is_serial_address

    robot = asked["robot_kind"]
    is_real = robot is not None and is_serial_address(robot)
    if is_real:
        refuse_simulation(len(asked["controllers"]), is_recorded=record is not None)
    request = _request(publish, is_real, **asked)
    if debug is not None:
        request = debugged_from_outside(request, debug, asked["is_isolated"])
    from wsusim.cli import STARTED_S
    from wsusim.cli.console import Console
    from wsusim.cli.run_summary import summary
    from wsusim.hosting.standstill import ended_at_standstill
    from wsusim.runs.run import Run

    request = replace(request, record=recording_options(record, overwrite, sample_ms, eye_size))
    # Kept before the run: while controllers print, sys.stdout is not ours.
    output = sys.stdout
    console = Console(sys.stderr if wants_json else output, robots=len(request.controllers))
    with (
        INTERRUPTS.held_back(),
        INTERRUPTS.also(*TERMINAL_SIGNALS) if is_real else nullcontext(),
        published(publish, console_port) as publisher,
        ended_at_standstill(None if request.is_isolated else request.patience_s),
    ):
        driving = Run(request, [console], started_s=STARTED_S)
        share(driving, publisher)
        result = driving.execute()
        INTERRUPTS.answer()  # the run has ended for it, and this is told now
    console.finish()
    write_result(json.dumps(result.to_json()) if wants_json else summary(result), output)
    return result.exit_code


def _request(
    publish: str | None,
    is_real: bool,
    *,
    controllers: tuple[str, ...],
    starts: tuple[str, ...],
    timing: str,
    decision: str,
    figures: tuple[str, ...],
    moment: str | None,
    is_isolated: bool | None,
    speed: float | None,
    patience_s: float | None,
    allow: tuple[str, ...],
    **asked: Any,
) -> RunRequest:
    """Return the requested run, without its recording; raises ``BadInput``."""
    if moment is not None:
        refuse_with_from(parse_moment(moment))
    usual_patience_s = REAL_PATIENCE_S if is_real else PATIENCE_S
    is_shared_pace = bool(publish) and speed is None and not is_real
    request = RunRequest(
        driven_by(controllers, publish),
        starts=tuple(map(parse_start, starts)),
        is_isolated=is_real or asked["is_sandboxed"] if is_isolated is None else is_isolated,
        speed=WATCHED_SPEED if is_shared_pace else speed,
        baud=parse_timing(timing),
        patience_s=usual_patience_s if patience_s is None else patience_s,
        decision_factor=parse_decision(decision),
        parameters=dict(map(parse_parameter, figures)),
        allowed=() if is_real else tuple(sorted({*allow, "episodes"})),
        begin_at=None if moment is None else parse_moment(moment),
        **asked,
    )
    if not is_real:
        return request
    return replace(  # what it stands in; and nothing simulates it
        request,
        maze=where_it_stands(asked["maze"], starts),
        real_robot=request.robot_kind,
        robot_kind=None,
        profile=None,
        sensor_model=None,
        pulse_mm=_pulse_mm(request.profile),
    )


def _pulse_mm(profile: str | None) -> float:
    """Return the distance that a wheel rolls for a pulse, measured or usual."""
    if profile is None:
        return PULSE_MM
    from wsusim.formats.profile import load_profile

    return load_profile(profile).pulse_mm
