"""The command line's two outputs, made fit for every terminal, file and pipe."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn, TextIO

import click

from wsusim.errors import BadInput
from wsusim.model.text import printable

ENDING_SIGNALS = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP")
"""Signals beside Ctrl-C's that end a run; Windows has few. At Ctrl-Z the program would stand still
and its robot drive on."""


def prepare_output() -> None:
    """Make both outputs usable: closed ones swallow everything, and any character can be shown."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def show(text: object) -> None:
    """Write a text to standard output; what names and prints of others hold can't do anything."""
    click.echo(harmless(str(text)))


def tell(message: str) -> None:
    """Write a message for a person to standard error."""
    with suppress(OSError, ValueError):
        click.echo(harmless(message), err=True)


def harmless(text: str) -> str:
    """Return text whose control characters, but for line ends and tabs, are shown as escapes."""
    return "\n".join(printable(line, keep="\t") for line in text.split("\n"))


def write_result(text: str, output: TextIO) -> None:
    """Write what a command was called for; a reader that has gone (``| head``) is no mistake.

    Raises:
        BadInput: The result can't be written, a full disk for example.
    """
    try:
        click.echo(harmless(text), file=output)
        output.flush()
    except BrokenPipeError:
        return
    except ValueError:
        raise BadInput(
            "The result can't be shown, because the controller has closed standard output. With "
            "--isolate it has an output of its own."
        ) from None
    except OSError as error:
        raise BadInput(
            f"The result can't be written to standard output: {error}. Free some space, or send "
            "it somewhere else."
        ) from None


def leave(exit_code: int) -> NoReturn:
    """Exit at once, whatever threads and exit handlers a controller has left behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        # Not only what a file raises: a student may have put anything there.
        with suppress(Exception):
            stream.flush()
    os._exit(exit_code)


@contextmanager
def signals_stop() -> Iterator[None]:
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
