"""The lab's web application: its addresses, and what they answer.

Everything that a page does, a program can do, too: ``/api`` takes and gives JSON, with a session's
cookie or with an invitation's token (``Authorization: Bearer TOKEN``).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson
from sqlalchemy.exc import DBAPIError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from wsusim.errors import BadInput
from wsusim.formats.folder_names import folder_name
from wsusim.lab.job import Job
from wsusim.lab.lab import Lab
from wsusim.lab.people import Person
from wsusim.lab.person_data import export_of
from wsusim.lab.school_accounts import SchoolAccounts
from wsusim.lab.sessions import SESSION_S, csrf_of
from wsusim.lab.web import acts, course, course_acts, hand_in_marks, lessons, people_acts
from wsusim.lab.web.access import Access, Denied, as_teacher
from wsusim.lab.web.answers import tell_person, tell_robots
from wsusim.lab.web.asked import (
    COURSE,
    LONGEST_BODY,
    LONGEST_FILES,
    Act,
    body,
    course_number,
    text,
)
from wsusim.lab.web.camera_pages import CameraPages
from wsusim.lab.web.headers import Headers
from wsusim.lab.web.own_files import own_files
from wsusim.lab.web.people_acts import require_owned
from wsusim.lab.web.relay import relay
from wsusim.lab.web.replays import Replays
from wsusim.lab.web.school_pages import SchoolPages
from wsusim.lab.web.task_files import TaskFiles
from wsusim.live.pages import SHARED, read_pages
from wsusim.live.watch_address import LOOPBACK

_LOG = logging.getLogger(__name__)

_READS = (
    acts.READS
    | course.READS
    | lessons.READS
    | hand_in_marks.READS
    | people_acts.READS
    | course_acts.READS
)
_WRITES = (
    acts.WRITES
    | course.WRITES
    | lessons.WRITES
    | hand_in_marks.WRITES
    | people_acts.WRITES
    | course_acts.WRITES
)

WRONG, FULL = 4403, 4429

MOST_WAITING = 200
"""Refusals that wait at once before they are told; more are told at once."""


class _Number(Convertor[int]):
    """The number of a job or a robot in an address: only what a store can hold."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _Number())


class _Answer(JSONResponse):
    """A JSON response that accepts dataclasses, too."""

    def render(self, content: Any) -> bytes:
        return orjson.dumps(content)


class Pages:
    """Answers all requests; one object for each lab.

    Args:
        lab: The lab.
        is_loopback: Whether only this computer's browsers may come.
        is_secure: Whether browsers reach it over TLS.
        school: Accounts with which people may sign in, too; ``None``: none.
    """

    def __init__(
        self, lab: Lab, *, is_loopback: bool = True, is_secure: bool = False,
        school: SchoolAccounts | None = None,
    ) -> None:  # fmt: skip
        self.lab = lab
        cookie = f"wsusim_lab_{lab.identity}"
        self.access = Access(
            lab.people,
            lab.sessions,
            lab.codes,
            lab.now_s,
            f"__Host-{cookie}" if is_secure else cookie,
        )
        self._is_secure = is_secure
        at_school = SchoolPages(
            school, lab.people, self.access, self._remember, lab.now_s, is_secure=is_secure
        )
        self._waiting = 0
        self._own = own_files()
        self._live = read_pages()
        self._replays = Replays()
        self.app = Starlette(
            routes=[
                Route("/", self._file),
                Route("/api/sign-in", self._sign_in, methods=["POST"]),
                Route("/api/sign-out", self._sign_out, methods=["POST"]),
                *at_school.routes,
                Route("/api/me", self._me),
                Route("/api/lab/halt", self._halt, methods=["POST"]),
                *(self._route(path, act, "GET") for path, act in _READS.items()),
                *(self._route(path, act, "POST") for path, act in _WRITES.items()),
                Route("/api/export", self._export),
                Route("/api/lab/people/{name:path}/export", self._export),
                Route("/api/jobs/{job:number}/recording/{kind}", self._recording),
                Route("/api/jobs/{job:number}/comparison", self._comparison),
                *TaskFiles(lab, self.access).routes,
                *CameraPages(lab, self.access).routes,
                WebSocketRoute("/live/{job:number}/stream", self._watch),
                WebSocketRoute("/replay/{job:number}/{kind}/stream", self._replay),
                Route("/live/{job:number}/{name:path}", self._live_file),
                Route("/replay/{job:number}/{kind}/{name:path}", self._live_file),
                Route("/shared/{name}", self._shared_file),
                Route("/codemirror/{name}", self._library_file),
                Route("/{name}", self._file),
            ],
            middleware=[
                Middleware(
                    TrustedHostMiddleware,
                    allowed_hosts=[LOOPBACK, "localhost", "[::1]"] if is_loopback else ["*"],
                ),
                Middleware(Headers, is_secure=is_secure),
            ],
            exception_handlers={
                Denied: self._denied,
                BadInput: _refused,
                HTTPException: _not_there,
                DBAPIError: self._not_kept,
            },
        )

    # Requests

    def _route(self, path: str, act: Act, method: str) -> Route:
        async def answer(request: Request) -> Response:
            person = await run_in_threadpool(self.access.person, request)
            most = LONGEST_FILES if path.endswith("/files") else LONGEST_BODY
            ask = await body(request, most) if request.method == "POST" else {}
            ask = {**ask, **request.path_params, COURSE: course_number(request)}
            return _Answer(await run_in_threadpool(act, self.lab, person, ask))

        return Route(path, answer, methods=[method])

    async def _sign_in(self, request: Request) -> Response:
        token = text(await body(request), "token")
        person, secret = await run_in_threadpool(self.access.sign_in, request, token)
        told = await run_in_threadpool(
            tell_person, self.lab, person, csrf_of(secret), course_number(request)
        )
        answer = JSONResponse(told)
        self._remember(answer, secret)
        return answer

    def _remember(self, answer: Response, secret: str) -> None:
        answer.set_cookie(
            self.access.cookie, secret, int(SESSION_S), path="/", secure=self._is_secure,
            httponly=True, samesite="strict",
        )  # fmt: skip

    async def _sign_out(self, request: Request) -> Response:
        await run_in_threadpool(self.access.person, request)
        self.access.sign_out(request)
        answer = JSONResponse({})
        answer.delete_cookie(self.access.cookie, path="/", secure=self._is_secure, httponly=True)
        return answer

    async def _me(self, request: Request) -> Response:
        person = await run_in_threadpool(self.access.person, request)
        csrf = self.access.csrf(request)
        number = course_number(request)
        return JSONResponse(await run_in_threadpool(tell_person, self.lab, person, csrf, number))

    async def _halt(self, request: Request) -> Response:
        """Stop all robots, without waiting for the store or for a free thread."""
        person = self.access.known(request)
        if person is None:
            person = await run_in_threadpool(self.access.person, request)
        as_teacher(person)
        await asyncio.to_thread(self.lab.halt, person)  # threads that nothing else uses
        return JSONResponse(tell_robots(self.lab))

    async def _recording(self, request: Request) -> Response:
        person = await run_in_threadpool(self.access.person, request)
        job = await run_in_threadpool(self.lab.jobs.get, request.path_params["job"], person)
        kind = request.path_params["kind"]
        file = self._recording_of(job, kind)
        if file is None:
            has_trial = kind == "robot" and self._recording_of(job, "simulation") is not None
            hint = " There is one of its simulation: lab fetch --simulation" if has_trial else ""
            raise Denied(404, f"Run {job.id} has no recording of that kind (yet).{hint}")
        stem = job.name.removesuffix(".py")
        return FileResponse(
            file, media_type="application/octet-stream", filename=f"{stem}-{job.id}-{kind}.mcap"
        )

    def _recording_of(self, job: Job, kind: str) -> Path | None:
        if kind not in ("robot", "simulation"):
            return None
        return self.lab.files.recording_of(job, "robot" if kind == "robot" else "simulation")

    async def _export(self, request: Request) -> Response:
        """Send everything kept about the person who asks or, to a teacher, about a student."""
        person = await run_in_threadpool(self.access.person, request)
        name = request.path_params.get("name", person.name)
        if name != person.name:
            require_owned(self.lab, as_teacher(person), name)
        whole = await run_in_threadpool(export_of, self.lab.store, self.lab.files, name)
        file = f"{folder_name(name) or 'person'}.zip"
        return Response(
            whole,
            media_type="application/zip",
            headers={"content-disposition": f"attachment; filename*=utf-8''{quote(file)}"},
        )

    async def _comparison(self, request: Request) -> Response:
        person = await run_in_threadpool(self.access.person, request)
        job = await run_in_threadpool(self.lab.jobs.get, request.path_params["job"], person)
        file = self.lab.files.comparison(job)
        if not file.is_file():
            raise Denied(404, f"Run {job.id} has not been on the robot (yet).")
        return FileResponse(file, media_type="image/svg+xml")

    async def _watch(self, viewer: WebSocket) -> None:
        seen = await self._seen_by(viewer)
        work = None if seen is None else self.lab.running.of(seen[1].id)
        if seen is None or work is None or not work.going.watch_address:
            await viewer.close(WRONG)
            return
        await relay(viewer, work.going.watch_address, self._may_go_on(viewer, seen[0]))

    async def _replay(self, viewer: WebSocket) -> None:
        seen = await self._seen_by(viewer)
        file = None if seen is None else self._recording_of(seen[1], viewer.path_params["kind"])
        if seen is None or file is None:
            await viewer.close(WRONG)
            return
        replay = await run_in_threadpool(self._replays.begin, file, seen[0].id)
        if replay is None:
            await viewer.accept()  # else a browser would not be told the reason
            await viewer.close(FULL)
            return
        try:
            await relay(viewer, replay.address, self._may_go_on(viewer, seen[0]))
        finally:
            await run_in_threadpool(self._replays.end, replay)

    async def _seen_by(self, viewer: WebSocket) -> tuple[Person, Job] | None:
        """Return the person who asks for a job, and the job; ``None``: they may not see it."""
        try:
            person = await run_in_threadpool(self.access.person, viewer)
            job = await run_in_threadpool(self.lab.jobs.get, viewer.path_params["job"], person)
            return person, job
        except (Denied, BadInput):
            return None

    def _may_go_on(self, viewer: WebSocket, person: Person) -> Callable[[], bool]:
        """Return a function that returns whether a viewer may still watch."""

        def is_still_let_in() -> bool:
            known = self.access.known(viewer)
            return known is not None and known.id == person.id

        return is_still_let_in

    async def _denied(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, Denied)
        if error.wait_s and self._waiting < MOST_WAITING:
            self._waiting += 1
            try:
                await asyncio.sleep(error.wait_s)
            finally:
                self._waiting -= 1
        return _error(str(error), error.status)

    async def _not_kept(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, DBAPIError)
        _LOG.warning("The store can't be used: %s", error.orig)
        disk = self.lab.disk()
        why = (
            f"the disk of its computer is full ({disk.text})"
            if disk.state == "full"
            else f"its database can't be used ({error.orig}; {disk.text})"
        )
        return _error(f"The lab can't keep anything right now: {why}. Tell your teacher.", 503)

    async def _live_file(self, request: Request) -> Response:
        return self._page(f"/{request.path_params['name']}")

    async def _shared_file(self, request: Request) -> Response:
        return self._page(f"{SHARED}{request.path_params['name']}")

    def _page(self, path: str) -> Response:
        page = self._live.get(path)
        if page is None:
            raise Denied(404, "There is no such page.")
        return Response(page.content, media_type=page.kind)

    async def _file(self, request: Request) -> Response:
        found = self._own.get(request.path_params.get("name", "index.html"))
        if found is None:
            raise Denied(404, "There is no such page.")
        content, kind = found
        return Response(content, media_type=kind)

    async def _library_file(self, request: Request) -> Response:
        """Send a file that never changes under its name, so that browsers request it once."""
        request.path_params["name"] = f"codemirror/{request.path_params['name']}"
        response = await self._file(request)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


async def _not_there(request: Request, error: Exception) -> Response:
    """Answer in the lab's form what the router found: no such address, or not with this method."""
    assert isinstance(error, HTTPException)
    text = "There is no such page."
    if error.status_code == 405:
        text = f"{request.method} can't be used here. See the lab's interface in the manual."
    return _error(text, error.status_code, error.headers)


async def _refused(request: Request, error: Exception) -> Response:
    return _error(str(error), 422)


def _error(text: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a sentence; quotes from the request may contain invalid characters."""
    whole = text.encode("utf-8", "backslashreplace").decode()
    return JSONResponse({"error": whole}, status_code=status, headers=dict(headers or {}))
