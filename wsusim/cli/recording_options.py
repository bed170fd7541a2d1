"""What the options of ``run`` and ``emulate`` about recordings mean."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from wsusim.errors import BadInput
from wsusim.runs.request import RecordingWish

TICK_MS = 10


def recording_wish(file: Path | None, overwrite: bool, sample_ms: int) -> RecordingWish | None:
    """Return what to record; ask before a file is replaced, where there is somebody to ask.

    Raises:
        BadInput: The interval is no whole number of ticks.
    """
    if file is None:
        return None
    if sample_ms % TICK_MS:
        raise BadInput(
            f"The sample interval is {sample_ms} ms, but it must be a multiple of {TICK_MS} ms: "
            "10, 20, 30 ..."
        )
    if file.is_file() and not overwrite and sys.stdin.isatty() and sys.stderr.isatty():
        overwrite = click.confirm(f"{file} already exists. Replace it?", err=True)
    return RecordingWish(file, overwrite, sample_ms // TICK_MS)
