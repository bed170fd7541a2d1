"""What every host promises, in a thread as in a process of its own."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from tests.unit.engine.fake_simulation import FakeSimulation
from tests.unit.hosting.drivers import DRIVER
from tests.unit.hosting.stage import Stage
from wsusim.backends.simulated import SimulatedBackend
from wsusim.engine.lockstep import EndReason, Lockstep
from wsusim.errors import ControllerLoadError
from wsusim.hosting.host import Sink
from wsusim.hosting.host_group import HostGroup
from wsusim.model.commands import Say, SetLed, SetSpeeds


def test_comes_to_its_end(stage: Stage) -> None:
    """A controller whose ``run`` returns has finished; the run is over and the motors stand."""
    played = stage.play("""
        class Short(Controller):
            def run(self):
                self.motors.set_speeds(4, 5)
                self.sleep(1.0)
    """)
    assert (played.host.outcome, played.host.failure) == ("finished", None)
    assert (played.lockstep.tick, played.lockstep.end_reason) == (100, EndReason.FINISHED)
    assert played.simulation.positions == [(400, 500)]
    assert played.simulation.speeds == [(0, 0)]


def test_last_orders_reach_the_robot(stage: Stage) -> None:
    """Orders given just before the end are still carried out, before the motors are stopped."""
    played = stage.play("""
        class Last(Controller):
            def run(self):
                self.sleep(0.1)
                self.leds[1].on()
                self.motors.set_speeds(1, 1)
    """)
    assert played.simulation.log[-3:] == [
        (10, 0, SetLed(1, 1)),
        (10, 0, SetSpeeds(1, 1)),
        (10, 0, "safe"),
    ]


def test_time_is_up(stage: Stage) -> None:
    """A controller that is ended by the time limit was stopped, at the very tick."""
    played = stage.play(DRIVER, until_tick=250)
    assert (played.host.outcome, played.lockstep.end_reason) == ("stopped", EndReason.TIME)
    assert played.simulation.tick == 250


def test_a_mistake_is_reported(stage: Stage) -> None:
    """An exception ends the controller with file, line and message; the motors stand."""
    played = stage.play("""
        class Wrong(Controller):
            def run(self):
                self.motors.set_speeds(3, 3)
                self.sleep(0.5)
                self.helper()

            def helper(self):
                return 1 / 0
    """)
    failure = played.host.failure
    assert played.host.outcome == "error"
    assert failure is not None
    assert (failure.file, failure.line) == (str(played.file), played.line_of("1 / 0"))
    assert "ZeroDivisionError" in failure.message
    assert [frame.function for frame in failure.frames] == ["run", "helper"]
    assert played.simulation.speeds == [(0, 0)]


def test_misuse_keeps_its_words(stage: Stage) -> None:
    """Misuse of the robot arrives with its own message at the student's line."""
    played = stage.play("""
        class TooFast(Controller):
            def run(self):
                self.motors.set_speeds(250, 0)
    """)
    failure = played.host.failure
    assert failure is not None
    assert failure.message.startswith("`left` is 250")
    assert failure.line == played.line_of("250")


@pytest.mark.parametrize("code", ["", "0"])
def test_sys_exit_is_an_end(stage: Stage, code: str) -> None:
    """``sys.exit()`` in a controller is a way to come to its end."""
    played = stage.play(f"""
        import sys

        class Leaver(Controller):
            def run(self):
                self.sleep(0.1)
                sys.exit({code})
    """)
    assert (played.host.outcome, played.lockstep.tick) == ("finished", 10)


def test_sys_exit_with_a_code_is_a_failure(stage: Stage) -> None:
    """``sys.exit(3)`` ends the controller, not the program, and counts as a failure."""
    played = stage.play("""
        import sys

        class Leaver(Controller):
            def run(self):
                sys.exit(3)
    """)
    failure = played.host.failure
    assert failure is not None
    assert "sys.exit(3)" in failure.message
    assert failure.line == played.line_of("sys.exit(3)")


def test_plain_sleep_waits_in_simulated_time(stage: Stage) -> None:
    """``time.sleep`` in a controller waits in the robot's time, and says so once."""
    played = stage.play(
        """
        import time

        class Sleeper(Controller):
            def run(self):
                time.sleep(1000)
                time.sleep(1)
    """,
        until_tick=None,
    )
    assert played.lockstep.tick == 100_100
    assert [type(remark) for _, _, remark in played.remarks] == [Say]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("class Empty(Controller)\n", "class Empty"),
        ("1 / 0\n", "1 / 0"),
        (
            "class NoInit(Controller):\n    def run(self): pass\n"
            "    def __init__(self):\n        self.x = unknown\n",
            "unknown",
        ),
    ],
)
def test_load_errors_are_raised(stage: Stage, source: str, line: str) -> None:
    """A controller that can't be loaded is a load error with file and line; nothing has started."""
    file = stage.write(source)
    lockstep = Lockstep(FakeSimulation(), [0])
    group = HostGroup(
        stage.members([file], lockstep),
        lambda *printed: None,
        isolated=stage.isolated,
        settings=stage.settings,
    )
    with pytest.raises(ControllerLoadError) as caught, group:
        pytest.fail("it must not be entered")
    lines = file.read_text(encoding="utf-8").splitlines()
    assert caught.value.file == str(file)
    assert caught.value.line is not None
    assert line in lines[caught.value.line - 1]
    assert lockstep.end_reason in (EndReason.FINISHED, EndReason.STOPPED)


def test_a_failure_in_a_thread_of_its_own(stage: Stage) -> None:
    """What ends a student's own thread is one line with the student's line; the run goes on."""
    played = stage.play("""
        import threading

        class Parent(Controller):
            def run(self):
                other = threading.Thread(target=lambda: self.motors.set_speeds(1, 1))  # here
                other.start()
                other.join()
    """)
    assert played.host.outcome == "finished"
    assert played.text.count("\n") == 1
    assert (
        f"{played.file.name}, line {played.line_of('here')}: Only the controller's" in played.text
    )


def test_a_prompt_stands_on_a_line_of_its_own(stage: Stage) -> None:
    """The text of a refused ``input`` does not run into the message."""
    printed: list[str] = []
    group = group_of(stage, "input('speed?')\n", lambda *p: printed.append(p[2]), SimulatedBackend)
    with pytest.raises(ControllerLoadError), group:
        pytest.fail("it must not be entered")
    assert "".join(printed) == "speed?\n"


def group_of(stage: Stage, source: str, sink: Sink, kind: type[SimulatedBackend]) -> HostGroup:
    """Return a host group of one."""
    backend = kind(Lockstep(FakeSimulation(), [0]), 0, "khepera1")
    member = (str(stage.write(source)), backend)
    return HostGroup([member], sink, isolated=stage.isolated, settings=stage.settings)


PRINTER = """
    class Printer(Controller):
        def run(self):
            print("first")
            self.sleep(1.0)
            print("second")
"""


def test_a_failing_sink_does_not_stop_a_controller(stage: Stage) -> None:
    """If the sink fails, the controller goes on, and the waiting thread is told, once."""
    calls: list[str] = []

    def sink(_robot: int, _tick: int, text: str) -> None:
        calls.append(text)
        raise BrokenPipeError

    with group_of(stage, PRINTER, sink, SimulatedBackend) as group:
        group.start()
        with pytest.raises(BrokenPipeError):
            group.wait(10.0)
        assert group.wait(0.0)
    assert (group.hosts[0].outcome, calls) == ("finished", ["first\n"])


class Unwatchable(SimulatedBackend):
    """A backend that fails in the thread that looks after the controller."""

    @property
    def is_stopping(self) -> bool:
        """Fail, unless the controller asks."""
        if threading.current_thread().name.startswith("wsusim-watch"):
            raise RuntimeError("nothing to see")
        return super().is_stopping


def test_a_failure_of_the_watching_thread_is_an_end(stage: Stage) -> None:
    """If the host itself fails, no thread waits for ever."""
    with group_of(stage, DRIVER, lambda *printed: None, Unwatchable) as group:
        group.start()
        assert group.wait(10.0)
    host = group.hosts[0]
    assert host.outcome == "error"
    assert host.failure is not None
    assert host.failure.message == "RuntimeError: nothing to see"


def test_a_loop_without_the_robot(stage: Stage) -> None:
    """A loop that never calls the robot is unresponsive, with its line; the motors stand."""
    stage.settings = replace(stage.settings, patience_s=0.2)
    played = stage.play("""
        class Loop(Controller):
            def run(self):
                self.motors.set_speeds(9, 9)
                self.sleep(0.1)
                count = 0
                while True:
                    count += 1  # for ever
    """)
    failure = played.host.failure
    assert played.host.outcome == "unresponsive"
    assert failure is not None
    assert failure.file == str(played.file)
    assert failure.line in (played.line_of("while True"), played.line_of("for ever"))
    assert "didn't use its robot for 0.2 s" in failure.message
    assert played.simulation.speeds == [(0, 0)]


@pytest.mark.parametrize(
    ("source", "unfinished"),
    [
        (
            """
            while True:
                pass  # stuck

            class Never(Controller):
                def run(self):
                    pass
            """,
            "The file's own lines, outside any method",
        ),
        (
            """
            class Never(Controller):
                def __init__(self):
                    while True:
                        pass  # stuck

                def run(self):
                    pass
            """,
            "The controller's __init__",
        ),
    ],
    ids=["module", "constructor"],
)
def test_a_loop_while_loading(stage: Stage, source: str, unfinished: str) -> None:
    """A loop at module level or in the constructor is unresponsive, with its line.

    There is no robot to be asked yet, so that the advice is to move the loop.
    """
    stage.settings = replace(stage.settings, load_patience_s=0.3)
    played = stage.play(source)
    failure = played.host.failure
    assert played.host.outcome == "unresponsive"
    assert failure is not None
    stuck = played.line_of("stuck")
    assert failure.line in (stuck - 1, stuck)
    assert failure.message.startswith(unfinished)
    assert "Move it into run() or step()" in failure.message
    assert "self." not in failure.message


def test_a_loop_that_only_asks_is_remarked_on(stage: Stage) -> None:
    """After 3 s of asking whether it may go on there is a remark with its line; it goes on."""
    played = stage.play(
        """
        class Asking(Controller):
            def run(self):
                count = 0
                while self.active:
                    count += 1
        """,
        until_tick=400,
    )
    ((tick, text),) = played.host.asides
    assert (tick, played.host.outcome) == (300, "stopped")
    assert text.startswith(f"student0.py, line {played.line_of('while self.active')}: for 3 sec")


def test_a_chatty_loop_is_no_hang(stage: Stage) -> None:
    """A controller that computes for long but calls its robot now and then is let be."""
    stage.settings = replace(stage.settings, patience_s=0.8)
    played = stage.play("""
        from time import monotonic

        def compute():
            until = monotonic() + 0.1
            while monotonic() < until:
                pass

        class Thinker(Controller):
            def run(self):
                for _ in range(12):
                    compute()
                    self.sensors[0].proximity
    """)
    assert (played.host.outcome, played.lockstep.tick) == ("finished", 0)


def test_stop_ends_a_sleep(stage: Stage) -> None:
    """A stop asked for wakes a controller that sleeps for ever."""

    def stop(group: HostGroup, lockstep: Lockstep) -> None:
        group.request_stop()

    stage.meanwhile = stop
    stage.settings = replace(stage.settings, stop_grace_s=60.0)
    played = stage.play(
        """
        class Sleeper(Controller):
            def run(self):
                while self.active:
                    self.sleep(1_000_000)
    """,
        until_tick=None,
    )
    assert played.ended_in_time
    assert played.host.outcome == "stopped"


def test_going_on_after_the_stop(stage: Stage) -> None:
    """A controller that never asks ``active`` is killed at its next calls."""
    played = stage.play("""
        class Stubborn(Controller):
            def run(self):
                while True:
                    self.motors.set_speeds(3, 3)
                    self.sleep(0.1)
    """)
    assert played.host.outcome == "stopped"


def test_what_was_ordered_before_an_endless_loop_acts(stage: Stage) -> None:
    """The world goes on for as long as the patience lasts, as a real one would, and then stops."""
    stage.settings = replace(stage.settings, patience_s=0.2)

    played = stage.play(
        """
        class Endless(Controller):
            def run(self):
                self.sleep(0.1)
                self.motors.set_speeds(8, 9)
                while True:
                    pass
        """,
        """
        class Other(Controller):
            def run(self):
                self.motors.set_speeds(1, 1)
                self.sleep(1.0)
        """,
    )

    assert [host.outcome for host in played.hosts] == ["unresponsive", "finished"]
    assert played.simulation.positions == [(160, 180), (100, 100)]
    assert played.simulation.speeds == [(0, 0), (0, 0)]


def test_a_single_controller_that_hangs_takes_the_world_along(stage: Stage) -> None:
    """Time passes even without another controller, as the run's time shows."""
    stage.settings = replace(stage.settings, patience_s=0.2)

    played = stage.play("""
        class Endless(Controller):
            def run(self):
                self.motors.set_speeds(8, 8)
                while True:
                    pass
    """)

    assert played.simulation.positions == [(160, 160)]
    assert played.lockstep.tick == 20
