"""Take the manual's pictures of a lab's pages, with a class in it that has worked for a while.

``python -m tests.end_to_end.lab_page.manual_pictures`` takes those of the manual;
with ``FOLDER``, all pages in the sizes of a desktop, a tablet and a phone, to be looked at, and the
invitations as they are printed (``cards.pdf``).
"""

from __future__ import annotations

import base64
import sys
import tempfile
import threading
from contextlib import ExitStack
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from time import time

from PIL import Image

from tests.browser import Browser
from tests.lab_browser import press_button, sign_in
from tests.lab_pages import served
from tests.lab_server import until
from wsusim.hosting.sandbox import trouble
from wsusim.lab.assignments import Task
from wsusim.lab.job import JobRequest
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.people import Person
from wsusim.lab.program import Program

ROOT = Path(__file__).parents[3]
PICTURES = ROOT / "manual" / "pictures"
SIZES = {"desktop": (1280, 860), "tablet": (820, 1180), "phone": (390, 844)}
COLOURS = 256
STUDENTS = ("Ann Smith", "Bob Jones", "Cleo Adams", "Dan Brown", "Zoë Müller")
FOLLOWER = (ROOT / "controllers" / "wall_follower.py").read_text(encoding="utf-8")
BROKEN = FOLLOWER + "\n\nprint(speed)\n"
TASK = "Follow the wall on your left around the whole room.\nDon't touch anything."


class Day:
    """A lab with two courses, a pair, an assignment and some runs."""

    def __init__(self, folder: Path) -> None:
        self.lab = Lab(
            Plan(
                folder, ("simulated", "simulated"), mazes=("field", "line"),
                is_sandboxed=not trouble(),
            )
        )  # fmt: skip
        self.lab.open()
        self.lab.people.invite(STUDENTS, time())
        (self.teacher,) = self.lab.people.invite(["Tess Green"], time(), is_teacher=True)
        first = self.lab.courses.get(1)
        self.lab.courses.add("Robots 6a", (2,), "Tess Green", time())
        self.lab.people.invite(
            ["Mary White"], time(), course=2, is_course_teacher=True, by="Tess Green"
        )
        self.lab.people.join(["Zoë Müller"], 2, time(), by="Tess Green")
        tess = self.lab.people.named("Tess Green")
        self.lab.change_course(type(first)(first.id, "Robots 5b"), tess)
        due = datetime.now().replace(hour=17, minute=0) + timedelta(days=3)
        number = self.lab.assignments.add(
            Task("Follow the wall", TASK, due.timestamp()), tess, time()
        )
        ann, bob, cleo, dan, zoe = (self.lab.people.named(name) for name in STUDENTS)
        self.lab.pairs.make(1, ann, bob, "Tess Green", time())
        follower, broken = Program("wall_follower.py", FOLLOWER), Program("my_robot.py", BROKEN)
        for person in (ann, zoe):
            self.run(person, follower)
            self.lab.assignments.hand_in(number, person, follower, time())
        for _ in range(3):
            self.run(cleo, broken)
        self.run(dan, follower, seconds=20.0)
        (again,) = self.lab.people.invite(["Ann Smith"], time(), by="Tess Green")
        self.student = again

    def run(self, person: Person, program: Program, seconds: float = 60.0) -> None:
        """Have a program simulated."""
        key = str(threading.get_ident()) + str(time())
        job_request = JobRequest(
            program, key, "simulation", "rooms", 1, seconds, is_live=False, course=1
        )
        job = self.lab.jobs.add(person, job_request, time())
        self.lab.wake()
        until(lambda: self.lab.jobs.get(job.id).is_over)


def keep(browser: Browser, file: Path, *, whole: bool = False) -> None:
    """Save what the browser shows; ``whole``: also what one has to scroll to."""
    browser.run("new Promise((done) => { setTimeout(() => done(1), 800); })")
    options = {"captureBeyondViewport": True} if whole else {}
    shot = browser.call("Page.captureScreenshot", format="png", **options)["data"]
    picture = Image.open(BytesIO(base64.b64decode(shot))).convert("RGB")
    picture.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2).save(file, optimize=True)


def look(browser: Browser, day: Day, address: str, folder: Path) -> None:
    """Save every page in three sizes."""
    for size, (width, height) in SIZES.items():
        browser.resize(width, height, is_phone=size == "phone")
        sign_in(browser, f"{address}#token={day.teacher.token}", "teacher")
        browser.until("document.querySelectorAll('#teacher td').length > 20 ? 1 : 0")
        keep(browser, folder / f"{size}-teacher.png", whole=True)
        for words in ("Pairs…", "New course…", "Short codes…", "Hand-ins…", "New assignment…"):
            press_button(browser, words)
            browser.until("document.querySelector('dialog') ? 1 : 0")
            name = words.rstrip("…").lower().replace(" ", "-")
            keep(browser, folder / f"{size}-{name}.png")
            press_button(browser, "Close")
        sign_in(browser, f"{address}#token={day.student.token}", "student")
        browser.until("document.querySelector('#jobs tr') ? 1 : 0")
        keep(browser, folder / f"{size}-student.png", whole=True)
        press_button(browser, "Partner…")
        browser.until("document.querySelector('.partner p') ? 1 : 0")
        keep(browser, folder / f"{size}-partner.png")
        press_button(browser, "Close")
        press_button(browser, "Hand in…")
        browser.until("document.querySelector('.assignments article') ? 1 : 0")
        keep(browser, folder / f"{size}-hand-in.png")
        press_button(browser, "Close")


def print_cards(browser: Browser, day: Day, address: str, file: Path) -> None:
    """Save the invitations of some people as a printer gets them."""
    browser.resize(*SIZES["desktop"])
    sign_in(browser, f"{address}#token={day.teacher.token}", "teacher")
    names = "\\n".join(f"Student {number}" for number in range(1, 10))
    browser.until("document.querySelector('#teacher textarea') ? 1 : 0")
    browser.run(f"document.querySelector('#teacher textarea').value = '{names}', 1")
    press_button(browser, "Invite")
    press_button(browser, "Print them as cards…")
    browser.until("document.querySelectorAll('.invitation svg').length === 9 ? 1 : 0")
    printed = browser.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]
    file.write_bytes(base64.b64decode(printed))


def take(browser: Browser, day: Day, address: str, folder: Path) -> None:
    """Save the pictures of the manual."""
    browser.resize(*SIZES["desktop"])
    sign_in(browser, f"{address}#token={day.teacher.token}", "teacher")
    browser.until("document.querySelectorAll('#teacher td').length > 20 ? 1 : 0")
    keep(browser, folder / "lab-teacher.png")
    press_button(browser, "Hand-ins…")
    press_button(browser, "wall_follower.py")
    browser.until("document.querySelector('.reader') ? 1 : 0")
    keep(browser, folder / "lab-marking.png")
    browser.resize(390, 844)
    sign_in(browser, f"{address}#token={day.teacher.token}", "teacher")
    browser.until("document.querySelectorAll('#teacher td').length > 20 ? 1 : 0")
    keep(browser, folder / "lab-phone.png")
    browser.resize(*SIZES["desktop"])
    sign_in(browser, f"{address}#token={day.student.token}", "student")
    browser.until("document.querySelector('.drive') ? 1 : 0")
    keep(browser, folder / "lab-student.png")


def main(folder: Path | None) -> None:
    """Take all pictures."""
    with ExitStack() as stack:
        places = (stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(2))
        lab_folder, profile = map(Path, places)
        day = Day(lab_folder)
        stack.callback(day.lab.close)
        address = stack.enter_context(served(day.lab))
        browser = Browser(profile)
        stack.callback(browser.close)
        if folder is None:
            take(browser, day, address, PICTURES)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            look(browser, day, address, folder)
            print_cards(browser, day, address, folder / "cards.pdf")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
