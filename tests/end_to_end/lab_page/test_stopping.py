"""The emergency stop on a teacher's page."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import BROWSER, Browser
from tests.lab_browser import Opened, offline, press_button, sign_in

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]


def test_one_touch_stops_all_robots(lab: Opened, browser: Browser) -> None:
    """From a phone, without a question."""
    sign_in(browser, lab.teacher, "teacher")
    browser.resize(390, 844, is_phone=True)
    browser.run("document.getElementById('emergency').click()")
    browser.until("document.getElementById('emergency').hasAttribute('data-halted') ? 1 : 0")

    assert lab.lab.halted_by == "Tess"


@pytest.mark.parametrize("width", [390, 820, 1280])
@pytest.mark.parametrize("page", ["teacher", "student"])
def test_no_page_is_wider_than_its_screen(
    lab: Opened, browser: Browser, page: str, width: int
) -> None:
    """One scrolls in one direction only. A phone's own word for its width grows with the page."""
    browser.resize(width, 844, is_phone=width == 390)
    sign_in(browser, getattr(lab, page), page)
    browser.until(f"document.querySelectorAll('#{page} section').length > 1 ? 1 : 0")

    assert browser.run("document.documentElement.scrollWidth") <= width


def test_a_stop_that_does_not_go_through_is_told_until_it_has(
    lab: Opened, browser: Browser
) -> None:
    """On a phone, wherever one has scrolled; it is sent again and again, and then it is so."""
    sign_in(browser, lab.teacher, "teacher")
    browser.resize(390, 844, is_phone=True)
    browser.until("document.querySelectorAll('#teacher section').length > 6 ? 1 : 0")
    browser.call("Network.enable")
    offline(browser, is_offline=True)
    browser.run(
        "scrollTo(0, document.body.scrollHeight), document.getElementById('emergency').click()"
    )
    alarm = "document.getElementById('alarm')"
    browser.until(f"{alarm}.textContent.includes('times, and trying again') ? 1 : 0")
    place = browser.run(f"(({alarm}.getBoundingClientRect().top + 1) * 1000 + {alarm}.hidden)")
    is_stopped_early = bool(lab.lab.halted_by)
    offline(browser, is_offline=False)
    browser.until(f"{alarm}.hidden ? 1 : 0")

    assert place == 1000
    assert not is_stopped_early
    assert lab.lab.halted_by == "Tess"


def test_a_second_touch_in_a_hurry_does_not_let_robots_drive(lab: Opened, browser: Browser) -> None:
    """The button means something else by then."""
    sign_in(browser, lab.teacher, "teacher")
    browser.run("document.getElementById('emergency').click()")
    browser.until("document.getElementById('emergency').hasAttribute('data-halted') ? 1 : 0")
    browser.run("document.getElementById('emergency').click()")

    assert lab.lab.halted_by == "Tess"


def test_a_dialog_is_not_in_the_way_of_the_emergency_stop(lab: Opened, browser: Browser) -> None:
    """A touch at the lower edge of the phone stops all robots also while something is written."""
    sign_in(browser, lab.teacher, "teacher")
    browser.resize(390, 844, is_phone=True)
    buttons = "[...document.querySelectorAll('button')]"
    new = f"{buttons}.find((one) => one.textContent === 'New assignment…')"
    browser.until(f"{new} ? 1 : 0")
    browser.run(f"{new}.click()")
    browser.until("document.querySelector('dialog') ? 1 : 0")
    for kind in ("mousePressed", "mouseReleased"):
        browser.call(
            "Input.dispatchMouseEvent", type=kind, x=195, y=825, button="left", clickCount=1
        )
    browser.until("document.getElementById('emergency').hasAttribute('data-halted') ? 1 : 0")
    browser.run("document.querySelector('dialog').close()")
    browser.until("document.querySelector('dialog') ? 0 : 1")

    assert lab.lab.halted_by == "Tess"
    assert browser.run("document.getElementById('emergency').parentNode.tagName") == "HEADER"


def test_the_emergency_stop_is_never_lost(lab: Opened, browser: Browser) -> None:
    """It is in the topmost dialog, and in the header when the last one was closed."""
    sign_in(browser, lab.teacher, "teacher")
    where = "document.getElementById('emergency')?.parentNode.tagName"
    press_button(browser, "New assignment…")
    first = browser.run(where)
    press_button(browser, "Close")
    press_button(browser, "New assignment…")  # before the first dialog has been taken away
    second = browser.run(where)
    press_button(browser, "Close")
    browser.until("document.querySelector('dialog') ? 0 : 1")

    assert (first, second, browser.run(where)) == ("DIALOG", "DIALOG", "HEADER")
