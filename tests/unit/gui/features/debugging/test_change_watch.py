"""What a change does to the future, seen at each saving."""

from __future__ import annotations

from pathlib import Path

from tests.unit.gui.features.debugging.conftest import Bench
from tests.unit.gui.studio import part_of
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.watched import RunState
from wsusim.runs.outlook import Outlook


def shown(bench: Bench) -> list[Outlook]:
    """Return the outlooks that are shown from now on, as they come."""
    found: list[Outlook] = []
    bench.side.watch.looked.connect(found.append)
    return found


def rewrite(bench: Bench, old: str, new: str, file: Path | None = None) -> None:
    """Save the program with something replaced, as another editor does."""
    file = file or bench.file
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def said(bench: Bench) -> str:
    """Return what stands above the arena."""
    return bench.desk.window.messages.text


def mark_at_a_stop(bench: Bench) -> list[Outlook]:
    """Watch from the first stop on."""
    found = shown(bench)
    bench.start("speed = 5")
    bench.until_at("speed = 5")
    bench.press("debug watch")
    bench.desk.until(lambda: len(found) == 1)
    return found


def test_each_saving_shows_a_new_future_beside_the_ghost(bench: Bench) -> None:
    """The ghost stays; the new way is drawn over it, with a verdict."""
    found = mark_at_a_stop(bench)
    scene = bench.desk.window.scene
    assert "Watching from" in said(bench)
    assert bench.actions["debug watch"].isChecked()
    rewrite(bench, "speed = 5", "speed = 2")
    bench.desk.until(lambda: len(found) == 2)
    assert scene.outlook.count == 2
    assert found[1].ways != found[0].ways
    assert "The robot goes another way" in said(bench)
    rewrite(bench, "speed = 2", "speed = 9")
    bench.desk.until(lambda: len(found) == 3)
    assert found[2].ways not in (found[0].ways, found[1].ways)
    bench.press("debug watch")
    assert scene.outlook.count == 0
    assert "another way" not in said(bench)


def test_the_world_and_the_run_stand_meanwhile(bench: Bench) -> None:
    """The future is another run: that on the screen stays where it was."""
    found = mark_at_a_stop(bench)
    tick = bench.desk.tick
    rewrite(bench, "speed = 5", "speed = 2")
    bench.desk.until(lambda: len(found) == 2)
    assert (bench.at, bench.desk.tick) == (bench.line("speed = 2"), tick)


def test_no_other_message_says_that_the_file_has_changed(bench: Bench) -> None:
    """What becomes of it is said already; once the watch is off, it is told as ever."""
    found = mark_at_a_stop(bench)
    assert bench.programs.has_watch
    rewrite(bench, "speed = 5", "speed = 2")
    bench.desk.until(lambda: len(found) == 2)
    book = bench.desk.side.controllers.book
    book.look_again()
    assert "another way" in said(bench)
    bench.press("debug watch")
    rewrite(bench, "speed = 2", "speed = 3")
    book.look_again()
    assert "has changed" in said(bench)


def test_a_mistake_is_told_with_its_line(bench: Bench) -> None:
    """And the next saving shows a future again."""
    found = mark_at_a_stop(bench)
    rewrite(bench, "speed = 5", "speed = spede")
    bench.desk.until(lambda: len(found) == 2)
    assert f"fails in line {bench.line('speed = spede')} of student.py" in said(bench)
    rewrite(bench, "speed = spede", "speed = 5")
    bench.desk.until(lambda: len(found) == 3)
    assert "no difference" in said(bench)


def test_no_python_is_told_with_its_line(bench: Bench) -> None:
    """It can't be loaded; the ghost stays."""
    found = mark_at_a_stop(bench)
    rewrite(bench, "speed = 5", "speed = = 5")
    bench.desk.until(lambda: len(found) == 2)
    assert f"line {bench.line('speed = = 5')}" in said(bench)
    assert bench.desk.window.scene.outlook.count == 1


def test_a_change_that_counts_earlier_is_said(bench: Bench) -> None:
    """The new way begins where it first differs."""
    found = mark_at_a_stop(bench)
    rewrite(bench, "set_speeds(5, 5)", "set_speeds(3, 3)")
    bench.desk.until(lambda: len(found) == 2)
    assert found[1].from_tick == 0
    bench.desk.until(lambda: "counts from 0.00 s on" in said(bench))


def test_from_a_moment_of_a_replay(bench: Bench) -> None:
    """The recorded programs are run again; saving the file shows the rest of the run with it."""
    bench.press("run")
    bench.desk.until_state(RunState.ENDED)
    replay = part_of(bench.desk.window, ReplaySide)
    bench.desk.until(lambda: replay.record.last is not None)
    assert replay.record.last is not None
    bench.desk.window.openers.open(replay.record.last)
    bench.desk.until(lambda: bench.desk.watched.is_recording)
    bench.desk.watched.moment_wanted.emit(100)
    bench.desk.until(lambda: bench.desk.tick == 100)
    found = shown(bench)
    bench.press("debug watch")
    bench.desk.until(lambda: len(found) == 1)
    assert found[0].from_tick == 100
    rewrite(bench, "speed = 5", "speed = 2")
    bench.desk.until(lambda: len(found) == 2)
    assert bench.desk.window.scene.outlook.count == 2


def test_a_file_that_was_changed_before_the_watch_is_looked_at_at_once(bench: Bench) -> None:
    """The recording has the program as it was; the file on the disk is the edit."""
    bench.press("run")
    bench.desk.until_state(RunState.ENDED)
    replay = part_of(bench.desk.window, ReplaySide)
    bench.desk.until(lambda: replay.record.last is not None)
    assert replay.record.last is not None
    bench.desk.window.openers.open(replay.record.last)
    bench.desk.until(lambda: bench.desk.watched.is_recording)
    bench.desk.watched.moment_wanted.emit(100)
    bench.desk.until(lambda: bench.desk.tick == 100)
    rewrite(bench, "speed = 5", "speed = 2")
    found = shown(bench)
    bench.press("debug watch")
    bench.desk.until(lambda: len(found) == 2)
    assert found[0].ways != found[1].ways
    rewrite(bench, "speed = 2", "speed = 8")
    bench.desk.until(lambda: len(found) == 3)


def test_from_the_end_of_a_run_without_a_debugger(bench: Bench) -> None:
    """It is done again, unseen, up to the moment that is shown."""
    bench.press("run")
    bench.desk.until_state(RunState.ENDED)
    found = shown(bench)
    bench.press("debug watch")
    bench.desk.until(lambda: len(found) == 1)
    assert found[0].from_tick == bench.desk.tick


def test_go_on_with_what_was_seen(bench: Bench) -> None:
    """The answer of the message begins the run whose future was shown."""
    found = mark_at_a_stop(bench)
    rewrite(bench, "speed = 5", "speed = 2")
    bench.desk.until(lambda: len(found) == 2)
    bench.programs.clear_breakpoints()
    first = bench.side.session.debugged
    bench.desk.window.messages.buttons[0].click()
    bench.desk.until(lambda: bench.side.session.debugged not in (None, first))
    bench.desk.until_state(RunState.ENDED)
    picture = bench.desk.watched.picture
    assert picture is not None
    robot = picture.snapshot.robots[0]
    assert (robot.pose.x_mm, robot.pose.y_mm) == found[1].ways[0][-1]
    assert not bench.side.watch.is_on
