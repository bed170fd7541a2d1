"""Controllers that disturb others, each in a process of its own.

Threads, forks, programs of their own, floods and nonsense: the others drive on, and afterwards
nothing of it is left.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.hosting.conftest import fork_server_has_begun, nothing_left
from tests.unit.hosting.stage import SETTINGS, Stage
from tests.unit.hosting.survivors import is_gone

__all__ = ["fork_server_has_begun", "nothing_left"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

HANG = replace(SETTINGS, patience_s=0.5, stop_grace_s=0.5)


@pytest.fixture
def stage(tmp_path: Path, nothing_left: None) -> Stage:
    """Return a stage on which controllers run in processes."""
    return Stage(tmp_path, isolated=True, settings=replace(SETTINGS, stop_grace_s=0.5))


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
    """Also if no process is left that knows about them."""
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


def test_a_fork_that_drives_on_disturbs_no_other_run(stage: Stage) -> None:
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
    """A controller that writes nonsense to its link breaks only its own run."""
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


def test_a_link_broken_in_mid_round_delays_no_other(stage: Stage) -> None:
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
    # What the first one ordered acts for as long as it is waited for.
    patience_ticks = round(100 * (HANG.patience_s or 0.0))
    first = 10 + patience_ticks
    assert played.simulation.positions == [(first, first), (20, 20), (30, 30), (400, 400)]
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


def test_a_byte_out_of_turn_keeps_no_other_waiting(stage: Stage) -> None:
    """Output can seem to have come in when there is none: the parent still counts the time."""
    stage.settings = HANG
    played = stage.play("""
        import os, socket

        class Urgent(Controller):
            def run(self):
                output = socket.socket(fileno=os.dup(1))
                output.send(b"x", socket.MSG_OOB)
                output.send(b"y", socket.MSG_OOB)
                while True:
                    pass
    """)
    assert played.ended_in_time
    assert played.host.outcome == "unresponsive"


def test_saying_ready_again_gains_no_time(stage: Stage) -> None:
    """Nor does a message that the file could not be loaded, once it drives."""
    stage.settings = HANG
    played = stage.play("""
        import gc

        class Ready(Controller):
            def run(self):
                for sender in gc.get_objects():
                    if type(sender).__name__ == "MessageSocket":
                        sender.send(type="ready")
                        sender.send(type="load_error", message="forged", file={}, line={})
                while True:
                    pass
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
        from tests.unit.hosting.stage import Stage
        from tests.unit.engine.fake_simulation import FakeSimulation
        from wsusim.backends.simulated import SimulatedBackend
        from wsusim.hosting.host_group import HostGroup
        from wsusim.engine.lockstep import Lockstep

        lockstep = Lockstep(FakeSimulation(), [0])
        member = (sys.argv[1], SimulatedBackend(lockstep, 0, "khepera1"))
        with HostGroup([member], lambda *p: print(p[2], flush=True), isolated=True) as group:
            group.start()
            group.wait()
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
