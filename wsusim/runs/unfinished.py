"""Waits for recordings of stopped runs that are still being written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wsusim.model.typed_names import as_argument
from wsusim.runs.run import Run

FINISH_S = 60.0
"""A recording is waited for so long once its robots stand: the computer may be busy."""


def finish_recording(run: Run, tell: Callable[[str], object], patience_s: float = FINISH_S) -> None:
    """Wait for what a stopped run still writes, and say so; also say if it stays unfinished."""
    recording = run.request.record
    if recording is None or run.wait(0.0):
        return
    name = recording.file.name
    tell(f"The recording {name} is being finished. To leave it as it is, press Ctrl-C again.")
    if not run.wait(patience_s):
        tell(f"The recording {name} isn't finished. {how_to_keep(recording.file)}")


def how_to_keep(file: Path) -> str:
    """Return what a person can do with an incomplete recording, a sentence."""
    name = as_argument(file.absolute())
    return f"You can keep what was written so far with: python main.py repair {name}"
