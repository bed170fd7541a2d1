"""How long a process takes, a busy computer's part left out."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.lab.own_time import Deadline, threads_below


def process(proc: Path, number: int, parent: int) -> None:
    """Write down a process with one thread, as Linux tells of it."""
    place = proc / str(number)
    (place / "task" / str(number)).mkdir(parents=True)
    (place / "stat").write_text(f"{number} (a) b ) S {parent} 1 1\n")


def test_all_that_a_process_has_started_counts_with_it(tmp_path: Path) -> None:
    """However far below it; nothing else does."""
    for number, parent in ((10, 1), (11, 10), (12, 11), (13, 1), (14, 13)):
        process(tmp_path, number, parent)

    found = threads_below(10, tmp_path)

    assert sorted(thread.name for thread in found) == ["10", "11", "12"]


def test_a_process_that_has_gone_has_no_threads(tmp_path: Path) -> None:
    """As where nothing is known."""
    assert threads_below(10, tmp_path) == []


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells")
def test_a_process_that_sleeps_for_too_long_is_noticed() -> None:
    """It does not wait for a processor, so all of its time counts."""
    noticed = threading.Event()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as sleeper:
        deadline = Deadline(sleeper.pid, 0.1, noticed.set)
        was_noticed = noticed.wait(60.0)
        deadline.close()
        sleeper.kill()

    assert was_noticed


def test_nothing_is_called_after_the_end() -> None:
    """A finished run can't be late, and is no longer watched."""
    called = threading.Event()
    threads = set(threading.enumerate())
    Deadline(os.getpid(), 60.0, called.set).close()

    assert not called.is_set()
    assert set(threading.enumerate()) == threads
