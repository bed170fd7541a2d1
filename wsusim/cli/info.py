"""``info``: say what a recording is."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wsusim.cli.options import AS_JSON, RECORDING
from wsusim.cli.output import show


@click.command(short_help="Show what is in a recording.")
@RECORDING
@AS_JSON
def info(file: Path, as_json: bool) -> int:
    """Show what is in a recording: run, maze, controllers, versions, and how it ended.

    Exit code: 0, even if it needs repair (you are told); 2 if FILE is not a recording.
    """
    from wsusim.ciber.recorded.info import describe_match
    from wsusim.ciber.recorded.kind import is_match
    from wsusim.recording.info import describe

    facts = describe_match(file) if is_match(file) else describe(file)
    show(json.dumps(facts.to_json()) if as_json else facts.as_text())
    return 0
