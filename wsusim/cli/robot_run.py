"""``run --robot serial:PORT``: the same controllers on a real robot."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click
from click.core import ParameterSource

from wsusim.backends.serial_line.address import parse_address
from wsusim.cli.console import Console
from wsusim.errors import BadInput
from wsusim.session.real_run import (
    REAL_PATIENCE_S,
    RealRunReport,
    RealRunRequest,
    execute_real,
)

FOR_SIMULATION = (
    "maze",
    "seed",
    "starts",
    "is_ideal",
    "speed",
    "timing",
    "decision",
    "profile",
    "moment",
    "record",
)
"""Parameters of ``run`` that mean nothing to a real robot."""

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
) -> int:
    """Run one controller on the robot at ``serial:PORT``; return the exit code."""
    _refuse_simulation()
    if len(controllers) != 1:
        raise BadInput("A real robot takes one controller. For two robots, start two runs.")
    request = RealRunRequest(
        controllers[0],
        parse_address(robot),
        time_s=time_s,
        is_isolated=is_isolated,
        patience_s=REAL_PATIENCE_S if patience_s is None else patience_s,
    )
    output = sys.stdout
    console = Console(sys.stderr if wants_json else output, robots=1)
    with _signals_stop():
        report = execute_real(request, console)
    console.finish()
    click.echo(json.dumps(report.to_json()) if wants_json else _summary(report), file=output)
    return report.exit_code


def _refuse_simulation() -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name
        given = context.get_parameter_source(name or "") is ParameterSource.COMMANDLINE
        if name in FOR_SIMULATION and given:
            raise BadInput(
                f"{parameter.opts[0]} is for simulated robots; a real one can't follow it. "
                "Leave it out, or leave --robot serial:... out."
            )


@contextmanager
def _signals_stop() -> Iterator[None]:
    """Let the signals that end a program stop the robot first, as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # not on Windows
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
