"""Work shared out over cores."""

from __future__ import annotations

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
