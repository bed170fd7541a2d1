"""Who is signed in, in which browser.

A browser has a secret; the lab has its digest, in memory and in the store. So nothing that is
stored can be used to sign in, signing out works at once, and people stay signed in while the disk
is full.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from wsusim.lab.later import Later
from wsusim.lab.people import People, Person, digest_of
from wsusim.lab.store import PEOPLE, SESSIONS, Store

SESSION_S = 14 * 24 * 3600.0
"""So long a browser is remembered."""

MOST_EACH = 20
"""Browsers of one person; the one that has signed in first is forgotten."""


@dataclass(frozen=True, slots=True)
class _Session:
    person: int
    token_sha256: str
    until_s: float


class Sessions:
    """All sessions of a lab; every method is safe from any thread, and none waits for the store."""

    def __init__(
        self, store: Store, people: People, later: Later, now_s: Callable[[], float]
    ) -> None:
        self._store = store
        self._people = people
        self._later = later
        self._now_s = now_s
        self._lock = threading.Lock()
        with store.reading() as connection:
            found = connection.execute(select(SESSIONS).order_by(SESSIONS.c.until_s)).all()
        self._by_digest = {
            row.sha256: _Session(row.person, row.token_sha256, row.until_s) for row in found
        }

    def begin(self, person: Person) -> str:
        """Remember a browser; return its secret."""
        secret = secrets.token_urlsafe(24)
        digest = digest_of(secret)
        session = _Session(person.id, person.token_sha256, self._now_s() + SESSION_S)
        with self._lock:
            mine = [key for key, one in self._by_digest.items() if one.person == person.id]
            gone = [
                key
                for key, one in self._by_digest.items()
                if one.until_s < self._now_s() or key in mine[: max(0, len(mine) - MOST_EACH + 1)]
            ]
            for key in gone:
                del self._by_digest[key]
            self._by_digest[digest] = session
        self._later.do(lambda: self._keep(digest, session, gone))
        return secret

    def person(self, secret: str) -> Person | None:
        """Return the person of a browser's session; ``None``: it has none, or it is over."""
        now_s = self._now_s()
        with self._lock:
            session = self._by_digest.get(digest_of(secret))
        if session is None or session.until_s < now_s:
            return None
        return self._people.by_id(session.person, session.token_sha256, now_s)

    def end(self, secret: str) -> None:
        """Forget a browser."""
        digest = digest_of(secret)
        with self._lock:
            self._by_digest.pop(digest, None)
        self._later.do(lambda: self._keep(None, None, [digest]))

    def _keep(self, digest: str | None, session: _Session | None, gone: list[str]) -> None:
        with self._lock:
            is_there = digest in self._by_digest
        with self._store.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.sha256.in_(gone)))
            if digest is None or session is None or not is_there:
                return
            person = select(PEOPLE.c.id).where(PEOPLE.c.id == session.person)
            if connection.execute(person).one_or_none() is not None:  # else removed meanwhile
                connection.execute(
                    insert(SESSIONS).values(
                        sha256=digest,
                        person=session.person,
                        token_sha256=session.token_sha256,
                        until_s=session.until_s,
                    )
                )


def csrf_of(secret: str) -> str:
    """Return the CSRF token that a page sends beside its cookie; only the secret yields it."""
    return hashlib.sha256(f"csrf {secret}".encode()).hexdigest()[:32]
