"""What is asked about runs over HTTP, and whom it is told."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from sqlalchemy import text
from starlette.testclient import TestClient

from tests.unit.lab.conftest import PROGRAM
from tests.unit.lab.web.conftest import bearer
from wsusim.lab.lab import Lab

BODY = {
    "name": "driver.py",
    "source": PROGRAM,
    "key": "key",
    "maze": "field",
    "kind": "simulation",
}


def test_a_program_is_sent_once(client: TestClient, tokens: dict[str, str]) -> None:
    """However often the request comes."""
    answers = [
        client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=BODY).json() for _ in range(3)
    ]

    assert len({answer["id"] for answer in answers}) == 1
    assert len(client.get("/api/jobs", headers=bearer(tokens["Ann"])).json()) == 1


@pytest.mark.parametrize("path", ["", "/recording/simulation"])
def test_anothers_upload_is_not_there(
    client: TestClient, tokens: dict[str, str], path: str
) -> None:
    """Neither program nor recording."""
    job = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=BODY).json()
    answer = client.get(f"/api/jobs/{job['id']}{path}", headers=bearer(tokens["Bob"]))

    assert answer.status_code == 422
    assert answer.json()["error"] == f"You have no run {job['id']}. See: lab status."


def test_fetching_a_run_that_never_drove_names_its_simulation(
    client: TestClient, tokens: dict[str, str], lab: Lab
) -> None:
    """The usual recording is the robot's; a refused program has the other one."""
    number = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=BODY).json()["id"]
    lab.files.recording(lab.jobs.get(number), "simulation").write_bytes(b"")
    client.post(f"/api/jobs/{number}/stop", headers=bearer(tokens["Ann"]), json={})

    answer = client.get(f"/api/jobs/{number}/recording/robot", headers=bearer(tokens["Ann"]))

    assert answer.status_code == 404
    assert "There is one of its simulation: lab fetch --simulation" in answer.json()["error"]


def test_no_student_stops_anothers_run(client: TestClient, tokens: dict[str, str]) -> None:
    """It stays as it is."""
    job = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=BODY).json()
    client.post(f"/api/jobs/{job['id']}/stop", headers=bearer(tokens["Bob"]), json={})

    told = client.get(f"/api/jobs/{job['id']}", headers=bearer(tokens["Ann"])).json()
    assert told["state"] == "uploaded"


@pytest.mark.parametrize(
    "job_request",
    [
        {}, {"name": 5, "source": PROGRAM}, {**BODY, "kind": "x"}, {**BODY, "maze": "../etc"},
        {**BODY, "seed": -1}, {**BODY, "seed": "1"}, {**BODY, "time_s": 1e9},
        {**BODY, "time_s": True}, {**BODY, "name": "../../x"}, {**BODY, "source": "\ud800"},
        {**BODY, "source": "a\x00b"}, {**BODY, "key": ""}, {**BODY, "key": "k" * 65},
        {**BODY, "time_s": float("nan")},
    ],
)  # fmt: skip
def test_a_request_that_cant_be_is_refused(
    client: TestClient, tokens: dict[str, str], job_request: dict[str, Any]
) -> None:
    """With a sentence that says why, and nothing is kept."""
    answer = client.post(
        "/api/jobs",
        headers={**bearer(tokens["Ann"]), "Content-Type": "application/json"},
        content=json.dumps(job_request),
    )

    assert answer.status_code == 422
    assert len(answer.json()["error"]) > 10
    assert client.get("/api/jobs", headers=bearer(tokens["Ann"])).json() == []


@pytest.mark.parametrize(
    ("job_request", "told"),
    [
        ({"seed": 1.5}, "seed is 1.5, but it must be a whole number from 0 to 2147483647."),
        ({"seed": "1"}, 'seed is "1", but it must be a whole number from 0 to 2147483647.'),
        ({"seed": None}, "seed is null, but it must be a whole number from 0 to 2147483647."),
        ({"time_s": "5"}, 'time_s is "5", but it must be a number from 1 to 120.'),
        ({"kind": None}, "kind is null, but it must be text."),
        ({"name": 3}, "name is 3, but it must be text."),
        (
            {"seed": "\ud800"},
            'seed is "\\ud800", but it must be a whole number from 0 to 2147483647.',
        ),
    ],
)
def test_a_wrong_type_is_told_with_its_value_and_what_may_stand_there(
    client: TestClient, tokens: dict[str, str], job_request: dict[str, Any], told: str
) -> None:
    """A field of the wrong type is refused with what was sent, as it was sent, and the range."""
    content = json.dumps({**BODY, **job_request})
    headers = {**bearer(tokens["Ann"]), "Content-Type": "application/json"}
    answer = client.post("/api/jobs", content=content, headers=headers)

    assert (answer.status_code, answer.json()["error"]) == (422, told)


def test_a_store_that_cannot_be_written_is_told(
    client: TestClient, tokens: dict[str, str], lab: Lab, caplog: pytest.LogCaptureFixture
) -> None:
    """A full disk, say; nothing is taken in that would be lost."""
    with lab.store.writing() as connection:
        connection.execute(text("ALTER TABLE programs RENAME TO gone"))
    with caplog.at_level(logging.ERROR):
        answer = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=BODY)

    assert answer.status_code == 503
    assert "can't keep anything right now" in answer.json()["error"]


@pytest.mark.parametrize(
    ("text", "report", "file"),
    [
        ("walls.py, line 1: SyntaxError: invalid syntax", None, "walls.py"),
        ("It would push", {"error": None}, "driver.py"),
        ("driver.py, line 7, in run", {"error": {"file": "walls.py"}}, "walls.py"),
        ("driver.py, line 7, in run", {"error": {"file": None}}, "driver.py"),
    ],
)
def test_a_job_tells_which_file_its_line_is_in(
    lab: Lab,
    client: TestClient,
    tokens: dict[str, str],
    text: str,
    report: dict[str, object] | None,
    file: str,
) -> None:
    """One of the modules, or the controller's own."""
    job = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=BODY).json()["id"]
    lab.jobs.take_to_check("simulation", 1.0)
    lab.jobs.ended(job, "failed", 2.0, text=text, line=1, report={"simulation": report})

    told = client.get(f"/api/jobs/{job}", headers=bearer(tokens["Ann"])).json()
    assert told["file"] == file


@pytest.mark.parametrize(("asked", "pace"), [({}, "fast"), ({"pace": "live"}, "live")])
def test_a_simulation_is_fast_unless_one_wants_to_watch(
    client: TestClient, tokens: dict[str, str], asked: dict[str, str], pace: str
) -> None:
    """The sender chooses."""
    job = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json={**BODY, **asked}).json()

    assert job["pace"] == pace


def test_there_is_no_third_pace(client: TestClient, tokens: dict[str, str]) -> None:
    """The sentence names the two."""
    answer = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json={**BODY, "pace": "warp"})

    assert answer.json() == {"error": "A simulation's pace is 'fast' or 'live', not 'warp'."}


def test_where_a_simulated_robot_drove_is_told_from_any_place_on(
    lab: Lab, client: TestClient, tokens: dict[str, str]
) -> None:
    """To its student; the maze comes once."""
    number = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=BODY).json()["id"]
    scene = {"radius_mm": 27.5, "size_mm": [100, 100], "drawing": ""}
    lab.files.keep_drive(lab.jobs.get(number), scene, [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)])
    whole, rest, anothers = (
        client.get(f"/api/jobs/{number}/drive/{first}", headers=bearer(tokens[who])).json()
        for first, who in ((0, "Ann"), (1, "Ann"), (0, "Bob"))
    )

    assert whole == {
        "scene": scene, "period_s": 0.1, "places": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
        "is_over": True,
    }  # fmt: skip
    assert (rest["scene"], rest["places"]) == (None, [[1.0, 0.0, 0.0]])
    assert anothers == {"error": f"You have no run {number}. See: lab status."}


@pytest.mark.parametrize("path", ["/live/1/stream", "/replay/1/robot/stream"])
def test_a_view_needs_its_owner(client: TestClient, tokens: dict[str, str], path: str) -> None:
    """The stream is closed before a word of it."""
    from starlette.websockets import WebSocketDisconnect

    client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=BODY)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(path, headers=bearer(tokens["Bob"])),
    ):
        pass
