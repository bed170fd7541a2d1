"""``watch``: watch a run that another computer shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from wsusim.interrupts import INTERRUPTS

if TYPE_CHECKING:
    from wsusim.runs.run import Run


@click.command()
@click.argument("address")
def watch(address: str) -> int:
    """Watch a shared run in the window; ADDRESS comes from the person who shares it.

    With the address for steering you can pause it, move things, and drive by hand.

    \b
    Example:
      python main.py watch "http://192.168.1.20:8008/#key=9mPpq1M4Yx1wT2aB"
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.live.shared_run import RemoteRobots
    from wsusim.runs.run import Run

    def watched() -> Run:
        source = RemoteRobots(address)
        return Run(source.request, source=source)

    return show_run(watched)


def show_run(make: Callable[[], Run]) -> int:
    """Show a run of another computer in the window until that is closed; return the exit code.

    Raises:
        BadInput: There is no window here (``make`` is then not called), or no such run.
    """
    from wsusim.cli.window import window_program

    program = window_program()
    run = make()
    with INTERRUPTS.held_back():
        try:
            code = program.main([], run)
            assert isinstance(code, int)
        finally:
            run.close()
        INTERRUPTS.answer()
    return code
