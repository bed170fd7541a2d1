"""Lessons over HTTP: a teacher sets one, students work with it and get no solution."""

from __future__ import annotations

import io
import math
import os
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient

from tests.unit.lab import conftest
from tests.unit.lab.web.conftest import Somebody, bearer
from wsusim.errors import BadInput
from wsusim.hosting.sandbox import trouble
from wsusim.lab.job_process import Order
from wsusim.lab.lab import Lab
from wsusim.lab.mazes import maze_file
from wsusim.lab.work import Work
from wsusim.lessons.catalogue import shipped_lessons
from wsusim.lessons.lesson import load_lesson
from wsusim.lessons.lesson_files import packed

PROGRAM = {"name": "mine.py", "source": conftest.PROGRAM}
ROOT = Path(__file__).parents[4]


@pytest.fixture
def set_wall(tess: Somebody) -> Any:
    """Return the assignment of a shipped lesson."""
    (told,) = tess.post("/api/lab/lessons/set", name="03-see-a-wall")
    return told


def test_a_teacher_sets_a_lesson_that_comes_with_wsusim(ann: Somebody, set_wall: Any) -> None:
    """Its title, its mazes, its text with pictures, its hints and its starter are there."""
    (seen,) = ann.get("/api/assignments")
    lesson = ann.get(f"/api/assignments/{set_wall['id']}/lesson")

    assert (seen["title"], seen["has_lesson"], seen["has_check"]) == ("See a wall", True, True)
    assert seen["mazes"] == ["near_wall", "far_wall", "farther_wall"]
    assert set(seen["mazes"]) <= set(ann.get("/api/me")["rules"]["mazes"])
    assert "<h2>1. What a sensor tells</h2>" in lesson["text"]
    assert len(lesson["hints"]) == 4
    assert [one["name"] for one in lesson["starter"]] == ["see_a_wall.py"]
    assert (lesson["maze"], lesson["time_limit_s"]) == ("near_wall", 60)


@pytest.mark.slow
def test_all_shipped_lessons_can_be_set(tess: Somebody) -> None:
    """Though two of them have a maze of the same name, each keeps its own."""
    for name in shipped_lessons():
        told = tess.post("/api/lab/lessons/set", name=name)
    mazes = [maze for one in told for maze in one["mazes"]]

    assert len(told) == len(shipped_lessons())
    assert {"corner", "lamp_right"} <= set(mazes)
    assert len({maze for maze in mazes if maze.startswith("corner")}) >= 2


def test_pictures_and_nothing_else_of_a_lesson_are_sent(
    client: TestClient, tokens: dict[str, str], set_wall: Any
) -> None:
    """Not the teacher's own checks, and nothing above."""
    place = f"/api/assignments/{set_wall['id']}/lesson/pictures"
    head = bearer(tokens["Ann"])
    kinds = [
        client.get(f"{place}/{name}", headers=head).headers["content-type"]
        for name in ("wall.png", "wall_checks.py", "lesson.toml", "..%2F..%2Flab.sqlite")
    ]

    assert kinds == ["image/png", *["application/json"] * 3]


def test_the_file_for_home_has_no_solution(
    client: TestClient, tokens: dict[str, str], set_wall: Any
) -> None:
    """It is what ``lesson pack`` writes."""
    address = f"/api/assignments/{set_wall['id']}/lesson/file"
    content = client.get(address, headers=bearer(tokens["Ann"])).content
    lesson = load_lesson(shipped_lessons()["03-see-a-wall"])

    assert content == packed(lesson.name, lesson.for_students())
    assert not [name for name in ZipFile(io.BytesIO(content)).namelist() if "solution" in name]


def test_no_student_sees_a_hidden_lesson(ann: Somebody, tess: Somebody) -> None:
    """By no address of it."""
    (hidden,) = tess.post("/api/lab/lessons/set", name="01-first-drive", is_hidden=True)
    place = f"/api/assignments/{hidden['id']}/lesson"
    told = [ann.get(place), ann.get(f"{place}/file"), ann.get(f"{place}/pictures/first-room.png")]

    assert [set(one) for one in told] == [{"error"}] * 3


def test_a_lesson_of_ones_own_is_sent_as_its_folder(ann: Somebody, tess: Somebody) -> None:
    """Its solution, which comes along, is not kept."""
    lesson = load_lesson(shipped_lessons()["01-first-drive"])
    files = {f"mine/{name}": b64encode(file).decode() for name, file in lesson.files.items()}
    (one,) = tess.post("/api/lab/assignments", title="Mine")
    tess.post(f"/api/lab/assignments/{one['id']}/files", files=files)

    assert ann.get(f"/api/assignments/{one['id']}/lesson")["file"] == "mine.lesson"


@pytest.mark.slow
def test_the_check_says_what_it_says_at_home(
    lab: Lab, ann: Somebody, client: TestClient, tokens: dict[str, str], set_wall: Any,
    tmp_path: Path,
) -> None:  # fmt: skip
    """To the byte, with the file that students take home."""
    place = f"/api/assignments/{set_wall['id']}"
    (starter,) = ann.get(f"{place}/lesson")["starter"]
    begun = ann.post(f"{place}/check", **starter)
    lab.checks.do_one()
    told = ann.get(f"/api/checks/{begun['id']}")["text"]
    file = tmp_path / "wall.lesson"
    file.write_bytes(client.get(f"{place}/lesson/file", headers=bearer(tokens["Ann"])).content)
    (tmp_path / starter["name"]).write_text(starter["source"])
    options = [] if trouble() else ["--sandbox"]
    at_home = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "check", starter["name"], "--assignment",
         "wall.lesson", "--workers", "1", *options],
        cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ},
    )  # fmt: skip

    assert "It stops within 35 mm of the wall" in told
    assert told == at_home.stdout


def test_a_simulation_may_do_what_the_lesson_allows(
    lab: Lab, ann: Somebody, tess: Somebody
) -> None:
    """In its mazes; elsewhere, and before a drive of the robot, nothing more than a robot can."""
    tess.post("/api/lab/lessons/set", name="10-bug")
    maze = ann.get("/api/assignments")[0]["mazes"][0]
    orders: list[Order] = []

    def refuse(order: Order) -> Work:
        orders.append(order)
        raise BadInput("Not now.")

    for kind, place in (("simulation", maze), ("simulation", "field"), ("robot", maze)):
        sent = ann.post("/api/jobs", **PROGRAM, kind=kind, maze=place, key=f"{kind} {place}")
        job = lab.jobs.get(sent["id"])
        lab.running.do(job, "simulation", robot="simulated", maze=place, speed=None, make=refuse)

    assert [order.allowed for order in orders] == [("goal", "pose"), (), ()]


@pytest.mark.slow
def test_the_other_robots_of_a_lesson_drive_in_a_students_simulation(
    lab: Lab, ann: Somebody, tess: Somebody
) -> None:
    """They are told of with the student's own, and nothing of theirs is left."""
    tess.post("/api/lab/lessons/set", name="14-eye")
    (one,) = ann.get("/api/assignments")
    (starter,) = ann.get(f"/api/assignments/{one['id']}/lesson")["starter"]
    sent = ann.post(
        "/api/jobs", **starter, kind="simulation", maze=one["mazes"][0], key="a", time_s=5.0
    )
    job = lab.jobs.get(sent["id"])
    maze = maze_file(lab.plan.folder, job.maze)
    result = lab.running.do(job, "simulation", robot="simulated", maze=maze, speed=None)
    assert result.report is not None
    told = ann.get(f"/api/jobs/{job.id}/drive/0")
    (x_mm, y_mm), (end_x_mm, end_y_mm) = (told["places"][at][3:5] for at in (0, -1))

    assert [robot["outcome"] for robot in result.report["robots"]] == ["time", "time"]
    assert [one["fill"] for one in told["scene"]["others"]] == ["#d8443c"]
    assert math.dist((x_mm, y_mm), (end_x_mm, end_y_mm)) > 100.0
    assert list((lab.plan.folder / "programs").iterdir()) == []
