"""What holds for controllers in threads alone."""

from __future__ import annotations

import gc
import os
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.hosting.stage import SETTINGS, Played, Stage
from wsusim.engine.lockstep import Lockstep
from wsusim.hosting import failure
from wsusim.hosting.host_group import HostGroup
from wsusim.hosting.pinning import pinned_to_one_processor
from wsusim.hosting.standard_files import Prints
from wsusim.hosting.thread_output import ThreadOutput

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

    def _stop(self, group: HostGroup, lockstep: Lockstep) -> None:
        lockstep.request_stop()
        group.wait()
        self.left_behind = group.left_behind

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


NEVER_ENDS = "            while True: threading.Event().wait(0.01)\n"

OBJECTS = {
    "the text of a failure": (
        "class Odd(Exception):\n    def __str__(self):\n        return self.again()\n"
        "    def again(self):\n{loop}",
        "raise Odd",
    ),
    "the text of what a failure is about": (
        "class Odd:\n    def __str__(self):\n{loop}",
        "raise ValueError(Odd())",
    ),
    "what it ends with": (
        "class Odd:\n    def __repr__(self):\n{loop}\n    def __eq__(self, other):\n"
        "        return False\n    __hash__ = None\n",
        "raise SystemExit(Odd())",
    ),
    "the cause of a failure": (
        "class Odd(Exception):\n    @property\n    def __cause__(self):\n{loop}",
        "raise Odd",
    ),
    "the notes of a failure": (
        "class Odd(Exception):\n    @property\n    def __notes__(self):\n{loop}"
        "    def __str__(self):\n        return str(self.__notes__)\n",
        "raise Odd",
    ),
    "where a failure came from": (
        "class Odd(Exception):\n    @property\n    def __traceback__(self):\n{loop}",
        "raise Odd",
    ),
    "names of what is misspelt": (
        "class Odd:\n    def __dir__(self):\n{loop}",
        "Odd().misspelt",
    ),
    "all that is in a group": (
        "class Odd(ExceptionGroup):\n    @property\n    def exceptions(self):\n{loop}",
        "raise Odd('', [ValueError()])",
    ),
}


@pytest.mark.parametrize("what", OBJECTS)
@pytest.mark.parametrize("isolated", [False, True])
def test_what_is_asked_of_a_students_object_ends(
    tmp_path: Path, what: str, isolated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The failure is told at its line, without what never comes, and the run is over."""
    monkeypatch.setattr(failure, "DESCRIBE_S", 0.2)
    classes, line = OBJECTS[what]
    stage = Stage(tmp_path, isolated=isolated, settings=SETTINGS)

    played = stage.play(
        f"import threading\n{classes.format(loop=NEVER_ENDS)}\n\n"
        f"class R(Controller):\n    def run(self):\n        {line}\n"
    )

    assert played.ended_in_time
    assert played.host.outcome == "error"
    assert played.host.failure is not None
    assert played.host.failure.line == played.line_of(line)


FREED = {
    "a controller": "    def __del__(self):\n{loop}    def run(self):\n        pass\n",
    "what it holds": (
        "    def run(self):\n        class Odd:\n            def __del__(self):\n"
        "                while True: threading.Event().wait(0.01)\n        self.held = Odd()\n"
    ),
    "what a failure holds": (
        "    def run(self):\n        class Odd:\n            def __del__(self):\n"
        "                while True: threading.Event().wait(0.01)\n"
        "        odd = Odd()\n        1 / 0\n"
    ),
    "a generator": (
        "    def run(self):\n        def odd():\n            try:\n                yield\n"
        "            finally:\n                while True: threading.Event().wait(0.01)\n"
        "        self.held = odd()\n        next(self.held)\n"
    ),
}


@pytest.mark.parametrize("what", FREED)
def test_what_ends_with_a_controller_does_not_keep_anybody(tmp_path: Path, what: str) -> None:
    """Its objects are freed in a thread of their own."""
    stage = Stage(tmp_path, isolated=False, settings=replace(SETTINGS, stop_grace_s=0.1))

    played = stage.play(
        "import threading\n\nclass R(Controller):\n" + FREED[what].format(loop=NEVER_ENDS)
    )
    gc.collect()

    assert played.ended_in_time
    assert played.host.outcome in {"finished", "error"}


def test_a_controller_compares_itself_as_it_likes(tmp_path: Path) -> None:
    """Its ``__eq__`` is never called."""
    stage = Stage(tmp_path, isolated=False, settings=SETTINGS)

    played = stage.play("""
        class R(Controller):
            __hash__ = Controller.__hash__

            def __eq__(self, other):
                raise ValueError("asked")

            def run(self):
                print("ran")
    """)

    assert (played.host.outcome, played.text) == ("finished", "ran\n")


@pytest.mark.parametrize("line", ["print('hello')", "self.start_pose", "self.sensors[0]"])
def test_what_takes_no_time_of_the_robot_is_no_use_of_it(tmp_path: Path, line: str) -> None:
    """A loop of it has no end, and is told of like any other."""
    stage = Stage(tmp_path, isolated=False, settings=replace(SETTINGS, patience_s=0.3))

    played = stage.play(f"""
        class R(Controller):
            def run(self):
                while True: {line}
    """)

    assert played.host.outcome == "unresponsive"
    assert played.host.failure is not None
    assert played.host.failure.line == played.line_of(line)


ODD_FAILURES = {
    "what it is": (
        "class Odd(Exception):\n    @property\n    def __class__(self):\n"
        "        raise KeyboardInterrupt\n",
        "raise Odd",
    ),
    "what it ends with": (
        "class Code:\n    def __eq__(self, other):\n        raise KeyboardInterrupt\n"
        "    __hash__ = None\n",
        "raise SystemExit(Code())",
    ),
}


@pytest.mark.parametrize("what", ODD_FAILURES)
@pytest.mark.parametrize("isolated", [False, True])
def test_a_failure_that_fails_when_it_is_asked_is_one(
    tmp_path: Path, what: str, isolated: bool
) -> None:
    """A program that ended with it has not come to its end well."""
    classes, line = ODD_FAILURES[what]

    played = Stage(tmp_path, isolated=isolated, settings=SETTINGS).play(
        f"{classes}\n\nclass R(Controller):\n    def run(self):\n        {line}\n"
    )

    assert played.host.outcome == "error"
    assert played.host.failure is not None
    assert played.host.failure.line == played.line_of(line)


@pytest.mark.parametrize("isolated", [False, True])
def test_what_fails_in_a_line_that_python_calls_by_itself_is_told_in_a_sentence(
    tmp_path: Path, isolated: bool
) -> None:
    """With the student's line, as his print."""
    played = Stage(tmp_path, isolated=isolated, settings=SETTINGS).play("""
        class Odd:
            def __del__(self):
                raise ValueError("no")

        class R(Controller):
            def run(self):
                Odd()
    """)

    assert played.host.outcome == "finished"
    assert played.text.startswith("Python called __del__ by itself, and it failed. ")
    assert played.text.endswith(
        f"{played.file.name}, line {played.line_of('raise')}: ValueError: no\n"
    )


def test_a_controller_that_goes_has_no_robot_any_more(tmp_path: Path) -> None:
    """A ``__del__`` that stops the motors is told where that belongs."""
    played = Stage(tmp_path, isolated=False, settings=SETTINGS).play("""
        class R(Controller):
            def run(self):
                pass

            def __del__(self):
                self.motors.stop()
    """)
    gc.collect()

    assert "`self.motors` needs the robot, and the run is over. Put this into" in played.text
