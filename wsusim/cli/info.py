"""``info``: show what is in a recording."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wsusim.cli.options import AS_JSON, RECORDING
from wsusim.cli.output import show


@click.command()
@RECORDING
@AS_JSON
def info(file: Path, as_json: bool) -> int:
    """Show what is in a recording: run, maze, controllers, versions, and how it ended.

    FILE may also be a log of the CiberMouse contest (XML): its robots and their scores.

    Exit code: 0, even if it needs repair (you are told); 2 if FILE is neither.
    """
    from wsusim.ciber.log import describe_log, is_log
    from wsusim.ciber.recorded.kind import is_match
    from wsusim.ciber.recorded.match_info import describe_match
    from wsusim.recording.info import describe

    tell = describe_match if is_match(file) else describe_log if is_log(file) else describe
    facts = tell(file)
    show(json.dumps(facts.to_json()) if as_json else facts.as_text())
    return 0
