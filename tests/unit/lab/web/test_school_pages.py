"""Signing in with the school's accounts: who comes in, and what is not believed."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")
pytest.importorskip("authlib", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient

from tests.school_provider import CLIENT, SECRET, Provider, school_provider
from wsusim.lab.lab import Lab
from wsusim.lab.school_accounts import SchoolAccounts, SchoolSettings
from wsusim.lab.web.app import Pages

ANN = "ann@school.example"
HERE = "http://127.0.0.1:8600"


@pytest.fixture
def provider() -> Iterator[Provider]:
    """Return a provider at which Ann is signed in."""
    with school_provider() as made:
        yield made


@pytest.fixture
def client(lab: Lab, provider: Provider) -> TestClient:
    """Return Ann's browser, at a lab that knows the provider."""
    accounts = SchoolAccounts(SchoolSettings(provider.issuer, CLIENT, SECRET))
    pages = Pages(lab, school=accounts)
    return TestClient(pages.app, base_url=HERE, follow_redirects=False)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Stay where it is."""


def back_from_school(client: TestClient) -> str:
    """Go to the provider and sign in; return where it sends the browser back to."""
    there = client.get("/school/begin").headers["location"]
    opener = urllib.request.build_opener(_NoRedirect)
    try:
        opener.open(there, timeout=30.0)
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.headers["location"]
    raise AssertionError(there)


def sign_in(client: TestClient) -> str:
    """Go to the provider and come back; return where the lab then sends the browser."""
    return client.get(back_from_school(client)).headers["location"]


def test_who_was_invited_by_e_mail_comes_in(lab: Lab, client: TestClient) -> None:
    """In whatever case the teacher typed it; the lab's own token isn't needed."""
    lab.people.invite(["Ann@School.example"], 0.0)

    assert sign_in(client) == "/"
    assert client.get("/api/me").json()["name"] == "Ann@School.example"


def test_who_was_invited_by_subject_comes_in(
    lab: Lab, client: TestClient, provider: Provider
) -> None:
    """For providers that tell no address."""
    provider.claims = {"email": None}
    lab.people.invite(["sub:4711"], 0.0)

    assert sign_in(client) == "/"
    assert client.get("/api/me").json()["name"] == "sub:4711"


@pytest.mark.parametrize("invited", ["Bob", "4711", "bob@school.example"])
def test_who_was_not_invited_stays_out(lab: Lab, client: TestClient, invited: str) -> None:
    """The school has more people than the course; a name is no subject."""
    lab.people.invite([invited], 0.0)

    assert sign_in(client) == "/#school=unknown"
    assert client.get("/api/me").status_code == 401


def test_who_was_revoked_stays_out_and_goes_out(lab: Lab, client: TestClient) -> None:
    """The teacher's word counts more than the school's."""
    lab.people.invite([ANN], 0.0)
    sign_in(client)
    lab.people.revoke(ANN, 1.0)

    assert client.get("/api/me").status_code == 401
    assert sign_in(client) == "/#school=unknown"


@pytest.mark.parametrize("verified", [False, None, "true"])
def test_an_unchecked_address_signs_no_one_in(
    lab: Lab, client: TestClient, provider: Provider, verified: object
) -> None:
    """A person may have typed another's address."""
    provider.claims = {"email_verified": verified}
    lab.people.invite([ANN], 0.0)

    assert sign_in(client) == "/#school=unknown"


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"}, {"nonce": None}, {"aud": "another-lab"}, {"iss": "https://evil.example"},
        {"exp": 1000}, {"exp": None}, {"sub": None}, {"iat": int(time.time()) + 9000},
        {"aud": [CLIENT, "another"], "azp": "another"},
    ],
)  # fmt: skip
def test_what_was_said_to_others_or_long_ago_is_not_believed(
    lab: Lab, client: TestClient, provider: Provider, claims: dict[str, object]
) -> None:
    """Each part of the token is looked at."""
    provider.claims = claims
    lab.people.invite([ANN], 0.0)

    assert sign_in(client) == "/#school=away"
    assert client.get("/api/me").status_code == 401


@pytest.mark.parametrize("alg", ["ES256", "HS256", "none"])
def test_what_another_key_has_signed_is_not_believed(
    lab: Lab, client: TestClient, provider: Provider, alg: str
) -> None:
    """Tokens without a signature, or with one that anyone could make, are refused."""
    from authlib.jose import JsonWebKey

    kind = {"ES256": ("EC", "P-256")}.get(alg, ("oct", 256))
    provider.signs_with = JsonWebKey.generate_key(*kind, is_private=True)
    provider.header = {"alg": alg, "kid": "1"}
    lab.people.invite([ANN], 0.0)

    assert sign_in(client) == "/#school=away"


def test_another_browser_cant_finish_a_sign_in(lab: Lab, client: TestClient) -> None:
    """Otherwise a link could sign a student in as another person."""
    lab.people.invite([ANN], 0.0)
    back = back_from_school(client)
    client.cookies.clear()

    assert client.get(back).headers["location"] == "/#school=late"


def test_a_sign_in_finishes_only_once(lab: Lab, client: TestClient) -> None:
    """What stays in the browser's history is worth nothing."""
    lab.people.invite([ANN], 0.0)
    back = back_from_school(client)
    client.get(back)

    assert client.get(back).headers["location"] == "/#school=late"


def test_who_changes_their_mind_at_the_provider_is_told(client: TestClient) -> None:
    """They can still use a token."""
    there = client.get("/school/begin").headers["location"]
    state = there.partition("&state=")[2].partition("&")[0]
    answer = client.get(f"/school/back?error=access_denied&state={state}")

    assert answer.headers["location"] == "/#school=no"


@pytest.mark.parametrize(
    "about",
    [{"issuer": "http://127.0.0.1:1"}, {"authorization_endpoint": "http://evil.example/authorize"}],
)
def test_a_provider_that_is_another_one_is_not_asked(
    client: TestClient, provider: Provider, about: dict[str, str]
) -> None:
    """Nothing is sent where others can read it."""
    provider.about = about

    assert client.get("/school/begin").headers["location"] == "/#school=away"


def test_a_provider_that_does_not_answer_is_told(lab: Lab) -> None:
    """The lab goes on without it."""
    accounts = SchoolAccounts(SchoolSettings("http://127.0.0.1:9", CLIENT, SECRET))
    client = TestClient(Pages(lab, school=accounts).app, base_url=HERE, follow_redirects=False)

    assert client.get("/school/begin").headers["location"] == "/#school=away"


def test_the_page_knows_whether_there_are_school_accounts(lab: Lab, client: TestClient) -> None:
    """A lab without them has neither the button nor the way."""
    without = TestClient(Pages(lab).app, base_url=HERE)

    assert client.get("/api/sign-in-ways").json() == {"has_school_accounts": True}
    assert without.get("/api/sign-in-ways").json() == {"has_school_accounts": False}
    assert without.get("/school/begin").status_code == 404
