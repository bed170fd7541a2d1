"""Simulations of a lab: each upload is tried before it gets a place, and students run their own."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import partial

from wsusim.lab.hands import Hands
from wsusim.lab.job import Job, Kind
from wsusim.lab.jobs import Jobs
from wsusim.lab.plan import Plan
from wsusim.lab.verdict import judge, outcome
from wsusim.lab.work import Result, Work
from wsusim.lab.worker import SIMULATED
from wsusim.lab.works import Works


class Simulations:
    """One thread tries uploads; one for each simulation that may go on at once."""

    def __init__(
        self, plan: Plan, jobs: Jobs, works: Works, hands: Hands, now_s: Callable[[], float]
    ) -> None:
        self._plan = plan
        self._jobs = jobs
        self._works = works
        self._hands = hands
        self._now_s = now_s
        self._starts = threading.Semaphore(max(1, (os.cpu_count() or 1) // 2))
        """Lets so many simulations start at a time. Each takes a processor for two seconds; Linux
        shares processors by session: thirty would starve the pages, however nice they are."""

    def start(self) -> None:
        """Begin to work."""
        self._hands.start("check", self._check)
        for number in range(self._plan.simulations):
            self._hands.start(f"simulation-{number + 1}", self._simulate)

    def _check(self) -> bool:
        """Try a program that wants to drive a robot."""
        job = self._take("robot")
        if job is None:
            return False
        result = self._do(job, speed=None)
        if self._hands.is_closing:
            return False  # it is done again after the next start
        verdict, report = judge(result), {"simulation": result.report}
        if verdict.is_passed:
            self._jobs.passed(job.id, verdict.text, report)
        else:
            self._jobs.ended(
                job.id,
                "refused",
                self._now_s(),
                text=verdict.text,
                line=verdict.line,
                report=report,
            )
        self._hands.wake()
        return True

    def _simulate(self) -> bool:
        """Run a simulation for its own sake, at the pace of a robot, so that it can be watched."""
        job = self._take("simulation")
        if job is None:
            return False
        result = self._do(job, speed=1.0)
        if self._hands.is_closing:
            return False
        state, text, line = outcome(result)
        report = {**(job.report or {}), "simulation": result.report}
        self._jobs.ended(job.id, state, self._now_s(), text=text, line=line, report=report)
        return True

    def _take(self, kind: Kind) -> Job | None:
        return self._jobs.take_to_check(kind, self._now_s())

    def _do(self, job: Job, speed: float | None) -> Result:
        return self._works.do(
            job,
            "simulation",
            robot=SIMULATED,
            maze=job.maze,
            speed=speed,
            make=partial(Work, gate=self._starts),
        )
