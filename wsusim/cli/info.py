"""``info``: show what is in a recording."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import click

from wsusim.cli.options import AS_JSON, RECORDING
from wsusim.cli.output import show


class Facts(Protocol):
    """What is known about a file."""

    def to_json(self) -> object:
        """Return it for programs."""

    def as_text(self) -> str:
        """Return it for people."""


@click.command()
@RECORDING
@AS_JSON
def info(file: Path, as_json: bool) -> int:
    """Show what is in a recording: run, maze, controllers, versions, and how it ended.

    FILE may also be a log of the CiberMouse contest (XML): its robots and their scores.

    Exit code: 0, even if it needs repair (you are told); 2 if FILE is neither.

    \b
    Examples:
      python main.py info run.mcap
      python main.py info run.mcap --json
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.recording.match_kind import is_match

    facts = _describe_match(file) if is_match(file) else _describe(file)
    show(json.dumps(facts.to_json()) if as_json else facts.as_text())
    return 0


def _describe_match(file: Path) -> Facts:
    from wsusim.ciber.recorded.match_info import describe_match

    return describe_match(file)


def _describe(file: Path) -> Facts:
    from wsusim.recording.info import describe

    with suppress(ModuleNotFoundError):  # the contest is a part that can be left out
        from wsusim.ciber.log import describe_log, is_log

        if is_log(file):
            return describe_log(file)
    return describe(file)
