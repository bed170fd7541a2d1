"""A school's account in a real browser: pressed, signed in, and back at the lab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")
pytest.importorskip("authlib", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import BROWSER, Browser
from tests.lab_pages import served
from tests.school_provider import CLIENT, SECRET, school_provider
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.school_accounts import SchoolAccounts, SchoolSettings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]

BUTTON = "document.querySelector('#at-school:not([hidden]) a')"


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A lab that does nothing."""
    made = Lab(Plan(tmp_path, maze="field"))
    yield made
    made.close()


@pytest.fixture
def address(lab: Lab) -> Iterator[str]:
    """Its address; its school's is another site, as in life."""
    with school_provider() as provider:
        there = provider.issuer.replace("127.0.0.1", "localhost")
        provider.about = {"authorization_endpoint": f"{there}/authorize"}
        accounts = SchoolAccounts(SchoolSettings(provider.issuer, CLIENT, SECRET))
        with served(lab, accounts) as place:
            yield place


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser without a session."""
    made = Browser(tmp_path_factory.mktemp("browser"))
    yield made
    made.close()


def test_a_student_signs_in_with_the_schools_account(
    lab: Lab, address: str, browser: Browser
) -> None:
    """One press, and the lab knows who it is."""
    lab.people.invite(["ann@school.example"], 0.0)
    browser.open(address)
    browser.until(f"{BUTTON} ? 1 : 0")
    browser.run(f"{BUTTON}.click(), 1")
    browser.until("document.getElementById('student')?.hidden === false ? 1 : 0")

    assert browser.run("document.getElementById('who').textContent") == "ann@school.example"


def test_a_student_of_another_course_is_told_whom_to_ask(address: str, browser: Browser) -> None:
    """The sign-in page says it, and the address no longer does."""
    browser.open(address)
    browser.until(f"{BUTTON} ? 1 : 0")
    browser.run(f"{BUTTON}.click(), 1")
    browser.until("document.getElementById('sign-in-trouble')?.textContent ? 1 : 0")
    said = browser.run("document.getElementById('sign-in-trouble').textContent")

    assert "you were not invited to this lab. Ask your teacher." in said
    assert browser.run("location.hash") == ""
