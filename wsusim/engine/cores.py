"""Shares work that does not depend on its order among the computer's cores."""

from __future__ import annotations

import os
import weakref
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

Job = Callable[[], object]


def usable_cores() -> int:
    """Return how many processors this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Cores:
    """Threads that do jobs besides the calling one; they start with the first jobs.

    It pays for jobs of kernels, which release Python's lock, that take 50 microseconds or
    more: a thread takes that long to wake up.

    Args:
        count: Cores to be used, 1 or more, the calling thread's among them.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._threads: ThreadPoolExecutor | None = None

    def share(self, jobs: Iterable[Job]) -> None:
        """Do all jobs; each free thread takes the next one.

        The calling thread takes the first ones, the others the last ones: so each core does about
        the same jobs each time, and has their data in its cache.
        """
        left = deque(jobs)

        def work(take: Callable[[], Job]) -> None:
            while True:
                try:
                    job = take()
                except IndexError:
                    return
                job()

        others = [self._pool().submit(work, left.pop) for _ in range(self.count - 1)]
        try:
            work(left.popleft)
        finally:
            for other in others:
                if not other.cancel():  # it has begun
                    other.result()

    def begin(self, job: Job) -> Job:
        """Do a job beside the calling thread, on another core; return what waits for its end."""
        return self._pool().submit(job).result

    def _pool(self) -> ThreadPoolExecutor:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self.count - 1, thread_name_prefix="wsusim-cores")
            # Not waited for: the last job may be what held the last reference.
            weakref.finalize(self, self._threads.shutdown, wait=False)
        return self._threads
