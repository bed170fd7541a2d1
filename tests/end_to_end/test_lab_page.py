"""A lab's pages in a real browser: students write, simulate and send; teachers stop everything."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.browser import BROWSER, Browser
from tests.unit.lab.conftest import PROGRAM
from wsusim.control.hosting.sandbox import trouble
from wsusim.lab.assignments import Task
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.program import Program
from wsusim.lab.web.serving import Server
from wsusim.live.watch_address import Place

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
]

EDITOR = "document.getElementById('editor').shadowRoot"
CONTROL = 2
KEY_CODES = {"Tab": 9, "Enter": 13, "Escape": 27}
STATE = "document.querySelector('#jobs tr td:last-child')?.textContent"


class Opened:
    """A lab at work with its address and two people's."""

    def __init__(self, folder: Path) -> None:
        self.lab = Lab(Plan(folder, maze="field", is_sandboxed=not trouble()))
        self.lab.open()
        self.server = Server(self.lab, Place("127.0.0.1", 0))
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()
        (student,) = self.lab.people.invite(["Ann"], 0.0)
        (teacher,) = self.lab.people.invite(["Tess"], 0.0, is_teacher=True)
        ann = self.lab.people.by_token(student.token, 0.0)
        tess = self.lab.people.by_token(teacher.token, 0.0)
        assert ann is not None
        assert tess is not None
        self.ann, self.tess = ann, tess
        self.student = f"{self.server.address}#token={student.token}"
        self.teacher = f"{self.server.address}#token={teacher.token}"

    def close(self) -> None:
        """End it."""
        self.server.stop()
        self._thread.join()
        self.lab.close()


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Opened]:
    """A lab with a simulated robot."""
    made = Opened(tmp_path)
    yield made
    made.close()


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that nobody has signed in with."""
    made = Browser(tmp_path_factory.mktemp("browser"))
    yield made
    made.close()


def write(browser: Browser, program: str) -> None:
    """Write a program into the editor, in the place of what is there."""
    browser.run(f"{EDITOR}.querySelector('.cm-content').focus(), 1")
    press(browser, "a", CONTROL)
    browser.call("Input.insertText", text=program)


def press(browser: Browser, key: str, modifiers: int = 0) -> None:
    """Press a key and let it go."""
    code = KEY_CODES.get(key) or ord(key.upper())
    for kind in ("rawKeyDown", "keyUp"):
        browser.call(
            "Input.dispatchKeyEvent",
            type=kind,
            key=key,
            windowsVirtualKeyCode=code,
            modifiers=modifiers,
        )


def press_button(browser: Browser, words: str) -> None:
    """Press the newest button that says so, as soon as it is there."""
    found = (
        f"[...document.querySelectorAll('button')].findLast((one) => one.textContent === '{words}')"
    )
    browser.until(f"{found} ? 1 : 0")
    browser.run(f"{found}.click(), 1")


def offline(browser: Browser, *, is_offline: bool) -> None:
    """Take the network away from a page, or give it back."""
    browser.call(
        "Network.emulateNetworkConditions",
        offline=is_offline,
        latency=0,
        downloadThroughput=-1,
        uploadThroughput=-1,
    )


def sign_in(browser: Browser, address: str, page: str) -> None:
    """Open the address of an invitation."""
    browser.open(address)
    browser.until(f"document.getElementById('{page}')?.hidden === false ? 1 : 0")


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


def test_a_token_stays_neither_in_the_address_nor_in_the_history(
    lab: Opened, browser: Browser
) -> None:
    """Whoever looks over a shoulder sees none."""
    sign_in(browser, lab.student, "student")

    assert browser.run("location.href") == lab.server.address


def test_a_mistake_is_marked_at_its_line(lab: Opened, browser: Browser) -> None:
    """In the editor, with what went wrong beside it."""
    sign_in(browser, lab.student, "student")
    write(browser, PROGRAM + "        unknown\n")
    browser.run("document.getElementById('send').click()")
    browser.until(f"{STATE} === 'refused' ? 1 : 0")
    browser.until(f"{EDITOR}.querySelector('.cm-wrong') ? 1 : 0")

    assert browser.run(f"{EDITOR}.querySelector('.cm-wrong').textContent") == "        unknown"
    assert "unknown" in browser.run("document.querySelector('#job pre').textContent")


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
    browser.until("document.querySelector('.drive .bar') ? 1 : 0")
    slider = "document.querySelector('.drive input')"
    browser.until(f"Number({slider}.max) === 40 ? 1 : 0")
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


def test_a_message_is_seen_without_a_reload(lab: Opened, browser: Browser) -> None:
    """By whoever has the page open; as text."""
    sign_in(browser, lab.student, "student")
    lab.lab.say("Closing at <b>4</b>", lab.tess)
    browser.until("document.getElementById('notice').hidden ? 0 : 1")

    assert browser.run("document.getElementById('notice-text').innerText") == "Closing at <b>4</b>"


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


def test_one_touch_stops_all_robots(lab: Opened, browser: Browser) -> None:
    """From a phone, without a question."""
    sign_in(browser, lab.teacher, "teacher")
    browser.resize(390, 844, is_phone=True)
    browser.run("document.getElementById('emergency').click()")
    browser.until("document.getElementById('emergency').hasAttribute('data-halted') ? 1 : 0")

    assert lab.lab.halted_by == "Tess"
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")


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


def test_the_next_person_sees_nothing_of_the_one_before(lab: Opened, browser: Browser) -> None:
    """Where a session has ended and somebody else signs in on the same page."""
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
