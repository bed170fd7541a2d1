"""Students' own files in a lab: what is being written, and every version that was worth keeping.

A *draft* is a file as it is now; pages save it while its author types. A *version* is a row of
``PROGRAMS``: it never changes. One is made whenever a program is run or handed in, when its author
asks for it, and whenever a text would otherwise be lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import (
    Connection,
    delete,
    func,
    insert,
    select,
    update,
)

from wsusim.errors import BadInput
from wsusim.lab.course_tables import DRAFTS
from wsusim.lab.people import Person
from wsusim.lab.program import Program, check_size, checked_file_name
from wsusim.lab.quotas import make_room
from wsusim.lab.store import JOBS, PROGRAMS, Store

MOST_DRAFTS = 100
MOST_KEPT = 1000
"""Versions of one file that its author may keep by hand: a page that goes wild must not fill the
disk."""

NEWEST_VERSIONS = 300


@dataclass(frozen=True, slots=True)
class Draft:
    """A file as it is now."""

    name: str
    source: str
    revision: int
    saved_s: float


@dataclass(frozen=True, slots=True)
class Version:
    """A text that was kept; ``programs`` are its rows, ``runs`` the jobs that ran it."""

    id: int
    made_s: float
    sha256: str
    programs: list[int] = field(default_factory=list)
    runs: list[int] = field(default_factory=list)


class Drafts:
    """Each person's own files; no one sees another's."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self, person: Person) -> list[Draft]:
        """Return a person's files, the last changed first."""
        with self._store.reading() as connection:
            found = connection.execute(
                select(DRAFTS).where(DRAFTS.c.person == person.id).order_by(DRAFTS.c.saved_s.desc())
            ).all()
        return [Draft(row.name, row.source, row.revision, row.saved_s) for row in found]

    def save(
        self, person: Person, name: str, source: str, revision: int, now_s: float
    ) -> tuple[Draft, bool]:
        """Save a file; the text that it had becomes a version if its author has not seen it.

        Args:
            person: Whose.
            name: Of the file.
            source: Its text; may be empty.
            revision: The newest one that the author's page has; 0: a new file.
            now_s: The time.

        Returns:
            The file as it is now, and whether it replaced a text that its author had not seen.

        Raises:
            BadInput: The name or the text can't be used, or there are too many files.
        """
        name = checked_file_name(name)
        check_size(source)
        mine = (DRAFTS.c.person == person.id, DRAFTS.c.name == name)
        with self._store.writing() as connection:
            old = connection.execute(select(DRAFTS).where(*mine)).one_or_none()
            if old is None:
                count = connection.execute(
                    select(func.count()).where(DRAFTS.c.person == person.id)
                ).scalar_one()
                if count >= MOST_DRAFTS:
                    raise BadInput(
                        f"You have {count} files; {MOST_DRAFTS} is the most. Delete one first."
                    )
                new = insert(DRAFTS).values(
                    person=person.id, name=name, source=source, revision=1, saved_s=now_s
                )
                connection.execute(new)
                return Draft(name, source, 1, now_s), False
            if old.source == source:
                return Draft(name, source, old.revision, old.saved_s), False
            is_conflict = old.revision != revision
            if is_conflict:
                keep_version(connection, person, Program(name, old.source), now_s)
            connection.execute(
                update(DRAFTS)
                .where(*mine)
                .values(source=source, revision=old.revision + 1, saved_s=now_s)
            )
        return Draft(name, source, old.revision + 1, now_s), is_conflict

    def remove(self, person: Person, name: str, now_s: float) -> None:
        """Take a file out of the list; its text and its versions stay."""
        mine = (DRAFTS.c.person == person.id, DRAFTS.c.name == name)
        with self._store.writing() as connection:
            old = connection.execute(select(DRAFTS).where(*mine)).one_or_none()
            if old is None:
                raise BadInput(f"You have no file {name[:60]!r}.")
            keep_version(connection, person, Program(name, old.source), now_s)
            connection.execute(delete(DRAFTS).where(*mine))

    def keep(self, person: Person, program: Program, now_s: float) -> int:
        """Keep a program as a version, unless it equals the newest one.

        Raises:
            BadInput: A name or text can't be used, or there are too many versions.
        """
        program = program.checked(may_be_empty=True)
        with self._store.writing() as connection:
            count = connection.execute(
                select(func.count()).where(
                    PROGRAMS.c.person == person.id, PROGRAMS.c.name == program.name
                )
            ).scalar_one()
            if count >= MOST_KEPT:
                raise BadInput(
                    f"There are {count} versions of {program.name} already. Go on under another "
                    "name."
                )
            return keep_version(connection, person, program, now_s)

    def versions(self, person: Person, name: str) -> list[Version]:
        """Return a file's newest versions, newest first; equal ones in a row count as one."""
        mine = (PROGRAMS.c.person == person.id, PROGRAMS.c.name == name)
        with self._store.reading() as connection:
            kept = connection.execute(
                select(PROGRAMS.c.id, PROGRAMS.c.made_s, PROGRAMS.c.sha256)
                .where(*mine)
                .order_by(PROGRAMS.c.id.desc())
                .limit(NEWEST_VERSIONS)
            ).all()
            runs = connection.execute(
                select(JOBS.c.id, JOBS.c.program).join(PROGRAMS).where(*mine).order_by(JOBS.c.id)
            ).all()
        by_program = {program: job for job, program in runs}
        found: list[Version] = []
        for row in kept:
            if not found or found[-1].sha256 != row.sha256:
                found.append(Version(row.id, row.made_s, row.sha256))
            found[-1].programs.append(row.id)
            if row.id in by_program:
                found[-1].runs.append(by_program[row.id])
        return found

    def program(self, person: Person, version: int) -> Program:
        """Return the texts of a version.

        Raises:
            BadInput: This person has no such version.
        """
        row = None
        if version < 2**31:
            with self._store.reading() as connection:
                row = connection.execute(
                    select(PROGRAMS).where(PROGRAMS.c.id == version, PROGRAMS.c.person == person.id)
                ).one_or_none()
        if row is None:
            raise BadInput(f"You have no version {version}.")
        return Program.of_row(row)


def keep_version(connection: Connection, person: Person, program: Program, now_s: float) -> int:
    """Keep a program in a transaction unless it equals the newest one; return its number."""
    newest = connection.execute(
        select(PROGRAMS.c.id, PROGRAMS.c.sha256)
        .where(PROGRAMS.c.person == person.id, PROGRAMS.c.name == program.name)
        .order_by(PROGRAMS.c.id.desc())
        .limit(1)
    ).one_or_none()
    if newest is not None and newest.sha256 == program.sha256:
        return int(newest.id)
    row = insert(PROGRAMS).values(person=person.id, made_s=now_s, **program.to_row())
    made = int(connection.execute(row).inserted_primary_key[0])  # type: ignore[index]
    make_room(connection, person.id)
    return made
