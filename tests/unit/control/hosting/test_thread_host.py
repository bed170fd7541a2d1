"""What holds for controllers in threads alone."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.control.hosting.stage import SETTINGS, Played, Stage
from wsusim.control.hosting.crew import Crew
from wsusim.control.hosting.pinning import pinned_to_one_processor
from wsusim.control.hosting.standard_files import Prints
from wsusim.control.hosting.thread_output import ThreadOutput
from wsusim.engine.lockstep import Lockstep

WAITER = """
    class Waiter(Controller):
        def run(self):
            self.motors.set_speeds(5, 5)
            try:
                open({pipe!r}).read()  # waits outside of Python until somebody writes
            finally:
                print("still here")
"""


class Leftover:
    """A run whose controller outlives its stop, until ``release``."""

    def __init__(self, folder: Path) -> None:
        self._pipe = folder / "pipe"
        os.mkfifo(self._pipe)
        stage = Stage(folder, isolated=False, settings=replace(SETTINGS, stop_grace_s=0.1))
        stage.meanwhile = self._stop
        self.left_behind: list[threading.Thread] = []
        self._older = (sys.stdout, sys.stderr, sys.stdin)
        self.played: Played = stage.play(WAITER.format(pipe=str(self._pipe)), until_tick=None)
        self.prints_at_end = len(self.played.prints)

    def _stop(self, crew: Crew, lockstep: Lockstep) -> None:
        lockstep.request_stop()
        crew.wait()
        self.left_behind = crew.left_behind

    def release(self) -> None:
        """Let the thread end, and restore what the run could not."""
        self._pipe.open("w").close()
        for thread in self.left_behind:
            thread.join(10.0)
        self.prints_after = len(self.played.prints)
        sys.stdout, sys.stderr, sys.stdin = self._older


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe to wait for")
def test_a_thread_that_can_not_be_stopped(tmp_path: Path) -> None:
    """A thread that waits outside of Python is left behind: told, safe, and without a voice."""
    leftover = Leftover(tmp_path)
    host = leftover.played.host
    leftover.release()
    assert host.outcome == "stopped"
    assert host.remark is not None
    assert "can't be killed" in host.remark
    assert [thread.name for thread in leftover.left_behind] == ["Waiter"]
    assert leftover.played.simulation.speeds == [(0, 0)]
    assert leftover.prints_after == leftover.prints_at_end


def test_output_of_other_threads_stays() -> None:
    """Threads that were there before, and wsusim's own, print where they always did."""
    pieces: list[str] = []
    before = sys.stdout
    with ThreadOutput() as output:
        output.add(threading.Thread(), Prints(pieces.append, lambda: 0), Path())
        assert output.owner() is None
        found: list[Prints | None] = []
        own = threading.Thread(target=lambda: found.append(output.owner()), name="wsusim-own")
        own.start()
        own.join()
    assert found == [None]
    assert sys.stdout is before
    assert pieces == []


def test_a_controllers_threads_print_as_it_does(tmp_path: Path) -> None:
    """What a thread prints that a controller has started is the controller's output."""
    played = Stage(tmp_path, isolated=False, settings=SETTINGS).play("""
        import threading

        class Parent(Controller):
            def run(self):
                child = threading.Thread(target=print, args=("from the thread",))
                child.start()
                child.join()
    """)
    assert played.text == "from the thread\n"


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="only Linux can pin threads")
def test_pinning_is_taken_back() -> None:
    """Inside the block the thread keeps to one processor, afterwards it may use all again."""
    before = os.sched_getaffinity(0)
    with pinned_to_one_processor():
        inside = os.sched_getaffinity(0)
    assert len(inside) == 1
    assert inside <= before
    assert os.sched_getaffinity(0) == before
