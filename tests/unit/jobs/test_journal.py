"""What is done of a plan, whatever ends the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.jobs.journal import Journal


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a journal of two runs."""
    with Journal(tmp_path / "r.csv.part") as journal:
        journal.add({"run": "a", "seed": 1})
        journal.add({"run": "b", "seed": 2})
    return journal.file


def test_finished_runs_are_there_again(file: Path) -> None:
    """A plan that goes on finds all that was finished."""
    with Journal(file) as journal:
        assert journal.rows == {"a": {"run": "a", "seed": 1}, "b": {"run": "b", "seed": 2}}


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_line_that_was_being_written_is_done_again(file: Path, cut: int) -> None:
    """Wherever the last line was cut off, its run counts as not done, and the next is whole."""
    file.write_bytes(file.read_bytes()[:-cut])

    with Journal(file) as journal:
        journal.add({"run": "c", "seed": 3})
    with Journal(file) as journal:
        assert list(journal.rows) == ["a", "c"]


def test_two_programs_cannot_be_at_one_plan(file: Path) -> None:
    """Who comes second is told, and the first is not disturbed."""
    with Journal(file), pytest.raises(BadInput, match="Another program is working on this plan"):
        Journal(file).__enter__()
