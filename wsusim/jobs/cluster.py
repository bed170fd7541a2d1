"""Does jobs on a Dask cluster: on several computers, or on this one to try it out.

Dask schedules, moves work from slow workers to free ones and restarts what a lost worker had.
A job's key is that of its result, so none is counted twice.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from typing import Any, Self, cast

from wsusim.engine.cores import usable_cores
from wsusim.errors import BadInput, NotInstalled
from wsusim.jobs.job import LOST, TRIES, Done, Job, do
from wsusim.version import __version__

LOCAL = "local"
"""The address that stands for a cluster of its own on this computer."""

PATIENCE_S = 10
"""How long a cluster may take to answer."""


class ClusterLost(BadInput):
    """The scheduler has gone, and with it all unfinished jobs."""


class ClusterWorkers:
    """The workers of a cluster; fulfils ``job.Workers``.

    Args:
        address: Of its scheduler, such as ``tcp://192.168.1.5:8786``; ``local``: start one here.
        count: How many workers its own cluster has; ``None``: one for each processor.

    Raises:
        BadInput: From the ``with`` statement: Dask is missing, nothing answers, or workers have
            another version of wsusim.
    """

    def __init__(self, address: str, count: int | None = None) -> None:
        self._address = address
        self._count = count or usable_cores()
        self._cluster: Any = None
        self._client: Any = None

    def __enter__(self) -> Self:
        """Reach the cluster, or start it."""
        distributed = _dask()
        # What goes wrong is raised or tried again; its own log is for those who build clusters.
        for log in ("distributed", "distributed.client"):
            logging.getLogger(log).setLevel(logging.CRITICAL)
        with distributed_settings():
            if self._address == LOCAL:
                self._cluster = distributed.LocalCluster(
                    n_workers=self._count,
                    threads_per_worker=1,
                    dashboard_address=":0",
                    silence_logs=logging.CRITICAL,
                )
            try:
                if self._cluster is None:
                    asyncio.run(asyncio.wait_for(_greet(self._address), PATIENCE_S))
                self._client = distributed.Client(
                    self._cluster or self._address, timeout=PATIENCE_S, set_as_default=False
                )
            except (OSError, ValueError, TypeError) as error:  # TypeError: tls without certificates
                raise BadInput(
                    f"No cluster answers at {self._address!r}. Start one with `dask scheduler` and "
                    "`dask worker ADDRESS`, and give the scheduler's address, such as "
                    "tcp://192.168.1.5:8786; or use --cluster local."
                ) from error
        self._check_versions()
        return self

    def __exit__(self, *_failure: object) -> None:
        """Leave the cluster, and end it if it is our own."""
        for part in (self._client, self._cluster):
            if part is not None:
                part.close()

    def process_ids(self) -> list[int]:
        """Return the processes of the workers of a cluster of our own."""
        return [nanny.pid for nanny in self._cluster.workers.values()]

    @property
    def are_there(self) -> bool:
        """Whether the cluster can be reached."""
        return self._client is not None and self._client.status == "running"

    def ask(self, function: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
        """Return what a function returns on each worker, by the worker's address."""
        return dict(self._client.run(function, *arguments))

    def tell(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Let each worker call a function, without waiting for it."""
        self._client.run(function, *arguments, wait=False)

    def hear(self, topic: str, handler: Callable[[Any], None]) -> None:
        """Register a handler for what workers send on a topic: (time, message)."""
        self._client.subscribe_topic(topic, handler)

    def results(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Yield the results as they come; raises ``ClusterLost`` if the scheduler has gone."""
        distributed = _dask()
        mine = uuid.uuid4().hex  # others may use the cluster for the same jobs
        futures = {
            self._client.submit(do, job, key=f"{mine}-{job.key}", retries=TRIES, pure=False): job
            for job in jobs
        }
        for future in distributed.as_completed(futures, loop=self._client.loop):
            job = futures.pop(future)
            try:
                result = future.result()
            except distributed.KilledWorker:
                result = LOST
            except CancelledError:
                raise ClusterLost(
                    f"The cluster at {self._address} has gone. Start it again, and repeat this."
                ) from None
            future.release()  # the scheduler may forget it
            yield Done(job.key, result)

    def _check_versions(self) -> None:
        whose = "scheduler"
        try:
            versions = {"scheduler": self._client.run_on_scheduler(_version)}
            whose = "workers"
            for worker, version in self.ask(_version).items():
                versions[f"worker {worker}"] = version
        except Exception as error:
            raise BadInput(
                f"The cluster's {whose} can't run wsusim ({error}). Install it on each computer: "
                "pip install . in its folder, and with the same Python."
            ) from error
        if len(versions) == 1:
            raise BadInput(
                f"The cluster at {self._address} has no workers. Start one on each computer: "
                f"dask worker {self._address} --nthreads 1"
            )
        others = {member: told for member, told in versions.items() if told != __version__}
        if others:
            member, version = next(iter(others.items()))
            raise BadInput(
                f"The cluster's {member} has wsusim {version}, but this is {__version__}. Install "
                "the same version everywhere: results are only the same then."
            )


async def _greet(address: str) -> None:
    """Shake hands with a scheduler first: with another kind of server, Dask would never return."""
    from distributed import comm

    line = await cast(Any, comm).connect(address, timeout=PATIENCE_S)
    line.abort()


def _version() -> str:
    return __version__


def _dask() -> Any:
    try:
        import distributed
    except ImportError:
        raise NotInstalled("A cluster", "Dask", "cluster") from None
    return distributed


def distributed_settings() -> Any:
    """Return the settings of our own clusters, as a context manager."""
    import dask

    return dask.config.set(
        {"distributed.scheduler.allowed-failures": TRIES, "logging.distributed": "critical"}
    )
