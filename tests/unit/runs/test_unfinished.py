"""Recordings of stopped runs that are still being written: waited for, and told."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from wsusim.runs.observer import RunObserver
from wsusim.runs.report import RunReport
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import Run
from wsusim.runs.unfinished import finish_recording

PATIENCE_S = 60.0


class SlowDisk(RunObserver):
    """Keeps a run from its end, as a writer does that gets no processor."""

    def __init__(self) -> None:
        self.has_come, self.let_go = threading.Event(), threading.Event()

    def ended(self, report: RunReport) -> None:
        """Wait."""
        self.has_come.set()
        self.let_go.wait(PATIENCE_S)


@pytest.fixture
def disk() -> SlowDisk:
    """Return what a run waits for."""
    return SlowDisk()


@pytest.fixture
def run(tmp_path: Path, disk: SlowDisk) -> Iterator[Run]:
    """Return a run that was stopped, and whose recording is still being written."""
    recording = RecordingOptions(tmp_path / "late.mcap")
    run = Run(RunRequest(("",), maze="rooms", record=recording), [disk])
    run.start()
    run.stop()
    disk.has_come.wait(PATIENCE_S)
    yield run
    disk.let_go.set()
    run.close(PATIENCE_S)


def test_it_is_waited_for(run: Run, disk: SlowDisk) -> None:
    """A person hears why the program goes on, and how to end it."""
    told: list[str] = []

    def tell(text: str) -> None:
        told.append(text)
        disk.let_go.set()

    finish_recording(run, tell, PATIENCE_S)

    assert told == [
        "The recording late.mcap is being finished. To leave it as it is, press Ctrl-C again."
    ]
    assert run.report is not None


def test_one_that_stays_unfinished_is_told(run: Run) -> None:
    """With what can be done about it."""
    told: list[str] = []
    finish_recording(run, told.append, 0.0)
    assert "late.mcap isn't finished" in told[1]
    assert told[1].endswith(f"python main.py repair {run.request.record.file}")  # type: ignore[union-attr]


def test_nothing_is_said_of_a_run_that_is_over(run: Run, disk: SlowDisk) -> None:
    """It has told itself how its recording is."""
    disk.let_go.set()
    run.wait(PATIENCE_S)
    told: list[str] = []
    finish_recording(run, told.append)
    assert told == []
