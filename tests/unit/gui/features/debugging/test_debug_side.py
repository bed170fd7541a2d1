"""The debugger in the window: by its actions, as a person uses them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QKeySequence

from tests.unit.gui.features.debugging.conftest import Bench
from tests.unit.gui.studio import part_of
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.programs import LineKind
from wsusim.gui.shell.watched import RunState


def keys(bench: Bench, action: str) -> list[str]:
    """Return the keys of an action."""
    return [key.toString(QKeySequence.SequenceFormat.PortableText) for key in
            bench.actions[action].shortcuts()]  # fmt: skip


def test_a_breakpoint_stops_the_world_and_points_out_the_line(bench: Bench) -> None:
    """Line, variables and stack are there, and simulated time stands."""
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    bench.desk.until(lambda: bench.value("near") != "")
    line = bench.line("speed = 5")
    assert bench.programs.pointed_lines(bench.file) == {line: LineKind.STOPPED}
    assert bench.value("turns") == "1" or bench.value("self") == "<Walker>"
    assert bench.side.panel.stack.count() == 2
    tick = bench.desk.tick
    bench.desk.until(lambda: bench.side.session.stop is not None)
    assert bench.desk.tick == tick


def test_keys_are_the_debuggers_while_a_program_stands(bench: Bench) -> None:
    """F5 and F10 go back to whom they belong when it goes on."""
    before = keys(bench, "step"), keys(bench, "run")
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    assert (keys(bench, "debug over"), keys(bench, "step")) == (["F10"], [])
    bench.programs.clear_breakpoints()
    bench.press("debug go")
    bench.desk.until_state(RunState.ENDED)
    bench.desk.until(lambda: keys(bench, "debug over") == [])
    assert (keys(bench, "step"), keys(bench, "run")) == before


def test_step_over_into_and_out(bench: Bench) -> None:
    """Each goes to its line."""
    bench.start("self.turn(near)")
    bench.until_at("self.turn(near)")
    bench.press("debug into")
    bench.until_at("self.turns += 1")
    bench.press("debug over")
    bench.until_at("speed = 5")
    bench.press("debug out")
    bench.until_at("self.sleep(0.1)")


def test_step_back_and_return_to_the_present(bench: Bench) -> None:
    """The program goes back in time, and the run stays where it stands."""
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    bench.press("debug back")
    bench.until_at("self.turns += 1")
    assert bench.side.session.is_past
    bench.desk.until(lambda: bench.value("near") != "")
    bench.press("debug present")
    bench.until_at("speed = 5")
    assert not bench.side.session.is_past


def test_forwards_from_the_past_to_the_present(bench: Bench) -> None:
    """Going on from the past comes back to where the run stands."""
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    bench.press("debug back")
    bench.until_at("self.turns += 1")
    bench.programs.clear_breakpoints()
    bench.press("debug go")
    bench.desk.until(lambda: not bench.side.session.is_past)
    bench.until_at("speed = 5")


def test_a_variable_is_changed_in_the_panel(bench: Bench) -> None:
    """What is typed becomes its value."""
    bench.start("self.motors.set_speeds(speed, -speed)")
    bench.until_at("self.motors.set_speeds(speed, -speed)")
    bench.desk.until(lambda: bench.value("speed") == "5")
    bench.side.panel.variables.change_wanted.emit("speed", "1 + 1")
    bench.desk.until(lambda: bench.value("speed") == "2")


def test_expressions_are_worked_out_at_each_stop(bench: Bench) -> None:
    """One that fails says why."""
    expressions = bench.side.panel.expressions
    expressions.add("self.turns * 10")
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    item = expressions.list.topLevelItem(0)
    assert item is not None
    bench.desk.until(lambda: item.text(1) == "10")
    expressions.list.takeTopLevelItem(0)


def test_when_did_it_get_this_value(bench: Bench) -> None:
    """The line is pointed out, and a click goes there."""
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    bench.side.panel.origin_wanted.emit("self.turns")
    line = bench.line("self.turns += 1")
    bench.desk.until(lambda: bench.programs.pointed_lines(bench.file).get(line) is LineKind.FOUND)
    assert "1 came from line" in bench.desk.window.messages.text


def test_go_on_from_the_past_with_an_edited_program(bench: Bench) -> None:
    """A run begins that does what the new program does from that moment on."""
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    bench.press("debug back")
    bench.until_at("self.turns += 1")
    text = bench.file.read_text(encoding="utf-8")
    bench.file.write_text(text.replace("speed = 5", "speed = 2"), encoding="utf-8")
    first = bench.side.session.debugged
    bench.press("debug future")
    bench.desk.until(
        lambda: bench.side.session.debugged not in (None, first) and bench.at is not None
    )
    assert bench.at == bench.line("speed = 2")
    assert not bench.side.session.is_past
    bench.desk.side.controllers.book.look_again()
    assert "has changed" not in bench.desk.window.messages.text


def test_stop_here_in_a_recording(bench: Bench) -> None:
    """The recorded program stands in its wait at the moment that is shown, and steps from there."""
    bench.press("run")
    bench.desk.until_state(RunState.ENDED)
    replay = part_of(bench.desk.window, ReplaySide)
    bench.desk.until(lambda: replay.record.last is not None)
    assert isinstance(replay.record.last, Path)
    bench.desk.window.openers.open(replay.record.last)
    bench.desk.until(lambda: bench.desk.watched.is_recording)
    bench.desk.watched.moment_wanted.emit(100)
    bench.desk.until(lambda: bench.desk.tick == 100)
    bench.press("debug here")
    bench.desk.until(lambda: bench.at is not None)
    assert bench.at in (bench.line("self.sleep(0.1)"), bench.line("self.sleep(0.2)"))
    bench.desk.until(lambda: bench.value("near") != "")
    bench.press("debug over")
    bench.desk.until(lambda: bench.at not in (None, bench.line("self.sleep(0.2)")))


def test_stop_here_at_the_end_of_a_run_without_a_debugger(bench: Bench) -> None:
    """It is done again, unseen; stepping back goes on from there, and F5 begins a new run."""
    before = keys(bench, "run")
    bench.press("run")
    bench.desk.until_state(RunState.ENDED)
    bench.press("debug here")
    bench.desk.until(lambda: bench.side.session.stop is not None)
    assert (keys(bench, "run"), bench.actions["debug over"].isEnabled()) == (before, False)
    bench.press("debug back")
    bench.desk.until(lambda: bench.at == bench.line("while self.active"))


def test_stop_here_says_why_it_can_not(bench: Bench) -> None:
    """A key that does nothing and says nothing leaves one alone."""
    bench.press("debug here")
    assert "Run your program first" in bench.desk.window.messages.text


def test_stop_here_pauses_a_run_that_is_debugged(bench: Bench) -> None:
    """There is no other moment to stop at than the present one."""
    bench.desk.bridge.set_speed(1.0)  # or its three seconds are over before the key
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    bench.programs.clear_breakpoints()
    bench.press("debug go")
    bench.desk.until(lambda: bench.at is None)
    bench.press("debug here")
    bench.desk.until(lambda: bench.at is not None)


def test_each_step_back_but_the_first_takes_one_way(bench: Bench) -> None:
    """The lines before a moment are remembered, for one program after the other."""
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    bench.press("debug back")
    bench.until_at("self.turns += 1")
    past = bench.side.session._past
    bench.press("debug back")
    bench.until_at("self.turn(near)")
    assert bench.side.session._past is past


def test_closing_the_run_at_a_breakpoint(bench: Bench) -> None:
    """Stop ends a run that stands, and nothing is pointed out any more."""
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    bench.press("stop")
    bench.desk.until_state(RunState.ENDED)
    bench.desk.until(lambda: bench.side.session.stop is None)
    assert bench.programs.pointed_lines(bench.file) == {}


def test_without_breakpoints_a_run_is_not_debugged(bench: Bench) -> None:
    """A closed debugger costs nothing."""
    bench.press("run")
    bench.desk.until_state(RunState.ENDED)
    assert bench.side.session.debugged is None


def test_an_edited_program_is_stepped_through_at_the_lines_of_the_screen(bench: Bench) -> None:
    """The run goes on with the program as it was; what is pointed out is where that is now."""
    shown = [bench.file.read_text(encoding="utf-8")]
    bench.programs.open(bench.file, lambda: shown[0])
    bench.start("self.turns += 1")
    bench.until_at("self.turns += 1")
    before = bench.line("self.turns += 1")
    shown[0] = f"# a note\n# another one\n{shown[0]}"
    bench.programs.shift_lines(bench.file, 0, 2)
    bench.programs.edited.emit(bench.file)
    assert bench.programs.pointed_lines(bench.file) == {before + 2: LineKind.STOPPED}
    assert f"line {before + 2}" in bench.side.panel.where.text()
    bench.press("debug over")
    bench.until_at("speed = 5")
    assert bench.programs.pointed_lines(bench.file) == {before + 3: LineKind.STOPPED}
    assert "before your changes" in bench.side.panel.hint.whole
    bench.press("debug go")
    bench.until_at("self.turns += 1")
    assert bench.programs.pointed_lines(bench.file) == {before + 2: LineKind.STOPPED}
    bench.programs.close(bench.file)
