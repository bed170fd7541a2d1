"""Does jobs in the test's own process: a worker costs a second to start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wsusim.jobs.job import Done, Job, do


class JobsHere:
    """Does one job after the other when its result is asked for; fulfils ``job.Workers``."""

    def __enter__(self) -> JobsHere:
        """There is nothing to start."""
        return self

    def __exit__(self, *_failure: object) -> None:
        """Nor to end."""

    def results(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Yield the results in order."""
        return (Done(job.key, do(job)) for job in jobs)
