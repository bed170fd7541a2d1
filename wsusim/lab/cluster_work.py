"""Simulations on a cluster, as the lab's server sees them.

What a simulation needs is sent as plain values; its progress comes back a few times a second, and
its recording at the end. When a worker is lost, another one starts over; the result counts once.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from wsusim.control.source_file import split_spec
from wsusim.errors import BadInput
from wsusim.formats.atomic import write_whole
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.hosting.sandbox import trouble
from wsusim.jobs.cluster import ClusterWorkers
from wsusim.jobs.job import Lost
from wsusim.lab.cluster_job import TOPIC, ClusterJob, stop
from wsusim.lab.job_process import Order
from wsusim.lab.work import BY_HAND, MOST_LINES, Going, Result
from wsusim.runs.request import RunRequest
from wsusim.runs.staging import stage

LOST_TEXT = "The computers that should have simulated it were lost. Send it again."


class Cluster:
    """The workers that do a lab's simulations; use it in a ``with`` statement.

    Args:
        workers: Which ones they are.
        is_sandboxed: Whether each must be able to lock programs in.

    Raises:
        BadInput: From the ``with`` statement: no worker is there, or it has no sandbox.
    """

    def __init__(self, workers: ClusterWorkers, *, is_sandboxed: bool = True) -> None:
        self._workers = workers
        self._is_sandboxed = is_sandboxed
        self._lock = threading.Lock()
        self._running: dict[str, ClusterWork] = {}

    def __enter__(self) -> Self:
        """Reach it."""
        self._workers.__enter__()
        self._workers.hear(TOPIC, self._hear)
        if self._is_sandboxed:
            for worker, reason in self._workers.ask(trouble).items():
                if reason:
                    raise BadInput(
                        f"The worker {worker} can't lock programs in: {reason} Or add "
                        "--trust-uploads if you trust everybody who sends programs."
                    )
        return self

    def __exit__(self, *failure: object) -> None:
        """Leave it."""
        self._workers.__exit__(*failure)

    def reach(self) -> None:
        """Reach it again if it was lost.

        Raises:
            BadInput: It is not there (yet).
        """
        with self._lock:
            if not self._workers.are_there:
                self.__exit__()
                self.__enter__()

    def work(self, order: Order) -> ClusterWork:
        """Return the work of an order."""
        return ClusterWork(order, self)

    # For those who run jobs

    def do(self, job: ClusterJob) -> tuple[Result, bytes] | Lost:
        """Have a job done; raises ``ClusterLost`` if the cluster is lost meanwhile."""
        (done,) = self._workers.results([job])
        return done.result  # type: ignore[no-any-return]

    def stop(self, key: str) -> None:
        """Have a job stopped, wherever it is."""
        self._workers.tell(stop, key)

    @contextmanager
    def heard(self, key: str, work: ClusterWork) -> Iterator[None]:
        """Have a work hear what is said of it."""
        self._running[key] = work
        try:
            yield
        finally:
            del self._running[key]

    def _hear(self, event: tuple[Any, Mapping[str, Any]]) -> None:
        told = event[1]
        work = self._running.get(told["key"])
        if work is not None:  # else it is another lab's, or over
            work.hear(told)


class ClusterWork:
    """A simulation on a cluster, as the server sees it; takes the place of a ``Work``."""

    def __init__(self, order: Order, cluster: Cluster) -> None:
        self.order = order
        self.going = Going()
        self.why_stopped = ""
        self._cluster = cluster
        self._key = uuid.uuid4().hex

    def run(self) -> Result:
        """Have it done and its recording fetched.

        Raises:
            ClusterLost: The cluster has gone; it can be done again.
        """
        order, world = self.order, None
        if order.profile is not None or order.maze not in built_in_mazes():
            world = stage(RunRequest(("",), order.maze, order.seed, profile=order.profile))
        folder = Path(order.controller).parent
        program = {file.name: file.read_bytes() for file in folder.iterdir()}
        others = [_files_below(Path(split_spec(spec)[0]).parent) for spec in order.others]
        job = ClusterJob(self._key, replace(order, profile=None), program, others, world)
        with self._cluster.heard(self._key, self):
            if self.why_stopped:
                return Result(why_stopped=self.why_stopped)
            done = self._cluster.do(job)
        if isinstance(done, Lost):
            return Result(text=LOST_TEXT, why_stopped=self.why_stopped)
        result, recording = done
        if recording and order.record is not None:
            write_whole(Path(order.record), recording)
        return replace(result, why_stopped=self.why_stopped or result.why_stopped)

    def stop(self, why: str = BY_HAND) -> None:
        """Have it stopped, wherever it is."""
        self.why_stopped = self.why_stopped or why
        self._cluster.stop(self._key)

    def hear(self, told: Mapping[str, Any]) -> None:
        """Take what the worker says of it."""
        going = self.going
        if told["is_new"]:  # the first one, or another worker has begun again
            going.printed.clear()
        going.tick = int(told["tick"])
        going.watch_address = str(told["watch_address"])
        going.printed += map(str, told["printed"][: MOST_LINES - len(going.printed)])


def _files_below(folder: Path) -> dict[str, bytes]:
    """Return all files by their paths within a folder."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
