"""The command line's two outputs, made fit for every terminal, file and pipe."""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO

import click

from wsusim.errors import BadInput


def prepare_output() -> None:
    """Make both outputs usable: closed ones swallow everything, and any character can be shown."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def tell(message: str) -> None:
    """Write a message for a person to standard error."""
    with suppress(OSError, ValueError):
        click.echo(message, err=True)


def write_result(text: str, output: TextIO) -> None:
    """Write what a command was called for; a reader that has gone (``| head``) is no mistake.

    Raises:
        BadInput: The result can't be written, a full disk for example.
    """
    try:
        click.echo(text, file=output)
        output.flush()
    except BrokenPipeError:
        return
    except (OSError, ValueError) as error:
        raise BadInput(
            f"The result can't be written to standard output: {error}. "
            "Make room, or send it elsewhere."
        ) from None


def leave(exit_code: int) -> NoReturn:
    """Exit at once, whatever threads and exit handlers a controller has left behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        # Not only what a file raises: a student may have put anything there.
        with suppress(Exception):
            stream.flush()
    os._exit(exit_code)
