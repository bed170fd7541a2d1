"""A lab that does nothing yet, and people who ask it over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient

from tests.lab_stores import empty_lab
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.web.app import Pages

BASE = "http://127.0.0.1:8600"


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """Return a lab that does nothing yet."""
    with empty_lab(Plan(tmp_path, mazes=("field",))) as made:
        yield made


@pytest.fixture
def tokens(lab: Lab) -> dict[str, str]:
    """Return everybody's token by name."""
    students = lab.people.invite(["Ann", "Bob"], 0.0)
    teachers = lab.people.invite(["Tess"], 0.0, is_teacher=True)
    return {one.name: one.token for one in [*students, *teachers]}


@pytest.fixture
def client(lab: Lab) -> TestClient:
    """Return somebody who has not signed in."""
    return TestClient(Pages(lab).app, base_url=BASE)


def bearer(token: str) -> dict[str, str]:
    """Return the header that says who asks."""
    return {"Authorization": f"Bearer {token}"}


class Somebody:
    """A person who asks with a token."""

    def __init__(self, client: TestClient, token: str) -> None:
        self._client = client
        self._headers = bearer(token)

    def get(self, path: str) -> Any:
        """Return what is told."""
        return self._client.get(path, headers=self._headers).json()

    def post(self, path: str, **values: Any) -> Any:
        """Return what is told when something was done."""
        return self._client.post(path, headers=self._headers, json=values).json()


@pytest.fixture
def ann(client: TestClient, tokens: dict[str, str]) -> Somebody:
    """Return a student."""
    return Somebody(client, tokens["Ann"])


@pytest.fixture
def bob(client: TestClient, tokens: dict[str, str]) -> Somebody:
    """Return another student."""
    return Somebody(client, tokens["Bob"])


@pytest.fixture
def tess(client: TestClient, tokens: dict[str, str]) -> Somebody:
    """Return a teacher."""
    return Somebody(client, tokens["Tess"])
