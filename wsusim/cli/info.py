"""``info``: say what a recording is."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wsusim.cli.output import show


@click.command(short_help="Say what a recording is.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def info(file: Path, as_json: bool) -> int:
    """Say what a recording is: run, maze, controllers, versions, how it ended.

    Exit code: 0, also for one that needs repair (it says so); 2 when FILE is no recording.
    """
    from wsusim.recording.info import as_text, describe

    facts = describe(file)
    show(json.dumps(facts.to_json()) if as_json else as_text(facts))
    return 0
