"""Who sends a request, and whether they may: tokens, sessions, forged requests, too many tries."""

from __future__ import annotations

import ipaddress
import logging
import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from time import monotonic
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request

from wsusim.lab.act_log import LOGGER
from wsusim.lab.people import People, Person, digest_of
from wsusim.lab.sessions import Sessions, csrf_of
from wsusim.lab.short_codes import ShortCodes

_ACTS = logging.getLogger(LOGGER)

MOST_FAILURES = 10
FAILURES_S = 60.0
"""So many different wrong tokens may come from an address in this time before it is slowed down."""

SLOWER_S, SLOWEST_S = 0.25, 5.0
"""Each further one waits so much longer for its answer, and no longer than that."""

MOST_ADDRESSES = 10_000

_BEARER = "Bearer "

WRONG_TOKEN = "That token isn't valid. Copy it again, or ask your teacher for a new one."
TOO_MANY = "Too many wrong tokens came from this address. Wait a minute."


class Denied(Exception):
    """A refused request; ``status`` is the HTTP status, ``wait_s`` how long to wait."""

    def __init__(self, status: int, text: str, wait_s: float = 0.0) -> None:
        super().__init__(text)
        self.status = status
        self.wait_s = wait_s


class WrongTokens:
    """Counts different wrong tokens by address, up to a limit.

    Any thread. One that comes again and again, from a program whose token was revoked, counts once.
    """

    def __init__(self, now_s: Callable[[], float] = monotonic) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._by_address: OrderedDict[str, deque[tuple[float, str]]] = OrderedDict()

    def count(self, address: str, token: str) -> int:
        """Count one; return how many came recently."""
        now_s, digest = self._now_s(), digest_of(token)[:12]
        with self._lock:
            return self._count(address, digest, now_s)

    def _count(self, address: str, digest: str, now_s: float) -> int:
        tries = self._by_address.setdefault(address, deque(maxlen=MOST_FAILURES * 10))
        self._by_address.move_to_end(address)
        while tries and tries[0][0] < now_s - FAILURES_S:
            tries.popleft()
        if all(known != digest for _, known in tries):
            tries.append((now_s, digest))
        while len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)
        return len(tries)


class Access:
    """Finds out who a request comes from.

    Args:
        people: The people of the lab.
        sessions: Who is signed in.
        codes: Short codes, with which people can sign in, too.
        wall_s: The time, in seconds since 1970.
        cookie: The name of the lab's cookie, different from every other lab's.
    """

    def __init__(
        self,
        people: People,
        sessions: Sessions,
        codes: ShortCodes,
        wall_s: Callable[[], float],
        cookie: str,
    ) -> None:
        self._codes = codes
        self._people = people
        self._sessions = sessions
        self._wall_s = wall_s
        self._wrong = WrongTokens()
        self.cookie = cookie

    def sign_in(self, request: Request, token: str) -> tuple[Person, str]:
        """Begin a session with a token or a short code; return the person and the browser's secret.

        Raises:
            Denied: The token is unknown.
        """
        person = self._by_code(token) or self._by_token(request, token.strip())
        return person, self.let_in(request, person)

    def let_in(self, request: Request, person: Person) -> str:
        """Begin the session of an authenticated person; return the browser's secret."""
        self.sign_out(request)
        _ACTS.info("sign in: %s from %s", person.name, address_of(request))
        return self._sessions.begin(person)

    def sign_out(self, request: Request) -> None:
        """End the browser's session, if it has one."""
        if secret := request.cookies.get(self.cookie):
            if (person := self._sessions.person(secret)) is not None:
                _ACTS.info("sign out: %s from %s", person.name, address_of(request))
            self._sessions.end(secret)

    def person(self, connection: HTTPConnection) -> Person:
        """Return who asks, by a token in the header or by a session.

        Raises:
            Denied: The person may not, or another page sent this in the person's name.
        """
        if (token := _token_in(connection)) is not None:
            return self._by_token(connection, token)
        person = self.known(connection)
        if person is None:
            raise Denied(401, "Sign in first, with the token that your teacher has given you.")
        return person

    def known(self, connection: HTTPConnection) -> Person | None:
        """Return who asks, if that can be told without waiting; else ``None``.

        Raises:
            Denied: Another page sent this in the person's name.
        """
        if (token := _token_in(connection)) is not None:
            return self._people.known(digest_of(token), self._wall_s())
        secret = connection.cookies.get(self.cookie, "")
        person = self._sessions.person(secret) if secret else None
        if person is not None:
            self._refuse_forged(connection, secret)
        return person

    def csrf(self, connection: HTTPConnection) -> str:
        """Return the CSRF token that a page must send along; empty: it has no session."""
        secret = connection.cookies.get(self.cookie, "")
        return csrf_of(secret) if secret else ""

    def _by_code(self, typed: str) -> Person | None:
        taken = self._codes.take(typed)
        return None if taken is None else self._people.by_id(*taken, self._wall_s())

    def _by_token(self, connection: HTTPConnection, token: str) -> Person:
        person = self._people.by_token(token, self._wall_s())
        if person is not None:  # whatever others at this address have tried
            return person
        address = address_of(connection)
        count = self._wrong.count(address, token)
        _ACTS.info("wrong token from %s (%d lately)", address, count)
        if count <= MOST_FAILURES:
            raise Denied(401, WRONG_TOKEN)
        wait_s = min(SLOWEST_S, SLOWER_S * (count - MOST_FAILURES))
        raise Denied(429, TOO_MANY, wait_s)

    def _refuse_forged(self, connection: HTTPConnection, secret: str) -> None:
        """Refuse what another site's script or form sends with this person's cookie."""
        origin = connection.headers.get("origin")
        try:
            page = None if origin is None else urlsplit(origin).netloc
        except ValueError:  # http://[
            page = ""
        if page is not None and page != connection.headers.get("host"):
            raise Denied(403, "This came from another page.")
        if connection.scope["type"] == "http" and connection.scope["method"] != "GET":
            sent = connection.headers.get("x-csrf-token", "")
            if not secrets.compare_digest(sent.encode(), csrf_of(secret).encode()):
                raise Denied(403, "Reload the page, and try again.")


def address_of(connection: HTTPConnection) -> str:
    """Return the address of a client; for IPv6 its network, since each has many addresses."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


def _token_in(connection: HTTPConnection) -> str | None:
    authorization = connection.headers.get("authorization", "")
    if not authorization.startswith(_BEARER):
        return None
    return authorization.removeprefix(_BEARER).strip()


ONLY_TEACHERS = "Only teachers may do that."


def as_teacher(person: Person) -> Person:
    """Return a teacher of any course; raises ``Denied`` for anyone else."""
    if not person.is_any_teacher:
        raise Denied(403, ONLY_TEACHERS)
    return person


def as_teacher_of(person: Person, course: int | None) -> Person:
    """Return a teacher of a course; raises ``Denied`` for anyone else."""
    if not person.may_teach(course):
        raise Denied(403, ONLY_TEACHERS)
    return person


def as_lab_teacher(person: Person) -> Person:
    """Return a teacher of the whole lab; raises ``Denied`` for anyone else."""
    if not person.is_teacher:
        raise Denied(
            403,
            "Only a teacher of the whole lab may do that."
            if person.is_any_teacher
            else ONLY_TEACHERS,
        )
    return person
