"""Controllers that misbehave in every way: the window lives, the robot stands, a message says why.

Afterwards the next run starts normally.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.unit.gui.features.run.conftest import Desk
from tests.unit.gui.features.run.test_run_side import SHORT, ended_of
from wsusim.gui.shell.watched import RunState

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

ALIVE_MS = 400.0
"""Bound on the time the window does not listen, with room for a machine that others use; an idle
one needs some 20 ms."""

ENDLESS = """
    class Endless(Controller):
        def run(self):
            self.motors.set_speeds(4, 4)
            self.sleep(0.1)
            while True:
                pass
"""
FLOOD = """
    class Flood(Controller):
        def run(self):
            self.motors.set_speeds(4, 4)
            while True:
                print("x" * 200)
"""
HOSTILE = {
    "exit": ("import os\n        self.sleep(0.05)\n        os._exit(3)", "ended its whole process"),
    "segfault": ("import ctypes\n        ctypes.string_at(0)", "crashed"),
    "memory": (
        "data = []\n        while True:\n            data.append('x' * 10_000_000)",
        "emory",
    ),
    "exception": ("self.sleep(0.05)\n        1 / 0", "ZeroDivisionError"),
    "misuse": ("self.motors.set_speeds(300, 0)", "300"),
    "recursion": ("self.run()", "RecursionError"),
    "sys.exit": ("import sys\n        sys.exit(1)", "sys.exit"),
    "input": ("input('name?')", "input"),
    "interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
}
STUBBORN = {
    "swallows everything": """
        while True:
            try:
                self.motors.set_speeds(5, 5)
                self.sleep(0.02)
            except BaseException:
                pass
""",
    "threads": """
        import threading
        def spin():
            while True:
                pass
        for _ in range(3):
            threading.Thread(target=spin).start()
        while True:
            self.sleep(0.02)
""",
    "sleeps": "import time\n        self.sleep(0.1)\n        time.sleep(1000)",
}


def quick_are(kinds: dict[str, Any], *quick: str) -> list[Any]:
    """Return all kinds as parameters; all but some are left to the slow suite."""
    return [kind if kind in quick else pytest.param(kind, marks=pytest.mark.slow) for kind in kinds]


def next_run_is_normal(desk: Desk) -> bool:
    """Run a good controller to its end; tell whether it came there."""
    desk.window.action_set["reset"].trigger()
    ends = ended_of(desk)
    desk.load(SHORT, "good.py")
    desk.window.action_set["run"].trigger()
    desk.until(lambda: bool(ends))
    return ends[0].kind == "finished"


@pytest.mark.parametrize("name", quick_are(HOSTILE, "exit", "exception", "input"))
def test_a_controller_that_fails(desk: Desk, name: str) -> None:
    """The message names it, the errors panel has it, the run is over."""
    body, words = HOSTILE[name]
    desk.load(f"\nclass Hostile(Controller):\n    def run(self):\n        {body}\n")
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.ENDED)

    (entry,) = desk.side.errors.entries
    assert words in entry.failure.report.message
    assert "Robot 1" in desk.window.messages.text
    assert next_run_is_normal(desk)


def test_an_endless_loop_is_named_with_its_line_and_stopped(desk: Desk) -> None:
    """The world goes on without it; Stop ends it; the window listens all the time."""
    desk.load(ENDLESS)
    desk.window.action_set["run"].trigger()
    desk.until(lambda: "has been busy" in desk.window.messages.text)
    assert "student.py, line" in desk.window.messages.text
    begun = desk.tick
    assert desk.longest_gap_ms(800) < ALIVE_MS
    assert desk.tick > begun

    desk.window.action_set["stop"].trigger()
    desk.until_state(RunState.ENDED)
    assert desk.watched.picture is not None
    assert desk.watched.picture.snapshot.robots[0].left_speed == 0.0
    assert next_run_is_normal(desk)


def test_a_flood_of_prints_leaves_the_window_alive(desk: Desk) -> None:
    """The console keeps the last lines and says how many were left out."""
    desk.load(FLOOD)
    desk.window.action_set["run"].trigger()
    desk.until(lambda: "xxx" in desk.side.console.text.toPlainText())

    assert desk.longest_gap_ms(1000) < ALIVE_MS
    assert desk.side.console.text.blockCount() <= 5000

    desk.window.action_set["stop"].trigger()
    desk.until_state(RunState.ENDED)
    assert next_run_is_normal(desk)


@pytest.mark.parametrize("name", quick_are(STUBBORN, "swallows everything"))
def test_stop_ends_a_controller_that_will_not_end(desk: Desk, name: str) -> None:
    """The robot stands at once, the process is gone within a second or so."""
    desk.load(f"\nclass Stubborn(Controller):\n    def run(self):\n        {STUBBORN[name]}\n")
    desk.window.action_set["run"].trigger()
    desk.until_tick(10)
    desk.window.action_set["stop"].trigger()
    desk.until_state(RunState.ENDED)
    assert next_run_is_normal(desk)


def test_a_file_that_hangs_while_it_is_loaded(desk: Desk) -> None:
    """Stop works before there is anything to stop."""
    desk.load("while True:\n    pass\n")
    desk.window.action_set["run"].trigger()
    assert desk.longest_gap_ms(300) < ALIVE_MS
    desk.window.action_set["stop"].trigger()
    desk.until(lambda: not desk.watched.is_lively)
    assert next_run_is_normal(desk)


def test_closing_the_window_ends_a_controller_that_spins(desk: Desk) -> None:
    """No process is left behind."""
    desk.load(ENDLESS)
    desk.window.action_set["run"].trigger()
    desk.until_tick(10)
    run = desk.bridge.run
    assert run is not None
    desk.window.close()
    assert run.wait(10.0)
