"""A lesson in the lab is set, read and worked with, and a run shows what its program thinks."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import BROWSER, Browser
from tests.lab_browser import Opened, press_button, sign_in, write

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]

COUNTS = """from wsusim import Controller


class Counts(Controller):
    def run(self):
        self.count = 0
        while self.active:
            self.count += 1
            self.sleep(0.1)
"""


def test_a_student_works_with_a_lesson(lab: Opened, browser: Browser) -> None:
    """It is set with two clicks, read beside the program, and begun from its starter."""
    sign_in(browser, lab.teacher, "teacher")
    press_button(browser, "From a lesson…")
    browser.until("document.querySelector('[aria-label=\"Set 3. See a wall\"]') ? 1 : 0")
    browser.run("document.querySelector('[aria-label=\"Set 3. See a wall\"]').click(), 1")
    browser.until("document.querySelector('dialog') ? 0 : 1")
    sign_in(browser, lab.student, "student")
    browser.run("document.getElementById('hand-in').click()")
    press_button(browser, "Open the lesson")
    browser.until("document.querySelector('.lesson-text img')?.naturalWidth > 0 ? 1 : 0")
    press_button(browser, "Start")
    press_button(browser, "Give me a hint")
    chosen = [browser.run(f"document.getElementById('{one}').value") for one in ("maze", "time")]
    hints = browser.run("document.querySelectorAll('.hints li').length")
    browser.open("about:blank")
    sign_in(browser, lab.student, "student")
    browser.until("document.querySelector('.lesson-text img') ? 1 : 0")

    assert chosen == ["near_wall", "60"]
    assert hints == 1
    assert browser.run("document.getElementById('file').value") == "see_a_wall.py"
    assert browser.run("document.querySelectorAll('.hints li').length") == 1


def test_a_student_stops_in_a_run_that_is_over(lab: Opened, browser: Browser) -> None:
    """Variables follow the slider, and the program is run again up to there; on a phone, too."""
    browser.resize(390, 844, is_phone=True)
    sign_in(browser, lab.student, "student")
    write(browser, COUNTS)
    browser.run("document.getElementById('time').value = 3, 1")
    press_button(browser, "Simulate")
    browser.until("document.querySelector('.thinking')?.hidden === false ? 1 : 0")
    slide = (
        "(() => { const slider = document.querySelector('.drive input'); slider.value = 1; "
        "slider.dispatchEvent(new Event('input')); "
        "document.querySelector('.thinking').open = true; return 1; })()"
    )
    browser.run(slide)
    browser.until("document.querySelector('.thinking .moment th') ? 1 : 0")
    held = browser.run("document.querySelector('.thinking .moment tr').textContent")
    height_px = browser.run("document.querySelector('.thinking .moment tr').offsetHeight")
    press_button(browser, "Stop here in my program")
    browser.until("document.querySelector('.thinking h3') ? 1 : 0")
    stood = browser.run("document.querySelector('.thinking h3').textContent")

    assert height_px > 0
    assert held in ("self.count10", "self.count11")
    assert stood == "run(), my_robot.py, line 9"
