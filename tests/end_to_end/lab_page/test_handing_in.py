"""Handing in, and what a teacher reads and says of it."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import BROWSER, Browser
from tests.lab_browser import Opened, press_button, sign_in, write
from tests.unit.lab.conftest import PROGRAM
from wsusim.lab.assignments import Task
from wsusim.lab.program import Program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]


def test_a_teacher_reads_and_comments_what_was_handed_in(lab: Opened, browser: Browser) -> None:
    """Its author is told."""
    number = lab.lab.assignments.add(Task("Walls"), lab.tess, 1.0)
    lab.lab.assignments.hand_in(number, lab.ann, Program("mine.py", PROGRAM), 2.0)
    sign_in(browser, lab.teacher, "teacher")
    press_button(browser, "Hand-ins…")
    press_button(browser, "mine.py")
    browser.until("document.querySelector('.reader') ? 1 : 0")
    reader = "document.querySelector('.reader').shadowRoot.querySelector('.cm-content')"
    shown = browser.run(f"{reader}.textContent")
    is_fixed = browser.run(f"{reader}.getAttribute('aria-readonly')")
    browser.run("document.querySelector('.marking textarea').value = 'Slower.', 1")
    press_button(browser, "Save for the student")
    browser.until("document.querySelector('.marking td') ? 1 : 0")

    assert ("class Driver(Controller):" in shown, is_fixed) == (True, "true")
    assert [one.comment for one in lab.lab.assignments.of(lab.ann)] == ["Slower."]


def test_a_program_is_handed_in(lab: Opened, browser: Browser) -> None:
    """The student sees that it has arrived, and the teacher sees who and when."""
    lab.lab.assignments.add(Task("Follow the wall"), lab.tess, 1.0)
    sign_in(browser, lab.student, "student")
    browser.until("document.getElementById('due').hidden ? 0 : 1")
    write(browser, PROGRAM)
    browser.run("document.getElementById('hand-in').click()")
    browser.until("document.querySelector('.assignments button.main') ? 1 : 0")
    browser.run("document.querySelector('.assignments button.main').click()")
    browser.until("document.querySelector('.arrived li') ? 1 : 0")
    arrived = browser.run("document.querySelector('.arrived li').textContent")
    sign_in(browser, lab.teacher, "teacher")
    browser.until("document.querySelector('a[href$=\"/hand-ins\"]') ? 1 : 0")

    (work,) = lab.lab.assignments.handed_in(1)
    assert (work.who, lab.lab.assignments.program(work).source) == ("Ann", PROGRAM)
    assert arrived.startswith("my_robot.py arrived")
    assert browser.run("document.getElementById('due').hidden")
