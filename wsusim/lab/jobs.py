"""The queue: a job from the upload to the result. All its rules are here.

A job's way::

    uploaded -> checking -> refused
                         -> waiting -> running -> done | failed | stopped (by a person)
    anything that has not begun to run -> cancelled
    running, and the server was killed -> interrupted

Each step is one transaction that asks for the state before it, so that two servers or two threads
never take the same job; and a job that was running when everything ended is never run again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, true, update
from sqlalchemy.exc import IntegrityError

from wsusim.errors import BadInput
from wsusim.lab.audit import note
from wsusim.lab.job import OPEN, Job, JobRequest, Kind, State
from wsusim.lab.kept_jobs import KeptJobs
from wsusim.lab.pairs import pair_of
from wsusim.lab.people import Person
from wsusim.lab.program import Program
from wsusim.lab.quotas import make_room
from wsusim.lab.store import JOBS, PROGRAMS, Store
from wsusim.lab.waiting_line import Line

LONGEST_KEY = 64
MOST_OPEN = 3
"""Jobs of a kind that one student may have under way."""

CLIENT_GONE = "The client has gone."

INTERRUPTED = (
    "The lab's server was stopped while this run was going on. The robot was stopped; the run is "
    "not repeated by itself. Send your program again if you want another one."
)


class Jobs(KeptJobs):
    """The jobs of a lab; every method is safe from any thread."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.line = Line(store)
        self._found_none: dict[tuple[object, ...], int] = {}
        """When there was nothing to be taken the last time, as a version of the line."""

    # Uploading

    def add(
        self, person: Person, request: JobRequest, now_s: float, most_open: int = MOST_OPEN
    ) -> Job:
        """Add a program as a job. Sending it twice under the same key makes one job.

        Raises:
            BadInput: The program or key can't be used, the key was used for something else, or too
                many jobs are under way.
        """
        program = request.program.checked()
        if not 1 <= len(request.key) <= LONGEST_KEY or not request.key.isprintable():
            raise BadInput(f"The upload's key must have 1 to {LONGEST_KEY} printable characters.")
        try:
            with self._writing() as connection:
                known = _sent_before(connection, person, request)
                if known is None:
                    under_way = connection.execute(
                        select(func.count()).where(
                            JOBS.c.person == person.id,
                            JOBS.c.kind == request.kind,
                            JOBS.c.state.in_(OPEN),
                        )
                    ).scalar_one()
                    if under_way >= most_open and not person.may_teach(request.course):
                        raise BadInput(
                            f"You have {under_way} programs under way; {most_open} is the most. "
                            "Wait for one to finish, or cancel one."
                        )
                    known = _insert(
                        connection, person, program, now_s, kind=request.kind, state="uploaded",
                        key=request.key, maze=request.maze, seed=request.seed,
                        time_s=request.time_s, is_live=request.is_live, course=request.course,
                        pair=pair_of(connection, request.course, person.id),
                    )  # fmt: skip
                    make_room(connection, person.id)
                    note(connection, now_s, person.name, "upload", f"{program.name} as job {known}")
        except IntegrityError:  # the same upload came twice at the same moment
            with self._store.reading() as connection:
                known = _sent_before(connection, person, request)
            if known is None:
                raise
        job = self.get(known)
        kept = (self.program(job), job.kind, job.maze, job.seed, job.time_s, job.is_live)
        asked = request.kind, request.maze, request.seed, request.time_s, request.is_live
        if kept != (program, *asked):
            raise BadInput(
                f"You have already sent something else with the key {request.key!r}: it is job "
                f"{job.id}. Choose a new key for each upload."
            )
        return job

    def admit(
        self, person: Person, program: Program, maze: str, time_s: float, now_s: float
    ) -> Job:
        """Give a person who drives from outside a place in the queue."""
        with self._writing() as connection:
            number = _insert(
                connection, person, program, now_s, kind="remote", state="waiting",
                key=token_hex(8), maze=maze, seed=1, time_s=time_s,
            )  # fmt: skip
            note(connection, now_s, person.name, "connect", f"job {number}")
        return self.get(number)

    def cancel(self, number: int, by: Person, now_s: float) -> Job:
        """Take a job out of the queue; one that is running has to be stopped instead.

        Raises:
            BadInput: There is no such job of this person, or it is running or over.
        """
        job = self.get(number, by)
        with self._writing() as connection:
            taken = connection.execute(
                update(JOBS)
                .where(JOBS.c.id == number, JOBS.c.state.in_(("uploaded", "checking", "waiting")))
                .values(state="cancelled", ended_s=now_s, text=f"Cancelled by {by.name}.")
            ).rowcount
            if taken:
                note(connection, now_s, by.name, "cancel", f"job {number} of {job.owner}")
        if not taken:
            how = "over" if self.get(number).is_over else "on the robot"
            raise BadInput(f"Run {number} is {how}, so it can't be cancelled.")
        return self.get(number)

    def give_up(self, number: int, now_s: float) -> bool:
        """Remove the job of a client that has left the queue; return false if it isn't waiting."""
        values = {"state": "cancelled", "ended_s": now_s, "text": CLIENT_GONE}
        return self._step(number, "waiting", **values)

    # Taking and ending

    def take_to_check(self, kind: Kind, now_s: float) -> Job | None:
        """Return the next program to simulate, as a check or on request, or ``None``.

        No person has two at once while others wait.
        """
        busy = select(JOBS.c.person).where(JOBS.c.state == "checking", JOBS.c.kind == kind)
        values = {"state": "checking", "started_s": now_s}
        return self._take("uploaded", values, kind, which=JOBS.c.person.not_in(busy))

    def take_to_run(
        self, robot: str, now_s: float, courses: Collection[int] | None = None
    ) -> Job | None:
        """Return the next job for a free robot, and mark it as running; ``None``: there is none.

        Args:
            robot: What people call it.
            now_s: The time.
            courses: Whose programs may drive it; ``None``: all.
        """
        values = {"state": "running", "robot": robot, "started_s": now_s}
        which = (
            true() if courses is None else or_(JOBS.c.course.in_(courses), JOBS.c.course.is_(None))
        )
        asked = None if courses is None else frozenset(courses)
        return self._take(
            "waiting",
            values,
            "robot",
            "remote",
            which=which,
            asked=asked,
            entry=(now_s, robot, "run"),
        )

    def passed(self, number: int, text: str, report: dict[str, Any]) -> bool:
        """Queue a job that passed its check; return false if it was cancelled meanwhile."""
        values = {"state": "waiting", "started_s": None, "text": text, "report": json.dumps(report)}
        return self._step(number, "checking", **values)

    def put_back(self, number: int) -> bool:
        """Put off the check of a job; return false if it was cancelled meanwhile."""
        return self._step(number, "checking", state="uploaded", started_s=None)

    def not_begun(self, number: int, robot: str, now_s: float) -> None:
        """Put a job back into its place that a robot took but could not begin."""
        with self._writing() as connection:
            connection.execute(
                update(JOBS)
                .where(JOBS.c.id == number, JOBS.c.state == "running")
                .values(state="waiting", started_s=None, robot=None)
            )
            note(connection, now_s, robot, "not begun", f"job {number}")

    def ended(
        self,
        number: int,
        state: State,
        now_s: float,
        *,
        text: str,
        line: int | None = None,
        report: dict[str, Any] | None = None,
    ) -> bool:
        """End a job that is being checked or run; return false if it was cancelled meanwhile."""
        values: dict[str, Any] = {"state": state, "ended_s": now_s, "text": text, "line": line}
        if report is not None:
            values["report"] = json.dumps(report)
        return self._step(number, "checking", **values) or self._step(number, "running", **values)

    def recover(self, now_s: float) -> list[Job]:
        """Repair the state that a killed server left behind; return the interrupted jobs.

        What was being checked is checked again. What was running on a robot is never run again.
        """
        with self._writing() as connection:
            lost = (
                connection.execute(select(JOBS.c.id).where(JOBS.c.state == "running"))
                .scalars()
                .all()
            )
            connection.execute(
                update(JOBS)
                .where(JOBS.c.state == "running")
                .values(state="interrupted", ended_s=now_s, text=INTERRUPTED)
            )
            connection.execute(
                update(JOBS)
                .where(JOBS.c.state == "checking")
                .values(state="uploaded", started_s=None)
            )
            for number in lost:
                note(connection, now_s, "server", "interrupted", f"job {number}")
        return [self.get(number) for number in lost]

    # Inside

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._store.writing() as connection:
            yield connection
        self.line.change()

    def _take(
        self,
        state: State,
        values: dict[str, Any],
        *kinds: Kind,
        which: ColumnElement[bool] = true(),  # noqa: B008 - unchanging
        asked: object = None,
        entry: tuple[float, str, str] | None = None,
    ) -> Job | None:
        wanted = (
            select(JOBS.c.id)
            .where(JOBS.c.state == state, JOBS.c.kind.in_(kinds), which)
            .order_by(JOBS.c.id)
            .limit(1)
        )
        # Every thread of a lab asks, again and again: the store only hears of it when something has
        # changed, and isn't kept from others by a transaction for nothing.
        version = self.line.version
        if self._found_none.get((state, kinds, asked)) == version:
            return None
        with self._store.reading() as connection:
            if connection.execute(wanted).scalar_one_or_none() is None:
                self._found_none[state, kinds, asked] = version
                return None
        with self._writing() as connection:
            number = connection.execute(wanted).scalar_one_or_none()
            if number is None:
                return None
            mine = update(JOBS).where(JOBS.c.id == number, JOBS.c.state == state).values(**values)
            if not connection.execute(mine).rowcount:
                return None  # another server was quicker
            if entry is not None:
                note(connection, *entry, f"job {number}")
        return self.get(number)

    def _step(self, number: int, before: State, **values: Any) -> bool:
        with self._writing() as connection:
            step = update(JOBS).where(JOBS.c.id == number, JOBS.c.state == before).values(**values)
            return bool(connection.execute(step).rowcount)


def _insert(
    connection: Connection, person: Person, program: Program, now_s: float, **values: Any
) -> int:
    """Keep a program and its job; return the job's number."""
    whose = {"person": person.id, "made_s": now_s}
    kept = connection.execute(insert(PROGRAMS).values(**program.to_row(), **whose))
    (number,) = kept.inserted_primary_key  # type: ignore[misc]
    made = connection.execute(insert(JOBS).values(program=number, text="", **whose, **values))
    return int(made.inserted_primary_key[0])  # type: ignore[index]


def _sent_before(connection: Connection, person: Person, request: JobRequest) -> int | None:
    """Return the number of the job that a person sent under this key."""
    found: int | None = connection.execute(
        select(JOBS.c.id).where(JOBS.c.person == person.id, JOBS.c.key == request.key)
    ).scalar_one_or_none()
    return found
