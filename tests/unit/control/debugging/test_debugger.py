"""A controller stops where a person wants, tells what it thinks, and its run stays what it was."""

from __future__ import annotations

import os
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.unit.control.debugging.desk import desk, line_of, request, write
from wsusim.control.debugging.breakpoints import Breakpoint, Go, Why
from wsusim.control.debugging.debugger import Debugger
from wsusim.control.debugging.stop_lines import Place
from wsusim.runs.debugged import DebuggedRun
from wsusim.runs.run import execute

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")


@pytest.fixture
def walker(tmp_path: Path) -> Path:
    """Return a program that walks and turns."""
    return write(tmp_path)


def test_stops_steps_and_looks_change_nothing(walker: Path) -> None:
    """The run is the same to the byte as one without a debugger."""
    undisturbed = execute(request(walker, is_isolated=True))
    with desk(walker, "near > 100", condition="self.time > 0.5") as at:
        at.stop()
        at.value("self.sensors[2].proximity + self.motors.left_position + self.time")
        at.variables()
        for how in (Go.OVER, Go.INTO, Go.WAIT, Go.OVER, Go.OUT):
            at.go(how)
            at.value("[one.proximity for one in self.sensors]")
        assert at.finish() == undisturbed.trace_sha256
        report = at.debugged.run.report
    assert report is not None
    assert report.is_reproducible


def test_a_condition_stops_only_where_it_is_true(walker: Path) -> None:
    """``turns == 2`` stops at the third turn; what the condition reads is not counted."""
    with desk(walker, "speed = 5", condition="self.turns == 2 and self.time > 0") as at:
        stop = at.stop()
        assert (stop.why, at.value("self.turns")) == (Why.BREAKPOINT, "2")


@pytest.mark.slow
def test_a_condition_that_fails_stops_and_says_why(walker: Path) -> None:
    """A misspelt name in a condition is told where it is met first."""
    with desk(walker, "near > 100", condition="naer > 3") as at:
        stop = at.stop()
        assert stop.why is Why.CONDITION_FAILS
        assert "naer" in stop.detail


def test_steps_go_into_over_and_out(walker: Path) -> None:
    """Into the function, over one statement, out to the line behind the call."""
    with desk(walker, "self.turn(near)") as at:
        at.stop()
        assert at.at(at.go(Go.INTO)) == "self.turns += 1"
        assert at.at(at.go(Go.OVER)) == "speed = 5"
        assert at.at(at.go(Go.OUT)) == "self.sleep(0.1)"


def test_a_step_over_passes_a_call(walker: Path) -> None:
    """What the function does in between is done, its waits among it."""
    with desk(walker, "self.turn(near)") as at:
        before = at.stop()
        after = at.go(Go.OVER)
        assert (at.at(after), after.tick - before.tick) == ("self.sleep(0.1)", 20)


@pytest.mark.slow
def test_a_step_by_a_wait_goes_to_the_line_behind_it(walker: Path) -> None:
    """Time has passed for one wait."""
    with desk(walker, "near > 100", condition="self.time > 0.5") as at:
        before = at.stop()
        after = at.go(Go.WAIT)
        assert after.tick - before.tick == 10


@pytest.mark.slow
def test_run_to_a_line(walker: Path) -> None:
    """It stops there once, without a breakpoint."""
    with desk(walker, "self.turns = 0") as at:
        at.stop()
        assert at.at(at.go(Go.TO_LINE, "speed = 5")) == "speed = 5"


@pytest.mark.slow
def test_step_style_steps_out_to_the_next_step(tmp_path: Path) -> None:
    """Out of ``step`` comes the next call of ``step``."""
    file = write(
        tmp_path,
        """
        from wsusim import Controller

        class Stepper(Controller):
            def setup(self):
                self.count = 0
            def step(self):
                self.count += 1
                self.motors.set_speeds(3, 3)
        """,
    )
    with desk(file, "set_speeds") as at:
        at.stop()
        assert (at.at(at.go(Go.OVER)), at.value("self.count")) == ("self.count += 1", "1")
        at.debugger.set_breakpoints([])
        assert (at.at(at.go(Go.OUT)), at.value("self.count")) == ("self.count += 1", "2")


def test_pause_stops_after_the_next_wait(walker: Path) -> None:
    """A program can be stopped where it has no breakpoint."""
    with desk(walker, "self.turns = 0", speed=1.0) as at:
        at.stop()
        at.debugger.set_breakpoints([])
        at.debugger.go(0, Go.ON)
        at.debugger.pause(0)
        assert at.stop().why is Why.PAUSE


def test_stopping_the_run_ends_a_stop(walker: Path) -> None:
    """Stop works at a breakpoint, and the robot stands."""
    with desk(walker, "self.turn(near)") as at:
        at.stop()
        at.debugged.run.stop()
        assert at.debugged.run.wait(5.0)
        report = at.debugged.run.report
    assert report is not None
    assert (report.robots[0].outcome, report.robots[0].error) == ("stopped", None)


def test_a_breakpoint_is_not_a_hung_controller(walker: Path) -> None:
    """Standing for longer than the patience ends nothing."""
    with desk(walker, "self.turn(near)", patience_s=0.2) as at:
        at.stop()
        assert not at.debugged.run.wait(0.8)
        assert at.debugger.stop_of(0) is not None


@pytest.mark.slow
def test_a_program_that_hangs_is_still_ended(tmp_path: Path) -> None:
    """That a person debugs it does not make it wait for ever."""
    file = write(
        tmp_path,
        """
        from wsusim import Controller

        class Hanging(Controller):
            def run(self):
                while True:
                    pass
        """,
    )
    with desk(file, patience_s=0.3) as at:
        assert at.debugged.run.wait(10.0)
        assert at.debugged.run.report is not None
        assert at.debugged.run.report.robots[0].outcome == "unresponsive"


def test_a_changed_variable_changes_the_run(walker: Path) -> None:
    """The program goes on with the new value, and the run is called not reproducible."""
    with desk(walker, "self.motors.set_speeds(speed, -speed)") as at:
        at.stop()
        answer = at.debugger.ask(0, what="change", path="speed", text="2 + 1", frame=0)
        assert answer["value"] == "3"
        at.debugger.ask(0, what="change", path="self.turns", text="40", frame=0)
        assert at.value("speed, self.turns") == "(3, 40)"
        at.finish()
        assert at.debugged.run.report is not None
        assert not at.debugged.run.report.is_reproducible


def test_breakpoints_in_init_and_at_module_level(tmp_path: Path) -> None:
    """Loading is held like driving: there is a stop before there is a robot."""
    file = write(
        tmp_path,
        """
        from wsusim import Controller
        LIMIT = 300

        class Early(Controller):
            def __init__(self):
                self.x = 1
            def run(self):
                pass
        """,
    )
    with desk(file, "LIMIT", "self.x") as at:
        assert at.at() == "LIMIT = 300"
        assert at.at(at.go(Go.ON)) == "self.x = 1"
        at.go(Go.TO_LINE, "pass")
        assert at.variables()["self"]["type"] == "Early"


def test_breakpoints_in_recursion_lambda_and_imported_module(tmp_path: Path) -> None:
    """Each is met, with its own stack."""
    helper = write(
        tmp_path, "def down(n):\n    if n:\n        down(n - 1)\n    return n\n", "helper.py"
    )
    file = write(
        tmp_path,
        """
        import helper
        from wsusim import Controller

        class Deep(Controller):
            def run(self):
                helper.down(3)
                double = lambda x: (
                    x * 2)
                double(4)
                self.sleep(0.1)
        """,
    )
    with desk(file, "x * 2") as at:
        at.debugger.set_breakpoints(
            [*at.debugger.breakpoints, Breakpoint(Place(str(helper), 4), "n == 0")]
        )
        stop = at.stop()
        if "x * 2" not in at.at(stop):
            assert len(stop.stack) == 5
            stop = at.go(Go.ON)
        assert at.value("x") == "4"


@pytest.mark.slow
def test_a_program_that_catches_everything_can_be_stopped(tmp_path: Path) -> None:
    """Neither a bare ``except`` nor a ``finally`` keeps a stop from its end."""
    file = write(
        tmp_path,
        """
        from wsusim import Controller

        class Stubborn(Controller):
            def run(self):
                while True:
                    try:
                        self.sleep(0.1)
                        self.count = 1
                    except BaseException:
                        pass
        """,
    )
    with desk(file, "self.count") as at:
        at.stop()
        at.debugged.run.stop()
        assert at.debugged.run.wait(10.0)


def test_a_lock_of_two_threads(tmp_path: Path) -> None:
    """A stop inside a lock holds the other thread; going on lets both go."""
    file = write(
        tmp_path,
        """
        import threading
        from wsusim import Controller

        class Two(Controller):
            def run(self):
                lock = threading.Lock()
                self.other = 0
                def count():
                    with lock:
                        self.other += 1
                thread = threading.Thread(target=count)
                with lock:
                    thread.start()
                    self.sleep(0.1)
                thread.join()
                self.sleep(0.1)
        """,
    )
    with desk(file, "self.sleep(0.1)", "self.other += 1") as at:
        at.stop()
        assert at.at(at.go(Go.OVER)) == "thread.join()"
        assert at.at(at.go(Go.OVER)) in ("self.other += 1", "self.sleep(0.1)")
        at.finish()
        assert at.debugged.run.report is not None
        assert at.debugged.run.report.robots[0].outcome == "finished"


@pytest.mark.slow
def test_a_breakpoint_in_del(tmp_path: Path) -> None:
    """It stops there, and says that there is no exact way back."""
    file = write(
        tmp_path,
        """
        from wsusim import Controller

        class Thing:
            def __del__(self):
                self.gone = True

        class Maker(Controller):
            def run(self):
                thing = Thing()
                del thing
                self.sleep(0.1)
        """,
    )
    with desk(file, "self.gone") as at:
        assert not at.stop().moment.is_exact


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        pytest.param("return 'x' * 10**9", marks=pytest.mark.slow),
        pytest.param("raise ValueError('no')", marks=pytest.mark.slow),
    ],
)
def test_a_repr_is_never_called_to_show_a_variable(tmp_path: Path, body: str) -> None:
    """However bad it is, variables are shown; asked for on purpose, it comes to an end."""
    file = write(
        tmp_path,
        f"""
        from wsusim import Controller

        class Bad:
            def __repr__(self):
                {body}

        class Show(Controller):
            def run(self):
                bad = Bad()
                self.sleep(0.1)
                self.sleep(0.1)
        """,
    )
    with desk(file, "self.sleep") as at:
        at.stop()
        assert at.variables()["bad"]["value"] == "<Bad object>"
        assert at.value("bad")
        assert at.at(at.go(Go.OVER)) == "self.sleep(0.1)"


def test_a_look_with_side_effects_changes_nothing(tmp_path: Path) -> None:
    """An expression is worked out in a copy of the program."""
    file = write(
        tmp_path,
        """
        from wsusim import Controller

        class Sly(Controller):
            def run(self):
                self.calls = []
                self.sleep(0.1)
        """,
    )
    with desk(file, "self.sleep") as at:
        at.stop()
        at.value("self.calls.append(1)")
        assert at.value("self.calls") == "[]"


def test_going_on_does_not_wait_for_an_expression(walker: Path) -> None:
    """What is being worked out is broken off, what waits behind it is not begun."""
    answers: SimpleQueue[str] = SimpleQueue()
    with desk(walker, "near > 100") as at:
        at.stop()
        for _ in range(50):  # 50 times the two seconds that each of them may take
            told = lambda answer: answers.put(answer["failure"])  # noqa: E731
            endless = "[None for _ in iter(int, 1)]"
            at.debugger.request(0, told, what="evaluate", text=endless, frame=0)
        assert at.at(at.go(Go.OVER)) == "self.sleep(0.1)"
        assert [answers.get() for _ in range(50)][-1] == "The program goes on."


def test_an_expression_calls_the_programs_own_functions(tmp_path: Path) -> None:
    """Its lines are done there without a stop, and the run is what it was."""
    file = write(
        tmp_path,
        """
        from wsusim import Controller

        class Own(Controller):
            def run(self):
                self.calls = 0
                self.motors.set_speeds(3, 3)
                self.sleep(0.5)
                self.twice(4)

            def twice(self, x):
                self.calls += 1
                return 2 * x
        """,
    )
    undisturbed = execute(request(file, is_isolated=True))
    with desk(file, "self.sleep(0.5)", "self.calls += 1") as at:
        at.stop()
        assert (at.value("self.twice(21)"), at.value("self.calls")) == ("42", "0")
        assert at.at(at.go(Go.ON)) == "self.calls += 1"
        assert at.finish() == undisturbed.trace_sha256


@pytest.mark.slow
def test_ten_thousand_variables(tmp_path: Path) -> None:
    """Some hundred of them are shown, with how many there are."""
    file = write(
        tmp_path,
        """
        from wsusim import Controller

        class Many(Controller):
            def run(self):
                many = {f"x{i}": i for i in range(10_000)}
                self.__dict__.update(many)
                self.sleep(0.1)
        """,
    )
    with desk(file, "self.sleep") as at:
        at.stop()
        many = at.variables()["many"]
        assert many["count"] == 10_000
        shown = at.debugger.ask(0, what="children", of=many["of"], start=200)["variables"]
        assert [shown[0]["name"], len(shown)] == ["'x200'", 200]


@pytest.mark.slow
def test_an_expression_gives_no_orders(walker: Path) -> None:
    """It may look at the robot, not move it."""
    with desk(walker, "near > 100") as at:
        at.stop()
        assert "not move it" in at.value("self.motors.set_speeds(1, 1)")
        assert "not move it" in at.value("self.sleep(1)")


def test_several_robots_each_stop_by_themselves(walker: Path, tmp_path: Path) -> None:
    """One debugger, and the robot is chosen; together they do what they would have done."""
    other = write(tmp_path, walker.read_text(encoding="utf-8"), "other.py")
    breakpoints = [Breakpoint(Place(str(other), line_of(other, "self.turn(near)")))]
    alone = execute(request(walker, other, is_isolated=True))
    debugged = DebuggedRun.of(request(walker, other), Debugger(breakpoints=breakpoints))
    debugged.run.start()
    try:
        assert debugged.debugger.await_stop(20.0, robot=1) is not None
        assert debugged.debugger.stop_of(0) is None
        debugged.debugger.set_breakpoints([])
        debugged.debugger.go(1, Go.ON)
        assert debugged.run.wait(20.0)
    finally:
        assert debugged.run.close()
    assert debugged.run.report is not None
    assert debugged.run.report.trace_sha256 == alone.trace_sha256
