"""A simulation on a cluster, as the server sees it."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.jobs.cluster import ClusterWorkers
from wsusim.lab.cluster_work import Cluster, ClusterWork
from wsusim.lab.job_process import Order
from wsusim.lab.work import MOST_LINES


@pytest.fixture
def work() -> ClusterWork:
    """A simulation that has not been started."""
    return Cluster(ClusterWorkers("tcp://nowhere")).work(Order("driver.py", "field"))


def said(printed: list[str], *, is_new: bool = False, tick: int = 50) -> dict[str, object]:
    """What a worker says."""
    return {"is_new": is_new, "tick": tick, "watch_address": "http://here/", "printed": printed}


def test_what_a_worker_says_can_be_seen(work: ClusterWork) -> None:
    """As of a simulation on this computer."""
    work.hear(said(["one"], is_new=True))
    work.hear(said(["two"], tick=100))

    assert (work.going.tick, work.going.watch_address) == (100, "http://here/")
    assert work.going.printed == ["one", "two"]


def test_a_worker_that_begins_again_prints_again(work: ClusterWork) -> None:
    """What the lost one had printed is forgotten."""
    work.hear(said(["one", "two"], is_new=True))
    work.hear(said(["one"], is_new=True))

    assert work.going.printed == ["one"]


def test_no_more_than_so_many_lines_are_kept(work: ClusterWork) -> None:
    """Whatever comes."""
    work.hear(said(["x"] * MOST_LINES, is_new=True))
    work.hear(said(["x"]))

    assert len(work.going.printed) == MOST_LINES
