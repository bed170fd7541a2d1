"""Controllers that misbehave in every way we know, each in a process of its own.

Each ends as one clear message, with file and line where they can be known, within a second of its
stop; afterwards nothing of it is left.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.control.hosting.conftest import nothing_left
from tests.unit.control.hosting.stage import SETTINGS, Played, Stage
from wsusim.control.hosting.crew import Crew
from wsusim.control.report import FailureReport
from wsusim.engine.lockstep import Lockstep

__all__ = ["nothing_left"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

HANG = replace(SETTINGS, patience_s=0.5)


@pytest.fixture
def stage(tmp_path: Path, nothing_left: None) -> Stage:
    """Return a stage on which controllers run in processes."""
    return Stage(tmp_path, isolated=True, settings=replace(SETTINGS, stop_grace_s=0.5))


def failure_of(played: Played) -> FailureReport:
    """Return the failure of the only controller."""
    failure = played.host.failure
    assert failure is not None
    return failure


def stop_soon(took_s: list[float]) -> Callable[[Crew, Lockstep], None]:
    """Return a ``meanwhile`` that asks for a stop and notes how long the end took."""

    def stop(crew: Crew, lockstep: Lockstep) -> None:
        began_s = time.monotonic()
        lockstep.request_stop()
        assert crew.wait(10.0)
        took_s.append(time.monotonic() - began_s)

    return stop


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


def test_threads_of_its_own(stage: Stage) -> None:
    """Threads that a controller leaves running do not keep its process alive."""
    played = stage.play("""
        import threading, time

        class Parent(Controller):
            def run(self):
                threading.Thread(target=time.sleep, args=(1000,)).start()
                self.sleep(0.1)
    """)
    assert played.host.outcome == "finished"


def test_another_thread_must_not_drive(stage: Stage) -> None:
    """A second thread that calls the robot is refused; the first one goes on."""
    played = stage.play("""
        import threading

        class Parent(Controller):
            def run(self):
                def drive():
                    try:
                        self.motors.set_speeds(1, 1)
                    except Exception as error:
                        print(error)
                other = threading.Thread(target=drive)
                other.start()
                other.join()
                self.sleep(0.1)
    """)
    assert played.host.outcome == "finished"
    assert "Only the controller's own thread" in played.text


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


def test_replaced_stdout(stage: Stage) -> None:
    """Prints of a controller that replaces ``sys.stdout`` are its own affair; the run goes on."""
    played = stage.play("""
        import sys, io

        class Replacer(Controller):
            def run(self):
                sys.stdout = io.StringIO()
                print("into the void")
                sys.stdout = None
                print("into nothing")
                sys.stdout = sys.stderr = sys.__stdout__
                print("raw", flush=True)
                self.sleep(0.1)
    """)
    assert played.host.outcome == "finished"
    assert played.text == "raw\n"


def test_raw_output(stage: Stage) -> None:
    """What C code and other programs print arrives as well."""
    played = stage.play("""
        import os

        class Raw(Controller):
            def run(self):
                os.write(1, b"from C\\n")
                os.system("echo from a program")
                self.sleep(0.1)
    """)
    assert played.text == "from C\nfrom a program\n"


def test_a_raw_flood(stage: Stage) -> None:
    """A flood of raw output is cut as well, and does not block the controller."""
    played = stage.play("""
        import os

        class Flood(Controller):
            def run(self):
                for _ in range(200):
                    os.write(1, b"flood\\n" * 1000)
                self.sleep(0.1)
    """)
    assert played.host.outcome == "finished"
    assert len(played.prints) < 10_000
    assert "were left out" in played.text


def test_swallowing_everything(stage: Stage) -> None:
    """A bare ``except`` in an endless loop can't outlive its stop."""
    took_s: list[float] = []
    stage.meanwhile = stop_soon(took_s)
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
    assert played.host.outcome == "stopped"
    assert played.host.remark is not None
    assert took_s[0] < 1.0


@pytest.mark.parametrize(
    "wait",
    [
        "ctypes.CDLL(None).sleep(1000)",
        "select.select([], [], [], 1000)",
        "threading.Event().wait(1000)",
    ],
)
def test_waits_that_nobody_can_see(stage: Stage, wait: str) -> None:
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


def test_ignored_signals(stage: Stage) -> None:
    """Ignoring SIGTERM does not save a controller that hangs."""
    took_s: list[float] = []
    stage.meanwhile = stop_soon(took_s)
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
    assert played.host.outcome == "stopped"
    assert took_s[0] < 1.0


@pytest.mark.parametrize("session", ["False", "True"], ids=["in its session", "in their own"])
def test_its_own_programs_die_with_it(stage: Stage, session: str) -> None:
    """Programs that a controller has started are ended with it, in whatever session they are."""
    source = """
        import subprocess, sys

        class Parent(Controller):
            def run(self):
                program = subprocess.Popen(
                    [sys.executable, "-c", "while True: pass"], start_new_session=SESSION
                )
                print(program.pid)
                self.sleep(0.1)
    """
    played = stage.play(source.replace("SESSION", session))

    assert played.host.outcome == "finished"
    assert is_gone(int(played.text))


def test_programs_of_a_controller_that_crashes_die_too(stage: Stage) -> None:
    """Also when nobody is left who knows that it has started them."""
    played = stage.play("""
        import os, subprocess, sys

        class Parent(Controller):
            def run(self):
                program = subprocess.Popen(
                    [sys.executable, "-c", "while True: pass"], start_new_session=True
                )
                print(program.pid)
                self.sleep(0.1)
                os._exit(5)
    """)

    assert played.host.outcome == "error"
    assert is_gone(int(played.text))


def test_a_fork(stage: Stage) -> None:
    """A forked copy that goes on neither keeps the run alive nor outlives it."""
    played = stage.play("""
        import os, warnings
        warnings.simplefilter("ignore")  # a fork beside threads; newer Pythons warn of it

        class Forker(Controller):
            def run(self):
                pid = os.fork()
                if pid == 0:
                    while True:
                        pass
                print(pid)
                self.sleep(0.1)
    """)
    assert played.host.outcome == "finished"
    assert is_gone(int(played.text))


def test_a_fork_that_drives_on_disturbs_nobody(stage: Stage) -> None:
    """The copy is refused its robot, the original keeps it."""
    played = stage.play("""
        import os, warnings
        warnings.simplefilter("ignore")  # a fork beside threads; newer Pythons warn of it

        class Forker(Controller):
            def run(self):
                is_copy = os.fork() == 0
                try:
                    for _ in range(10):
                        self.motors.set_speeds(3, 3)
                        self.sleep(0.1)
                except Exception as failure:
                    print(failure if is_copy else "not mine", flush=True)
    """)
    assert (played.host.outcome, played.lockstep.tick) == ("finished", 100)
    assert "not mine" not in played.text


def test_nonsense_on_the_link(stage: Stage) -> None:
    """A controller that writes nonsense to its link breaks its own run, nobody else's."""
    played = stage.play(
        """
        import gc

        class Forger(Controller):
            def run(self):
                links = [t for t in gc.get_objects() if type(t).__name__ == "PipeEnd"]
                links[0].sendall(b"\\xff" * 1000)
                while self.active:
                    self.sleep(0.1)
        """,
        """
        class Other(Controller):
            def run(self):
                self.sleep(1.0)
        """,
    )
    assert [host.outcome for host in played.hosts] == ["error", "finished"]


def test_who_breaks_in_mid_round_holds_up_nobody(stage: Stage) -> None:
    """One hangs, one dies, one talks nonsense between two ticks: the last one drives to the end."""
    stage.settings = HANG
    played = stage.play(
        """
        class Hanging(Controller):
            def run(self):
                self.motors.set_speeds(1, 1)
                self.sleep(0.1)
                while True: pass
        """,
        """
        import os, signal

        class Dying(Controller):
            def run(self):
                self.motors.set_speeds(2, 2)
                self.sleep(0.1)
                os.kill(os.getpid(), signal.SIGKILL)
        """,
        """
        import gc

        class Forger(Controller):
            def run(self):
                self.motors.set_speeds(3, 3)
                self.sleep(0.1)
                links = [t for t in gc.get_objects() if type(t).__name__ == "PipeEnd"]
                links[0].sendall(b"\\2\\0\\0\\0")
                self.sleep(0.1)
        """,
        """
        class Driver(Controller):
            def run(self):
                self.motors.set_speeds(4, 4)
                self.sleep(1.0)
        """,
    )
    outcomes = [host.outcome for host in played.hosts]
    assert outcomes == ["unresponsive", "error", "error", "finished"]
    assert played.simulation.tick == 100
    assert played.simulation.positions == [(10, 10), (20, 20), (30, 30), (400, 400)]
    assert played.simulation.speeds == [(0, 0)] * 4


def test_a_flood_of_messages(stage: Stage) -> None:
    """A controller that floods the channel of prints with nonsense is ended like one that hangs."""
    stage.settings = HANG
    played = stage.play("""
        import gc

        class Flooder(Controller):
            def run(self):
                things = [t for t in gc.get_objects() if type(t).__name__ == "MessageSocket"]
                with things[0]._lock:
                    while True:
                        things[0].connection.sendall(b"{}\\n" * 10_000)
    """)
    assert played.ended_in_time
    assert played.host.outcome == "unresponsive"


def test_the_child_dies_with_its_parent(tmp_path: Path) -> None:
    """When the parent is killed, its child does not linger."""
    (tmp_path / "student.py").write_text(
        textwrap.dedent("""
            import os
            from wsusim import Controller

            class Loop(Controller):
                def run(self):
                    print(os.getpid())
                    while True:
                        pass
        """),
        encoding="utf-8",
    )
    program = textwrap.dedent("""
        import sys
        from pathlib import Path
        from tests.unit.control.hosting.stage import Stage
        from tests.unit.engine.fake_simulation import FakeSimulation
        from wsusim.backends.simulated import SimulatedBackend
        from wsusim.control.hosting.crew import Crew
        from wsusim.engine.lockstep import Lockstep

        lockstep = Lockstep(FakeSimulation(), [0])
        member = (sys.argv[1], SimulatedBackend(lockstep, 0, "khepera1"))
        with Crew([member], lambda *p: print(p[2], flush=True), isolated=True) as crew:
            crew.start()
            crew.wait()
    """)
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "student.py")],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    assert is_gone(child)


def is_gone(pid: int, patience_s: float = 5.0) -> bool:
    """Tell whether a process that is not our child ends within the patience."""
    until_s = time.monotonic() + patience_s
    while _lives(pid):
        if time.monotonic() > until_s:
            return False
        time.sleep(0.02)
    return True


def _lives(pid: int) -> bool:
    """Tell whether a process runs; one that nobody has collected yet counts as gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
