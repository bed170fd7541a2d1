"""``run --robot serial:PORT``: the same controllers on a real robot."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import click
from click.core import ParameterSource

from wsusim.backends.serial_line.address import parse_address
from wsusim.cli.console import Console
from wsusim.cli.output import write_result
from wsusim.cli.recording_options import recording_json
from wsusim.errors import BadInput
from wsusim.formats.profile import load_profile
from wsusim.model.units import PULSE_MM
from wsusim.model.world import World
from wsusim.runs.recorded.record import RecordingWish
from wsusim.runs.request import RunRequest, parse_start
from wsusim.runs.sources.real_log import RealLog
from wsusim.runs.sources.real_run import (
    REAL_PATIENCE_S,
    RealRunReport,
    RealRunRequest,
    execute_real,
)
from wsusim.runs.staging import stage

FOR_SIMULATION = (
    "seed",
    "is_ideal",
    "speed",
    "timing",
    "decision",
    "moment",
)
"""Parameters of ``run`` that mean nothing to a real robot."""

FOR_RECORDING = ("maze", "starts", "profile", "overwrite", "sample_ms")
"""Parameters of ``run`` that mean something to a real robot only when its run is recorded."""

ENDING_SIGNALS = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP")
"""Signals beside Ctrl-C's that end a run; Windows has few. At Ctrl-Z the program would stand still
and its robot drive on."""

_OUTCOMES = {
    "finished": "The controller came to its end",
    "time": "Time is up",
    "error": "The controller failed",
    "unresponsive": "The controller stopped answering",
    "stopped": "Stopped",
}


def run_on_robot(
    controllers: tuple[str, ...],
    robot: str,
    *,
    time_s: float | None,
    is_isolated: bool,
    patience_s: float | None,
    wants_json: bool,
    maze: str,
    starts: tuple[str, ...],
    profile: str | None,
    wish: Callable[[], RecordingWish] | None,
) -> int:
    """Run one controller on the robot at ``serial:PORT``; return the exit code.

    ``wish`` says what to record; it may ask a person.
    """
    _refuse_simulation(is_recorded=wish is not None)
    if len(controllers) != 1:
        raise BadInput("A real robot takes one controller. For two robots, start two runs.")
    request = RealRunRequest(
        controllers[0],
        parse_address(robot),
        time_s=time_s,
        is_isolated=is_isolated,
        patience_s=REAL_PATIENCE_S if patience_s is None else patience_s,
        world=_place(maze, starts),
        pulse_mm=PULSE_MM if profile is None else load_profile(profile).pulse_mm,
    )
    output = sys.stdout
    console = Console(sys.stderr if wants_json else output, robots=1)
    log = None if wish is None else RealLog(wish(), console.noticed)
    try:
        with _signals_stop():
            report = execute_real(request, console, log=log)
    finally:
        if log is not None:
            log.cut_off()
    console.finish()
    if wants_json:
        values = report.to_json()
        if log is not None and log.wish is not None:
            values["recording"] = recording_json(log.wish.file, log.troubles, log.figures)
        write_result(json.dumps(values), output)
    else:
        write_result(_summary(report), output)
    return report.exit_code


def _place(maze: str, starts: tuple[str, ...]) -> World | None:
    """Return where the robot stands, as the command line says; ``None``: it says nothing.

    Raises:
        BadInput: There is no such maze, or more than one start.
    """
    if len(starts) > 1:
        raise BadInput(f"There are {len(starts)} starts, but there is one real robot.")
    if not starts and not _is_given("maze"):
        return None
    request = RunRequest(("",), maze, starts=tuple(parse_start(text) for text in starts))
    return stage(request)


def _is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def _refuse_simulation(*, is_recorded: bool) -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in FOR_RECORDING and not is_recorded and _is_given(name):
            raise BadInput(
                f"{parameter.opts[0]} goes with --record: it says how a recording shows the real "
                "robot. Add --record FILE, or leave it out."
            )
        if name in FOR_SIMULATION and _is_given(name):
            raise BadInput(
                f"{parameter.opts[0]} is for simulated robots; a real one can't follow it. "
                "Leave it out, or leave --robot serial:... out."
            )


@contextmanager
def _signals_stop() -> Iterator[None]:
    """Let the signals that end or suspend a program stop the robot first, as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    names = [name for name in ENDING_SIGNALS if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _summary(report: RealRunReport) -> str:
    lines = [f"{_OUTCOMES[report.outcome]} after {report.time_s:.2f} s on the {report.kind}."]
    if report.error is not None:
        lines.append(report.error.text)
    lines.append(f"{report.port}, {report.baud} baud: {report.line_text}")
    lines.append(
        "The robot has confirmed that its motors are at zero."
        if report.is_stopped
        else "THE ROBOT MAY STILL BE DRIVING: lift it up or switch it off."
    )
    return "\n".join(lines)
