"""The jobs that a lab keeps, each with its owner, newest first.

How they are made and change state is in ``jobs``.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sqlalchemy import Row, or_, select

from wsusim.errors import BadInput
from wsusim.lab.job import Job
from wsusim.lab.pairs import has_in_it
from wsusim.lab.people import Person
from wsusim.lab.program import Program
from wsusim.lab.store import JOBS, MEMBERS, PAIRS, PEOPLE, PROGRAMS, Store


class KeptJobs:
    """All jobs of a lab; every method is safe from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, number: int, by: Person | None = None) -> Job:
        """Return a job; a student sees only their own, and their pair's.

        Raises:
            BadInput: There is no such job, or it is another student's.
        """
        row = None
        if number < 2**31:
            with self._store.reading() as connection:
                row = connection.execute(_ALL.where(JOBS.c.id == number)).one_or_none()
        job = None if row is None else _job(row)
        if job is None or not (by is None or by.id in job.people or by.may_teach(job.course)):
            raise BadInput(f"You have no run {number}. See: lab status.")
        return job

    def of(self, person: Person, most: int = 50) -> list[Job]:
        """Return the latest jobs of a person and their pairs, newest first."""
        theirs = or_(JOBS.c.person == person.id, has_in_it(person.id))
        with self._store.reading() as connection:
            found = connection.execute(
                _ALL.where(theirs).order_by(JOBS.c.id.desc()).limit(most)
            ).all()
        return [_job(row) for row in found]

    def running_the_same(self, version: int) -> list[Job]:
        """Return the runs of a kept program, newest first.

        They are its author's, their partner's, or a teacher's.
        """
        kept, ran = PROGRAMS.alias(), PROGRAMS
        same = (
            _ALL.join(kept, kept.c.sha256 == ran.c.sha256)
            .where(kept.c.id == version, kept.c.name == ran.c.name)
            .where(
                or_(
                    ran.c.person == kept.c.person,
                    PAIRS.c.first == kept.c.person,
                    PAIRS.c.second == kept.c.person,
                    PEOPLE.c.is_teacher,
                    ran.c.person.in_(select(MEMBERS.c.person).where(MEMBERS.c.is_teacher)),
                )
            )
            .order_by(JOBS.c.id.desc())
            .limit(50)
        )
        with self._store.reading() as connection:
            return [_job(row) for row in connection.execute(same).all()]

    def newest(self, most: int = 200, course: int | None = None) -> list[Job]:
        """Return the latest jobs of all people, newest first.

        Args:
            most: At most so many.
            course: Only of this course, or of none.
        """
        wanted = (
            _ALL
            if course is None
            else _ALL.where(or_(JOBS.c.course == course, JOBS.c.course.is_(None)))
        )
        with self._store.reading() as connection:
            found = connection.execute(wanted.order_by(JOBS.c.id.desc()).limit(most)).all()
        return [_job(row) for row in found]

    def running(self) -> list[Job]:
        """Return the jobs that are running on robots."""
        with self._store.reading() as connection:
            found = connection.execute(_ALL.where(JOBS.c.state == "running")).all()
        return [_job(row) for row in found]

    def program(self, job: Job) -> Program:
        """Return the program of a job."""
        with self._store.reading() as connection:
            return Program.of_row(
                connection.execute(select(PROGRAMS).where(PROGRAMS.c.id == job.program)).one()
            )


_PARTNER = PEOPLE.alias("partner")

_ALL = (
    select(
        JOBS,
        PEOPLE.c.name.label("owner"),
        PROGRAMS.c.name.label("name"),
        _PARTNER.c.id.label("partner_id"),
        _PARTNER.c.name.label("partner_name"),
    )
    .join(PEOPLE, PEOPLE.c.id == JOBS.c.person)
    .join(PROGRAMS, PROGRAMS.c.id == JOBS.c.program)
    .outerjoin(PAIRS, PAIRS.c.id == JOBS.c.pair)
    .outerjoin(
        _PARTNER,
        _PARTNER.c.id.in_((PAIRS.c.first, PAIRS.c.second)) & (_PARTNER.c.id != JOBS.c.person),
    )
)


_OTHERS = ("report_json", "partner", "people")
_COLUMNS = tuple(one.name for one in fields(Job) if one.name not in _OTHERS)


def _job(row: Row[Any]) -> Job:
    values = {name: row._mapping[name] for name in _COLUMNS}
    people = (row.person,) if row.partner_id is None else (row.person, row.partner_id)
    return Job(**values, report_json=row.report, partner=row.partner_name or "", people=people)
