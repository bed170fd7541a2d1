"""Jobs in processes of this computer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.jobs.sample_jobs import Dies, Fails, Square
from wsusim.jobs.job import LOST, Done
from wsusim.jobs.local import LocalWorkers


def test_every_job_gives_one_result() -> None:
    """Each job's result comes once, whichever worker did it."""
    with LocalWorkers(2) as workers:
        done = list(workers.results([Square(number) for number in range(20)]))

    assert sorted(done, key=lambda one: int(one.key)) == [
        Done(str(number), number**2) for number in range(20)
    ]


@pytest.mark.skipif(os.name != "posix", reason="kills its process")
def test_a_job_whose_worker_was_killed_is_done_again(tmp_path: Path) -> None:
    """A worker that was lost is replaced, and no job is lost with it or done twice."""
    with LocalWorkers(1) as workers:
        done = list(workers.results([Dies(3, 1, str(tmp_path)), Square(4)]))

    assert done == [Done("3", 9), Done("4", 16)]


@pytest.mark.skipif(os.name != "posix", reason="kills its process")
def test_a_job_that_always_loses_its_worker_is_told_as_lost(tmp_path: Path) -> None:
    """A job that kills every worker is given up, and the others are done."""
    with LocalWorkers(1) as workers:
        done = list(workers.results([Dies(3, 99, str(tmp_path)), Square(4)]))

    assert done == [Done("3", LOST), Done("4", 16)]


def test_a_fault_of_ours_is_raised() -> None:
    """An error that no job should raise comes to the caller that wants the results."""
    with LocalWorkers(1) as workers, pytest.raises(ValueError, match="no such thing"):
        list(workers.results([Fails()]))
