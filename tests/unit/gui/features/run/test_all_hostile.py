"""Every hostile controller that hosting is tested with, each loaded in the window.

The window listens all the time, the robot stands, a message is shown, the next run is normal.
"""

from __future__ import annotations

import os
import textwrap

import pytest

from tests.unit.gui.features.run.conftest import Desk
from tests.unit.gui.features.run.test_hostile import ALIVE_MS, HOSTILE, STUBBORN, next_run_is_normal
from wsusim.gui.shell.watched import RunState

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX"),
]

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
    "waits that nobody sees": ("import threading\nthreading.Event().wait(1000)", "busy"),
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
        "import gc, socket\n"
        "for thing in gc.get_objects():\n"
        "    if isinstance(thing, socket.socket): thing.sendall(b'\\xff' * 1000)\n"
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


@pytest.mark.parametrize("name", list(CASES))
def test_a_hostile_controller_in_the_window(desk: Desk, name: str) -> None:
    """Loaded, run, and stopped if it has not ended by itself."""
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
