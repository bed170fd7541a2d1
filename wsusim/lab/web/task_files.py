"""The files of assignments for browsers: pictures, lessons, and what was handed in."""

from __future__ import annotations

from pathlib import PurePosixPath
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from wsusim.lab.assignment_files import LESSON_PICTURES, PICTURES
from wsusim.lab.lab import Lab
from wsusim.lab.web import hand_in_marks
from wsusim.lab.web.access import Access, Denied
from wsusim.lessons.lesson import Lesson

_ONE = "/api/assignments/{assignment:number}"


class TaskFiles:
    """Sends the files of assignments, each to those who may see it.

    Args:
        lab: The lab.
        access: Finds out who asks.
    """

    def __init__(self, lab: Lab, access: Access) -> None:
        self._lab = lab
        self._access = access
        self.routes = [
            Route("/api/lab/assignments/{assignment:number}/hand-ins", self._hand_ins),
            Route(f"{_ONE}/picture", self._task_picture),
            Route(f"{_ONE}/lesson/file", self._lesson_file),
            Route(f"{_ONE}/lesson/pictures/{{name:path}}", self._lesson_picture),
        ]

    async def _hand_ins(self, request: Request) -> Response:
        person = await run_in_threadpool(self._access.person, request)
        name, content = await run_in_threadpool(
            hand_in_marks.zip_of_hand_ins, self._lab, person, request.path_params["assignment"]
        )
        return Response(
            content,
            media_type="application/zip",
            headers={"content-disposition": f"attachment; filename*=utf-8''{quote(name)}"},
        )

    async def _task_picture(self, request: Request) -> Response:
        person = await run_in_threadpool(self._access.person, request)
        number = request.path_params["assignment"]
        await run_in_threadpool(self._lab.assignments.get, number, person)
        picture = (await run_in_threadpool(self._lab.shelf.of, number)).picture
        if picture is None:
            raise Denied(404, "This assignment has no picture.")
        return FileResponse(picture, media_type=PICTURES[picture.suffix.lower()])

    async def _lesson_file(self, request: Request) -> Response:
        """Send the students' copy of a lesson, to open at home."""
        file = (await run_in_threadpool(self._lesson_of, request)).source
        return FileResponse(file, media_type="application/zip", filename=file.name)

    async def _lesson_picture(self, request: Request) -> Response:
        """Send a picture of a lesson, and no other file of it."""
        lesson = await run_in_threadpool(self._lesson_of, request)
        name = request.path_params["name"]
        kind = LESSON_PICTURES.get(PurePosixPath(name).suffix.lower())
        if kind is None or name not in lesson.files:
            raise Denied(404, "There is no such picture.")
        return Response(lesson.files[name], media_type=kind)

    def _lesson_of(self, request: Request) -> Lesson:
        number = request.path_params["assignment"]
        self._lab.assignments.get(number, self._access.person(request))
        return self._lab.shelf.lesson_of(number)
