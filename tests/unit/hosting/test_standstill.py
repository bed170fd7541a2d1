"""The sign of life that a program gives while a controller runs in a thread."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import threading
from types import FrameType
from typing import Any

import pytest

from tests.manual_clock import ManualClock
from wsusim.hosting import bystander, death, standstill
from wsusim.hosting.standstill import Strays, ended_at_standstill


def test_a_program_that_goes_on_gets_its_signals_back() -> None:
    """After the block nothing is left: no thread (every test looks), no process, no handler."""
    before = signal.getsignal(signal.SIGQUIT)

    with ended_at_standstill(5.0):
        pass

    assert signal.getsignal(signal.SIGQUIT) is before


def test_signs_go_on_where_the_watchdog_gets_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """An account may have no more threads just now; threads that stray are looked for still."""
    looks: list[None] = []
    over = threading.Event()

    def refuse(*_args: object, **_named: object) -> None:
        raise RuntimeError("unable to start watchdog thread")

    class Looking(Strays):
        def look(self, *_args: object) -> list[str]:
            looks.append(None)
            if len(looks) == 2:
                over.set()
            return []

    monkeypatch.setattr(faulthandler, "dump_traceback_later", refuse)
    monkeypatch.setattr(standstill, "SIGN_OF_LIFE_S", 0.0)
    reading, writing = os.pipe()
    standstill._give_signs_of_life(writing, 1.0, over, Looking(2.0))
    os.close(writing)
    with open(reading, "rb") as signs:  # noqa: PTH123 - a pipe has no path
        assert signs.read().decode() == 2 * bystander.ALIVE


def test_without_patience_nothing_is_watched() -> None:
    """No process is started for a program that may take its time."""
    with ended_at_standstill(None):
        pass


def test_a_thread_of_ours_in_a_students_line_is_found_after_the_patience() -> None:
    """With the places that say where it is; before that, and when it comes back, all is well."""
    clock = ManualClock(0.0)
    strays = Strays(4.0, clock)
    lost = _frame_of("def __del__(self):\n    return sys._getframe()", "/home/ann/robot.py")
    ours = _frame_of("def __del__(self):\n    return sys._getframe()", death.__file__)

    seen = []
    for now_s, frame in ((0.0, lost), (3.9, lost), (4.0, ours), (5.0, lost), (9.1, lost)):
        clock.now_s = now_s
        seen.append(strays.look({1: frame, 2: lost}, {1}))

    assert seen[:4] == [[], [], [], []]
    assert seen[4][0] == '  File "/home/ann/robot.py", line 2 in __del__\n'


def _frame_of(code: str, file: str) -> FrameType:
    """Return a frame that is in a function of a file."""
    space: dict[str, Any] = {"sys": sys}
    exec(compile(code, file, "exec"), space)
    frame = space["__del__"](None)
    assert isinstance(frame, FrameType)
    return frame


def test_a_copy_that_a_controller_leaves_behind_blocks_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that it has forked has the bystander's pipe, too, and may keep it open."""
    copies: list[int] = []

    class Copied(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            assert self.stdin is not None
            copies.append(os.dup(self.stdin.fileno()))

    monkeypatch.setattr(standstill.subprocess, "Popen", Copied)
    with ended_at_standstill(5.0):
        pass

    os.close(copies[0])  # had it waited for that, it would not have come to here
