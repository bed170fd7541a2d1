"""Several courses and pairs on the pages: one chooses a course, and finds a partner."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import BROWSER, Browser
from tests.lab_browser import Opened, press_button, sign_in
from wsusim.lab.assignments import Task

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]


def text(browser: Browser, where: str) -> str:
    """Return what a page says somewhere."""
    return str(browser.run(f"document.querySelector('{where}').textContent"))


def has_cell(place: str, text: str) -> str:
    """Return the question whether a table of a place says something."""
    cells = f"[...document.querySelectorAll('{place} td')]"
    return f"{cells}.some((one) => one.textContent === '{text}') ? 1 : 0"


def test_a_lab_with_one_course_does_not_mention_courses(lab: Opened, browser: Browser) -> None:
    """To a student, there is nothing to choose."""
    sign_in(browser, lab.student, "student")

    assert browser.run("document.getElementById('in-course').hidden")


def test_a_student_of_several_courses_chooses_one(lab: Opened, browser: Browser) -> None:
    """The page stays with it, also after a reload."""
    lab.lab.courses.add("Robots 5b", (), "Tess", 1.0)
    lab.lab.people.join(["Ann"], 2, 1.0)
    lab.lab.assignments.add(Task("Of the first"), lab.tess, 1.0, course=1)
    lab.lab.assignments.add(Task("Of the second"), lab.tess, 1.0, course=2)
    sign_in(browser, lab.student, "student")
    browser.until("document.getElementById('due').textContent.includes('first') ? 1 : 0")
    browser.run("document.getElementById('course').value = 2, 1")
    browser.run("document.getElementById('course').dispatchEvent(new Event('change')), 1")

    assert browser.until("document.getElementById('due')?.textContent.includes('second') ? 1 : 0")


def test_a_teacher_begins_a_course(lab: Opened, browser: Browser) -> None:
    """It can be chosen at the top of the page then."""
    sign_in(browser, lab.teacher, "teacher")
    press_button(browser, "New course…")
    browser.run("document.querySelector('dialog input').value = 'Robots 6a', 1")
    press_button(browser, "Begin it")

    assert browser.until("document.getElementById('course')?.options.length === 2 ? 1 : 0")
    assert [one.title for one in lab.lab.courses.all()] == ["My course", "Robots 6a"]


def test_a_code_makes_two_students_a_pair(lab: Opened, browser: Browser) -> None:
    """The student who shows the code sees at once that the other one has typed it."""
    lab.lab.people.invite(["Bob"], 1.0)
    sign_in(browser, lab.student, "student")
    press_button(browser, "Partner…")
    press_button(browser, "Make a code")
    browser.until("document.querySelector('.partner code') ? 1 : 0")
    code = text(browser, ".partner code")
    bob = lab.lab.people.named("Bob")
    owner = lab.lab.people.numbered(lab.lab.pair_codes.owner(1, code, bob.id))
    lab.lab.pairs.make(1, owner, bob, "Bob", 2.0)
    partner = "document.querySelector('.partner').textContent"
    browser.until(f"{partner}.includes('You work with Bob') ? 1 : 0")

    assert owner.name == "Ann"


def test_a_teacher_makes_a_pair(lab: Opened, browser: Browser) -> None:
    """Both stand on the table with the other's name."""
    lab.lab.people.invite(["Bob"], 1.0)
    sign_in(browser, lab.teacher, "teacher")
    browser.until(has_cell("#teacher", "Bob"))
    press_button(browser, "Pairs…")
    press_button(browser, "Make them a pair")
    browser.until(has_cell("dialog", "Ann and Bob"))

    assert [pair.names for pair in lab.lab.pairs.all(1)] == [("Ann", "Bob")]
