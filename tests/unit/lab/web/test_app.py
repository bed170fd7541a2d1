"""Who gets what from a lab over HTTP, and what everybody else gets."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient

from tests.unit.lab.web.conftest import bearer
from wsusim.lab.audit import newest_entries
from wsusim.lab.lab import Lab
from wsusim.lab.web.app import Pages
from wsusim.lab.web.asked import LONGEST_BODY


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
    (entry, *_) = newest_entries(lab.store)
    assert (entry.who, entry.what) == ("Tess", "emergency stop")


def test_markup_stays_text(client: TestClient, tokens: dict[str, str]) -> None:
    """What people write is sent unchanged, in JSON, and pages never read it as markup."""
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
    """Everything else is requested again, so that no one sees another's page."""
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
def test_a_persons_data_is_given_to_them_and_their_teacher(
    client: TestClient, tokens: dict[str, str], who: str, path: str, status: int
) -> None:
    """Others get none of a person's data."""
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
