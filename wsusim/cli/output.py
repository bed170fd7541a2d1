"""The command line's two outputs, made safe for every terminal, file and pipe."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn, TextIO

import click

from wsusim.errors import BadInput, ControllerLoadError
from wsusim.interrupts import ignore_all
from wsusim.model.text import printable


def prepare_output() -> None:
    """Make both outputs usable: closed ones discard everything, and any character can be shown."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def show(text: object) -> None:
    """Write a text to standard output, harmless whatever names and prints contain."""
    click.echo(harmless(str(text)))


def tell(message: str) -> None:
    """Write a message for a person to standard error."""
    with suppress(OSError, ValueError):
        click.echo(harmless(message), err=True)


def harmless(text: str) -> str:
    """Return text whose control characters, except line ends and tabs, are shown as escapes."""
    return "\n".join(printable(line, keep="\t") for line in text.split("\n"))


def write_result(text: str, output: TextIO) -> None:
    """Write a command's result; a reader that has gone (``| head``) is no error.

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


def make_file(
    file: Path,
    overwrite: bool,
    write: Callable[[Path], object],
    begins: bytes = b"",
) -> None:
    """Write a file beside its place, move it there when it is complete, and show its name.

    ``begins`` says how replaceable files begin, unless ``formats.atomic`` knows.

    Raises:
        BadInput: There is one already, or it can't be written.
    """
    from wsusim.formats.atomic import KINDS, check_alike, check_replaceable, draft_of

    if file.exists() and not overwrite:
        raise BadInput(
            f"{file} already exists and was left as it is. Choose another name, or add --overwrite."
        )
    suffix = file.suffix.lower()
    if suffix in KINDS:
        check_replaceable(file, suffix)
    else:
        check_alike(file, f"a {suffix} file of wsusim", re.compile(begins, re.DOTALL))
    try:
        with draft_of(file) as draft:
            write(draft)
    except OSError as error:
        raise BadInput(
            f"{file} can't be written ({error.strerror or error}). Choose another place."
        ) from None
    show(file)


@contextmanager
def refusal_as_json(wanted: bool) -> Iterator[None]:
    """Print a refusal as JSON if that is ``wanted``; it is still shown to the person."""
    try:
        yield
    except BadInput as refusal:
        if wanted:
            where = refusal if isinstance(refusal, ControllerLoadError) else None
            error = {
                "file": where.file if where else None,
                "line": where.line if where else None,
                "message": str(refusal),
            }
            show(json.dumps({"outcome": "error", "error": error}))
        raise


def leave(exit_code: int) -> NoReturn:
    """Exit at once, despite threads and exit handlers that a controller has left behind."""
    ignore_all()
    for stream in (sys.stdout, sys.stderr):
        # Not only what a file raises: a student may have put anything there.
        with suppress(Exception):
            stream.flush()
    os._exit(exit_code)
