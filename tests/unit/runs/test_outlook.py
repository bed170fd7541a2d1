"""What programs will do from a moment of a run on, after an edit."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.control.debugging.desk import request, write
from wsusim.hosting.past import NoWayBack
from wsusim.runs.debugged import DebuggedRun, run_again
from wsusim.runs.outlook import LOOK_AHEAD_S, Outlooks, edited_texts
from wsusim.runs.run import execute

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

MOMENT = 300
"""In the middle of the program's fourth turn."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a program that walks and turns."""
    return write(tmp_path_factory.mktemp("outlooks"))


@pytest.fixture(scope="module")
def run(file: Path) -> DebuggedRun:
    """Return a run of two such programs, which was ended after 5 s."""
    return run_again(request(file, file), 500)[0]


def edited(run: DebuggedRun, file: Path, old: str, new: str, robot: int = 0) -> dict[str, str]:
    """Return a robot's texts with something replaced."""
    texts = run.debugger.texts_of(robot)
    assert old in texts[str(file)]
    return {str(file): texts[str(file)].replace(old, new)}


def test_without_an_edit_it_is_what_the_run_would_have_done(run: DebuggedRun, file: Path) -> None:
    """Also beyond the moment at which a person ended it: to the byte."""
    found = Outlooks(run, MOMENT).look({})
    whole = execute(request(file, file, is_isolated=True))
    assert (found.from_tick, found.end_tick) == (MOMENT, round(100 * whole.sim_time_s))
    assert found.report is not None
    assert found.report.trace_sha256 == whole.trace_sha256


def test_the_ways_begin_at_the_moment_and_end_where_the_robots_end(run: DebuggedRun) -> None:
    """Each robot has a way."""
    found = Outlooks(run, MOMENT).look({})
    there = [(robot.pose.x_mm, robot.pose.y_mm) for robot in run.picture_at(MOMENT).snapshot.robots]
    assert [way[0] for way in found.ways] == there
    assert len(found.ways[0]) == 1 + (found.end_tick - MOMENT) // 2


def test_a_run_that_tells_its_variables_has_a_future(file: Path) -> None:
    """What it tells of them is among its orders, so it tells the same again."""
    run, _ = run_again(request(file, has_variables=True), 500)
    assert Outlooks(run, MOMENT).look({}).from_tick == MOMENT


def test_an_edit_that_counts_from_the_moment_on_begins_there(tmp_path: Path) -> None:
    """Nothing before it is any different."""
    program = """
        from wsusim import Controller


        class Walker(Controller):
            def run(self):
                self.motors.set_speeds(3, 3)
                self.sleep(2)
                self.motors.set_speeds(0, 0)
                self.sleep(2)
    """
    file = write(tmp_path, program)
    run, _ = run_again(request(file))
    old = Outlooks(run, 200).look({})
    new = Outlooks(run, 200).look({0: edited(run, file, "(0, 0)", "(5, 5)")})
    assert (old.from_tick, new.from_tick) == (200, 200)
    assert old.ways[0][-1][0] + 20.0 < new.ways[0][-1][0]


def test_an_edit_that_counts_earlier_begins_where_it_counts(run: DebuggedRun, file: Path) -> None:
    """It is the run that the edited program does from its beginning."""
    texts = edited(run, file, "self.sleep(0.2)", "self.sleep(0.15)", robot=1)
    found = Outlooks(run, MOMENT).look({1: texts})
    assert found.from_tick < MOMENT
    folder = file.parent / "other"
    folder.mkdir()
    other = write(folder, texts[str(file)])
    afresh = execute(request(file, other, is_isolated=True))
    assert found.report is not None
    assert found.report.trace_sha256 == afresh.trace_sha256


def test_each_look_is_the_same_as_the_first(run: DebuggedRun, file: Path) -> None:
    """The world that was got ready is not used twice."""
    outlooks = Outlooks(run, MOMENT)
    texts = {0: edited(run, file, "speed = 5", "speed = 4")}
    outlooks.prepare()
    first = outlooks.look(texts)
    outlooks.prepare()
    assert outlooks.look(texts).ways == first.ways


def test_a_program_that_fails_is_told_with_its_line(run: DebuggedRun, file: Path) -> None:
    """The way ends where it fails, and its line is known."""
    texts = {0: edited(run, file, "speed = 5", "speed = 5 / 0")}
    found = Outlooks(run, MOMENT).look(texts)
    assert found.failure is not None
    assert found.failure.kind == "ZeroDivisionError"
    assert found.failure.line == 1 + texts[0][str(file)].splitlines().index("        speed = 5 / 0")


def test_a_program_that_is_no_python_is_told(run: DebuggedRun, file: Path) -> None:
    """Nothing moves; the line is known."""
    found = Outlooks(run, MOMENT).look({0: edited(run, file, "speed = 5", "speed = = 5")})
    assert found.report is None
    assert found.failure is not None
    assert found.failure.line is not None


def test_it_is_not_looked_ahead_in_a_program_that_does_something_else(tmp_path: Path) -> None:
    """One that asks a clock has no future that could be told."""
    program = """
        from time import perf_counter_ns
        from wsusim import Controller


        class Walker(Controller):
            def run(self):
                for _ in range(6):  # two runs hardly ever draw the same six
                    self.sleep(0.05 + perf_counter_ns() % 97 / 1000)
                self.sleep(3)
    """
    file = write(tmp_path, program)
    run, _ = run_again(request(file))
    with pytest.raises(NoWayBack, match="doesn't do the same thing"):
        Outlooks(run, MOMENT).look({})


def test_it_is_looked_ahead_for_so_long(run: DebuggedRun, file: Path) -> None:
    """A program that never ends is followed up to there."""
    texts = edited(run, file, "self.time < 7", "True")
    found = Outlooks(run, MOMENT).look({0: texts})
    assert found.end_tick == MOMENT + round(100 * LOOK_AHEAD_S)


def test_which_texts_are_others_now(run: DebuggedRun, file: Path) -> None:
    """Both robots have the program, so both have another one."""
    assert edited_texts(run, lambda _file, text: text) == {}
    found = edited_texts(run, lambda _file, text: text + "# more")
    assert set(found) == {0, 1}
    assert found[0][str(file)].endswith("# more")
