"""What is written on a student's page: the editor, and that nothing typed is lost."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import BROWSER, Browser
from tests.lab_browser import EDITOR, Opened, offline, press, sign_in, write
from tests.unit.lab.conftest import PROGRAM
from wsusim.lab.program import Program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]


def test_the_editor_offers_what_the_robot_has(lab: Opened, browser: Browser) -> None:
    """Tab takes it, and the keyboard leaves by Escape and Tab."""
    sign_in(browser, lab.student, "student")
    write(browser, "self.motors.set_sp")
    browser.until(f"{EDITOR}.querySelector('.cm-tooltip-autocomplete [aria-selected]') ? 1 : 0")
    press(browser, "Tab")
    browser.until(f"{EDITOR}.querySelector('.cm-line').textContent.endsWith('(') ? 1 : 0")
    press(browser, "Escape")
    press(browser, "Tab")

    line = browser.run(f"{EDITOR}.querySelector('.cm-line').textContent")
    assert line == "self.motors.set_speeds("
    assert browser.run("document.activeElement.id") == "maze"


def test_nothing_typed_is_lost(lab: Opened, browser: Browser) -> None:
    """It is in the lab without a click, and there again when the page is."""
    sign_in(browser, lab.student, "student")
    write(browser, PROGRAM)
    browser.until("document.getElementById('saved').textContent === 'Saved' ? 1 : 0")
    sign_in(browser, lab.student, "student")
    browser.until(f"{EDITOR}.querySelectorAll('.cm-line')[3]?.textContent ? 1 : 0")

    assert browser.run(f"{EDITOR}.querySelectorAll('.cm-line')[3].textContent") == (
        "class Driver(Controller):"
    )
    assert [one.source for one in lab.lab.drafts.all(lab.ann)] == [PROGRAM]


def test_what_was_typed_without_the_lab_is_saved_later(lab: Opened, browser: Browser) -> None:
    """The browser keeps it until the lab is there again."""
    sign_in(browser, lab.student, "student")
    browser.call("Network.enable")
    offline(browser, is_offline=True)
    write(browser, PROGRAM)
    browser.until("document.getElementById('saved').textContent.includes('be reached') ? 1 : 0")
    offline(browser, is_offline=False)
    sign_in(browser, lab.student, "student")
    browser.until("document.getElementById('saved').textContent === 'Saved' ? 1 : 0")

    assert [one.source for one in lab.lab.drafts.all(lab.ann)] == [PROGRAM]


def test_an_older_version_comes_back(lab: Opened, browser: Browser) -> None:
    """What it takes the place of becomes a version."""
    lab.lab.drafts.save(lab.ann, "mine.py", "new = 1\n", 0, 1.0)
    lab.lab.drafts.keep(lab.ann, Program("mine.py", "old = 1\n"), 2.0)
    sign_in(browser, lab.student, "student")
    browser.until("document.getElementById('file').value === 'mine.py' ? 1 : 0")
    browser.run("document.getElementById('versions').click()")
    browser.until("document.querySelector('.versions li button') ? 1 : 0")
    browser.run("document.querySelector('.versions li button').click()")
    browser.until("document.querySelector('.difference .new') ? 1 : 0")
    difference = browser.run("document.querySelector('.difference pre').textContent")
    browser.run("document.querySelectorAll('.versions li button')[1].click()")
    browser.until("document.querySelector('dialog') ? 0 : 1")

    assert difference == "- old = 1\n+ new = 1\n  \n"
    assert browser.run(f"{EDITOR}.querySelector('.cm-line').textContent") == "old = 1"
    kept = lab.lab.drafts.versions(lab.ann, "mine.py")[0]
    assert lab.lab.drafts.program(lab.ann, kept.id).source == "new = 1\n"


def test_what_was_typed_after_a_session_had_ended_is_saved(lab: Opened, browser: Browser) -> None:
    """As soon as the same person has signed in again."""
    sign_in(browser, lab.student, "student")
    lab.lab.people.revoke("Ann", 1.0)
    write(browser, "mine = 1\n")
    browser.until("document.getElementById('sign-in').hidden ? 0 : 1")
    said = browser.run("document.getElementById('sign-in-trouble').textContent")
    (again,) = lab.lab.people.invite(["Ann"], 2.0)
    browser.run(f"document.getElementById('token').value = '{again.token}', 1")
    browser.run("document.getElementById('sign-in-form').requestSubmit(), 1")
    browser.until("document.getElementById('saved').textContent === 'Saved' ? 1 : 0")

    assert "what you have typed is kept" in said
    assert [one.source for one in lab.lab.drafts.all(lab.ann)] == ["mine = 1\n"]
