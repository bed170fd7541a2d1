"""What is said of a process that died."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.control.hosting.death import EXIT_LINK_LOST, LastWords, report_of_death

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
    """A process that had to be ended because its link was broken was not killed from outside."""
    report = report_of_death(-9, LastWords(), Path("/home/me"), was_cut=True)
    assert "broke the connection" in report.message
