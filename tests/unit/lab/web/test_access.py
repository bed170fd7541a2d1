"""Who comes into a lab over HTTP: tokens, sessions, short codes, forged requests, wrong tokens."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient

from tests.unit.lab.web.conftest import bearer
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.web.access import MOST_FAILURES, WrongTokens
from wsusim.lab.web.app import Pages

PEOPLE, TRIES = 8, 60


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
    """On this browser, and for anyone who has copied its cookie."""
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


def test_trying_tokens_is_slowed_down(client: TestClient, tokens: dict[str, str]) -> None:
    """After ten different wrong ones; who has a valid one passes, from the same address, too."""
    tried = [
        client.get("/api/me", headers=bearer(f"{number:022}")).status_code
        for number in range(MOST_FAILURES + 1)
    ]

    assert tried == [401] * MOST_FAILURES + [429]
    assert client.get("/api/me", headers=bearer(tokens["Ann"])).status_code == 200


def test_a_program_with_a_revoked_token_slows_no_one_down(client: TestClient) -> None:
    """The same wrong token counts once, however often it comes."""
    tried = [
        client.get("/api/me", headers=bearer("y" * 22)).status_code
        for _ in range(MOST_FAILURES * 2)
    ]

    assert set(tried) == {401}


def test_two_labs_on_one_computer_dont_sign_each_other_out(
    lab: Lab, tmp_path_factory: pytest.TempPathFactory, tokens: dict[str, str]
) -> None:
    """Browsers keep cookies by the computer's name, whatever the port."""
    other = Lab(Plan(tmp_path_factory.mktemp("other")))
    cookies = [Pages(one).access.cookie for one in (lab, other)]
    other.close()

    assert cookies[0] != cookies[1]


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


@pytest.fixture
def many_switches() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_many_at_once_are_all_counted(many_switches: None) -> None:
    """Requests are answered by several threads, and none of them fails by another's."""
    wrong = WrongTokens(lambda: 0.0)

    def guess(person: int) -> int:
        return max(wrong.count("10.0.0.1", f"token {person} {number}") for number in range(TRIES))

    with ThreadPoolExecutor(PEOPLE) as pool:
        counted = list(pool.map(guess, range(PEOPLE)))

    assert max(counted) == MOST_FAILURES * 10


def test_the_same_wrong_token_counts_once() -> None:
    """A program whose token has ended asks again and again."""
    wrong = WrongTokens(lambda: 0.0)

    assert [wrong.count("10.0.0.1", "ended") for _ in range(3)] == [1, 1, 1]
