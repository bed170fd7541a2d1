"""The jobs that wait for a robot or a simulation: every open page asks for them, all the time.

A lab has one server (``lab.alone``), so the line stays valid until that server changes it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from sqlalchemy import and_, case, or_, select

from wsusim.lab.job import Place
from wsusim.lab.store import JOBS, Store

_LINED_UP = or_(
    JOBS.c.state.in_(("waiting", "running")),
    and_(JOBS.c.kind == "simulation", JOBS.c.state.in_(("uploaded", "checking"))),
)


_IS_FAST = and_(JOBS.c.kind == "simulation", JOBS.c.is_live.is_(False))

FAST_S, FAST_PACE = 2.0, 100.0
"""A simulation without viewers takes so long beside its run, which is so many times as fast as
a robot's: a guess for a slow computer."""


@dataclass(frozen=True, slots=True)
class _Queue:
    """The jobs that wait for robots, or for a simulation, as last read.

    Attributes:
        waiting: Course and seconds of each job, in their order.
        going: Course, time limit and start of each running job.
    """

    waiting: dict[int, tuple[int | None, float]] = field(default_factory=dict)
    going: tuple[tuple[int | None, float, float], ...] = ()

    def place(
        self, number: int, at_once: int, now_s: float, rivals: Collection[int] | None
    ) -> Place:
        """Return the place of a waiting job; running ones are assumed to take their time limit."""

        def is_before(course: int | None) -> bool:
            return rivals is None or course is None or course in rivals

        ahead = list(takewhile(lambda one: one != number, self.waiting))
        before = [self.waiting[one] for one in ahead]
        times_s = [time_s for course, time_s in before if is_before(course)]
        left_s = sum(times_s) + sum(
            max(0.0, time_s - (now_s - begun_s))
            for course, time_s, begun_s in self.going
            if is_before(course)
        )
        return Place(len(times_s) + 1, left_s / max(1, at_once))


class Line:
    """The line; every method is safe from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._version = 0
        self._read_version = -1
        self._robots = self._simulations = _Queue()

    @property
    def version(self) -> int:
        """A number that changes whenever a job has changed."""
        with self._lock:
            return self._version

    def change(self) -> None:
        """Note that jobs have changed; call it after the transaction."""
        with self._lock:
            self._version += 1

    def __len__(self) -> int:
        """Return how many wait for a robot."""
        return len(self._newest()[0].waiting)

    def first(self, may_drive: Callable[[int | None], bool] = lambda course: True) -> int | None:
        """Return the job that a robot takes when it is free; ``None``: no job waits for it.

        Args:
            may_drive: Returns whether a course's programs may drive it.
        """
        waiting = self._newest()[0].waiting.items()
        return next((number for number, (course, _) in waiting if may_drive(course)), None)

    def place(
        self,
        number: int,
        robots: int,
        simulations: int,
        now_s: float,
        rivals: Collection[int] | None = None,
    ) -> Place | None:
        """Return the place of a job; ``None``: it does not wait.

        Args:
            number: The job's.
            robots: How many robots it may drive.
            simulations: How many run at once.
            now_s: The time.
            rivals: The courses that wait for the same robots; ``None``: all.
        """
        in_line, to_simulate = self._newest()
        if number in in_line.waiting:
            return in_line.place(number, robots, now_s, rivals)
        if number in to_simulate.waiting:
            return to_simulate.place(number, simulations, now_s, None)
        return None

    def _newest(self) -> tuple[_Queue, _Queue]:
        with self._lock:
            version = self._version
            if self._read_version == version:
                return self._robots, self._simulations
        robots, simulations = self._read()
        with self._lock:
            if version >= self._read_version:
                self._read_version = version
                self._robots, self._simulations = robots, simulations
        return robots, simulations

    def _read(self) -> tuple[_Queue, _Queue]:
        columns = (
            JOBS.c.id, JOBS.c.person, JOBS.c.state, JOBS.c.started_s, JOBS.c.kind, JOBS.c.course,
            case((_IS_FAST, FAST_S + JOBS.c.time_s / FAST_PACE), else_=JOBS.c.time_s).label(
                "time_s"
            ),
        )  # fmt: skip
        with self._store.reading() as connection:
            jobs = connection.execute(select(*columns).where(_LINED_UP).order_by(JOBS.c.id)).all()
        by_state: dict[str, list[Any]] = {}
        for job in jobs:
            by_state.setdefault(job.state, []).append(job)
        tried, running = by_state.get("checking", []), by_state.get("running", [])
        in_turn = _in_turn(by_state.get("uploaded", []), tried)
        return _queue(by_state.get("waiting", []), running), _queue(in_turn, tried)


def _queue(waiting: list[Any], going: list[Any]) -> _Queue:
    return _Queue(
        {job.id: (job.course, job.time_s) for job in waiting},
        tuple((job.course, job.time_s, job.started_s) for job in going),
    )


def _in_turn(waiting: list[Any], going: list[Any]) -> list[Any]:
    """Return simulations in turn: the first one of each person, then each person's second one."""
    owned: dict[int, int] = {}
    turns: list[tuple[int, int, Any]] = []
    for job in (*going, *waiting):
        owned[job.person] = turn = owned.get(job.person, -1) + 1
        turns.append((turn, job.id, job))
    return [job for _, _, job in sorted(turns[len(going) :], key=lambda turn: turn[:2])]
