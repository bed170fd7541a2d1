"""``--debug``: lets an editor debug the controllers of a run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wsusim.cli.output import tell
from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.runs.request import RunRequest

LAST_PORT = 65535


def debugged_from_outside(request: RunRequest, place: str, is_isolated: bool | None) -> RunRequest:
    """Return a request whose controllers wait for an editor.

    Args:
        request: What is to run.
        place: ``PORT`` or ``HOST:PORT``.
        is_isolated: What the person has chosen about processes.

    Raises:
        BadInput: The combination is impossible.
    """
    from wsusim.control.debugging.outside_editor import OutsideEditor

    if is_isolated is False:
        raise BadInput(
            "Only a controller in a process of its own can be debugged. Leave out --no-isolate."
        )
    if request.is_sandboxed:
        raise BadInput(
            "A locked-in program can't be reached by a debugger. Leave out --sandbox, if you trust "
            "the program."
        )
    host, port = parse_place(place)
    return replace(request, is_isolated=True, debugger=OutsideEditor(host, port, tell))


def parse_place(place: str) -> tuple[str, int]:
    """Return host and port of ``PORT`` or ``HOST:PORT``; raises ``BadInput``.

    Example:
        >>> parse_place("5678"), parse_place("0.0.0.0:5679")
        (('localhost', 5678), ('0.0.0.0', 5679))
    """
    host, _, port = place.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) <= LAST_PORT):
        raise BadInput(
            f"--debug is {place!r}, but it must be a port, 1 to {LAST_PORT}, or HOST:PORT "
            "(localhost:5678)."
        )
    return host or "localhost", int(port)
