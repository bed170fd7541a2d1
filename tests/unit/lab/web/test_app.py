"""Who gets what from a lab over HTTP, and what everybody else gets."""

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
from wsusim.lab.audit import newest_deeds
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.web.access import MOST_FAILURES
from wsusim.lab.web.app import Pages
from wsusim.lab.web.asked import LONGEST_BODY

WISH = {"name": "driver.py", "source": PROGRAM, "key": "key", "maze": "field", "kind": "simulation"}


def signed_in(client: TestClient, token: str) -> dict[str, str]:
    """Sign in as a browser does; return what its requests carry."""
    told = client.post("/api/sign-in", json={"token": token}).json()
    return {"X-CSRF-Token": told["csrf"]}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/me"), ("GET", "/api/state"), ("GET", "/api/jobs"), ("GET", "/api/jobs/1"),
        ("GET", "/api/lab"), ("GET", "/api/jobs/1/recording/robot"), ("POST", "/api/jobs"),
        ("POST", "/api/jobs/1/stop"), ("POST", "/api/lab/halt"), ("POST", "/api/lab/people"),
        ("POST", "/api/lab/robots/1/put-back"), ("POST", "/api/sign-out"),
        ("POST", "/api/robots/1/put-back"), ("GET", "/api/camera"), ("GET", "/api/jobs/1/video"),
        ("GET", "/api/jobs/1/video/1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("headers", [{}, bearer("x" * 22), {"Cookie": "wsusim_lab=forged"}])
def test_without_a_token_nothing_is_told_or_done(
    client: TestClient, method: str, path: str, headers: dict[str, str]
) -> None:
    """Every door is closed, also to wrong tokens and forged sessions."""
    answer = client.request(method, path, headers=headers, json={} if method == "POST" else None)

    assert answer.status_code in (401, 429)
    assert set(answer.json()) == {"error"}


def test_a_token_says_who_asks(client: TestClient, tokens: dict[str, str]) -> None:
    """Programs send it with each request."""
    told = client.get("/api/me", headers=bearer(tokens["Ann"])).json()

    assert (told["name"], told["is_teacher"], told["mazes"]) == ("Ann", False, ["rooms", "field"])


def test_a_browser_signs_in_once(client: TestClient, tokens: dict[str, str]) -> None:
    """Then its cookie says who it is, which no script and no other page can use."""
    answer = client.post("/api/sign-in", json={"token": tokens["Ann"]})
    cookie = answer.headers["set-cookie"].lower()

    assert client.get("/api/me").json()["name"] == "Ann"
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_signing_out_ends_the_session(client: TestClient, tokens: dict[str, str]) -> None:
    """On this browser, and for whoever has copied its cookie."""
    csrf = signed_in(client, tokens["Ann"])
    copied = dict(client.cookies)
    client.post("/api/sign-out", headers=csrf, json={})
    client.cookies.update(copied)

    assert client.get("/api/me").status_code == 401


def test_a_revoked_person_is_out_at_once(
    lab: Lab, client: TestClient, tokens: dict[str, str]
) -> None:
    """Also where they are signed in."""
    signed_in(client, tokens["Ann"])
    lab.people.revoke("Ann", 1.0)

    assert client.get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "headers", [{}, {"X-CSRF-Token": "wrong"}, {"Origin": "https://evil.example"}]
)
def test_another_page_cant_act_in_a_persons_name(
    client: TestClient, tokens: dict[str, str], headers: dict[str, str]
) -> None:
    """A cookie alone is not enough to change anything."""
    signed_in(client, tokens["Tess"])

    assert client.post("/api/lab/halt", headers=headers, json={}).status_code == 403


def test_a_form_of_another_page_is_no_request(client: TestClient, tokens: dict[str, str]) -> None:
    """Only JSON is taken, which no form can send."""
    csrf = signed_in(client, tokens["Tess"])
    answer = client.post("/api/lab/say", headers=csrf, data={"text": "hello"})

    assert answer.status_code == 415


def test_another_name_for_this_computer_is_refused(lab: Lab, tokens: dict[str, str]) -> None:
    """A page of the internet may have its name point here."""
    rebound = TestClient(Pages(lab).app, base_url="http://evil.example:8600")

    assert rebound.get("/api/me", headers=bearer(tokens["Ann"])).status_code == 400


def test_whoever_tries_tokens_is_slowed_down(client: TestClient, tokens: dict[str, str]) -> None:
    """After ten different wrong ones; who has a valid one passes, from the same address, too."""
    tried = [
        client.get("/api/me", headers=bearer(f"{number:022}")).status_code
        for number in range(MOST_FAILURES + 1)
    ]

    assert tried == [401] * MOST_FAILURES + [429]
    assert client.get("/api/me", headers=bearer(tokens["Ann"])).status_code == 200


def test_a_program_whose_token_has_ended_slows_nobody_down(client: TestClient) -> None:
    """The same wrong token counts once, however often it comes."""
    tried = [
        client.get("/api/me", headers=bearer("y" * 22)).status_code
        for _ in range(MOST_FAILURES * 2)
    ]

    assert set(tried) == {401}


def test_a_program_is_sent_once(client: TestClient, tokens: dict[str, str]) -> None:
    """However often the request comes."""
    answers = [
        client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=WISH).json() for _ in range(3)
    ]

    assert len({answer["id"] for answer in answers}) == 1
    assert len(client.get("/api/jobs", headers=bearer(tokens["Ann"])).json()) == 1


@pytest.mark.parametrize("path", ["", "/recording/simulation"])
def test_anothers_upload_is_not_there(
    client: TestClient, tokens: dict[str, str], path: str
) -> None:
    """Neither program nor recording."""
    job = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=WISH).json()
    answer = client.get(f"/api/jobs/{job['id']}{path}", headers=bearer(tokens["Bob"]))

    assert answer.status_code == 422
    assert answer.json()["error"] == f"You have no run {job['id']}. See: lab status."


def test_whoever_fetches_what_never_drove_reads_that_its_simulation_is_there(
    client: TestClient, tokens: dict[str, str], lab: Lab
) -> None:
    """The usual recording is the robot's; a refused program has the other one."""
    number = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=WISH).json()["id"]
    lab.files.recording(lab.jobs.get(number), "simulation").write_bytes(b"")
    client.post(f"/api/jobs/{number}/stop", headers=bearer(tokens["Ann"]), json={})

    answer = client.get(f"/api/jobs/{number}/recording/robot", headers=bearer(tokens["Ann"]))

    assert answer.status_code == 404
    assert "There is one of its simulation: lab fetch --simulation" in answer.json()["error"]


def test_nobody_stops_anothers_run(client: TestClient, tokens: dict[str, str]) -> None:
    """It stays as it is."""
    job = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=WISH).json()
    client.post(f"/api/jobs/{job['id']}/stop", headers=bearer(tokens["Bob"]), json={})

    told = client.get(f"/api/jobs/{job['id']}", headers=bearer(tokens["Ann"])).json()
    assert told["state"] == "uploaded"


@pytest.mark.parametrize(
    "path",
    ["halt", "go-on", "say", "robots/1/put-back", "people", "people/revoke"],
)
def test_students_cant_do_what_teachers_do(
    client: TestClient, tokens: dict[str, str], path: str
) -> None:
    """Nor see everybody's runs."""
    answer = client.post(
        f"/api/lab/{path}", headers=bearer(tokens["Ann"]), json={"names": "Eve", "name": "Bob"}
    )

    assert answer.status_code == 403
    assert client.get("/api/lab", headers=bearer(tokens["Ann"])).status_code == 403


def test_a_teacher_stops_all_robots(lab: Lab, client: TestClient, tokens: dict[str, str]) -> None:
    """With one request, which tells whether they stand, and it is written down who."""
    told = client.post("/api/lab/halt", headers=bearer(tokens["Tess"]), json={}).json()
    lab.close()

    assert told == {"is_halted": True, "halted_by": "Tess", "driving": []}
    (deed, *_) = newest_deeds(lab.store)
    assert (deed.who, deed.what) == ("Tess", "emergency stop")


def test_markup_stays_text(client: TestClient, tokens: dict[str, str]) -> None:
    """What somebody writes is told as it is, in JSON, and pages never take it for markup."""
    text = "<script>alert(1)</script>"
    client.post("/api/lab/say", headers=bearer(tokens["Tess"]), json={"text": text})
    answer = client.get("/api/state", headers=bearer(tokens["Ann"]))

    assert answer.json()["notice"] == text
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("path", ["/", "/main.js", "/api/me", "/nowhere"])
def test_every_answer_forbids_foreign_content(client: TestClient, path: str) -> None:
    """No script from elsewhere runs on a lab's page."""
    headers = client.get(path).headers

    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_editors_library_is_asked_for_once(client: TestClient) -> None:
    """Everything else is asked for again, so that nobody sees another's page."""
    library = client.get("/codemirror/index.js")

    assert library.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "script-src 'self'" in library.headers["content-security-policy"]
    assert client.get("/main.js").headers["cache-control"] == "no-store"


def test_an_editor_is_told_the_robots_words(client: TestClient, tokens: dict[str, str]) -> None:
    """With what each is for."""
    told = client.get("/api/words", headers=bearer(tokens["Ann"])).json()

    assert {
        "of": "motors",
        "name": "stop",
        "call": "()",
        "about": "Stop both wheels.",
    } in told


@pytest.mark.parametrize(
    "path",
    ["/..%2f..%2fpyproject.toml", "/../store.py", "/%2e%2e/plan.py", "/lab.db", "/live/1/..%2fx",
     "/index.html%00.js", "/live/1//etc/passwd", "/codemirror/..%2fmain.js", "/codemirror/LICENSE"],
)  # fmt: skip
def test_no_path_leads_out(client: TestClient, path: str) -> None:
    """Files are read at the start; nothing else is ever opened by a name from outside."""
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "wish",
    [
        {}, {"name": 5, "source": PROGRAM}, {**WISH, "kind": "x"}, {**WISH, "maze": "../etc"},
        {**WISH, "seed": -1}, {**WISH, "seed": "1"}, {**WISH, "time_s": 1e9},
        {**WISH, "time_s": True}, {**WISH, "name": "../../x"}, {**WISH, "source": "\ud800"},
        {**WISH, "source": "a\x00b"}, {**WISH, "key": ""}, {**WISH, "key": "k" * 65},
        {**WISH, "time_s": float("nan")},
    ],
)  # fmt: skip
def test_a_wish_that_cant_be_is_refused(
    client: TestClient, tokens: dict[str, str], wish: dict[str, Any]
) -> None:
    """With a sentence that says why, and nothing is kept."""
    answer = client.post(
        "/api/jobs",
        headers={**bearer(tokens["Ann"]), "Content-Type": "application/json"},
        content=json.dumps(wish),
    )

    assert answer.status_code == 422
    assert len(answer.json()["error"]) > 10
    assert client.get("/api/jobs", headers=bearer(tokens["Ann"])).json() == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422), (b"[]", 400), (b"{", 400), (b"\xff\xfe", 400), (b"[" * 100_000, 400),
        (b"x" * (LONGEST_BODY + 1), 413),
    ],
)  # fmt: skip
def test_a_body_that_is_no_object_is_refused(
    client: TestClient, tokens: dict[str, str], body: bytes, status: int
) -> None:
    """Whatever it is."""
    answer = client.post(
        "/api/jobs",
        headers={**bearer(tokens["Ann"]), "Content-Type": "application/json"},
        content=body,
    )

    assert answer.status_code == status


@pytest.mark.parametrize("path", ["/live/1/stream", "/replay/1/robot/stream"])
def test_a_view_needs_its_owner(client: TestClient, tokens: dict[str, str], path: str) -> None:
    """The stream is closed before a word of it."""
    from starlette.websockets import WebSocketDisconnect

    client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=WISH)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(path, headers=bearer(tokens["Bob"])),
    ):
        pass


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/jobs/abc", 404),
        ("GET", "/api/jobs/" + "9" * 6000, 404),
        ("POST", "/api/jobs/" + "9" * 6000 + "/stop", 404),
        ("GET", "/live/" + "9" * 6000 + "/stream", 404),
        ("POST", "/api/lab/robots/" + "9" * 6000 + "/put-back", 404),
        ("DELETE", "/api/jobs/1", 405),
    ],
)
def test_an_address_that_is_none_is_answered_like_everything_refused(
    client: TestClient, tokens: dict[str, str], method: str, path: str, status: int
) -> None:
    """An address without a page, however long its number, and a wrong method get a sentence."""
    told = client.request(method, path, headers=bearer(tokens["Tess"]))

    assert (told.status_code, list(told.json())) == (status, ["error"])


@pytest.mark.parametrize(
    ("wish", "told"),
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
    client: TestClient, tokens: dict[str, str], wish: dict[str, Any], told: str
) -> None:
    """A field of the wrong type is refused with what was sent, as it was sent, and the range."""
    content = json.dumps({**WISH, **wish})
    headers = {**bearer(tokens["Ann"]), "Content-Type": "application/json"}
    answer = client.post("/api/jobs", content=content, headers=headers)

    assert (answer.status_code, answer.json()["error"]) == (422, told)


def test_a_store_that_cannot_be_written_is_told(
    client: TestClient, tokens: dict[str, str], lab: Lab, caplog: pytest.LogCaptureFixture
) -> None:
    """A full disk, say; nothing is taken in that would be lost."""
    with lab.store.writing() as rows:
        rows.execute(text("ALTER TABLE programs RENAME TO gone"))
    with caplog.at_level(logging.ERROR):
        answer = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=WISH)

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
    job = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=WISH).json()["id"]
    lab.jobs.take_to_check("simulation", 1.0)
    lab.jobs.ended(job, "failed", 2.0, text=text, line=1, report={"simulation": report})

    told = client.get(f"/api/jobs/{job}", headers=bearer(tokens["Ann"])).json()
    assert told["file"] == file


def test_two_labs_on_one_computer_dont_sign_each_other_out(
    lab: Lab, tmp_path_factory: pytest.TempPathFactory, tokens: dict[str, str]
) -> None:
    """Browsers keep cookies by the computer's name, whatever the port."""
    other = Lab(Plan(tmp_path_factory.mktemp("other")))
    cookies = [Pages(one).access.cookie for one in (lab, other)]
    other.close()

    assert cookies[0] != cookies[1]


def test_over_tls_browsers_are_told_to_stay_there(lab: Lab, tokens: dict[str, str]) -> None:
    """For a year; and the cookie never travels in the clear."""
    client = TestClient(Pages(lab, is_secure=True).app, base_url="https://127.0.0.1:8600")
    answer = client.post("/api/sign-in", json={"token": tokens["Ann"]})

    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert answer.headers["set-cookie"].startswith("__Host-wsusim_lab_")
    assert "secure" in answer.headers["set-cookie"].lower()


def test_without_tls_browsers_are_told_nothing_of_it(client: TestClient) -> None:
    """The lab would be out of reach for a year."""
    assert "strict-transport-security" not in client.get("/").headers


@pytest.mark.parametrize(("asked", "pace"), [({}, "fast"), ({"pace": "live"}, "live")])
def test_a_simulation_is_fast_unless_one_wants_to_watch(
    client: TestClient, tokens: dict[str, str], asked: dict[str, str], pace: str
) -> None:
    """Whoever sends it chooses."""
    job = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json={**WISH, **asked}).json()

    assert job["pace"] == pace


def test_there_is_no_third_pace(client: TestClient, tokens: dict[str, str]) -> None:
    """The sentence names the two."""
    answer = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json={**WISH, "pace": "warp"})

    assert answer.json() == {"error": "A simulation's pace is 'fast' or 'live', not 'warp'."}


def test_where_a_simulated_robot_drove_is_told_from_any_place_on(
    lab: Lab, client: TestClient, tokens: dict[str, str]
) -> None:
    """To its student; the maze comes once."""
    number = client.post("/api/jobs", headers=bearer(tokens["Ann"]), json=WISH).json()["id"]
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


def test_invitations_come_with_codes_for_the_labs_address(
    client: TestClient, tokens: dict[str, str]
) -> None:
    """To be printed at once, since no token can be told again."""
    asked = {"names": "Eve\nEve\nAnn", "only_new": True, "address": "https://lab.example/"}
    told = client.post("/api/lab/people", headers=bearer(tokens["Tess"]), json=asked).json()

    assert [(one["name"], one["is_twice"]) for one in told] == [("Eve", True), ("Ann", False)]
    assert told[0]["code"].startswith("<svg")
    assert (told[1]["token"], told[1]["code"]) == (None, None)


@pytest.mark.parametrize(
    ("who", "path", "status"),
    [
        ("Ann", "/api/export", 200), ("Ann", "/api/lab/people/Bob/export", 403),
        ("Tess", "/api/lab/people/Bob/export", 200), ("Tess", "/api/lab/people/Eve/export", 422),
    ],
)  # fmt: skip
def test_what_is_kept_of_somebody_is_given_to_them_and_their_teacher(
    client: TestClient, tokens: dict[str, str], who: str, path: str, status: int
) -> None:
    """To nobody else."""
    assert client.get(path, headers=bearer(tokens[who])).status_code == status


def test_teachers_remove_people_but_not_themselves(
    lab: Lab, client: TestClient, tokens: dict[str, str]
) -> None:
    """Who was removed is out at once."""
    path, tess = "/api/lab/people/remove", bearer(tokens["Tess"])
    students = client.post(path, headers=bearer(tokens["Ann"]), json={"name": "Bob"})
    own = client.post(path, headers=tess, json={"name": "Tess"})
    others = client.post(path, headers=tess, json={"name": "Bob"})

    assert [one.status_code for one in (students, own, others)] == [403, 422, 200]
    assert client.get("/api/me", headers=bearer(tokens["Bob"])).status_code == 401
    assert [one.name for one in lab.people.all()] == ["Ann", "Tess"]


def test_a_short_code_signs_a_student_in_once(client: TestClient, tokens: dict[str, str]) -> None:
    """A teacher makes it; for students only."""
    path, tess = "/api/lab/people/codes", bearer(tokens["Tess"])
    (made,) = client.post(path, headers=tess, json={"names": ["Ann"]}).json()
    answers = [client.post("/api/sign-in", json={"token": made["code"]}) for _ in range(2)]
    for_teachers = client.post(path, headers=tess, json={"names": ["Tess"]})
    by_students = client.post(path, headers=bearer(tokens["Bob"]), json={"names": ["Ann"]})

    assert [answer.status_code for answer in answers] == [200, 401]
    assert answers[0].json()["name"] == "Ann"
    assert (for_teachers.status_code, by_students.status_code) == (422, 403)
