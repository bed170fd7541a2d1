"""The main thread looks at a signal, even if it has just fallen asleep."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from wsusim.wakeups import Wakeups

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "pthread_kill"), reason="the system wakes the main thread itself"
)

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0
LONG_ENOUGH_S = 0.1
"""For the main thread to fall asleep."""


@pytest.fixture
def wakeups() -> Iterator[Wakeups]:
    """Return what wakes this test's main thread."""
    wakeups = Wakeups()
    wakeups.begin()
    yield wakeups
    wakeups.end()


def test_a_handler_runs_though_the_signal_woke_no_thread(wakeups: Wakeups) -> None:
    """The system may give a signal to another thread than the one that sleeps."""
    handled, seen = threading.Event(), []
    let_go = threading.Event()

    def work() -> None:
        threading.Event().wait(LONG_ENOUGH_S)
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR2)
        seen.append(handled.wait(PATIENCE_S / 2))
        let_go.set()

    before = signal.signal(signal.SIGUSR2, lambda number, frame: handled.set())
    thread = threading.Thread(target=work)
    thread.start()
    let_go.wait(PATIENCE_S)
    thread.join()
    signal.signal(signal.SIGUSR2, before)
    assert seen == [True]


def test_afterwards_everything_is_as_it_was() -> None:
    """A program's own pipe for signals is kept."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    wakeups = Wakeups()
    wakeups.begin()
    wakeups.end()
    assert signal.set_wakeup_fd(-1) == writer
    assert signal.getsignal(signal.SIGURG) is signal.SIG_DFL
    os.close(reader)
    os.close(writer)


def test_a_pipe_that_replaced_ours_is_left(wakeups: Wakeups) -> None:
    """An event loop does so, and takes it away itself."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    wakeups.end()
    assert signal.set_wakeup_fd(-1) == writer
    os.close(reader)
    os.close(writer)


def test_who_uses_the_waking_signal_keeps_it() -> None:
    """Then no thread is woken."""
    before = signal.signal(signal.SIGURG, lambda number, frame: None)
    own = signal.getsignal(signal.SIGURG)
    wakeups = Wakeups()
    wakeups.begin()
    assert signal.getsignal(signal.SIGURG) is own
    wakeups.end()
    signal.signal(signal.SIGURG, before)


def test_a_forked_child_tells_its_parent_nothing() -> None:
    """Its signals are not its parent's."""
    program = (
        "import os, signal\n"
        "from wsusim.interrupts import INTERRUPTS\n"
        "INTERRUPTS.listen()\n"
        "if not os.fork():\n"
        "    print(signal.set_wakeup_fd(-1), signal.getsignal(signal.SIGURG).name, flush=True)\n"
        "    os._exit(0)\n"
        "os.wait()\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["-1", "SIG_DFL"]
