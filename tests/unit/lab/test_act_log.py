"""The log of a lab: dates, people, places; bounded, and of use to administrators."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from starlette.testclient import TestClient

from tests.lab_stores import empty_lab
from wsusim.lab import act_log
from wsusim.lab.act_log import LOGGER, kept_in
from wsusim.lab.lab_plan import Plan
from wsusim.lab.web.app import Pages


def test_sign_ins_wrong_tokens_and_acts_are_kept_with_their_dates(tmp_path: Path) -> None:
    """And from where; tokens themselves never are."""
    with empty_lab(Plan(tmp_path)) as lab, kept_in(tmp_path) as file:
        client = TestClient(Pages(lab).app, base_url="http://127.0.0.1:8600")
        (tess,) = lab.people.invite(["Tess"], 0.0, is_teacher=True)
        told = client.post("/api/sign-in", json={"token": tess.token}).json()
        client.post("/api/sign-in", json={"token": "w" * 22})
        headers = {"X-CSRF-Token": told["csrf"]}
        client.post("/api/lab/say", headers=headers, json={"text": "Closed\ntoday"})
        client.post("/api/sign-out", headers=headers, json={})
    lines = file.read_text().splitlines()

    assert [re.sub(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00 ", "", line) for line in lines] == [
        "terminal: invite: Tess",
        "sign in: Tess from testclient",
        "wrong token from testclient (1 lately)",
        "Tess: message: Closed\\ntoday",
        "sign out: Tess from testclient",
    ]


def test_it_is_rotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is tried, it has an end."""
    monkeypatch.setattr(act_log, "MOST_BYTES", 1000)
    monkeypatch.setattr(act_log, "MOST_FILES", 2)
    with kept_in(tmp_path) as file:
        for number in range(200):
            logging.getLogger(LOGGER).info("wrong token %d", number)

    assert sorted(one.name for one in file.parent.iterdir()) == [
        "acts.log", "acts.log.1", "acts.log.2",
    ]  # fmt: skip
    assert sum(one.stat().st_size for one in file.parent.iterdir()) <= 3000
