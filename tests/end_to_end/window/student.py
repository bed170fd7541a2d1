"""A student at the window: looks through the witness, acts by mouse and keys alone."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.end_to_end.window.display import Screen

ROOT = Path(__file__).parents[3]
PATIENCE_S = 30.0
"""So long a student waits for what must come; only a failing test waits that long."""

COMPILING_S = 900.0
"""So long a weak computer may take to get ready, once after each change of a kernel."""

LOOK_S = 0.02
SETTLE_S = 0.3
"""Texts follow a run some times a second; a picture shows them all."""

END_S = 10.0


class Student:
    """Starts the program on a screen; every action goes into ``log.txt`` beside the pictures."""

    def __init__(self, screen: Screen, home: Path, artefacts: Path) -> None:
        self.screen = screen
        self.home = home
        self._artefacts = artefacts
        self._log = (artefacts / "log.txt").open("w")
        self._begun_s = time.monotonic()
        self._pictures = 0
        self.slowest_answer_s = 0.0
        """The longest time that a question has waited for the window's thread, without what that
        thread stood in line for a processor."""
        surroundings = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("QT_", "XDG_")) and name not in ("DISPLAY", "WAYLAND_DISPLAY")
        }
        surroundings |= {
            "DISPLAY": screen.name,
            "QT_QPA_PLATFORM": "xcb",
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / ".local" / "share"),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_CACHE_HOME": str(home / ".cache"),
            "XDG_RUNTIME_DIR": str(home),
        }
        self._terminal = (artefacts / "terminal.txt").open("w")
        self._program = subprocess.Popen(
            [sys.executable, "-m", "tests.end_to_end.window.witness"],
            cwd=ROOT,
            env=surroundings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._terminal,
            text=True,
        )

    # Looking

    def ask(self, *question: Any) -> Any:
        """Ask the witness."""
        program = self._program
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(json.dumps(question) + "\n")
        program.stdin.flush()
        is_answered, _, _ = select.select([program.stdout], [], [], PATIENCE_S)
        assert is_answered, f"The window does not answer: {question}"
        line = program.stdout.readline()
        assert line, f"The program has ended: {program.wait()}"
        told = json.loads(line)
        assert "failure" not in told, f"{question}: {told}"
        if told["waited_s"] > self.slowest_answer_s:
            self.slowest_answer_s = told["waited_s"]
            self._note(f"slowest answer so far: {self.slowest_answer_s:.2f} s")
        return told["answer"]

    def look(self) -> dict[str, Any]:
        """Return what is in view."""
        seen: dict[str, Any] = self.ask("state")
        return seen

    def until(
        self, what: Callable[[dict[str, Any]], bool], patience_s: float = PATIENCE_S
    ) -> dict[str, Any]:
        """Wait until the window is as it must be; return what is in view then."""
        deadline_s = time.monotonic() + patience_s
        while not what(seen := self.look()):
            assert time.monotonic() < deadline_s, f"It never came; in view: {seen}"
            time.sleep(LOOK_S)
        return seen

    def find(self, *question: Any) -> tuple[int, int]:
        """Return where something is on the screen, once it is there."""
        deadline_s = time.monotonic() + PATIENCE_S
        while (at_px := self.ask(*question)) is None:
            assert time.monotonic() < deadline_s, f"Nowhere: {question}; in view: {self.look()}"
            time.sleep(LOOK_S)
        return (at_px[0], at_px[1])

    def picture(self, name: str) -> None:
        """Keep what the screen shows."""
        self._pictures += 1
        time.sleep(SETTLE_S)
        self.look()
        self.screen.picture(self._artefacts / f"{self._pictures:02d}-{name}.png")
        self._note(f"picture {self._pictures:02d}-{name}.png")

    # Acting

    def click(self, *question: Any, button: str = "left") -> None:
        """Click on what the question finds."""
        at_px = self.find(*question)
        self._note(f"click {' '.join(map(str, question))} at {at_px[0]}, {at_px[1]}")
        self.screen.move(*at_px)
        self.screen.press(button)
        self.screen.release(button)

    def choose(self, menu: str, *items: str) -> None:
        """Choose from the menu bar, through submenus."""
        self.click("menu", menu)
        for text in items:
            self.click("item", text)

    def drag(self, start: tuple[Any, ...], *way: tuple[Any, ...]) -> None:
        """Press the mouse on what the first question finds, and go the way; release at its end."""
        at_px = self.find(*start)
        self._note(f"drag from {' '.join(map(str, start))} at {at_px[0]}, {at_px[1]}")
        self.screen.move(*at_px)
        self.screen.press()
        for question in way:
            at_px = self.find(*question)
            self._note(f"  to {' '.join(map(str, question))} at {at_px[0]}, {at_px[1]}")
            self.screen.move(*at_px)
        self.screen.release()

    def keys(self, *combinations: str) -> None:
        """Press keys, one combination after the other."""
        for combination in combinations:
            self._note(f"key {combination}")
            self.screen.key(combination)

    def write(self, text: str) -> None:
        """Type a text."""
        self._note(f"type {text}")
        for letter in text:
            self.screen.key(letter)

    def name_file(self, dialog: str, path: Path) -> None:
        """Answer a file dialog: over the name that it proposes, and Return."""
        self.until(lambda seen: dialog in seen["dialogs"] and "LineEdit" in seen["focus"])
        self.keys("ctrl+a")
        self.write(str(path))
        self.picture(dialog.lower().replace(" ", "-"))
        self.keys("Return")
        self.until(lambda seen: dialog not in seen["dialogs"])

    def leave(self) -> int:
        """Wait until the program has ended by itself; return its exit code."""
        return self._program.wait(END_S)

    def close(self) -> None:
        """End the program, whatever it does."""
        if self._program.poll() is None:
            self._program.kill()
            self._program.wait()
        for stream in (self._program.stdin, self._program.stdout, self._log, self._terminal):
            assert stream is not None
            stream.close()

    def _note(self, text: str) -> None:
        self._log.write(f"{time.monotonic() - self._begun_s:8.2f} s  {text}\n")
        self._log.flush()
