"""Work shared out over cores."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from wsusim.engine.cores import Cores


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_job_is_done_once(count: int) -> None:
    """By however many threads, also when there are more of these than jobs."""
    done: list[int] = []
    cores = Cores(count)

    cores.share(partial(done.append, number) for number in range(3))
    cores.share(partial(done.append, number) for number in range(3, 20))

    assert sorted(done) == list(range(20))


def test_a_job_is_done_beside_the_caller() -> None:
    """What is returned waits for its end."""
    cores, caller_has_gone_on = Cores(2), threading.Event()
    done: list[str] = []

    def job() -> None:
        caller_has_gone_on.wait()
        done.append("beside")

    finish = cores.begin(job)
    done.append("caller")
    caller_has_gone_on.set()
    finish()

    assert done == ["caller", "beside"]


def test_what_fails_beside_the_caller_fails_where_it_is_waited_for() -> None:
    """Nothing is lost."""
    cores = Cores(2)
    with pytest.raises(ZeroDivisionError):
        cores.begin(lambda: 1 / 0)()


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_cores_may_end_with_their_last_job() -> None:
    """It may hold the last reference to what they work for; a thread can't wait for itself."""
    is_last = threading.Event()

    def job(cores: Cores) -> None:
        is_last.wait()

    cores = Cores(2)
    finish = cores.begin(partial(job, cores))
    (thread,) = (one for one in threading.enumerate() if one.name.startswith("wsusim-cores"))
    del cores
    is_last.set()
    finish()

    thread.join()
    assert not thread.is_alive()
