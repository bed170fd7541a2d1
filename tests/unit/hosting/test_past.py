"""Back in a program's time: it stands again where it stood, with all that it knew."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.control.debugging.desk import line_of, request, write
from wsusim.control.debugging.breakpoints import Breakpoint, Go, Why
from wsusim.control.debugging.debugger import Stop
from wsusim.control.debugging.moment import Moment, at_line
from wsusim.control.debugging.stop_lines import Place
from wsusim.hosting.past import NoWayBack, Past, PastProgram
from wsusim.runs.debugged import DebuggedRun, run_again

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a program that walks and turns."""
    return write(tmp_path_factory.mktemp("past"))


@pytest.fixture(scope="module")
def run(file: Path) -> DebuggedRun:
    """Return a run of it that is over."""
    return run_again(request(file))[0]


@pytest.fixture
def past(run: DebuggedRun) -> Past:
    """Return the way back."""
    return run.past(0)


def stop_of(program: PastProgram) -> Stop:
    """Return where a program stands."""
    stop = program.debugger.stop_of(0)
    assert stop is not None
    return stop


def line_at(stop: Stop) -> int:
    """Return the line at which a program stands."""
    assert stop.frame is not None
    return stop.frame.line


def value(program: PastProgram, text: str) -> str:
    """Return what an expression is there."""
    return str(program.debugger.ask(0, what="evaluate", text=text, frame=0)["value"])


@pytest.fixture
def turning(past: Past, file: Path) -> Iterator[PastProgram]:
    """Return the program where it has last turned before 5 s."""
    with past.to_tick(500) as late:
        moment = stop_of(late).moment
    place = Place(str(file), line_of(file, "speed = 5"))
    with past.last_breakpoint(moment, [Breakpoint(place)]) as program:
        yield program


def test_a_moment_of_a_replay_is_in_the_wait_that_covers_it(past: Past) -> None:
    """At 3.07 s the program waits, and its time is that of the wait's beginning."""
    with past.to_tick(307) as program:
        stop = stop_of(program)
        assert stop.why is Why.WAITING
        assert stop.tick <= 307
        assert float(value(program, "self.time")) == stop.tick / 100


def test_step_back_goes_to_the_line_before(past: Past, turning: PastProgram) -> None:
    """In the same function, with the variables as they were."""
    stop = stop_of(turning)
    with past.step_back(stop.moment) as before:
        assert line_at(stop_of(before)) == line_at(stop) - 1
        assert int(value(before, "self.turns")) == int(value(turning, "self.turns")) - 1


@pytest.mark.slow
def test_step_back_leaves_a_function_at_its_first_line(past: Past, turning: PastProgram) -> None:
    """Before it comes the line that called it."""
    first = past.step_back(stop_of(turning).moment)
    with first, past.step_back(stop_of(first).moment) as caller:
        assert stop_of(caller).stack[0].function == "run"


@pytest.mark.slow
def test_step_back_passes_over_a_function_that_was_called(past: Past, file: Path) -> None:
    """Unless one wants to go into it."""
    with past.to_tick(599) as late:
        moment = stop_of(late).moment
    place = Place(str(file), line_of(file, "self.motors.set_speeds(8, 8)\n"[:-1]))
    last = Place(str(file), line_of(file, "self.sleep(0.1)"))
    with past.last_breakpoint(moment, [Breakpoint(last, "near > 100")]) as behind:
        moment = stop_of(behind).moment
    with past.step_back(moment) as over, past.step_back(moment, is_into=True) as into:
        assert stop_of(over).stack[0].function == "run"
        assert stop_of(into).stack[0].function == "turn"
    assert place.line


@pytest.mark.slow
def test_no_limit_of_steps(past: Past) -> None:
    """One can step back to the program's first line, and there it says so."""
    moment = at_line(1, 1)
    for _ in range(6):
        with past.step_back(moment) as program:
            moment = stop_of(program).moment
    with pytest.raises(NoWayBack, match="first line"):
        past.step_back(at_line(0, 1))


def test_forwards_again_from_the_past(past: Past, turning: PastProgram) -> None:
    """Steps and breakpoints work there as they do in a run."""
    line = line_at(stop_of(turning))
    turning.debugger.go(0, Go.OVER)
    stop = turning.debugger.await_stop(10.0, 0)
    assert stop is not None
    assert line_at(stop) == line + 1


def test_the_past_ends_where_the_run_stands(past: Past, turning: PastProgram) -> None:
    """Going on, it comes to the end of what is known."""
    turning.debugger.set_breakpoints([])
    turning.debugger.go(0, Go.ON)
    stop = turning.debugger.await_stop(10.0, 0)
    assert stop is not None
    assert stop.why is Why.PRESENT


def test_when_did_this_variable_get_its_value(past: Past, file: Path, turning: PastProgram) -> None:
    """The line, what it was before, and what it became."""
    change = past.last_change(stop_of(turning).moment, {"name": "self.turns"})
    assert change.line == line_of(file, "self.turns += 1")
    assert int(change.new) == int(change.old) + 1 == int(value(turning, "self.turns"))


@pytest.mark.slow
def test_when_did_a_local_variable_get_its_value(past: Past, file: Path) -> None:
    """In the function in which it is one."""
    with past.to_tick(300) as program:
        moment = stop_of(program).moment
    watch = {"name": "near", "function": "run", "file": str(file)}
    assert past.last_change(moment, watch).line == line_of(file, "near = ")


@pytest.mark.slow
def test_a_variable_that_never_changed(past: Past) -> None:
    """It is said, and not guessed."""
    with pytest.raises(NoWayBack, match="never changed"):
        past.last_change(at_line(3, 1), {"name": "self.nothing"})


@pytest.mark.parametrize(
    "speed",
    [
        "time.perf_counter_ns() // 1000 % 9",
        pytest.param("os.urandom(1)[0] % 9", marks=pytest.mark.slow),
        pytest.param("counted[0] % 9", marks=pytest.mark.slow),
    ],
    ids=["clock", "unseeded", "thread"],
)
def test_a_program_that_does_something_else_is_told(tmp_path: Path, speed: str) -> None:
    """Clock, unseeded generators and threads of its own: there is no way back, and it says so."""
    file = write(
        tmp_path,
        f"""
        import os, threading, time
        from wsusim import Controller

        counted = [0]

        def count():
            while True:
                counted[0] += 1

        class Other(Controller):
            def run(self):
                if {speed.startswith("counted")}:
                    threading.Thread(target=count, daemon=True).start()
                for _ in range(8):
                    self.motors.set_speeds({speed}, 3)
                    self.sleep(0.1)
                    self.sleep(0.1)
        """,
    )
    again, _ = run_again(request(file))
    with pytest.raises(NoWayBack, match="doesn't do the same"):
        again.past(0).to(at_line(14, 1))


def test_a_program_that_reads_a_file_that_has_changed_is_told(tmp_path: Path) -> None:
    """It is no way back to a moment that can't come again."""
    (tmp_path / "speed.txt").write_text("4")
    program = """
        from pathlib import Path
        from wsusim import Controller

        class Reads(Controller):
            def run(self):
                speed = int((Path(__file__).parent / "speed.txt").read_text())
                self.motors.set_speeds(speed, speed)
                self.sleep(0.5)
                self.sleep(0.5)
    """
    file = write(tmp_path, program)
    run, _ = run_again(request(file))
    (tmp_path / "speed.txt").write_text("7")
    with pytest.raises(NoWayBack, match=r"other orders.*files that have changed"):
        run.past(0).to_tick(80)


def test_a_file_that_was_deleted_meanwhile(tmp_path: Path) -> None:
    """The program that ran is what counts, not what the disk says now."""
    file = write(tmp_path)
    again, _ = run_again(request(file))
    file.unlink()
    with again.past(0).to_tick(200) as program:
        assert value(program, "self.turns").isdigit()


def test_an_inexact_moment_has_no_way_back(past: Past) -> None:
    """It says what to do instead."""
    with pytest.raises(NoWayBack, match="Go on to the next stop"):
        past.step_back(Moment(3, (), is_exact=False))


def test_when_did_a_reading_first_exceed_a_threshold(past: Past) -> None:
    """At that line it does, and one wait before it did not; looks are not counted."""
    with past.to_tick(600) as late:
        moment = stop_of(late).moment
    condition = "self.sensors[2].proximity > 100"
    with past.first_true(moment, condition) as program:
        found = stop_of(program).moment
        assert value(program, condition) == "True"
    with past.to(at_line(found.wait - 1, 1)) as before:
        assert value(before, condition) == "False"


@pytest.mark.slow
def test_what_was_never_true(past: Past) -> None:
    """It is said, as is what is no Python."""
    with pytest.raises(NoWayBack, match="never true"):
        past.first_true(at_line(3, 1), "self.turns == 99")
    with pytest.raises(NoWayBack, match="two = signs"):
        past.first_true(at_line(3, 1), "self.turns = 3")


def test_step_back_from_the_end_of_a_run(past: Past) -> None:
    """The last line comes before the end."""
    with past.to_tick(10_000) as end:
        assert stop_of(end).why is Why.PRESENT
        with past.step_back(stop_of(end).moment) as before:
            assert stop_of(before).why is Why.ARRIVED
