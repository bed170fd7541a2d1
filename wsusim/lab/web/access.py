"""Who asks, and whether they may: tokens, sessions, forged requests, too many tries."""

from __future__ import annotations

import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from time import monotonic
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request

from wsusim.lab.people import People, Person, session_mark

MOST_FAILURES = 10
FAILURES_S = 60.0
"""So many wrong tokens an address may send in this time."""

MOST_ADDRESSES = 10_000

_BEARER = "Bearer "


class Denied(Exception):
    """A request that is not answered; ``status`` is HTTP's."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class FailedTries:
    """Counts wrong tokens by address, as many as anybody could need."""

    def __init__(self, now_s: Callable[[], float] = monotonic) -> None:
        self._now_s = now_s
        self._by_address: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, address: str) -> None:
        """Raise ``Denied`` when an address has sent too many."""
        tries = self._by_address.get(address, deque())
        while tries and tries[0] < self._now_s() - FAILURES_S:
            tries.popleft()
        if len(tries) >= MOST_FAILURES:
            raise Denied(429, "Too many wrong tokens came from this address. Wait a minute.")

    def count(self, address: str) -> None:
        """Count one."""
        self._by_address.setdefault(address, deque(maxlen=MOST_FAILURES)).append(self._now_s())
        self._by_address.move_to_end(address)
        while len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)


class Access:
    """Tells who a request comes from."""

    def __init__(self, people: People, wall_s: Callable[[], float]) -> None:
        self._people = people
        self._wall_s = wall_s
        self._failed = FailedTries()

    def sign_in(self, request: Request, token: str) -> Person:
        """Begin a session with an invitation's token.

        Raises:
            Denied: It is nobody's token.
        """
        person = self._by_token(request, token.strip())
        request.session.clear()
        request.session.update(
            person=person.id, mark=session_mark(token.strip()), csrf=secrets.token_urlsafe(16)
        )
        return person

    def person(self, connection: HTTPConnection) -> Person:
        """Return who asks, by a token in the header or by a session.

        Raises:
            Denied: Nobody who may; or another page sends this in the person's name.
        """
        authorization = connection.headers.get("authorization", "")
        if authorization.startswith(_BEARER):
            return self._by_token(connection, authorization.removeprefix(_BEARER).strip())
        session = connection.session
        person = None
        if isinstance(session.get("person"), int):
            person = self._people.by_id(session["person"], str(session.get("mark")))
        if person is None:
            raise Denied(401, "Sign in first, with the token that your teacher has given you.")
        self._refuse_forged(connection)
        return person

    def _by_token(self, connection: HTTPConnection, token: str) -> Person:
        address = connection.client.host if connection.client else ""
        self._failed.check(address)
        person = self._people.by_token(token, self._wall_s())
        if person is None:
            self._failed.count(address)
            raise Denied(
                401, "That token isn't valid. Copy it again, or ask your teacher for a new one."
            )
        return person

    def _refuse_forged(self, connection: HTTPConnection) -> None:
        """Refuse what another page's script or form sends with this person's cookie."""
        origin = connection.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
            raise Denied(403, "This came from another page.")
        if connection.scope["type"] == "http" and connection.scope["method"] != "GET":
            sent = connection.headers.get("x-csrf-token", "")
            if not secrets.compare_digest(sent, str(connection.session.get("csrf"))):
                raise Denied(403, "Reload the page, and try again.")


def as_teacher(person: Person) -> Person:
    """Return a teacher; raises ``Denied`` for anybody else."""
    if not person.is_teacher:
        raise Denied(403, "Only teachers may do that.")
    return person
