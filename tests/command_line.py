"""The command line in this process: quicker than a program of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from click.testing import CliRunner

from wsusim.cli import EXIT_BAD_INPUT, cli
from wsusim.errors import WsusimError
from wsusim.jobs.job import Workers


@dataclass(frozen=True)
class Outcome:
    """What a command came to."""

    returncode: int
    stdout: str
    stderr: str
    """Notes, and the words of a refusal."""


def wsusim(words: Sequence[str], workers: Workers | None = None) -> Outcome:
    """Run a command as ``python main.py`` does; faults of its own are let out.

    ``workers`` do its jobs; ``None``: processes, as always.
    """
    result = CliRunner().invoke(cli, list(words), obj=workers, standalone_mode=False)
    if isinstance(result.exception, WsusimError):
        refusal = f"{result.stderr}{result.exception}\n"
        return Outcome(EXIT_BAD_INPUT, result.stdout, refusal)
    if result.exception is not None:
        raise result.exception
    return Outcome(result.return_value or 0, result.stdout, result.stderr)
