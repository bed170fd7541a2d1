"""The queue places of clients from outside, which drive a robot line by line."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Protocol

from wsusim.lab.job_process import Order
from wsusim.lab.jobs import CLIENT_GONE, Jobs
from wsusim.lab.people import People
from wsusim.lab.program import Program
from wsusim.lab.rules import RuleBook
from wsusim.lab.running_jobs import RunningJobs
from wsusim.lab.work import Work
from wsusim.lab.workers import Workers

GUEST = "old client"
"""What the queue calls them all."""

PROGRAM = Program(
    "old_client.py", "# An old client: it sends lines over TCP, and its program stays with it.\n"
)


class Client(Protocol):
    """A person at the other end of a line."""

    work: Work | None
    """Its run, once its turn has come."""

    def say(self, text: str) -> None:
        """Send a line."""

    def end(self, outcome: str) -> None:
        """Say how the run ended."""


class Guests:
    """Clients by the number of their job; every method is safe from any thread."""

    def __init__(
        self,
        rules: RuleBook,
        people: People,
        jobs: Jobs,
        running: RunningJobs,
        workers: Workers,
        now_s: Callable[[], float],
    ) -> None:
        self._rules = rules
        self._people = people
        self._jobs = jobs
        self._running = running
        self._workers = workers
        self._now_s = now_s
        self._lock = threading.Lock()
        self._clients: dict[int, Client] = {}

    def admit(self, client: Client) -> int:
        """Give a client a place in the queue; return its job's number."""
        guest = self._people.guest(GUEST, self._now_s())
        plan = self._rules.now().plan
        job = self._jobs.admit(guest, PROGRAM, plan.maze, plan.time_limit_s, self._now_s())
        with self._lock:
            self._clients[job.id] = client
        self._workers.wake()
        return job.id

    def dismiss(self, number: int) -> None:
        """End what is left of a client's job."""
        with self._lock:
            self._clients.pop(number, None)
        is_over = self._jobs.get(number).is_over
        if not is_over and not self._jobs.give_up(number, self._now_s()):
            self._running.stop(number, CLIENT_GONE)

    # The robot's thread

    def connect(self, number: int, order: Order) -> Work:
        """Return the work of a job; its client, if it has one, hears what the robot says."""
        work = Work(order)
        with self._lock:
            client = self._clients.get(number)
        if client is not None:
            client.work = work
            work.on_begin = partial(client.say, "#START")
            work.on_answer = client.say
        return work

    def end(self, number: int, outcome: str) -> None:
        """Tell a client how its run ended, if it is still there."""
        with self._lock:
            client = self._clients.get(number)
        if client is not None:
            client.end(outcome)
