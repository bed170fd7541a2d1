"""``emulate``: put a simulated Khepera on a serial port."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsusim.cli.options import RECORD, recording_options
from wsusim.cli.output import show, tell
from wsusim.cli.publishing import PUBLISH_HELP, published, share
from wsusim.interrupts import INTERRUPTS
from wsusim.runs.observer import RunObserver

if TYPE_CHECKING:
    from wsusim.emulator.emulation import OpenPort

ANSWER_ENDS = {"crlf": b"\r\n", "cr": b"\r", "lf": b"\n"}

SAMPLE_MS = 20
"""Readings and poses are recorded this often."""

STOP_WITH = "Stop with Ctrl-C."


@click.command()
@click.option("--maze", metavar="MAZE", help="Built-in maze or maze file. Default: an empty arena.")
@click.option(
    "--link", type=click.Path(path_type=Path), help="Create a symbolic link to the port here."
)
@click.option(
    "--tcp", metavar="[HOST:]PORT", help="Use a network port; by default, for this computer only."
)
@click.option(
    "--rfc2217", is_flag=True, help="Offer a serial port over the network, including its settings."
)
@click.option(
    "--robots",
    type=int,
    metavar="N",
    help="Number of robots, with one port each. Default: those of the maze, or 1.",
)
@click.option("--baud", default=9600, help="Speed of the serial line; 0 answers at once.")
@click.option("--robot", "kind", metavar="KIND|FILE", help="A kind, or a robot file.")
@click.option("--speed", default=1.0, metavar="X", help="Pace, times real time.")
@click.option(
    "--eol",
    "answer_end",
    type=click.Choice(list(ANSWER_ENDS)),
    default="crlf",
    help="Line ending of answers; real robots use crlf.",
)
@click.option("--seed", default=1, help="Seed for the noise.")
@RECORD
@click.option("--publish", metavar="[HOST:]PORT", help=PUBLISH_HELP)
@click.option(
    "--window", is_flag=True, help="Show the robots in a window; closing it stops the emulator."
)
def emulate(
    baud: int,
    answer_end: str,
    record: Path | None,
    overwrite: bool,
    publish: str | None,
    window: bool,
    **asked: Any,
) -> int:
    """Put simulated Kheperas on serial ports, for programs written for the real robot.

    The port is a pseudo-terminal: a program opens it by its path, just like /dev/ttyUSB0. With
    --tcp it is a network port: use socket://HOST:PORT with pyserial, or telnet to try it by hand.

    \b
    Examples:
      python main.py emulate --maze rooms --link /tmp/khepera
      python main.py emulate --tcp 5331 --robots 2
      python main.py emulate --maze rooms --record lab.mcap --window
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.emulator.emulation import EmulationRequest
    from wsusim.runs.run import Run
    from wsusim.runs.sources.emulated import EmulatedRobots
    from wsusim.runs.unfinished import finish_recording

    program = None
    if window:
        from wsusim.cli.window import window_program

        program = window_program()
    request = EmulationRequest(baud=baud or None, answer_end=ANSWER_ENDS[answer_end], **asked)
    recording = recording_options(record, overwrite, SAMPLE_MS)
    tell("Switching the robots on (after an update this takes a minute or more) ...")
    with INTERRUPTS.held_back():
        source = EmulatedRobots(request, recording)
        run = Run(source.request, [_Notes()], source=source)
        try:
            with published(publish) as publisher:
                source.emulation.emulator.on_ready = partial(
                    _show_ports, source.ports, is_paced=bool(baud), has_window=window
                )
                share(run, publisher)
                if program is None:
                    run.execute()
                else:
                    program.main([], run)
        finally:
            if not run.close() and program is None:  # a window has waited already
                finish_recording(run, tell)
        INTERRUPTS.answer()
    show("Stopped. All motors are at zero and the ports are closed.")
    return 0


def _show_ports(ports: Sequence[OpenPort], *, is_paced: bool, has_window: bool) -> None:
    """Show where the robots are, now that they answer."""
    for port in ports:
        pace = f"{port.baud} baud" if is_paced else "no serial line delay"
        show(f"Robot {port.robot + 1} ({port.title}, {pace}): {port.address}")
        if port.is_public:
            tell("note: anyone on the network can drive this robot.")
    show("Stop with Ctrl-C, or by closing the window." if has_window else STOP_WITH)


class _Notes(RunObserver):
    """Writes what wsusim remarks to standard error."""

    def noticed(self, tick: int, text: str) -> None:
        """Write a remark."""
        tell(f"note: {text}")
