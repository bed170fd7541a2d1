"""The pictures of the lab's camera: the newest one, and those of a finished run in step with it."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wsusim.lab.job import Job
from wsusim.lab.lab import Lab
from wsusim.lab.people import Person
from wsusim.lab.shapes import ToldVideo
from wsusim.lab.web.access import Access, Denied
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.video import Video
from wsusim.robots import robot_kind
from wsusim.scene.shapes import Robot
from wsusim.scene.svg import svg_of
from wsusim.scene.walk import shapes_of


class CameraPages:
    """Answers requests about the camera."""

    def __init__(self, lab: Lab, access: Access) -> None:
        self._lab = lab
        self._access = access
        self.routes = [
            Route("/api/camera", self._now),
            Route("/api/jobs/{job:number}/video", self._video),
            Route("/api/jobs/{job:number}/video/{tick:number}", self._picture),
        ]

    async def _now(self, request: Request) -> Response:
        """Answer with the newest picture: a page that wants to see it move asks again."""
        person = await run_in_threadpool(self._access.person, request)
        return _jpeg(await run_in_threadpool(self._newest, person))

    async def _video(self, request: Request) -> Response:
        job = await self._job(request)
        return JSONResponse(await run_in_threadpool(self._told, job))

    async def _picture(self, request: Request) -> Response:
        job = await self._job(request)
        return _jpeg(await run_in_threadpool(self._shot, job, request.path_params["tick"]))

    async def _job(self, request: Request) -> Job:
        person = await run_in_threadpool(self._access.person, request)
        return await run_in_threadpool(self._lab.jobs.get, request.path_params["job"], person)

    # In threads

    def _newest(self, person: Person) -> bytes:
        camera = self._lab.camera
        if camera is None:
            raise Denied(404, "This lab has no camera.")
        if not self._lab.may_look(person):
            raise Denied(403, "You see the camera while your own program drives the robot.")
        shot = camera.shot_after(0.0)
        if shot is None:
            raise Denied(404, "The camera shows nothing at the moment.")
        return shot.jpeg

    def _told(self, job: Job) -> ToldVideo:
        """Return when pictures came, where the robot was then, and what was around it."""
        with self._recording(job) as recording:
            world, player, video = recording.header.world, Player(recording), Video(recording)
            places = [player.at(min(tick, player.last_tick)).robots[0].pose for tick in video.ticks]
            return {
                "ticks": video.ticks,
                "places": [
                    [round(p.x_mm, 1), round(p.y_mm, 1), round(p.heading_rad, 3)] for p in places
                ],
                "radius_mm": robot_kind(world.robots[0].kind).radius_mm,
                "size_mm": [world.arena.width_mm, world.arena.height_mm],
                "drawing": svg_of(
                    (one for one in shapes_of(world) if not isinstance(one, Robot)), by_css=False
                ),
            }

    def _shot(self, job: Job, tick: int) -> bytes:
        with self._recording(job) as recording:
            picture = Video(recording).at(tick)
        if picture is None:
            raise Denied(404, "The camera had sent no picture by then.")
        return picture.data

    def _recording(self, job: Job) -> Recording:
        file = self._lab.files.recording_of(job, "robot")
        if file is None or not (job.report or {}).get("has_video"):
            raise Denied(404, f"Run {job.id} has no video (yet).")
        return Recording(file)


def _jpeg(content: bytes) -> Response:
    return Response(content, media_type="image/jpeg")
