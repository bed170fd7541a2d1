"""From a moment of a run that is debugged, another future."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.control.debugging.desk import PATIENCE_S, request, write
from wsusim.control.debugging.breakpoints import Breakpoint, Go
from wsusim.control.debugging.debugger import Debugger
from wsusim.control.debugging.moment import Moment, at_line
from wsusim.control.debugging.stop_lines import Place
from wsusim.errors import BadInput
from wsusim.hosting.past import NoWayBack
from wsusim.runs.debugged import DebuggedRun, run_again
from wsusim.runs.recorded.back_in import back_in
from wsusim.runs.report import RunReport
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import execute

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a program that walks and turns."""
    return write(tmp_path_factory.mktemp("futures"))


@pytest.fixture(scope="module")
def again(file: Path) -> tuple[DebuggedRun, RunReport]:
    """Return a run of two such programs that is over."""
    return run_again(request(file, file))


def test_the_same_future_comes_out_the_same(again: tuple[DebuggedRun, RunReport]) -> None:
    """From the middle of a function of one program, with the other one where it was."""
    run, report = again
    future = run.future(0, at_line(21, 2))
    future.run.start()
    debugger = future.debugged.debugger
    try:
        assert debugger.await_stop(PATIENCE_S, 0) is not None
        debugger.go(0, Go.ON)
        assert future.run.wait(PATIENCE_S)
    finally:
        assert future.run.close()
    assert future.run.report is not None
    assert future.is_same
    assert future.run.report.trace_sha256 == report.trace_sha256


def test_an_edited_program_goes_on_where_it_begins_to_differ(
    again: tuple[DebuggedRun, RunReport], file: Path, tmp_path: Path
) -> None:
    """What it would have done from its beginning, to the byte, without doing all of it again."""
    run, _ = again
    text = run.debugger.texts_of(1)[str(file)]
    new = text.replace("self.sleep(0.2)", "self.sleep(0.15)")
    edited = write(tmp_path, new)
    afresh = execute(request(file, edited, is_isolated=True))
    future = run.future(1, Moment(40), texts={1: {str(file): new}})
    future.run.start()
    assert future.run.wait(PATIENCE_S)
    assert future.run.close()
    assert future.run.report is not None
    assert not future.is_same
    assert future.run.report.trace_sha256 == afresh.trace_sha256


def test_a_future_tells_variables_if_the_run_did(file: Path) -> None:
    """Else its program would do something else: what it tells is among what it does."""
    run, _ = run_again(request(file, has_variables=True))
    recording = request(file, has_variables=False)
    future = run.future(0, Moment(40), request=recording)
    assert future.run.request.has_variables
    future.run.start()
    assert future.run.wait(PATIENCE_S)
    assert future.run.close()


def test_a_future_has_a_past(again: tuple[DebuggedRun, RunReport]) -> None:
    """One can step back in it to before the moment from which it went on."""
    run, _ = again
    future = run.future(0, at_line(21, 2))
    future.run.start()
    try:
        assert future.debugged.debugger.await_stop(PATIENCE_S, 0) is not None
        with future.debugged.past(0).to_tick(100) as program:
            stop = program.debugger.stop_of(0)
        assert stop is not None
        assert stop.tick <= 100
    finally:
        assert future.run.close()


def test_step_back_across_an_edit(again: tuple[DebuggedRun, RunReport], file: Path) -> None:
    """Behind the moment from which an edited program went on, it is the edited one, too."""
    run, _ = again
    text = run.debugger.texts_of(0)[str(file)]
    new = text.replace("        speed = 5\n", "        # slower\n        speed = 3 + 2\n")
    line = 1 + new.splitlines().index("        speed = 3 + 2")
    next_round = 1 + text.splitlines().index("            near = self.sensors[2].proximity")
    future = run.future(
        0,
        Moment(30),
        texts={0: {str(file): new}},
        breakpoints=[Breakpoint(Place(str(file), next_round))],
    )
    assert future.is_same
    future.run.start()
    try:
        assert future.debugged.debugger.await_stop(PATIENCE_S, 0) is not None
        watch = {"name": "speed", "function": "turn", "file": str(file)}
        change = future.debugged.past(0).last_change(Moment(29), watch)
        assert (change.line, change.new, change.moment.wait < 30) == (line, "5", True)
        with future.debugged.past(0).to(change.moment) as program:
            stop = program.debugger.stop_of(0)
        assert stop is not None
        assert stop.frame is not None
        assert stop.frame.line == line
    finally:
        assert future.run.close()


def test_a_real_robot_has_no_past(file: Path) -> None:
    """It is said why."""
    request_ = RunRequest((str(file),), real_robot="serial:nowhere")
    debugged = DebuggedRun.of(request_, Debugger())
    with pytest.raises(NoWayBack, match="real robot"):
        debugged.past(0)


def test_only_isolated_controllers_are_debugged(file: Path) -> None:
    """A request that wants otherwise is refused at once."""
    with pytest.raises(BadInput, match="isolate"):
        RunRequest((str(file),), debugger=Debugger())


def test_a_recorded_future_has_a_way_back(tmp_path: Path) -> None:
    """Its program, edited in the middle, does from the beginning what it did."""
    file = write(tmp_path)
    run, _ = run_again(request(file))
    new = file.read_text(encoding="utf-8").replace("speed = 5", "speed = 3")
    file.write_text(new, encoding="utf-8")
    recording = RecordingOptions(tmp_path / "future.mcap", is_beside=False)
    future = run.future(
        0, Moment(40), texts={0: {str(file): new}}, request=request(file, record=recording)
    )
    future.run.start()
    assert future.run.wait(PATIENCE_S)
    assert future.run.close()
    found = back_in(recording.file, tmp_path)
    assert found.remark == ""
    with found.debugged.past(0).to_tick(future.tick + 50) as program:
        stop = program.debugger.stop_of(0)
    assert stop is not None
    assert stop.tick > future.tick
