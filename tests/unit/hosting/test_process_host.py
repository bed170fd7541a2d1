"""Programs that end badly, or not at all, in a process of their own.

Each is one clear message, with file and line where they can be known; none outlives its stop.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.unit.engine.fake_simulation import FakeSimulation
from tests.unit.hosting.stage import SETTINGS, Played, Stage
from wsusim.control.report import FailureReport
from wsusim.engine.lockstep import Lockstep
from wsusim.errors import BadInput, ControllerLoadError
from wsusim.hosting import child, death
from wsusim.hosting.ending import UNFINISHED
from wsusim.hosting.host_group import HostGroup
from wsusim.hosting.process_host import ProcessHost
from wsusim.hosting.watch import Watch
from wsusim.model.commands import SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.refusals import NO_THREAD

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

IS_OVERDUE: Callable[[Watch], bool] = Watch.is_overdue.fget  # type: ignore[attr-defined]
HANG = replace(SETTINGS, patience_s=0.5, stop_grace_s=0.5)


@pytest.fixture
def stage(tmp_path: Path, nothing_left: None) -> Stage:
    """Return a stage on which controllers run in processes."""
    return Stage(tmp_path, isolated=True, settings=replace(SETTINGS, stop_grace_s=0.5))


def failure_of(played: Played) -> FailureReport:
    """Return the failure of the only controller."""
    failure = played.host.failure
    assert failure is not None
    return failure


def stop_soon(group: HostGroup, lockstep: Lockstep) -> None:
    """Ask for a stop, and wait until it has been obeyed."""
    lockstep.request_stop()
    assert group.wait(10.0)


def test_exit_of_the_whole_process(stage: Stage) -> None:
    """``os._exit`` ends as an error that names it."""
    played = stage.play("""
        import os

        class Leaver(Controller):
            def run(self):
                self.motors.set_speeds(7, 7)
                self.sleep(0.1)
                os._exit(0)
    """)
    assert played.host.outcome == "error"
    assert "ended its whole process (exit code 0)" in failure_of(played).message
    assert played.simulation.speeds == [(0, 0)]


def test_crash_of_the_interpreter(stage: Stage) -> None:
    """A crash is one message with the student's line; the fault handler's text is not shown."""
    played = stage.play("""
        import ctypes

        class Crasher(Controller):
            def run(self):
                print("before")
                self.sleep(0.1)
                ctypes.string_at(0)
    """)
    failure = failure_of(played)
    assert played.host.outcome == "error"
    assert "crashed the Python interpreter (SIGSEGV" in failure.message
    assert (failure.file, failure.line) == (str(played.file), played.line_of("string_at"))
    assert played.text == "before\n"


def test_abort(stage: Stage) -> None:
    """An abort from C code is told as a crash, too."""
    played = stage.play("""
        import os

        class Aborter(Controller):
            def run(self):
                os.abort()
    """)
    assert "SIGABRT" in failure_of(played).message
    assert failure_of(played).line == played.line_of("os.abort")


def test_killed_from_outside(stage: Stage) -> None:
    """A process that is killed is noticed at once, and its robot stands."""
    played = stage.play("""
        import os, signal

        class Victim(Controller):
            def run(self):
                self.motors.set_speeds(7, 7)
                self.sleep(0.1)
                os.kill(os.getpid(), signal.SIGKILL)
                self.sleep(0.1)
    """)
    assert "SIGKILL" in failure_of(played).message
    assert played.simulation.speeds == [(0, 0)]


def test_killed_while_it_sleeps(stage: Stage) -> None:
    """A child that dies while its parent waits for a far tick does not keep the others waiting."""
    played = stage.play(
        """
        import os, signal, threading, time

        def die():
            os.kill(os.getpid(), signal.SIGKILL)

        class Victim(Controller):
            def run(self):
                threading.Timer(0.2, die).start()
                self.sleep(1_000_000)
        """,
        """
        import time
        from time import monotonic

        class Other(Controller):
            def run(self):
                until = monotonic() + 0.6
                while monotonic() < until:
                    pass
                self.sleep(1.0)
        """,
        until_tick=None,
    )
    assert [host.outcome for host in played.hosts] == ["error", "finished"]
    assert played.lockstep.tick == 100


def test_memory_hog(stage: Stage) -> None:
    """A controller that wants 10 GB is told that its memory is used up, at its line."""
    stage.settings = replace(SETTINGS, memory_mb=256)
    played = stage.play("""
        class Hog(Controller):
            def run(self):
                kept = []
                while True:
                    kept.append(bytearray(10_000_000))
                    self.sleep(0.1)
    """)
    assert played.host.outcome == "error"
    assert "MemoryError" in failure_of(played).message
    assert failure_of(played).line == played.line_of("bytearray")
    assert any("256 MB" in hint for hint in failure_of(played).hints)


def test_small_things_are_told_with_their_line(stage: Stage) -> None:
    """Even where no memory is left to say so, it is told at which line it ran out."""
    stage.settings = replace(SETTINGS, memory_mb=256)
    played = stage.play(
        """
        class Hog(Controller):
            def run(self):
                kept = {}
                while True:
                    kept[len(kept)] = self.sensors.proximities + list(range(500))
        """,
        until_tick=None,
    )
    assert failure_of(played).message.startswith("MemoryError")
    assert failure_of(played).line in (played.line_of("while True"), played.line_of("kept[len"))


def test_who_goes_on_without_memory_is_told_why_it_ended(stage: Stage) -> None:
    """A program that catches every MemoryError is told that it used up its memory."""
    stage.settings = replace(SETTINGS, memory_mb=256)
    played = stage.play("""
        class Hog(Controller):
            def run(self):
                kept = []
                while True:
                    try:
                        while True:
                            kept.append([1])
                    except:
                        pass
    """)
    assert "memory" in failure_of(played).message


def test_without_memory_to_hear_its_parent_a_process_waits_for_its_programs_own_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That says more; who goes on all the same is ended, and told why."""

    class NoMemory:
        def receive(self) -> None:
            raise MemoryError

    acts: list[float] = []
    process = object.__new__(child.Child)
    process._messages = NoMemory()  # type: ignore[assignment]
    monkeypatch.setattr(child, "sleep", acts.append)
    monkeypatch.setattr(os, "_exit", acts.append)

    process._obey()

    assert acts[:2] == [child._LAST_S, death.EXIT_OUT_OF_MEMORY]


def test_memory_hog_at_once(stage: Stage) -> None:
    """Ten gigabytes in one piece are refused the same way."""
    played = stage.play("""
        class Hog(Controller):
            def run(self):
                self.data = bytes(10_000_000_000)
    """)
    assert "MemoryError" in failure_of(played).message


def test_endless_recursion(stage: Stage) -> None:
    """A function that calls itself for ever ends at its line."""
    played = stage.play("""
        class Deep(Controller):
            def run(self):
                self.again()

            def again(self):
                self.again()
    """)
    assert "RecursionError" in failure_of(played).message
    assert failure_of(played).file == str(played.file)


@pytest.mark.slow
def test_recursion_without_a_limit(stage: Stage) -> None:
    """Even without Python's limit endless recursion ends as one message."""
    stage.settings = replace(SETTINGS, memory_mb=256)
    played = stage.play("""
        import sys
        sys.setrecursionlimit(10**9)

        class Deep(Controller):
            def run(self):
                self.again()

            def again(self):
                self.again()
    """)
    assert played.host.outcome == "error"
    assert failure_of(played).message


def test_a_thread_that_the_system_refuses_leaves_no_process(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where an account may have no more threads, that is the error, and the child is ended."""
    start = threading.Thread.start

    def refuse(thread: threading.Thread) -> None:
        if thread.name.startswith("wsusim-watch-robot"):
            raise RuntimeError(NO_THREAD)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(RuntimeError, match=NO_THREAD):
        stage.play("""
            class Idle(Controller):
                def run(self):
                    pass
        """)


def test_what_the_computer_refuses_is_not_the_controllers_doing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So whoever grades it counts the run as one that could not be done, not as failed."""
    take = ProcessHost._take

    def take_refusal(host: ProcessHost, message: dict[str, Any]) -> None:
        if message["type"] == "ready":
            message = {"type": "refused", "message": "There is no other thread."}
        take(host, message)

    monkeypatch.setattr(ProcessHost, "_take", take_refusal)

    with pytest.raises(BadInput, match="no other thread") as refused:
        stage.play("""
            class Idle(Controller):
                def run(self):
                    pass
        """)
    assert not isinstance(refused.value, ControllerLoadError)


def test_base_exception(stage: Stage) -> None:
    """An exception that ``except Exception`` would miss is reported like any other."""
    played = stage.play("""
        class Odd(BaseException):
            pass

        class Raiser(Controller):
            def run(self):
                raise Odd("no exception at all")
    """)
    assert failure_of(played).message == "Odd: no exception at all"


def test_closed_files(stage: Stage) -> None:
    """A controller that closes all its files cuts its own link, and that is said."""
    played = stage.play("""
        import os

        class Closer(Controller):
            def run(self):
                os.closerange(3, 256)
                while self.active:
                    self.sleep(0.1)
    """)
    assert played.host.outcome == "error"
    assert failure_of(played).message


def test_swallowing_everything(stage: Stage) -> None:
    """A bare ``except`` in an endless loop can't outlive its stop."""
    stage.meanwhile = stop_soon
    played = stage.play(
        """
        class Swallower(Controller):
            def run(self):
                while True:
                    try:
                        self.sleep(0.1)
                    except:
                        pass
        """,
        until_tick=None,
    )
    assert (played.host.outcome, played.host.remark) == ("stopped", UNFINISHED)


@pytest.mark.parametrize(
    "wait",
    [
        "ctypes.CDLL(None).sleep(1000)",
        "select.select([], [], [], 1000)",
        "threading.Event().wait(1000)",
    ],
)
def test_waits_that_leave_no_trace(stage: Stage, wait: str) -> None:
    """Waiting outside of the robot's time counts as unresponsive, with its line."""
    stage.settings = HANG
    played = stage.play(f"""
        import ctypes, select, threading

        class Waiter(Controller):
            def run(self):
                self.sleep(0.1)
                {wait}
    """)
    assert played.host.outcome == "unresponsive"
    assert failure_of(played).line == played.line_of(f"    {wait}")


def test_a_wait_that_holds_python(stage: Stage) -> None:
    """Even when C code keeps Python's lock, the process is ended; its line may be unknown then."""
    stage.settings = HANG
    played = stage.play("""
        import re

        class Matcher(Controller):
            def run(self):
                self.sleep(0.1)
                re.match(r"(a+)+$", "a" * 60 + "b")
    """)
    assert played.host.outcome == "unresponsive"
    assert "didn't use its robot" in failure_of(played).message


def test_who_was_not_heard_is_not_blamed(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the answer to another takes longer than the patience, questions wait unheard."""
    overdue, read = threading.Event(), FakeSimulation.read

    def slow_read(self: FakeSimulation, robot: int, quantity: Quantity) -> tuple[int, ...]:
        assert overdue.wait(10.0)  # the first reader keeps the other waiting
        return read(self, robot, quantity)

    def is_overdue(self: Watch, is_overdue: Callable[[Watch], bool] = IS_OVERDUE) -> bool:
        if found := is_overdue(self):
            overdue.set()
        return found

    monkeypatch.setattr(FakeSimulation, "read", slow_read)
    monkeypatch.setattr(Watch, "is_overdue", property(is_overdue))
    stage.settings = HANG
    reader = """
        class Reader(Controller):
            def run(self):
                self.motors.left_position
                self.sleep(0.1)
    """

    played = stage.play(reader, reader)

    assert overdue.is_set()
    assert [host.outcome for host in played.hosts] == ["finished", "finished"]
    assert all(host.clock_tick is None for host in played.hosts)


def test_ignored_signals(stage: Stage) -> None:
    """Ignoring SIGTERM does not save a controller that hangs."""
    stage.meanwhile = stop_soon
    played = stage.play(
        """
        import signal
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)

        class Deaf(Controller):
            def run(self):
                while True:
                    pass
        """,
        until_tick=None,
    )
    assert (played.host.outcome, played.host.remark) == ("stopped", UNFINISHED)


@pytest.mark.parametrize(
    "report",
    ["None", "{'outcome': 'error', 'failure': None}", "{'outcome': 7, 'failure': 'x'}", "[1]",
     "{'outcome': 'error', 'failure': {'kind': 'x', 'message': ' ', 'file': None, 'line': None}}"],
)  # fmt: skip
def test_a_forged_report_earns_a_sentence(stage: Stage, report: str) -> None:
    """Not an empty message: it tells a grader what to look for."""
    played = stage.play(f"""
        import gc, os
        from wsusim.backends.link import LinkBackend

        class Forger(Controller):
            def run(self):
                link = next(one for one in gc.get_objects() if isinstance(one, LinkBackend))
                LinkBackend.report_end(link, {report})
                os._exit(0)
    """)

    assert played.host.outcome == "error"
    assert played.host.failure is not None
    assert len(played.host.failure.message) > 40


def test_what_was_ordered_before_endless_code_of_c_acts(stage: Stage) -> None:
    """No thread of its process can hand the order over, so the parent takes it itself."""
    stage.settings = HANG
    played = stage.play("""
        import re

        class Stuck(Controller):
            def run(self):
                self.sleep(0.1)
                self.motors.set_speeds(8, 9)
                re.match("(a+)+$", "a" * 60 + "b")  # takes years, and keeps the interpreter
    """)

    assert played.host.outcome == "unresponsive"
    assert played.simulation.log == [(10, 0, SetSpeeds(8, 9)), (60, 0, "safe")]
    assert played.simulation.positions == [(400, 450)]
