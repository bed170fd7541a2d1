"""What the options of ``run`` about recordings mean."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from wsusim.errors import BadInput
from wsusim.recording.writer import WriterFigures
from wsusim.runs.listener import RunListener
from wsusim.runs.recorded.record import RecordingTap, RecordingWish
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest

TICK_MS = 10


def recording_wish(file: Path, overwrite: bool, sample_ms: int) -> RecordingWish:
    """Return what to record; ask before a file is replaced, where there is somebody to ask.

    Raises:
        BadInput: The interval is no whole number of ticks.
    """
    if sample_ms % TICK_MS:
        raise BadInput(
            f"The sample interval is {sample_ms} ms, but it must be a multiple of {TICK_MS} ms: "
            "10, 20, 30 ..."
        )
    if file.is_file() and not overwrite and sys.stdin.isatty() and sys.stderr.isatty():
        overwrite = click.confirm(f"{file} is there already. Replace it?", err=True)
    return RecordingWish(file, overwrite, sample_ms // TICK_MS)


def execute_from(
    moment_text: str, request: RunRequest, listener: RunListener, *, tap: RecordingTap | None
) -> RunReport:
    """Run controllers from a moment of a recording; see ``session.resume``."""
    from wsusim.cli import STARTED_S
    from wsusim.runs.recorded.resume import MutedUntil, parse_moment, resume
    from wsusim.runs.run import execute

    moment = parse_moment(moment_text)
    resumption = resume(moment, request)
    seconds = moment.tick / 100
    if resumption.is_replayed:
        listener.noticed(
            f"The controller is the recorded one, so it runs from the beginning; what it prints is "
            f"shown from {seconds:g} s on."
        )
        listener = MutedUntil(listener, resumption.simulation, moment.tick)
    else:
        listener.noticed(
            f"This controller is another one than was recorded: it begins anew at {seconds:g} s."
        )
    if tap is not None:
        tap.continues(resumption.earlier)
    return execute(
        resumption.request,
        listener,
        started_s=STARTED_S,
        simulation=resumption.simulation,
        tap=tap,
    )


def report_json(report: RunReport, tap: RecordingTap | None) -> dict[str, Any]:
    """Return a report as plain values, with how the recording went."""
    values = report.to_json()
    if tap is not None:
        values["recording"] = recording_json(tap.file, tap.troubles, tap.figures)
    return values


def recording_json(
    file: Path, troubles: list[str], figures: WriterFigures | None
) -> dict[str, Any]:
    """Return how a recording went as plain values."""
    written = None if figures is None else asdict(figures)
    return {"file": str(file), "troubles": troubles, "figures": written}
