"""Controllers whose processes are forked."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.hosting.conftest import nothing_left
from tests.unit.hosting.stage import SETTINGS, Stage
from wsusim.hosting import fork_server_process
from wsusim.hosting.fence import Fence
from wsusim.hosting.fork_server import ForkServer

__all__ = ["nothing_left"]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")

DRAWS = """
    import random
    import numpy

    SEEN = []

    class Drawer(Controller):
        def run(self):
            SEEN.append(random.random())
            print(SEEN, numpy.random.random(), hash("text"))
"""


@pytest.fixture(scope="module")
def fork_server() -> Iterator[ForkServer]:
    """Return a fork server whose process has begun."""
    with ForkServer() as fork_server:
        child = fork_server.launch()
        child.reap()
        child.close()
        yield fork_server


@pytest.fixture
def stage(tmp_path: Path, fork_server: ForkServer, nothing_left: None) -> Stage:
    """Return a stage whose controllers are forked, each behind a fence."""
    settings = replace(SETTINGS, fork_server=fork_server, fence=Fence(tmp_path, is_checked=True))
    return Stage(tmp_path, isolated=True, settings=settings)


def test_a_forked_controller_drives_its_robot(stage: Stage) -> None:
    """A forked controller does what one in a fresh interpreter does."""
    played = stage.play("""
        class Driver(Controller):
            def run(self):
                self.motors.set_speeds(5, 6)
                self.sleep(0.1)
                print("driven")
    """)

    assert (played.host.outcome, played.text) == ("finished", "driven\n")


def test_each_controller_begins_as_in_a_fresh_interpreter(stage: Stage, tmp_path: Path) -> None:
    """Nothing is left of the run before, and chance is the same, forked or not."""
    fresh = Stage(tmp_path, isolated=True).play(DRAWS)

    assert [stage.play(DRAWS).text for _ in range(2)] == [fresh.text] * 2


def test_several_at_once(stage: Stage) -> None:
    """Controllers of one run are forked side by side."""
    source = """
        class Driver(Controller):
            def run(self):
                self.sleep(0.2)
    """

    played = stage.play(source, source, source)

    assert [host.outcome for host in played.hosts] == ["finished"] * 3


def test_its_own_programs_inherit_nothing(stage: Stage) -> None:
    """A program that a controller starts gets none of the channels to the parent."""
    played = stage.play("""
        import os
        from contextlib import suppress

        class Looker(Controller):
            def run(self):
                for number in range(3, 100):
                    with suppress(OSError):
                        if os.get_inheritable(number):
                            print("inherits", number)
    """)

    assert (played.host.outcome, played.text) == ("finished", "")


def test_the_environment_is_the_one_that_was_given(tmp_path: Path, nothing_left: None) -> None:
    """A controller sees what its starter wants it to see."""
    with ForkServer({"COURSE": "robots"}) as fork_server:
        stage = Stage(tmp_path, isolated=True, settings=replace(SETTINGS, fork_server=fork_server))
        played = stage.play("""
            import os

            class Looker(Controller):
                def run(self):
                    print(os.environ["COURSE"])
        """)

    assert played.text == "robots\n"


def test_the_exit_code_is_known(stage: Stage) -> None:
    """How a process ended is told as if it were the host's own."""
    played = stage.play("""
        import os

        class Leaver(Controller):
            def run(self):
                os._exit(3)
    """)

    assert played.host.failure is not None
    assert "exit code 3" in played.host.failure.message


def test_what_a_child_leaves_behind_is_ended(stage: Stage) -> None:
    """A program in a session of its own, started by a controller, ends with its controller."""
    stage.settings = replace(stage.settings, fence=None)

    played = stage.play("""
        import os

        class Parent(Controller):
            def run(self):
                read, write = os.pipe()
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        os.write(write, str(os.getpid()).encode())
                        while True:
                            pass
                    os._exit(0)
                print(os.read(read, 20).decode())
    """)

    assert not Path(f"/proc/{int(played.text)}").exists()


def test_a_fork_server_that_was_killed_is_replaced(tmp_path: Path, nothing_left: None) -> None:
    """A controller that kills the fork server harms no later one."""
    with ForkServer() as fork_server:
        stage = Stage(tmp_path, isolated=True, settings=replace(SETTINGS, fork_server=fork_server))
        stage.play("""
            import os, signal

            class Killer(Controller):
                def run(self):
                    os.kill(os.getppid(), signal.SIGKILL)
        """)

        played = stage.play("""
            class Driver(Controller):
                def run(self):
                    print("here")
        """)

    assert (played.host.outcome, played.text) == ("finished", "here\n")


def test_a_fork_that_the_system_refuses_is_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """An account that may have no more processes is told so, and the fork server goes on."""

    def refuse() -> int:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refuse)
    mine, theirs = socket.socketpair()
    with mine, theirs:
        answer, _ = fork_server_process._Server(theirs)._obey({"do": "fork"}, [])

    fork_server = ForkServer()
    monkeypatch.setattr(fork_server, "_ask", lambda *_request: (answer, None))
    with pytest.raises(OSError, match="temporarily") as refused:
        fork_server.launch()
    assert refused.value.errno == errno.EAGAIN


def test_computing_time_runs_out(stage: Stage) -> None:
    """A controller that computes for too long in all is ended, though it never hangs."""
    stage.settings = replace(stage.settings, compute_s=0.3)

    played = stage.play("""
        class Slow(Controller):
            def run(self):
                while self.active:
                    sum(range(300_000))
                    self.sleep(0.01)
    """)

    assert played.host.outcome == "unresponsive"
    assert played.host.failure is not None
    assert "used up its computing time of 0.3 s" in played.host.failure.message


ENDLESS = """
    class Endless(Controller):
        def run(self):
            done = 0
            while True:
                done += 1
                if done % 1_000_000 == 0 or done > 4_999_990:
                    print(done)
"""


def test_an_endless_loop_ends_at_the_same_round_on_every_computer(stage: Stage) -> None:
    """After the five million that stand for two seconds; the call of ``run`` is one of them."""
    stage.settings = replace(stage.settings, compute_s=10.0, patience_s=2.0)

    played = stage.play(ENDLESS, timeout_s=60.0)

    assert played.text.split() == [
        *(str(million * 1_000_000) for million in (1, 2, 3, 4)),
        *(str(done) for done in range(4_999_991, 5_000_000)),
    ]
    assert played.host.outcome == "unresponsive"
    failure = played.host.failure
    assert failure is not None
    assert "didn't use its robot for 2 s while it was running" in failure.message
    assert failure.line == played.line_of("done += 1")


def test_a_loop_at_the_robot_ends_at_the_same_round_on_every_computer(stage: Stage) -> None:
    """Rounds in all are limited too: some computing time is some number of rounds."""
    stage.settings = replace(stage.settings, compute_s=0.5, patience_s=2.0)

    played = stage.play(
        """
        class Busy(Controller):
            def run(self):
                for tick in range(1000):
                    for _ in range(100_000):
                        pass
                    self.sleep(0.01)
                    print(tick)
        """,
        timeout_s=60.0,
    )

    assert played.text.split()[-1] == "23"  # 2,500,000 rounds
    assert played.host.failure is not None
    assert "used up its computing time of 0.5 s" in played.host.failure.message


def test_an_endless_loop_while_loading_ends_too(stage: Stage) -> None:
    """Loading has a patience of its own."""
    stage.settings = replace(stage.settings, compute_s=0.5, load_patience_s=1.0)

    played = stage.play("while True:\n    pass", timeout_s=60.0)

    assert played.host.outcome == "unresponsive"
    assert played.host.failure is not None
    assert "outside any method, were not finished after 1 s" in played.host.failure.message


def test_a_fork_server_whose_parent_has_gone_ends_without_a_word() -> None:
    """Not delivering the last answer, after the parent has gone, is no failure."""
    ours, its = socket.socketpair()
    with its:
        with ours:
            ours.sendall(b'{"do": "ended", "process_id": 1}\n')
        ended = subprocess.run(
            [
                *(sys.executable, "-P", "-c"),
                "from wsusim.hosting.fork_server_process import main; main()",
                str(its.fileno()),
            ],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            pass_fds=(its.fileno(),),
            capture_output=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (0, b"")
