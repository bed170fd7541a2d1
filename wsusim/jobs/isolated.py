"""One run of a program, isolated from everything else: the core of most jobs."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wsusim.errors import ControllerLoadError
from wsusim.hosting.host import HostSettings
from wsusim.interrupts import INTERRUPTS
from wsusim.recording.header import ControllerSource
from wsusim.runs.kept_programs import kept_programs
from wsusim.runs.observer import RunObserver
from wsusim.runs.report import RunError, RunReport
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import Run
from wsusim.runs.sources.simulated import SimulatedRobots

PREFIX = "wsusim-"
"""So begin the names of folders that are removed at the end of a run."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a controller may use in a run.

    Attributes:
        patience_s: Seconds that it may stay away from its robot, or take to be loaded.
        compute_s: Processor time in all, once it has been loaded.
        memory_mb: Memory.
        is_sandboxed: It is locked in by the system (Linux), not only by Python's own checks.
    """

    patience_s: float = 2.0
    compute_s: float = 10.0
    memory_mb: int = 512
    is_sandboxed: bool = False


@dataclass(frozen=True, slots=True)
class IsolatedRun:
    """The result of the run.

    Attributes:
        report: How it went; ``None``: the program could not be loaded.
        error: Why the program failed, if it did; files are named as they were handed in.
        recording: The bytes of its recording; empty: none was wanted, or there was no run.
        was_held_up: The clock has ended it while the computer was busy.
    """

    report: RunReport | None
    error: RunError | None = None
    recording: bytes = b""
    was_held_up: bool = False


def run_isolated(
    programs: Sequence[ControllerSource],
    request: RunRequest,
    limits: Limits,
    observers: Sequence[RunObserver] = (),
    *,
    sample_ticks: int | None = None,
) -> IsolatedRun:
    """Do a run with copies of programs in a folder of their own, the only one that they reach.

    Args:
        programs: One for each robot.
        request: The rest of it; its controllers are replaced.
        limits: What each program may use.
        observers: Its observers.
        sample_ticks: Record it, with so many ticks from one sample to the next; ``None``: don't.
    """
    settings = HostSettings(memory_mb=limits.memory_mb)
    with (
        INTERRUPTS.held_back(),  # a run that was broken off is no result
        tempfile.TemporaryDirectory(prefix=PREFIX) as folder,
        kept_programs(programs, settings, is_sandboxed=limits.is_sandboxed) as kept,
    ):
        # A robot's program may write in its folder; the recording must not lie there.
        file = Path(folder).resolve() / "run.mcap"
        record = (
            None
            if sample_ticks is None
            else RecordingOptions(file, sample_ticks=sample_ticks, is_beside=False)
        )
        request = replace(
            request,
            controllers=kept.specs,
            is_isolated=True,
            is_sandboxed=limits.is_sandboxed,
            patience_s=limits.patience_s,
            compute_s=limits.compute_s,
            record=record,
        )
        source = SimulatedRobots(request, None, kept.settings)
        run = Run(request, observers, source=source)
        try:
            report = run.execute()
        except ControllerLoadError as refused:
            return IsolatedRun(None, kept.error(_load_error(refused)))
        error = None if report.error is None else kept.error(report.error)
        recording = file.read_bytes() if file.exists() else b""
        return IsolatedRun(report, error, recording, run.was_held_up)


def _load_error(error: ControllerLoadError) -> RunError:
    return RunError(error.file, error.line, str(error), (), str(error), "")
