"""Who sees what of the lab's camera, now and afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from time import monotonic

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from PIL import Image
from starlette.testclient import TestClient

from tests.lab_stores import empty_lab
from tests.mjpeg_server import jpeg
from tests.unit.lab.conftest import job_request
from tests.unit.lab.web.conftest import BASE, bearer
from tests.unit.recording.streams import FILMED_TICKS, filmed
from wsusim.lab.camera.newest import Shot, put_newest
from wsusim.lab.job import Job
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.web.app import Pages

NOW = jpeg(80)


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """Return a lab that does nothing; its camera has sent a picture."""
    plan = Plan(tmp_path, camera="http://127.0.0.1:9/", can_students_put_back=True)
    with empty_lab(plan) as made:
        assert made.camera is not None
        put_newest(made.camera.file, Shot(monotonic(), NOW))
        yield made


def waits(lab: Lab, token: str) -> Job:
    """Queue a program for a robot."""
    person = lab.people.by_token(token, 0.0)
    assert person is not None
    job = lab.jobs.add(person, job_request(person.name), 0.0)
    lab.jobs.take_to_check("robot", 0.0)
    lab.jobs.passed(job.id, "Will run.", {})
    return lab.jobs.get(job.id)


def drives(lab: Lab, token: str) -> Job:
    """Let a program drive the robot."""
    job = waits(lab, token)
    lab.robots.states[0].job = lab.jobs.take_to_run("robot 1", 0.0)
    return lab.jobs.get(job.id)


def test_a_teacher_always_sees_what_the_camera_sees(
    client: TestClient, tokens: dict[str, str]
) -> None:
    """As a picture like any other."""
    answer = client.get("/api/camera", headers=bearer(tokens["Tess"]))

    assert (answer.content, answer.headers["content-type"]) == (NOW, "image/jpeg")


def test_a_student_sees_it_while_their_program_drives(
    lab: Lab, client: TestClient, tokens: dict[str, str]
) -> None:
    """The person whose program drives sees the camera, and no other student."""
    job = drives(lab, tokens["Ann"])

    assert client.get("/api/camera", headers=bearer(tokens["Ann"])).content == NOW
    assert client.get("/api/camera", headers=bearer(tokens["Bob"])).status_code == 403
    assert client.get(f"/api/jobs/{job.id}", headers=bearer(tokens["Ann"])).json()["has_camera"]


def test_who_is_next_sees_whether_the_robot_stands_at_its_start(
    lab: Lab, client: TestClient, tokens: dict[str, str]
) -> None:
    """The next in turn sees the camera until the robot is reported at its start."""
    lab.robots.states[0].is_ready = False
    job = waits(lab, tokens["Ann"])
    ann, bob = bearer(tokens["Ann"]), bearer(tokens["Bob"])
    asked = client.get(f"/api/jobs/{job.id}", headers=ann).json()

    assert (asked["put_back"], asked["awaits_start"]) == ([1], True)
    assert client.get("/api/camera", headers=ann).status_code == 200
    assert client.post("/api/robots/1/put-back", headers=bob, json={}).status_code == 422
    assert client.post("/api/robots/1/put-back", headers=ann, json={}).json()["robots"][0][
        "is_ready"
    ]
    assert client.get("/api/camera", headers=ann).status_code == 403
    assert client.get(f"/api/jobs/{job.id}", headers=ann).json()["put_back"] == []


def test_a_picture_of_yesterday_is_not_shown_as_now(
    lab: Lab, client: TestClient, tokens: dict[str, str]
) -> None:
    """A camera that is gone shows nothing."""
    assert lab.camera is not None
    put_newest(lab.camera.file, Shot(monotonic() - 60.0, NOW))

    assert client.get("/api/camera", headers=bearer(tokens["Tess"])).status_code == 404


def test_what_is_wrong_with_the_camera_is_the_teachers_business(
    client: TestClient, tokens: dict[str, str]
) -> None:
    """It stands on their page."""
    told = client.get("/api/lab", headers=bearer(tokens["Tess"])).json()

    assert told["camera_trouble"] == "It has not sent anything yet."


def test_the_video_of_a_run_is_shown_in_step_with_it(
    lab: Lab, client: TestClient, tokens: dict[str, str]
) -> None:
    """Where the robot was at each picture, and each picture by itself; only to its owner."""
    job = drives(lab, tokens["Ann"])
    filmed(lab.files.recording(job, "robot"))
    has_video = lab.files.has_video(job)
    lab.jobs.ended(job.id, "done", 9.0, text="", report={"has_video": has_video})
    ann, bob = bearer(tokens["Ann"]), bearer(tokens["Bob"])
    video = f"/api/jobs/{job.id}/video"
    told = client.get(video, headers=ann).json()
    picture = client.get(f"{video}/{FILMED_TICKS[3]}", headers=ann)

    assert client.get(f"/api/jobs/{job.id}", headers=ann).json()["has_video"]
    assert told["ticks"] == FILMED_TICKS
    assert [len(place) for place in told["places"]] == [3] * len(FILMED_TICKS)
    shade = Image.open(BytesIO(picture.content)).getpixel((0, 0))
    assert shade == pytest.approx((80, 80, 80), abs=2)
    assert client.get(f"{video}/1", headers=ann).status_code == 404
    assert client.get(video, headers=bob).status_code == 422


@pytest.mark.parametrize("path", ["video", "video/5"])
def test_a_run_without_a_video_says_so(
    lab: Lab, client: TestClient, tokens: dict[str, str], path: str
) -> None:
    """Instead of an empty picture."""
    job = drives(lab, tokens["Ann"])

    answer = client.get(f"/api/jobs/{job.id}/{path}", headers=bearer(tokens["Ann"]))
    assert (answer.status_code, answer.json()["error"]) == (
        404,
        f"Run {job.id} has no video (yet).",
    )


def test_a_lab_without_a_camera_says_so(tmp_path: Path) -> None:
    """To a program that asks all the same."""
    lab = Lab(Plan(tmp_path))
    (tess,) = lab.people.invite(["Tess"], 0.0, is_teacher=True)
    client = TestClient(Pages(lab).app, base_url=BASE)

    assert client.get("/api/camera", headers=bearer(tess.token)).status_code == 404
    assert client.get("/api/lab", headers=bearer(tess.token)).json()["camera_trouble"] is None
    lab.close()


def test_a_robot_that_drives_can_not_be_at_its_start(lab: Lab, tokens: dict[str, str]) -> None:
    """Else the next program would begin anywhere."""
    drives(lab, tokens["Ann"])
    answer = TestClient(Pages(lab).app, base_url=BASE).post(
        "/api/lab/robots/1/put-back", headers=bearer(tokens["Tess"]), json={}
    )

    assert (answer.status_code, answer.json()["error"]) == (
        422,
        "Robot 1 is driving. Wait until it stands.",
    )
