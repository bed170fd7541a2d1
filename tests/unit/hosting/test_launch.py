"""Fresh interpreters for controllers, where there is no fork server: a sandbox, or no fork.

What goes on in them is tried in ``test_process_host``; here, how they are started and ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.hosting.stage import SETTINGS, Stage
from tests.unit.hosting.survivors import is_gone
from wsusim.hosting.fence import Fence
from wsusim.hosting.launch import ChildProcess, launch, program_in

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")


class FreshInterpreters:
    """Stands in for a fork server."""

    def launch(self, fence: Fence | None = None) -> ChildProcess:
        """Start an interpreter for one controller."""
        return launch(fence)


@pytest.fixture
def stage(tmp_path: Path, nothing_left: None) -> Stage:
    """Return a stage on which each controller has an interpreter that was started for it."""
    settings = replace(SETTINGS, stop_grace_s=0.5, fork_server=FreshInterpreters())
    return Stage(tmp_path, isolated=True, settings=settings)


def test_a_controller_drives_its_robot_and_prints(stage: Stage) -> None:
    """Link, messages and raw output reach the parent."""
    played = stage.play("""
        import os

        class Driver(Controller):
            def run(self):
                self.motors.set_speeds(5, 6)
                print("said", flush=True)
                self.sleep(0.1)
                os.write(1, b"from C\\n")
    """)

    assert (played.host.outcome, played.simulation.positions) == ("finished", [(50, 60)])
    assert played.text == "said\nfrom C\n"


def test_its_environment_is_that_of_the_parent(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for what makes all runs alike, such as the order of sets."""
    monkeypatch.setenv("COURSE", "robots")
    monkeypatch.setenv("PYTHONHASHSEED", "7")

    played = stage.play("""
        import os

        class Looker(Controller):
            def run(self):
                print(os.environ["COURSE"], os.environ["PYTHONHASHSEED"])
    """)

    assert played.text == "robots 0\n"


def test_how_it_ended_is_known(stage: Stage) -> None:
    """A process that leaves, and one that was killed."""
    played = stage.play(
        """
        import os

        class Leaver(Controller):
            def run(self):
                os._exit(3)
        """,
        """
        import os, signal

        class Victim(Controller):
            def run(self):
                self.motors.set_speeds(7, 7)
                os.kill(os.getpid(), signal.SIGKILL)
        """,
    )

    failures = [host.failure for host in played.hosts]
    assert "exit code 3" in str(failures[0])
    assert "SIGKILL" in str(failures[1])
    assert played.simulation.speeds == [(0, 0), (0, 0)]


def test_one_that_hangs_is_ended(stage: Stage) -> None:
    """A loop that never calls the robot, with its line."""
    stage.settings = replace(stage.settings, patience_s=0.3)

    played = stage.play("""
        class Loop(Controller):
            def run(self):
                while True:
                    pass  # for ever
    """)

    assert played.host.outcome == "unresponsive"
    assert played.host.failure is not None
    assert played.host.failure.line in (played.line_of("while"), played.line_of("for ever"))


@pytest.mark.parametrize("session", ["False", "True"], ids=["in its session", "in their own"])
def test_its_own_programs_die_with_it(stage: Stage, session: str) -> None:
    """Programs that a controller has started, in whatever session, also when it crashes."""
    source = """
        import os, subprocess, sys

        class Parent(Controller):
            def run(self):
                program = subprocess.Popen(
                    [sys.executable, "-S", "-c", "while True: pass"], start_new_session=SESSION
                )
                print(program.pid)
                self.sleep(0.1)
                os._exit(5)
    """
    played = stage.play(source.replace("SESSION", session))

    assert played.host.outcome == "error"
    assert is_gone(int(played.text))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells")
def test_a_program_inside_others_is_found() -> None:
    """Also on a Linux that keeps no list of a process's children."""
    inner = f"{sys.executable} -c 'print(1, flush=True); input()'"
    with subprocess.Popen(
        ["sh", "-c", f"{inner}; true"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as outer:
        assert outer.stdout is not None
        outer.stdout.readline()
        found = program_in(outer.pid, 1)
        nothing = program_in(outer.pid, 2)
        outer.communicate(b"\n")

    assert found is not None
    assert nothing is None
