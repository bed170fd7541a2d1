"""Programs that are no longer where they were are taken from the recording."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wsusim.analysis.recorded_programs import RecordedPrograms
from wsusim.recording.reader import Recording


@pytest.fixture
def programs(recording: Path) -> Iterator[RecordedPrograms]:
    """Return the programs of the recorded run."""
    with Recording(recording) as file:
        made = RecordedPrograms(file.header)
        yield made
        made.close()


def test_a_program_that_is_there_is_read_there(programs: RecordedPrograms, recording: Path) -> None:
    """No copy is made."""
    there = recording.with_name("bumper.py")
    assert programs.locate(there) == there


def test_one_that_is_gone_is_copied_and_the_copy_removed(programs: RecordedPrograms) -> None:
    """What is read then is what ran."""
    copy = programs.locate(Path("/nowhere/bumper.py"))
    assert "class Bumper" in copy.read_text()
    programs.close()
    assert not copy.exists()


def test_an_unknown_program_stays_unknown(programs: RecordedPrograms) -> None:
    """The editor says that it is not there."""
    assert programs.locate(Path("/nowhere/other.py")) == Path("/nowhere/other.py")
