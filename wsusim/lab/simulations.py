"""The simulations of a lab: uploads are tried before they get a place, and students run their own.

They run on this computer or on a cluster.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from wsusim.errors import BadInput
from wsusim.jobs.cluster import ClusterLost
from wsusim.lab.admission import judge, outcome
from wsusim.lab.cluster_work import Cluster
from wsusim.lab.job import Job, Kind, State
from wsusim.lab.job_fork_server import JobForkServer
from wsusim.lab.job_process import SIMULATED
from wsusim.lab.jobs import Jobs
from wsusim.lab.lab_plan import Plan
from wsusim.lab.mazes import maze_file
from wsusim.lab.rules import RuleBook
from wsusim.lab.running_jobs import RunningJobs
from wsusim.lab.work import Result, Work
from wsusim.lab.workers import Workers

_LOG = logging.getLogger(__name__)


class Simulations:
    """One thread tries uploads, and there is one for each simulation that may run at once.

    With a cluster as many threads try uploads; here they would take processors from each other.
    """

    def __init__(
        self,
        plan: Plan,
        rules: RuleBook,
        jobs: Jobs,
        running: RunningJobs,
        workers: Workers,
        now_s: Callable[[], float],
        cluster: Cluster | None = None,
    ) -> None:
        self._plan = plan
        self._rules = rules
        self._jobs = jobs
        self._running = running
        self._workers = workers
        self._now_s = now_s
        self._cluster = cluster
        self._processors = processors_left(plan)
        self._starts = threading.Semaphore(os.cpu_count() or 1)
        """Lets so many simulations start at a time: thirty at once would all be late."""
        self._fork_server = JobForkServer()
        if cluster is None:
            running.start = self._fork_server.start

    def start(self) -> None:
        """Begin to work."""
        if self._cluster is None:
            self._fork_server.warm_up()
        count = self._plan.simulations
        for number in range(1 if self._cluster is None else count):
            self._workers.start(f"check-{number + 1}", self._check)
        for number in range(count):
            self._workers.start(f"simulation-{number + 1}", partial(self._simulate, number))

    @property
    def compiled(self) -> int | None:
        """How many functions were compiled so far; ``None``: nothing is being compiled."""
        fork_server = self._fork_server
        return fork_server.compiled if fork_server.is_loading and fork_server.compiled else None

    def hurry(self) -> None:
        """Stop waiting for processes that have not begun, since the lab is closing."""
        self._fork_server.hurry()

    def close(self) -> None:
        """End the processes that are kept ready."""
        self._fork_server.close()

    def _check(self) -> bool:
        """Try a program that wants to drive a robot."""
        job = self._take("robot")
        if job is None:
            return False
        result = self._do(job, speed=None)
        if result is None:
            return False
        verdict, report = judge(result), {"simulation": result.report}
        if verdict.is_passed:
            self._workers.insist(partial(self._jobs.passed, job.id, verdict.text, report))
        else:
            self._end(job, "refused", verdict.text, verdict.line, report)
        self._workers.wake()
        return True

    def _simulate(self, number: int) -> bool:
        """Run a simulation for its own sake: at once, or at a pace at which it can be watched."""
        if number >= self._rules.now().plan.simulations:
            return False
        job = self._take("simulation")
        if job is None:
            return False
        result = self._do(job, speed=1.0 if job.is_live else None)
        if result is None:
            return False
        state, text, line = outcome(result)
        report = {**(job.report or {}), "simulation": result.report}
        self._end(job, state, text, line, report)
        return True

    def _take(self, kind: Kind) -> Job | None:
        if not self._can_simulate():
            return None
        return self._jobs.take_to_check(kind, self._now_s())

    def _can_simulate(self) -> bool:
        """Return whether simulations can run; tries to reach a lost cluster again."""
        try:
            if self._cluster is not None:
                self._cluster.reach()
        except BadInput as error:
            _LOG.warning("Nothing is simulated: %s", error)
            return False
        return True

    def _end(
        self, job: Job, state: State, text: str, line: int | None, report: dict[str, Any]
    ) -> None:
        end = partial(self._jobs.ended, job.id, state, self._now_s())
        self._workers.insist(partial(end, text=text, line=line, report=report))

    def _do(self, job: Job, speed: float | None) -> Result | None:
        """Return the result of a simulation; ``None``: it has to be done again."""
        make = (
            partial(
                Work,
                gate=self._starts,
                processors=self._processors,
                start=self._fork_server.start,
            )
            if self._cluster is None
            else self._cluster.work
        )
        try:
            result = self._running.do(
                job,
                "simulation",
                robot=SIMULATED,
                maze=maze_file(self._plan.folder, job.maze),
                speed=speed,
                make=make,
            )
        except ClusterLost as lost:
            _LOG.warning("Job %d: %s", job.id, lost)
            self._workers.insist(partial(self._jobs.put_back, job.id))
            return None
        return None if self._workers.is_closing else result


def processors_left(plan: Plan) -> frozenset[int] | None:
    """Return which processors simulations may use; ``None``: all.

    One is left to robots on a serial line, whose controllers must not wait until a processor's
    caches are free of a simulation's data.
    """
    if not hasattr(os, "sched_getaffinity") or all(robot == SIMULATED for robot in plan.robots):
        return None
    processors = sorted(os.sched_getaffinity(0))
    return frozenset(processors[1:]) or None
