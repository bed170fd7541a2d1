"""What is said of a process that died."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest

import wsusim
from wsusim.hosting.death import (
    EXIT_LINK_LOST,
    LastWords,
    report_of_death,
    report_of_standstill,
)

DUMP = """\
a line before
Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "/usr/lib/python3.11/ctypes/__init__.py", line 519 in string_at
  File "/home/me/robot.py", line 12 in helper
  File "/home/me/robot.py", line 7 in run
  File "/opt/wsusim/control/controller.py", line 200 in __guarded_run
"""


def test_the_crash_is_kept_apart() -> None:
    """Lines of the fault handler are taken out of the output, all others are not."""
    words = LastWords()
    taken = [words.take(line) for line in DUMP.splitlines()]
    assert taken == [False] + [True] * 7


def test_the_students_lines_are_found() -> None:
    """The report has the student's own lines, outermost first."""
    words = LastWords()
    for line in DUMP.splitlines():
        words.take(line)
    report = report_of_death(-11, words, Path("/home/me"))
    assert (report.file, report.line) == ("/home/me/robot.py", 12)
    assert [(frame.function, frame.line) for frame in report.frames] == [("run", 7), ("helper", 12)]


def test_a_sandbox_that_cannot_begin_is_not_the_programs_doing() -> None:
    """What bubblewrap says is the reason, and nobody is told of os._exit."""
    words = LastWords()
    is_taken = words.take("bwrap: Can't fork for pid 1: Resource temporarily unavailable")

    message = report_of_death(1, words, Path("/home/me")).message

    assert is_taken
    assert "could not begin (Can't fork for pid 1: Resource temporarily unavailable)" in message
    assert "os._exit" not in message


@pytest.mark.parametrize(
    ("exit_code", "words"),
    [
        (0, "ended its whole process (exit code 0)"),
        (5, "exit code 5"),
        (-9, "SIGKILL"),
        (-11, "SIGSEGV"),
        (-6, "SIGABRT"),
        (-60, "signal 60"),
        (EXIT_LINK_LOST, "broke the connection"),
    ],
)
def test_each_death_has_its_words(exit_code: int, words: str) -> None:
    """Every way to die is told in a sentence of its own; without last words no line is known."""
    report = report_of_death(exit_code, LastWords(), Path("/home/me"))
    assert words in report.message
    assert (report.file, report.line) == (None, None)


def test_a_cut_link_is_told() -> None:
    """A process that had to be stopped because its link was broken was not killed from outside."""
    report = report_of_death(-9, LastWords(), Path("/home/me"), was_cut=True)
    assert "broke the connection" in report.message


STANDSTILL = """\
Thread 0x1 (most recent call first):
  File "{package}/control/calls.py", line 50 in sleep
  File "/home/ann/robot.py", line 3 in run
Thread 0x2 (most recent call first):
  File "{python}/re/__init__.py", line 166 in match
  File "/home/bob/robot.py", line 9 in search
  File "/home/bob/robot.py", line 7 in run
  File "{package}/control/controller.py", line 200 in __guarded_run
"""


def test_a_standstill_is_laid_to_the_controller_that_is_not_with_its_robot() -> None:
    """Of two controllers, the one that computes is named, with its lines."""
    dump = STANDSTILL.format(
        package=Path(wsusim.__file__).parent, python=sysconfig.get_path("stdlib")
    )

    report = report_of_standstill(dump.splitlines(), 5.0)

    assert (report.file, report.line) == ("/home/bob/robot.py", 9)
    assert [frame.function for frame in report.frames] == ["run", "search"]
    assert "for more than 5 s" in report.message


def test_a_standstill_without_a_students_line_is_told_too() -> None:
    """If no line is known, the message stands alone."""
    assert report_of_standstill(["Thread 0x1 (most recent call first):"], 5.0).file is None
