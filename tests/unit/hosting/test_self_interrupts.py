"""A program that interrupts its own process is named, and ends no other run."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from tests.unit.hosting.stage import Stage
from wsusim.hosting.self_interrupts import UNSEEN, self_interrupts_refused
from wsusim.interrupts import interrupt_main_thread

WAYS = [
    "_thread.interrupt_main()",
    "os.kill(os.getpid(), signal.SIGINT)",
    "os.kill(os.getpid(), signal.SIGTERM)",
    "os.kill(threading.get_native_id(), signal.SIGINT)",
    "signal.raise_signal(signal.SIGINT)",
    "signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)",
    "exec('signal.raise_signal(signal.SIGTERM)')",
    "sys.modules['posix'].kill(os.getpid(), signal.SIGTERM)",
    "signal.raise_signal(signal.SIGUSR1)",
]
ALARMS = ["signal.alarm(1)", "signal.setitimer(signal.ITIMER_REAL, 0.01)"]

PROGRAM = """
    import _thread, ctypes, os, signal, sys, threading
    class Robot(Controller):
        def run(self):
            self.motors.set_speeds(3, 3)
            self.sleep(0.5)
            {way}
            self.sleep(0.5)
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@pytest.mark.parametrize("way", WAYS)
def test_it_fails_at_its_own_line(stage: Stage, way: str) -> None:
    """In both hosts alike, at the same tick: the run says nothing of a person who stopped it."""
    played = stage.play(PROGRAM.format(way=way))

    failure = played.host.failure
    assert played.host.outcome == "error"
    assert failure is not None
    assert (failure.file, failure.line) == (str(played.file), played.line_of(way))
    assert "as Ctrl-C does" in failure.message
    assert (played.lockstep.tick, played.simulation.speeds) == (50, [(0, 0)])


@pytest.mark.parametrize("way", ALARMS)
def test_an_unhandled_alarm_is_refused(stage: Stage, way: str) -> None:
    """It would end the whole program, without a word."""
    played = stage.play(PROGRAM.format(way=way))

    assert played.host.failure is not None
    assert "self.sleep" in played.host.failure.message
    assert (played.lockstep.tick, played.simulation.speeds) == (50, [(0, 0)])


@pytest.mark.parametrize("way", ["os._exit(0)", "sys.modules['posix']._exit(3)", "os.abort()"])
def test_a_program_in_a_thread_does_not_end_wsusim(tmp_path: Path, way: str) -> None:
    """It fails at its own line, and its robot stands still."""
    played = Stage(tmp_path, isolated=False).play(PROGRAM.format(way=way))

    failure = played.host.failure
    assert failure is not None
    assert (failure.file, failure.line) == (str(played.file), played.line_of(way))
    assert "self.finish()" in failure.message
    assert (played.lockstep.tick, played.simulation.speeds) == (50, [(0, 0)])


def test_a_copy_of_a_program_may_end(tmp_path: Path) -> None:
    """What a program in a thread has forked ends with os._exit, as copies should."""
    played = Stage(tmp_path, isolated=False).play("""
        import os, warnings
        class Robot(Controller):
            def run(self):
                warnings.simplefilter("ignore")  # Python 3.12 warns: there are other threads
                copy = os.fork()
                if copy == 0:
                    os._exit(7)
                print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]))
    """)

    assert played.text == "7\n"


@pytest.mark.parametrize("number", [2, 15])
def test_what_no_function_of_pythons_sends_is_the_programs_own_too(
    stage: Stage, number: int
) -> None:
    """No person's Ctrl-C reaches a process of its own; in a thread it would look like one."""
    if not stage.isolated:
        pytest.skip("looks like a person's Ctrl-C")
    played = stage.play(PROGRAM.format(way=f"ctypes.CDLL(None).kill(os.getpid(), {number})"))

    assert played.host.outcome == "error"
    assert played.host.failure is not None
    assert UNSEEN in played.host.failure.message


def test_all_else_is_as_it_was() -> None:
    """Other processes, other signals, and who is not a program; after the block, everything."""
    before = os.kill
    with self_interrupts_refused():
        os.kill(os.getpid(), 0)
        with pytest.raises(ProcessLookupError):
            os.kill(2**22 + 1, signal.SIGTERM)
        signal.pthread_kill(threading.get_ident(), 0)
        with pytest.raises(KeyboardInterrupt):  # ours, as for a person
            interrupt_main_thread()
    assert os.kill is before
