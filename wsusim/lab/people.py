"""Who may use a lab: invited by a token, which only its owner has; the lab keeps its digest.

People are also kept in memory, so that requests are authenticated and an emergency stop is obeyed
even while the disk is full or the database locked. What the terminal changes is read again every
second.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from wsusim.errors import BadInput
from wsusim.lab.audit import note
from wsusim.lab.store import COURSES, MEMBERS, PEOPLE, Store

LONGEST_NAME = 80
_TOKEN_BYTES = 16
"""128 bits: a digest without salt or stretching is enough for what can't be guessed."""

READ_S = 1.0
"""So often is read what the terminal may have changed."""

SEEN_S = 60.0
"""When a person was last seen is written no more often."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")


@dataclass(frozen=True, slots=True)
class Person:
    """A person who was invited."""

    id: int
    name: str
    is_teacher: bool
    seen_s: float | None = None
    is_revoked: bool = False
    token_sha256: str = ""
    """The digest of the token that holds."""
    courses: frozenset[int] = frozenset()
    """In which they are, as students or teachers."""
    teaches: frozenset[int] = frozenset()
    """Which of them they teach. A teacher of the lab (``is_teacher``) teaches all there are."""

    def may_teach(self, course: int | None) -> bool:
        """Return whether they teach a course; ``None`` stands for what is in no course."""
        return self.is_teacher or course in self.teaches

    @property
    def is_any_teacher(self) -> bool:
        """Whether they teach any course."""
        return self.is_teacher or bool(self.teaches)


@dataclass(frozen=True, slots=True)
class Invitation:
    """A person's name and token; the token can't be shown again."""

    name: str
    token: str


class People:
    """The people of a lab.

    Times are seconds since 1970.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._by_id: dict[int, Person] = {}
        self._by_token: dict[str, int] = {}
        self._seen_s: dict[int, float] = {}
        """When people were seen, of which the store has not heard yet."""
        self.read()

    def read(self) -> None:
        """Read the people again; raises ``DBAPIError`` if the store can't be read."""
        with self._store.reading() as connection:
            found = _all(connection)
        with self._lock:
            self._by_id = {one.id: one for one in found}
            self._by_token = {one.token_sha256: one.id for one in found if not one.is_revoked}

    def invite(
        self,
        names: Iterable[str],
        now_s: float,
        *,
        is_teacher: bool = False,
        by: str = "terminal",
        course: int | None = None,
        is_course_teacher: bool = False,
    ) -> list[Invitation]:
        """Invite people; for those who were invited before, a new token replaces the old one.

        Args:
            names: Whom to invite.
            now_s: The time.
            is_teacher: As teachers of the whole lab.
            by: Who invites them.
            course: Into which course; ``None``: the lab's first one.
            is_course_teacher: As teachers of this course alone.

        Raises:
            BadInput: A name is empty, too long or holds control characters. No one is invited then.
        """
        wanted = [checked_name(name) for name in names]
        invitations = [Invitation(name, secrets.token_urlsafe(_TOKEN_BYTES)) for name in wanted]
        with self._store.writing() as connection:
            into = course or connection.execute(select(func.min(COURSES.c.id))).scalar_one()
            for one in invitations:
                values = {
                    "is_teacher": is_teacher,
                    "token_sha256": digest_of(one.token),
                    "made_s": now_s,
                    "is_revoked": False,
                }
                known = update(PEOPLE).where(PEOPLE.c.name == one.name).values(**values)
                if not connection.execute(known).rowcount:
                    connection.execute(insert(PEOPLE).values(name=one.name, **values))
                _put_into(connection, into, one.name, is_teacher=is_teacher or is_course_teacher)
                note(connection, now_s, by, "invite", one.name)
        self.read()
        return invitations

    def join(
        self,
        names: Collection[str],
        course: int,
        now_s: float,
        *,
        is_course_teacher: bool = False,
        by: str = "terminal",
    ) -> None:
        """Add people who were invited before to a course; they keep their tokens."""
        with self._store.writing() as connection:
            for name in names:
                if _put_into(connection, course, name, is_teacher=is_course_teacher):
                    note(connection, now_s, by, "put into course", name)
        self.read()

    def leave(self, name: str, course: int, now_s: float, *, by: str = "terminal") -> None:
        """Remove a person from a course; what they have done in it stays.

        Raises:
            BadInput: They are not in it.
        """
        with self._store.writing() as connection:
            person = select(PEOPLE.c.id).where(PEOPLE.c.name == name).scalar_subquery()
            gone = delete(MEMBERS).where(MEMBERS.c.person == person, MEMBERS.c.course == course)
            if not connection.execute(gone).rowcount:
                raise BadInput(f"{name} is not in this course.")
            note(connection, now_s, by, "take out of course", name)
        self.read()

    def guest(self, name: str, now_s: float) -> Person:
        """Return a person who can't sign in, created the first time they come."""
        with self._store.writing() as connection:
            known = connection.execute(select(PEOPLE).where(PEOPLE.c.name == name)).one_or_none()
            if known is None:
                connection.execute(
                    insert(PEOPLE).values(
                        name=name,
                        is_teacher=False,
                        token_sha256=digest_of(secrets.token_urlsafe(_TOKEN_BYTES)),
                        made_s=now_s,
                        is_revoked=True,
                    )
                )
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.name == name)).one()
        self.read()
        return _person(row, (), ())

    def by_token(self, token: str, now_s: float) -> Person | None:
        """Return the owner of a token; ``None``: it is unknown or revoked.

        Raises:
            DBAPIError: It is not in memory, and the store can't be read.
        """
        if not _TOKEN.fullmatch(token):
            return None
        person = self.known(digest_of(token), now_s)
        if person is None:  # invited by the terminal a moment ago?
            self.read()
            person = self.known(digest_of(token), now_s)
        return person

    def known(self, token_sha256: str, now_s: float) -> Person | None:
        """Return the owner of a token as of the last reading of the people; never waits."""
        with self._lock:
            person = self._by_id.get(self._by_token.get(token_sha256, 0))
            if person is not None:
                self._seen_s[person.id] = now_s
        return person

    def by_id(self, number: int, token_sha256: str, now_s: float) -> Person | None:
        """Return a person who has signed in with a token that is still valid; never waits."""
        person = self.known(token_sha256, now_s)
        return person if person is not None and person.id == number else None

    def invited_as(self, name: str) -> Person | None:
        """Return the person invited under an e-mail address (in any case) or other name, if any."""
        wanted = name.casefold() if "@" in name else name
        with self._lock:
            for one in self._by_id.values():
                known = one.name.casefold() if "@" in one.name else one.name
                if known == wanted and not one.is_revoked:
                    return one
        return None

    def keep_seen(self) -> None:
        """Store who was seen when; raises ``DBAPIError`` if that is impossible now."""
        with self._lock:
            seen, self._seen_s = self._seen_s, {}
        if seen:
            with self._store.writing() as connection:
                for number, at_s in seen.items():
                    known = update(PEOPLE).where(PEOPLE.c.id == number).values(seen_s=at_s)
                    connection.execute(known)

    def revoke(self, name: str, now_s: float, *, by: str = "terminal") -> None:
        """Revoke a person's token and all sessions begun with it.

        Raises:
            BadInput: The name is unknown.
        """
        with self._store.writing() as connection:
            ended = update(PEOPLE).where(PEOPLE.c.name == name).values(is_revoked=True)
            if not connection.execute(ended).rowcount:
                raise BadInput(f"Nobody called {name!r} was invited. See: lab people.")
            note(connection, now_s, by, "revoke", name)
        self.read()

    def all(self) -> list[Person]:
        """Return all people, by name."""
        with self._store.reading() as connection:
            found = _all(connection)
        with self._lock:
            return [replace(one, seen_s=self._seen_s.get(one.id, one.seen_s)) for one in found]

    def named(self, name: str) -> Person:
        """Return a person by name; raises ``BadInput`` if the name is unknown."""
        with self._lock:
            found = next((one for one in self._by_id.values() if one.name == name), None)
        if found is None:
            raise BadInput(f"Nobody called {name[:60]!r} was invited. See: lab people.")
        return found

    def numbered(self, number: int) -> Person:
        """Return a person by number; raises ``BadInput`` if there is none (any more)."""
        with self._lock:
            found = self._by_id.get(number)
        if found is None:
            raise BadInput("That person is not in this lab any more.")
        return found


def _put_into(connection: Connection, course: int, name: str, *, is_teacher: bool) -> bool:
    """Add a person to a course, or change their role in it; return whether they are new there."""
    person = connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.name == name)).scalar_one()
    place = (MEMBERS.c.course == course, MEMBERS.c.person == person)
    if connection.execute(update(MEMBERS).where(*place).values(is_teacher=is_teacher)).rowcount:
        return False
    connection.execute(insert(MEMBERS).values(course=course, person=person, is_teacher=is_teacher))
    return True


def _all(connection: Connection) -> list[Person]:
    """Return all people, by name."""
    courses: dict[int, set[int]] = {}
    teaches: dict[int, set[int]] = {}
    for row in connection.execute(select(MEMBERS)):
        courses.setdefault(row.person, set()).add(row.course)
        if row.is_teacher:
            teaches.setdefault(row.person, set()).add(row.course)
    return [
        _person(row, courses.get(row.id, ()), teaches.get(row.id, ()))
        for row in connection.execute(select(PEOPLE).order_by(PEOPLE.c.name))
    ]


def _person(row: Row[Any], courses: Iterable[int], teaches: Iterable[int]) -> Person:
    return Person(
        id=row.id,
        name=row.name,
        is_teacher=row.is_teacher,
        seen_s=row.seen_s,
        is_revoked=row.is_revoked,
        token_sha256=row.token_sha256,
        courses=frozenset(courses),
        teaches=frozenset(teaches),
    )


def digest_of(token: str) -> str:
    """Return the digest that the lab keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def checked_name(name: str) -> str:
    """Return a person's name; raises ``BadInput`` if it can't be one."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(
            f"{name[:40]!r} can't be a person's name: it must have 1 to {LONGEST_NAME} characters "
            "that can be printed."
        )
    return name
