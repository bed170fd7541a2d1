"""Own files, assignments and rules over HTTP: each to those who may."""

from __future__ import annotations

import io
from base64 import b64encode
from pathlib import Path
from shutil import copy
from typing import Any
from zipfile import ZipFile

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient

from tests.unit.lab.conftest import PROGRAM
from tests.unit.lab.test_assignment_files import TOML
from tests.unit.lab.web.conftest import Somebody, bearer
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.lab.lab import Lab
from wsusim.lab.web.course import READS, WRITES

RECORDINGS = Path(__file__).parents[3] / "golden" / "recordings"
FILE = {"name": "mine.py", "source": PROGRAM}
TASK = {"title": "Follow the wall", "text": "Left hand.", "due_s": 4e9}


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Return a recording that may be moved."""
    return Path(copy(RECORDINGS / "v1-two-robots.mcap", tmp_path))


@pytest.mark.parametrize(
    ("method", "path"),
    [*(("GET", path) for path in READS), *(("POST", path) for path in WRITES),
     ("GET", "/api/lab/assignments/1/hand-ins")],
)  # fmt: skip
def test_nothing_is_told_or_done_without_a_token(
    client: TestClient, method: str, path: str
) -> None:
    """Nor with a session's cookie alone."""
    path = path.replace("{assignment:number}", "1").replace("{version:number}", "1")
    path = path.replace("{check:number}", "1")
    answer = client.request(method, path, json={} if method == "POST" else None)

    assert answer.status_code == 401


@pytest.mark.parametrize("path", WRITES)
def test_another_page_cant_do_it_in_a_persons_name(
    client: TestClient, tokens: dict[str, str], path: str
) -> None:
    """A cookie alone changes nothing."""
    client.post("/api/sign-in", json={"token": tokens["Tess"]})
    path = path.replace("{assignment:number}", "1")

    assert client.post(path, json={}).status_code == 403


@pytest.mark.parametrize("path", [path for path in WRITES if path.startswith("/api/lab")])
def test_students_change_no_course(ann: Somebody, path: str) -> None:
    """Neither assignments nor rules."""
    told = ann.post(path.replace("{assignment:number}", "1"), **TASK, most_open=50)

    assert told == {"error": "Only teachers may do that."}


def test_a_file_is_saved_and_kept(ann: Somebody, bob: Somebody) -> None:
    """And there again at the next computer, for its author alone."""
    saved = ann.post("/api/files/save", **FILE, revision=0)
    (version,) = ann.post("/api/files/keep", **FILE)

    assert (saved["revision"], saved["is_conflict"]) == (1, False)
    assert [one["source"] for one in ann.get("/api/files")] == [PROGRAM]
    assert ann.get(f"/api/versions/{version['id']}")["source"] == PROGRAM
    assert bob.get("/api/files") == []
    assert set(bob.get(f"/api/versions/{version['id']}")) == {"error"}


def test_a_version_has_the_modules_that_it_was_run_with(ann: Somebody) -> None:
    """They come back with it."""
    modules = {"walls.py": "near = 5\n"}
    job = ann.post("/api/jobs", **FILE, modules=modules)
    ann.post("/api/files/keep", **FILE)
    versions = ann.post("/api/files/versions", name="mine.py")
    told = [ann.get(f"/api/versions/{one['id']}") for one in versions]

    assert job["modules"] == modules
    assert [(one["source"], one["modules"]) for one in told] == [(PROGRAM, {}), (PROGRAM, modules)]


def test_a_student_sees_that_it_arrived(ann: Somebody, bob: Somebody, tess: Somebody) -> None:
    """The teacher sees everybody's, each student only their own."""
    (assignment,) = tess.post("/api/lab/assignments", **TASK)
    (mine,) = ann.post(f"/api/assignments/{assignment['id']}/hand-in", **FILE)
    (version,) = ann.post("/api/files/versions", name="mine.py")

    assert [(one["who"], one["name"], one["counts"]) for one in mine["hand_ins"]] == [
        ("Ann", "mine.py", True)
    ]
    assert version["handed_in"] == ["Follow the wall"]
    assert bob.get("/api/assignments")[0]["hand_ins"] == []
    assert [one["who"] for one in tess.get("/api/assignments")[0]["hand_ins"]] == ["Ann"]


def test_a_version_that_was_handed_in_stays_marked(ann: Somebody, tess: Somebody) -> None:
    """Also when the same text is run afterwards."""
    (assignment,) = tess.post("/api/lab/assignments", **TASK)
    ann.post(f"/api/assignments/{assignment['id']}/hand-in", **FILE)
    job = ann.post("/api/jobs", **FILE)
    (version,) = ann.post("/api/files/versions", name="mine.py")

    assert (version["runs"], version["handed_in"]) == ([job["id"]], ["Follow the wall"])


def test_a_teacher_gets_everything_in_one_file(
    client: TestClient, tokens: dict[str, str], ann: Somebody, tess: Somebody
) -> None:
    """Students don't."""
    (assignment,) = tess.post("/api/lab/assignments", title="Näh <b>")
    path = f"/api/lab/assignments/{assignment['id']}/hand-ins"
    ann.post(f"/api/assignments/{assignment['id']}/hand-in", **FILE)
    answer = client.get(path, headers=bearer(tokens["Tess"]))

    assert answer.headers["content-disposition"] == "attachment; filename*=utf-8''N%C3%A4h_b.zip"
    assert "Näh_b/Ann/mine.py" in ZipFile(io.BytesIO(answer.content)).namelist()
    assert client.get(path, headers=bearer(tokens["Ann"])).status_code == 403


def test_a_changed_deadline_is_told(ann: Somebody, tess: Somebody) -> None:
    """And a hidden assignment is gone for students."""
    (assignment,) = tess.post("/api/lab/assignments", **TASK)
    path = f"/api/lab/assignments/{assignment['id']}"
    tess.post(path, **{**TASK, "due_s": 5e9})
    seen = ann.get("/api/assignments")
    tess.post(path, **TASK, is_hidden=True)

    assert seen[0]["due_s"] == 5e9
    assert ann.get("/api/assignments") == []


def test_the_courses_mazes_are_those_that_students_have(ann: Somebody, tess: Somebody) -> None:
    """From the moment on when a teacher says so."""
    before = ann.post("/api/jobs", **FILE, maze="line", kind="simulation")
    tess.post("/api/lab/rules", mazes=["line"], time_limit_s=30)
    after = ann.post("/api/jobs", **FILE, maze="line", kind="simulation")

    assert before["error"].startswith("This lab has no maze 'line'")
    assert (after["maze"], after["time_s"]) == ("line", 30)
    assert ann.get("/api/state")["rules"]["mazes"] == ["rooms", "line"]
    assert "field" in tess.get("/api/lab")["maze_choice"]


def test_a_maze_that_a_teacher_brings_is_one_of_the_course(ann: Somebody, tess: Somebody) -> None:
    """At once, for everybody."""
    content = built_in_mazes()["line"].read_text(encoding="utf-8")
    told = tess.post("/api/lab/mazes", name="week2.json", content=content)
    job = ann.post("/api/jobs", **FILE, maze="week2", kind="simulation")

    assert told["rules"]["mazes"] == ["rooms", "field", "week2"]
    assert job["maze"] == "week2"


def test_a_teacher_says_how_many_programs_a_student_may_have(ann: Somebody, tess: Somebody) -> None:
    """Also while some are under way."""
    tess.post("/api/lab/rules", most_open=1)
    ann.post("/api/jobs", **FILE)

    assert "1 is the most" in ann.post("/api/jobs", **FILE)["error"]


def test_a_student_who_waits_for_a_simulation_is_told_how_long(
    ann: Somebody, bob: Somebody
) -> None:
    """Everybody's first one comes before anybody's second one."""
    jobs = [
        one.post("/api/jobs", **FILE, kind="simulation", pace="live", time_s=40, maze="field")["id"]
        for one in (ann, ann, bob)
    ]
    told = [one.get(f"/api/jobs/{job}") for one, job in zip((ann, ann, bob), jobs, strict=True)]

    assert [(job["place"], job["wait_s"]) for job in told] == [(1, 0), (3, 20), (2, 10)]


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("files/save", {}), ("files/save", {**FILE, "revision": -1}), ("files/save", {"name": 1}),
        ("files/remove", {"name": "nothing.py"}), ("files/keep", {**FILE, "name": "../x"}),
        ("assignments/1/hand-in", FILE), ("assignments/999999999999999999/hand-in", FILE),
        ("lab/assignments", {"title": ""}), ("lab/assignments", {"title": "x", "due_s": "soon"}),
        ("lab/assignments", {"title": "x", "due_s": 1e300}), ("lab/assignments/1", TASK),
        ("lab/rules", {}), ("lab/rules", {"mazes": "rooms"}), ("lab/rules", {"mazes": [1]}),
        ("lab/rules", {"hours": 5}), ("lab/mazes", {"name": "x.json", "content": "x"}),
        ("lab/rules", {"simulations": 1.5}), ("files/keep", {**FILE, "modules": []}),
        ("files/keep", {**FILE, "modules": {"a.py": 1}}),
        ("jobs", {**FILE, "modules": {"../a.txt": ""}}),
        ("jobs", {**FILE, "modules": {"Mine.py": ""}}),
    ],
)  # fmt: skip
def test_what_cant_be_is_refused_with_a_sentence(
    tess: Somebody, path: str, values: dict[str, Any]
) -> None:
    """Nothing of it is kept."""
    told = tess.post(f"/api/{path}", **values)

    assert set(told) == {"error"}
    assert len(told["error"]) > 10


@pytest.mark.parametrize("number", ["0", "7", "999999999999999999"])
def test_a_version_that_is_not_there_is_told(ann: Somebody, number: str) -> None:
    """However large its number."""
    assert ann.get(f"/api/versions/{number}") == {"error": f"You have no version {number}."}


def test_ready_controllers_are_there_to_begin_with(ann: Somebody) -> None:
    """With what they do."""
    assert {"name", "about", "source"} == set(ann.get("/api/starts")[0])


def test_curves_and_prints_of_a_run_that_is_over(
    lab: Lab, ann: Somebody, bob: Somebody, recorded: Path
) -> None:
    """They come from its recording, for its owner."""
    job = ann.post("/api/jobs", **FILE, kind="simulation")["id"]
    before = ann.get(f"/api/jobs/{job}/curves")
    lab.jobs.take_to_check("simulation", 1.0)
    lab.jobs.ended(job, "done", 2.0, text="")
    recorded.rename(lab.files.recording(lab.jobs.get(job), "simulation"))

    assert "no recording" in before["error"]
    assert [plot["name"] for plot in ann.get(f"/api/jobs/{job}/curves")] == [
        "proximity", "ambient", "speed", "distance",
    ]  # fmt: skip
    assert isinstance(ann.get(f"/api/jobs/{job}")["printed"], list)
    assert set(bob.get(f"/api/jobs/{job}/curves")) == {"error"}


def test_an_assignment_comes_with_its_files(lab: Lab, ann: Somebody, tess: Somebody) -> None:
    """Students start from the program, see the picture, and try it in its maze."""
    number = tess.post("/api/lab/assignments", title="Walls")[0]["id"]
    files = {
        name: b64encode(content).decode()
        for name, content in (
            ("walls.toml", TOML.replace(b'"field"', b'"narrow"')),
            ("start.py", b"x = 1\n"),
            ("task.png", b"a picture"),
        )
    }
    tess.post(f"/api/lab/assignments/{number}/files", files=files)
    (told,) = ann.get("/api/assignments")

    assert (told["has_check"], told["has_picture"], told["mazes"]) == (True, True, ["narrow"])
    assert told["starter"] == {"name": "start.py", "source": "x = 1\n"}
    assert "narrow" in ann.get("/api/state")["rules"]["mazes"]


def test_only_teachers_put_files_beside_an_assignment(ann: Somebody, tess: Somebody) -> None:
    """And only whole ones."""
    number = tess.post("/api/lab/assignments", title="Walls")[0]["id"]

    assert ann.post(f"/api/lab/assignments/{number}/files", files={}) == {
        "error": "Only teachers may do that."
    }
    assert tess.post(f"/api/lab/assignments/{number}/files", files={"a.py": "?"}) == {
        "error": "files must be an object: contents (base64) by names of files."
    }


def test_a_check_needs_an_assignment_that_has_one(ann: Somebody, tess: Somebody) -> None:
    """The sentence says whose it is to give."""
    number = tess.post("/api/lab/assignments", title="Walls")[0]["id"]
    told = ann.post(f"/api/assignments/{number}/check", name="a.py", source="x = 1")

    assert told == {"error": "Your teacher has given no check for Walls."}


def test_handing_in_a_program_that_never_ran_gives_a_warning(
    lab: Lab, ann: Somebody, tess: Somebody
) -> None:
    """Until the very same program has run."""
    number = tess.post("/api/lab/assignments", title="Walls")[0]["id"]
    before = ann.post(f"/api/assignments/{number}/hand-in", **FILE)[0]["never_ran"]
    ann.post("/api/jobs", **FILE, kind="simulation")
    after = ann.get("/api/assignments")[0]["never_ran"]

    assert (before, after) == (True, False)
