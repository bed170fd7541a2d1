"""The last run can be saved afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.recording.info import describe
from wsusim.runs.recorded.kept import KeptRuns
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute


@pytest.fixture
def kept() -> Iterator[KeptRuns]:
    """Return where runs are kept; nothing is left of it after the test."""
    runs = KeptRuns()
    yield runs
    runs.close()


def test_the_last_run_is_saved_whole(kept: KeptRuns, tmp_path: Path) -> None:
    """As if it had been recorded into that file."""
    execute(RunRequest(("wall_follower",), time_s=1.0, record=kept.wish()))

    kept.save(tmp_path / "mine.mcap")

    assert not describe(tmp_path / "mine.mcap").needs_repair


def test_only_the_newest_runs_are_kept(kept: KeptRuns) -> None:
    """A temporary folder does not grow."""
    first, second = kept.wish().file, kept.wish().file
    first.touch()
    second.touch()

    kept.wish()

    assert not first.exists()
    assert kept.last == second


def test_a_file_that_is_there_is_left_alone(kept: KeptRuns, tmp_path: Path) -> None:
    """Unless its user has agreed."""
    kept.wish().file.write_bytes(b"run")
    file = tmp_path / "precious.mcap"
    file.write_bytes(b"precious")

    with pytest.raises(BadInput, match="left as it is"):
        kept.save(file)
    unchanged = file.read_bytes()
    kept.save(file, overwrite=True)

    assert unchanged == b"precious"
    assert file.read_bytes() == b"run"


def test_before_the_first_run_there_is_nothing_to_save(kept: KeptRuns, tmp_path: Path) -> None:
    """The message says what to do."""
    with pytest.raises(BadInput, match="Run a controller first"):
        kept.save(tmp_path / "none.mcap")
