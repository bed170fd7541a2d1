"""What a teacher reads of what was handed in, over HTTP, and what students hear of it."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient

from tests.unit.lab.conftest import PROGRAM
from tests.unit.lab.web.conftest import Somebody, bearer
from wsusim.lab.lab import Lab
from wsusim.lab.web.hand_in_marks import READS, WRITES

FILE = {"name": "mine.py", "source": PROGRAM, "modules": {"walls.py": "near = 5\n"}}


@pytest.fixture
def number(ann: Somebody, tess: Somebody) -> int:
    """Return an assignment for which Ann has handed something in."""
    (assignment,) = tess.post("/api/lab/assignments", title="Walls")
    ann.post(f"/api/assignments/{assignment['id']}/hand-in", **FILE)
    return int(assignment["id"])


@pytest.mark.parametrize(
    ("method", "path"), [*(("GET", path) for path in READS), *(("POST", path) for path in WRITES)]
)
@pytest.mark.parametrize(("who", "status"), [("Ann", 403), ("nobody", 401)])
def test_only_teachers_read_what_was_handed_in(
    client: TestClient, tokens: dict[str, str], method: str, path: str, who: str, status: int
) -> None:
    """And say what they think of it."""
    path = path.replace("{assignment:number}", "1").replace("{hand_in:number}", "1")
    headers = bearer(tokens[who]) if who in tokens else {}
    json = {} if method == "POST" else None

    assert client.request(method, path, headers=headers, json=json).status_code == status


def test_a_teacher_sees_who_has_handed_in_and_who_has_not(
    ann: Somebody, tess: Somebody, number: int
) -> None:
    """What counts stands before what doesn't."""
    ann.post(f"/api/assignments/{number}/hand-in", **{**FILE, "modules": {}})
    told = tess.get(f"/api/lab/assignments/{number}/work")

    assert [(one["who"], one["counts"], one["state"]) for one in told["hand_ins"]] == [
        ("Ann", True, ""),
        ("Ann", False, ""),
    ]
    assert (told["title"], told["missing"]) == ("Walls", ["Bob"])


def test_a_teacher_reads_a_program_with_its_modules_and_its_runs(
    lab: Lab, ann: Somebody, tess: Somebody, number: int
) -> None:
    """The newest run's result is the verdict."""
    job = ann.post("/api/jobs", **FILE, kind="simulation")["id"]
    lab.jobs.take_to_check("simulation", 1.0)
    lab.jobs.ended(job, "done", 2.0, text="drove 1 m")
    (seen,) = tess.get(f"/api/lab/assignments/{number}/work")["hand_ins"]
    told = tess.get(f"/api/lab/hand-ins/{seen['id']}")

    assert (seen["state"], seen["text"]) == ("done", "drove 1 m")
    assert (told["source"], told["modules"]) == (FILE["source"], FILE["modules"])
    assert [run["id"] for run in told["runs"]] == [job]


def test_a_comment_is_for_its_student(
    ann: Somebody, bob: Somebody, tess: Somebody, number: int
) -> None:
    """With the mark, beside what was handed in."""
    (seen,) = tess.get(f"/api/lab/assignments/{number}/work")["hand_ins"]
    told = tess.post(f"/api/lab/hand-ins/{seen['id']}", mark="B", comment="Slower.")
    (mine,) = ann.get("/api/assignments")[0]["hand_ins"]

    assert (told["mark"], told["comment"]) == (mine["mark"], mine["comment"]) == ("B", "Slower.")
    assert bob.get("/api/assignments")[0]["hand_ins"] == []


@pytest.mark.parametrize(
    ("path", "values"),
    [("hand-ins/7", {}), ("hand-ins/999999999999999999", {}), ("hand-ins/1", {"mark": 1}),
     ("hand-ins/1", {"mark": "x" * 21})],
)  # fmt: skip
def test_a_comment_that_cant_be_is_refused(
    tess: Somebody, number: int, path: str, values: dict[str, Any]
) -> None:
    """With a sentence."""
    assert set(tess.post(f"/api/lab/{path}", **values)) == {"error"}
