"""Programs run from a student's page: on the robot and in a simulation, with their errors."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import BROWSER, Browser
from tests.lab_browser import EDITOR, STATE, Opened, press_button, sign_in, write
from tests.unit.lab.conftest import PROGRAM

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]


def test_a_program_goes_from_the_editor_to_the_robot(lab: Opened, browser: Browser) -> None:
    """And its recording comes back, to be replayed on the page."""
    sign_in(browser, lab.student, "student")
    write(browser, PROGRAM)
    browser.run("document.getElementById('send').click()")
    browser.until(f"{STATE} === 'done' ? 1 : 0")

    (job,) = lab.lab.jobs.newest()
    assert (job.state, job.robot, lab.lab.jobs.program(job).source) == ("done", "robot 1", PROGRAM)
    press_button(browser, "Replay (robot)")
    shown = "document.querySelector('#job iframe').contentWindow.wsusim"
    browser.until(f"{shown}?.stream?.state?.robots?.[0] ? 1 : 0")
    assert browser.run(f"{shown}.stream.maySteer")


def test_a_mistake_is_marked_at_its_line(lab: Opened, browser: Browser) -> None:
    """In the editor, with what went wrong beside it."""
    sign_in(browser, lab.student, "student")
    write(browser, PROGRAM + "        unknown\n")
    browser.run("document.getElementById('send').click()")
    browser.until(f"{STATE} === 'refused' ? 1 : 0")
    browser.until(f"{EDITOR}.querySelector('.cm-wrong') ? 1 : 0")

    assert browser.run(f"{EDITOR}.querySelector('.cm-wrong').textContent") == "        unknown"
    assert "unknown" in browser.run("document.querySelector('#job pre').textContent")


def test_a_simulation_is_watched_live(lab: Opened, browser: Browser) -> None:
    """In the page itself, through the lab's own address; nothing lies over the arena."""
    sign_in(browser, lab.student, "student")
    write(browser, PROGRAM.replace("1.0", "40.0"))
    browser.run("document.getElementById('live').click()")
    browser.run("document.getElementById('simulate').click()")
    browser.until("document.querySelector('#job iframe') ? 1 : 0")
    shown = "document.querySelector('#job iframe').contentWindow.wsusim"
    browser.until(f"{shown}?.stream?.state?.robots?.[0] ? 1 : 0")

    layers = "document.querySelector('#job iframe').contentDocument.getElementById('layers')"
    assert browser.run(f"{shown}.stream.scene.maze.name") == "field"
    assert browser.run(f"getComputedStyle({layers}).display") == "none"


def test_a_simulation_is_played_at_any_speed(lab: Opened, browser: Browser) -> None:
    """As soon as it is done, which takes much less time than its robot drove; it can be wound."""
    sign_in(browser, lab.student, "student")
    write(browser, PROGRAM.replace("1.0", "40.0"))
    browser.run("document.getElementById('simulate').click()")
    browser.until(f"{STATE} === 'done' ? 1 : 0")
    slider = "document.querySelector('.drive input')"
    browser.until(f"Number({slider}?.max) === 40 ? 1 : 0")
    browser.run(f"{slider}.value = '20', {slider}.dispatchEvent(new Event('input')), 1")
    text = "document.querySelector('.drive output').textContent"
    place = "document.querySelector('.drive .robot').getAttribute('transform')"
    wound = browser.run(f"{text} + {place}")
    browser.run("document.querySelector('.drive select').value = '50', 1")
    browser.run("document.querySelector('.drive button').click(), 1")
    browser.until(f"{text} === '40.0 s' ? 1 : 0")

    assert wound.startswith("20.0 stranslate(")
    assert browser.run("document.querySelector('.drive button').textContent") == "Play"


def test_a_programs_modules_go_along(lab: Opened, browser: Browser) -> None:
    """They stand beside it as tabs; an error is marked in the file that it is in."""
    lab.lab.drafts.save(lab.ann, "walls.py", "def go():\n    unknown\n", 0, 1.0)
    lab.lab.drafts.save(lab.ann, "unused.py", "", 0, 1.0)
    sign_in(browser, lab.student, "student")
    browser.until("document.getElementById('file').options.length === 2 ? 1 : 0")
    browser.run("document.getElementById('file').value = 'unused.py', 1")
    browser.run("document.getElementById('file').dispatchEvent(new Event('change')), 1")
    write(browser, "import walls\n" + PROGRAM.replace("self.sleep(1.0)", "walls.go()"))
    browser.run("document.getElementById('send').focus(), 1")
    browser.run("document.getElementById('send').click(), 1")
    browser.until(f"{EDITOR}.querySelector('.cm-wrong') ? 1 : 0")

    (job,) = lab.lab.jobs.newest()
    tabs = "[...document.querySelectorAll('#modules button')].map((tab) => tab.textContent)"
    assert browser.run(tabs) == ["unused.py", "walls.py"]
    assert browser.run(f"{EDITOR}.querySelector('.cm-wrong').textContent") == "    unknown"
    assert list(lab.lab.jobs.program(job).files) == ["unused.py", "walls.py"]


def test_markup_in_a_program_is_shown_as_text(lab: Opened, browser: Browser) -> None:
    """Nothing that a student writes or prints is run in another's browser."""
    attack = "<img src=x onerror='window.attacked = 1'>"
    sign_in(browser, lab.student, "student")
    write(browser, PROGRAM.replace("self.sleep(1.0)", f'raise ValueError("{attack}")'))
    browser.run("document.getElementById('send').click()")
    browser.until(f"{STATE} === 'refused' ? 1 : 0")
    sign_in(browser, lab.teacher, "teacher")
    browser.until("document.querySelector('#teacher td') ? 1 : 0")

    assert browser.run("window.attacked ?? 0") == 0
    assert browser.run("document.querySelectorAll('#teacher img').length") == 0


def test_curves_and_prints_of_a_run_are_there_afterwards(lab: Opened, browser: Browser) -> None:
    """On the page of its author."""
    sign_in(browser, lab.student, "student")
    write(browser, PROGRAM.replace("self.sleep(1.0)", "self.sleep(1.0)\n        print('hello')"))
    browser.run("document.getElementById('simulate').click()")
    browser.until(f"{STATE} === 'done' ? 1 : 0")
    browser.until("document.querySelector('.curves summary') ? 1 : 0")
    browser.run("document.querySelector('.curves summary').click()")
    browser.until("document.querySelectorAll('.plot polyline').length === 8 ? 1 : 0")

    assert "hello" in browser.run("document.querySelector('pre.printed').textContent")
