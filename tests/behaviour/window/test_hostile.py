"""Controllers that misbehave in every way: the window lives, the robot stands, a message says why.

Afterwards the next run starts normally.
"""

from __future__ import annotations

import os
import textwrap
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


LOOK_MS = 1500
STOPPED = "Stopped after"
ENDED = "The controllers ended after"


def _alone(body: str) -> str:
    """Return the lines of a method without their indentation."""
    return textwrap.dedent(" " * 8 + body.lstrip())


OTHERS = {
    "abort": ("import os\nself.sleep(0.1)\nos.abort()", "SIGABRT"),
    "killed": ("import os\nself.sleep(0.1)\nos.kill(os.getpid(), 9)\nself.sleep(9)", "SIGKILL"),
    "ten gigabytes": ("self.data = bytes(10_000_000_000)", "MemoryError"),
    "recursion without limit": (
        "import sys\nsys.setrecursionlimit(10**9)\nself.run()",
        "The controller",
    ),
    "base exception": ("class Odd(BaseException): pass\nraise Odd('none at all')", "none at all"),
    "threads that stay": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()\n"
        "self.sleep(0.1)",
        ENDED,
    ),
    "closed files": ("import os\nos.closerange(3, 256)\nwhile True: self.sleep(0.1)", "controller"),
    "replaced stdout": (
        "import io, sys\nsys.stdout = io.StringIO()\nprint('x')\nsys.stdout = None\nprint('y')\n"
        "self.sleep(0.1)",
        ENDED,
    ),
    "raw flood": (
        "import os\nself.sleep(0.1)\nwhile True: os.write(1, b'flood\\n' * 1000)",
        STOPPED,
    ),
    "one endless line": ("while True: print('x' * 2000, end='')", STOPPED),
    "drawings": (
        "for n in range(10**9): self.draw.line([(n % 900, 0), (0, n % 700)])",
        STOPPED,
    ),
    "texts": ("for n in range(10**9): self.draw.text((n % 900, n % 700), n)", STOPPED),
    "speech": ("while True: self.say('a' * 100_000)", STOPPED),
    "waits that leave no trace": ("import threading\nthreading.Event().wait(1000)", "busy"),
    "a wait that holds Python": ("import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')", "busy"),
    "deaf to signals": (
        "while True: pass",
        "busy",
    ),
    "programs of its own": (
        "import subprocess, sys\n"
        "subprocess.Popen([sys.executable, '-c', 'while True: pass'])\nself.sleep(0.1)",
        ENDED,
    ),
    "fork": (
        "import os, warnings\nwarnings.simplefilter('ignore')\n"
        "if os.fork() == 0:\n    while True: pass\nself.sleep(0.1)",
        ENDED,
    ),
    "nonsense on its link": (
        "import gc\n"
        "links = [t for t in gc.get_objects() if type(t).__name__ == 'PipeEnd']\n"
        "links[0].sendall(b'\\xff' * 1000)\n"
        "while True: self.sleep(0.1)",
        "controller",
    ),
    "flood of messages": (
        "import gc\n"
        "things = [t for t in gc.get_objects() if type(t).__name__ == 'MessageSocket']\n"
        "with things[0]._lock:\n"
        "    while True: things[0].connection.sendall(b'{}\\n' * 10_000)",
        "busy",
    ),
}
HEADS = {
    "deaf to signals": "import signal\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
}
"""What stands above the class."""

CASES = {
    **OTHERS,
    **{name: (_alone(body), words) for name, (body, words) in HOSTILE.items()},
    **{name: (_alone(body), STOPPED) for name, body in STUBBORN.items()},
}


def quick_are(kinds: dict[str, Any], *quick: str) -> list[Any]:
    """Return all kinds as parameters; all but some are left to the slow suite."""
    return [kind if kind in quick else pytest.param(kind, marks=pytest.mark.slow) for kind in kinds]


def next_run_is_normal(desk: Desk) -> bool:
    """Run a good controller to its end; return whether it came there."""
    desk.window.action_set["reset"].trigger()
    ends = ended_of(desk)
    desk.load(SHORT, "good.py")
    desk.window.action_set["run"].trigger()
    desk.until(lambda: bool(ends))
    return ends[0].kind == "finished"


@pytest.mark.parametrize("name", quick_are(HOSTILE, "exception"))
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
    assert desk.longest_gap_ms(400) < ALIVE_MS
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

    assert desk.longest_gap_ms(500) < ALIVE_MS
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


def test_closing_the_window_ends_a_controller_that_spins(lone_desk: Desk) -> None:
    """No process is left behind."""
    lone_desk.load(ENDLESS)
    lone_desk.window.action_set["run"].trigger()
    lone_desk.until_tick(10)
    run = lone_desk.bridge.run
    assert run is not None
    lone_desk.window.close()
    assert run.wait(10.0)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(CASES))
def test_a_hostile_controller_in_the_window(desk: Desk, name: str) -> None:
    """Whatever hosting is tested with: loaded, run, and stopped if it has not ended by itself."""
    body, words = CASES[name]
    told: list[str] = []
    desk.window.status.messageChanged.connect(told.append)
    desk.bridge.left_behind.connect(lambda _left: told.append(desk.window.messages.text))
    method = "    def run(self):\n" + textwrap.indent(body, " " * 8)
    desk.load(f"{HEADS.get(name, '')}\nclass Hostile(Controller):\n{method}")
    desk.window.action_set["run"].trigger()
    desk.until(lambda: desk.watched.state is not RunState.LOADING)

    assert desk.longest_gap_ms(LOOK_MS) < ALIVE_MS
    desk.window.action_set["stop"].trigger()
    desk.until_state(RunState.ENDED)

    told += [
        desk.window.messages.text,
        *(e.failure.report.message for e in desk.side.errors.entries),
    ]
    assert words in "\n".join(told)
    assert desk.watched.picture is not None
    assert desk.watched.picture.snapshot.robots[0].left_speed == 0.0
    assert next_run_is_normal(desk)
