"""The writer process: it steps back while there is a run, and at no other time."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.recording.streams import record
from wsusim.recording.reader import Recording
from wsusim.recording.writer_link import WriterLink
from wsusim.recording.writer_process import NICENESS, write_behind

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="niceness belongs to processes here"
)


class Notes:
    """A writer that notes how nice each thread was that wrote."""

    def __init__(self, run_ends_after: str) -> None:
        self.has_ended = threading.Event()
        self.niceness: dict[str, int] = {}
        self._last = run_ends_after

    def write(self, values: Iterator[str]) -> str | None:
        """Note values; the figures are the last one."""
        for value in values:
            self.niceness[value] = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
            if value == self._last:
                self.has_ended.set()
            if value == "summary":
                return value
        return None


def written(*values: str, run_ends_after: str) -> tuple[Any, dict[str, int]]:
    """Return the figures, and how nice the writing of each value was."""
    writer: Any = Notes(run_ends_after)
    figures = write_behind(writer, iter(values), writer.has_ended)
    return figures, writer.niceness


def test_the_run_goes_first_and_the_rest_is_written_quickly() -> None:
    """What is left at the run's end is written at full speed, as a person waits for it."""
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    figures, niceness = written("a", "b", "c", "summary", run_ends_after="b")
    assert niceness == {
        "a": own + NICENESS,
        "b": own + NICENESS,
        "c": own,
        "summary": own,
    }
    assert figures == "summary"


def test_a_summary_that_came_in_time_is_the_end() -> None:
    """Nothing is written twice."""
    figures, niceness = written("a", "summary", run_ends_after="summary")
    assert figures == "summary"
    assert list(niceness) == ["a", "summary"]


def test_a_run_that_was_cut_off_has_no_figures() -> None:
    """Its file is told to be unfinished."""
    assert written("a", "b", run_ends_after="a")[0] is None


def test_what_goes_wrong_in_writing_is_raised() -> None:
    """The run is told of it."""

    class Broken:
        def write(self, values: Iterator[str]) -> None:
            raise ValueError(next(values))

    broken: Any = Broken()
    with pytest.raises(ValueError, match="a"):
        write_behind(broken, iter("ab"), threading.Event())


def test_the_process_itself_does_not_step_back(tmp_path: Path) -> None:
    """A run waits for it to begin, which on a busy computer would otherwise take half a minute."""
    file = tmp_path / "run.mcap"
    link = WriterLink()
    recorder = record(file, 0, link=link)  # returns when it is ready
    own = os.getpriority(os.PRIO_PROCESS, os.getpid())
    assert os.getpriority(os.PRIO_PROCESS, link.process_id) == own
    recorder.close({})
    with Recording(file) as recording:
        assert recording.summary == {}
