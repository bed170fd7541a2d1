"""A lab at work, and what people do on its pages in a real browser."""

from __future__ import annotations

import threading
from pathlib import Path

from tests.browser import Browser
from wsusim.hosting.sandbox import trouble
from wsusim.lab.lab import Lab
from wsusim.lab.lab_plan import Plan
from wsusim.lab.web.serving import Server
from wsusim.live.watch_address import Place

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
