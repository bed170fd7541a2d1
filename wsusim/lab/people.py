"""Who may use a lab: invited by a token, which only its owner has; the lab keeps its digest."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import insert, select, update

from wsusim.errors import BadInput
from wsusim.lab.audit import note
from wsusim.lab.store import PEOPLE, Store

LONGEST_NAME = 80
_TOKEN_BYTES = 16
"""128 bits: a digest without salt or stretching is enough for what nobody can guess."""

SEEN_S = 60.0
"""Noted no more often: each note waits for the disk, and ninety pages ask all the time."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who was invited."""

    id: int
    name: str
    is_teacher: bool
    seen_s: float | None = None
    is_revoked: bool = False


@dataclass(frozen=True, slots=True)
class Invitation:
    """A person's name and token; nobody can be told the token again."""

    name: str
    token: str


class People:
    """The people of a lab.

    Times are seconds since 1970.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def invite(
        self, names: Iterable[str], now_s: float, *, is_teacher: bool = False, by: str = "terminal"
    ) -> list[Invitation]:
        """Invite people; whoever has been invited before gets a new token, and the old one ends.

        Raises:
            BadInput: A name is empty, too long or holds control characters. Nobody is invited then.
        """
        wanted = [checked_name(name) for name in names]
        invitations = [Invitation(name, secrets.token_urlsafe(_TOKEN_BYTES)) for name in wanted]
        with self._store.writing() as rows:
            for one in invitations:
                values = {
                    "is_teacher": is_teacher,
                    "token_sha256": digest_of(one.token),
                    "made_s": now_s,
                    "is_revoked": False,
                }
                known = update(PEOPLE).where(PEOPLE.c.name == one.name).values(**values)
                if not rows.execute(known).rowcount:
                    rows.execute(insert(PEOPLE).values(name=one.name, **values))
                note(rows, now_s, by, "invite", one.name)
        return invitations

    def guest(self, name: str, now_s: float) -> Person:
        """Return somebody who can't sign in; made when they come for the first time."""
        with self._store.writing() as rows:
            known = rows.execute(select(PEOPLE).where(PEOPLE.c.name == name)).one_or_none()
            if known is None:
                rows.execute(
                    insert(PEOPLE).values(
                        name=name,
                        is_teacher=False,
                        token_sha256=digest_of(secrets.token_urlsafe(_TOKEN_BYTES)),
                        made_s=now_s,
                        is_revoked=True,
                    )
                )
            row = rows.execute(select(PEOPLE).where(PEOPLE.c.name == name)).one()
        return Person(row.id, row.name, is_teacher=False)

    def by_token(self, token: str, now_s: float) -> Person | None:
        """Return whose token it is; ``None``: nobody's, or it was revoked."""
        if not _TOKEN.fullmatch(token):
            return None
        with self._store.reading() as rows:
            row = rows.execute(
                select(PEOPLE).where(
                    PEOPLE.c.token_sha256 == digest_of(token), PEOPLE.c.is_revoked.is_(False)
                )
            ).one_or_none()
        if row is None:
            return None
        if row.seen_s is None or now_s - row.seen_s > SEEN_S:
            with self._store.writing() as rows:
                rows.execute(update(PEOPLE).where(PEOPLE.c.id == row.id).values(seen_s=now_s))
        return Person(row.id, row.name, row.is_teacher)

    def by_id(self, number: int, token_start: str) -> Person | None:
        """Return a person who has signed in with a token that still holds.

        Args:
            number: Whose.
            token_start: What ``session_mark`` gave at the time.
        """
        with self._store.reading() as rows:
            row = rows.execute(
                select(PEOPLE).where(PEOPLE.c.id == number, PEOPLE.c.is_revoked.is_(False))
            ).one_or_none()
        if row is None or row.token_sha256[:16] != token_start:
            return None
        return Person(row.id, row.name, row.is_teacher)

    def revoke(self, name: str, now_s: float, *, by: str = "terminal") -> None:
        """End a person's token and all that was signed in with it.

        Raises:
            BadInput: There is nobody of that name.
        """
        with self._store.writing() as rows:
            ended = update(PEOPLE).where(PEOPLE.c.name == name).values(is_revoked=True)
            if not rows.execute(ended).rowcount:
                raise BadInput(f"Nobody called {name!r} was invited. See: lab people.")
            note(rows, now_s, by, "revoke", name)

    def all(self) -> list[Person]:
        """Return everybody, by name."""
        with self._store.reading() as rows:
            found = rows.execute(select(PEOPLE).order_by(PEOPLE.c.name)).all()
        return [
            Person(row.id, row.name, row.is_teacher, row.seen_s, row.is_revoked) for row in found
        ]


def digest_of(token: str) -> str:
    """Return what the lab keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def session_mark(token: str) -> str:
    """Return what a session remembers of the token it began with: a new token ends it."""
    return digest_of(token)[:16]


def checked_name(name: str) -> str:
    """Return a person's name; raises ``BadInput`` if it can't be one."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(
            f"{name[:40]!r} can't be a person's name: it must have 1 to {LONGEST_NAME} characters "
            "that can be printed."
        )
    return name
