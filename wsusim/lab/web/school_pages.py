"""Sends a browser to the school's accounts and back."""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from wsusim.lab.act_log import LOGGER
from wsusim.lab.people import People, digest_of
from wsusim.lab.school_accounts import Journey, SchoolAccounts, SchoolRefused
from wsusim.lab.web.access import Access

JOURNEY_S = 600.0
"""Time to sign in at the provider."""

MOST_JOURNEYS = 2000
"""At once; the one that was begun first is forgotten."""

BACK = "/school/back"

_ACTS = logging.getLogger(LOGGER)


@dataclass(frozen=True, slots=True)
class _Begun:
    journey: Journey
    browser_sha256: str
    until_s: float


class SchoolPages:
    """Sends browsers to the provider, and signs in invited people who return.

    Args:
        accounts: The provider; ``None``: the lab has none, and says so.
        people: Who was invited.
        access: Begins sessions.
        remember: Puts a session's secret into an answer.
        now_s: Seconds since 1970.
        is_secure: Whether browsers reach the lab over TLS.
    """

    def __init__(
        self,
        accounts: SchoolAccounts | None,
        people: People,
        access: Access,
        remember: Callable[[Response, str], None],
        now_s: Callable[[], float],
        *,
        is_secure: bool,
    ) -> None:
        self._accounts = accounts
        self._people = people
        self._access = access
        self._remember = remember
        self._now_s = now_s
        self._is_secure = is_secure
        self._cookie = f"{access.cookie}_school"
        self._lock = threading.Lock()
        self._begun: OrderedDict[str, _Begun] = OrderedDict()

    @property
    def routes(self) -> list[Route]:
        """The addresses that need no signed-in person."""
        ways = Route("/api/sign-in-ways", self._ways)
        if self._accounts is None:
            return [ways]
        return [ways, Route("/school/begin", self._begin), Route(BACK, self._back)]

    async def _ways(self, _: Request) -> Response:
        return JSONResponse({"has_school_accounts": self._accounts is not None})

    async def _begin(self, request: Request) -> Response:
        assert self._accounts is not None
        scheme = "https" if self._is_secure else "http"
        journey = Journey.begin(f"{scheme}://{request.headers.get('host', '')}{BACK}")
        try:
            address = await run_in_threadpool(self._accounts.address_for, journey)
        except SchoolRefused as error:
            return _sent_back("away", error)
        browser = secrets.token_urlsafe(24)
        with self._lock:
            until_s = self._now_s() + JOURNEY_S
            self._begun[journey.state] = _Begun(journey, digest_of(browser), until_s)
            while len(self._begun) > MOST_JOURNEYS:
                self._begun.popitem(last=False)
        answer = RedirectResponse(address, 302)
        # Lax: the provider's page sends the browser back, and the cookie must come along.
        answer.set_cookie(
            self._cookie, browser, int(JOURNEY_S), path="/", secure=self._is_secure,
            httponly=True, samesite="lax",
        )  # fmt: skip
        return answer

    async def _back(self, request: Request) -> Response:
        assert self._accounts is not None
        with self._lock:  # taken out: it can be finished only once
            begun = self._begun.pop(request.query_params.get("state", ""), None)
        browser = digest_of(request.cookies.get(self._cookie, ""))
        if begun is None or begun.until_s < self._now_s() or begun.browser_sha256 != browser:
            return _sent_back("late", "nobody began this here, or too long ago")
        if not (code := request.query_params.get("code", "")):
            return _sent_back("no", request.query_params.get("error", "")[:80])
        try:
            names = await run_in_threadpool(self._accounts.names_of, begun.journey, code)
        except SchoolRefused as error:
            return _sent_back("away", error)
        person = next(filter(None, map(self._people.invited_as, names)), None)
        if person is None:
            return _sent_back("unknown", f"nobody was invited as {' or '.join(names)}")
        answer = RedirectResponse("/", 302)
        self._remember(answer, self._access.let_in(request, person))
        answer.delete_cookie(self._cookie, path="/", secure=self._is_secure, httponly=True)
        return answer


def _sent_back(why: str, detail: object) -> Response:
    """Show the sign-in page again with a sentence that the page knows by a key."""
    told = str(detail).encode("unicode_escape").decode()[:300]
    _ACTS.info("school accounts: not signed in: %s", told)
    return RedirectResponse(f"/#school={why}", 302)
