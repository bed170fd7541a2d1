"""``repair``: repair a recording that was cut off."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from wsusim.cli.options import AS_JSON, RECORDING
from wsusim.cli.output import show
from wsusim.cli.renamed import renamed


@click.command()
@RECORDING
@renamed(
    "-o",
    "--out",
    "output",
    old="--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the result here and leave the damaged file as it is. Default: replace it.",
)
@click.option("--overwrite", is_flag=True, help="Let --out replace an existing file.")
@AS_JSON
def repair(file: Path, output: Path | None, overwrite: bool, as_json: bool) -> int:
    """Repair a recording that was cut off because wsusim was killed or the disk was full.

    Everything is saved except at most the last second before the cut. An intact file is left as
    it is. Exit code: 0 the file is intact now, 2 nothing could be saved.

    \b
    Example:
      python main.py repair run.mcap --out saved.mcap
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.recording.repair import repair as save_what_is_whole

    report = save_what_is_whole(file, output, overwrite=overwrite)
    if as_json:
        show(json.dumps({**asdict(report), "file": str(report.file)}))
    else:
        show(report.as_text())
    return 0
