"""Who is on a page: tokens, the next person, and what each sees of the lab."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import BROWSER, Browser
from tests.lab_browser import EDITOR, Opened, sign_in, write

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]


def test_a_token_stays_neither_in_the_address_nor_in_the_history(
    lab: Opened, browser: Browser
) -> None:
    """A person who looks over a shoulder sees none."""
    sign_in(browser, lab.student, "student")

    assert browser.run("location.href") == lab.server.address


def test_a_message_is_seen_without_a_reload(lab: Opened, browser: Browser) -> None:
    """By people who have the page open; as text."""
    sign_in(browser, lab.student, "student")
    lab.lab.say("Closing at <b>4</b>", lab.tess, 1)
    browser.until("document.getElementById('notice').hidden ? 0 : 1")

    assert browser.run("document.getElementById('notice-text').innerText") == "Closing at <b>4</b>"


def test_the_next_person_sees_nothing_of_the_one_before(lab: Opened, browser: Browser) -> None:
    """Another person can sign in on the same page after a session has ended."""
    sign_in(browser, lab.student, "student")
    write(browser, "mine = 1\n")
    browser.until("document.getElementById('saved').textContent === 'Saved' ? 1 : 0")
    lab.lab.people.revoke("Ann", 1.0)
    browser.until("document.getElementById('sign-in').hidden ? 0 : 1")
    token = lab.teacher.partition("token=")[2]
    browser.run(f"document.getElementById('token').value = '{token}', 1")
    browser.run("document.getElementById('sign-in-form').requestSubmit(), 1")
    browser.until("document.getElementById('teacher')?.hidden === false ? 1 : 0")

    assert "mine" not in browser.run(f"{EDITOR}.querySelector('.cm-content').textContent")
    assert lab.lab.drafts.all(lab.tess) == []


def test_a_teachers_page_is_there_again_after_back_and_reload(
    lab: Opened, browser: Browser
) -> None:
    """Each of the two pages has an address."""
    sign_in(browser, lab.teacher, "teacher")
    browser.run("document.getElementById('to-student').click(), 1")
    browser.until("document.getElementById('student').hidden ? 0 : 1")
    browser.run("location.reload(), 1")
    browser.until("document.getElementById('student')?.hidden === false ? 1 : 0")
    browser.run("history.back(), 1")

    assert browser.until("document.getElementById('teacher').hidden ? 0 : 1")


def test_without_a_token_there_is_nothing_to_see(lab: Opened, browser: Browser) -> None:
    """But the way in."""
    browser.open(f"{lab.server.address}#token=wrong-wrong-wrong-wrong")
    browser.until("document.getElementById('sign-in')?.hidden === false ? 1 : 0")

    assert "isn't valid" in browser.run("document.getElementById('sign-in-trouble').textContent")
    assert browser.run("document.getElementById('student').hidden")
