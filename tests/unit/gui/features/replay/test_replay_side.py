"""Opening and playing a recording in the window."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt, QUrl
from PySide6.QtTest import QTest

from tests.unit.gui.conftest import ROBOT_ID
from tests.unit.gui.features.run.conftest import Desk
from wsusim.analysis.marks import MarkKind
from wsusim.control.report import FailureReport, Frame
from wsusim.gui.document import Mode
from wsusim.gui.features.help.context import page_for
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.replay.timeline import mark_text
from wsusim.gui.shell.watched import Failure

INNER = FailureReport(
    "KeyError",
    "KeyError: 'left'",
    "/home/ada/robot.py",
    7,
    (Frame("/home/ada/robot.py", 7, "look", "return self.seen['left']"),),
)


@pytest.fixture
def opened(desk: Desk, replay: ReplaySide, recording: Path) -> ReplaySide:
    """Return the replay side with the recording open."""
    desk.window.openers.open_all([str(recording)])
    desk.until(lambda: replay.film is not None)
    return replay


def test_a_dropped_recording_is_shown(desk: Desk, opened: ReplaySide) -> None:
    """Its maze takes the place of the one being edited, which can't be edited meanwhile."""
    document = desk.window.document
    assert opened.film is not None
    assert document.mode is Mode.REPLAY
    assert document.shown is opened.film.header.world
    assert opened.panel.isVisible()
    assert opened.panel.timeline.maximum() == opened.film.last_tick


def test_the_arena_follows_in_both_directions(desk: Desk, opened: ReplaySide) -> None:
    """The robot is drawn where the recording has it."""
    assert opened.film is not None
    scene = desk.window.scene
    opened.playhead.go_to(200)
    later = scene.place_of(ROBOT_ID)
    opened.playhead.go_to(0)
    first = scene.place_of(ROBOT_ID)
    pose = opened.film.picture_at(200).snapshot.robots[0].pose
    assert (later.x(), later.y()) == pytest.approx((pose.x_mm, pose.y_mm))
    assert (first.x(), first.y()) == pytest.approx((600.0, 400.0))


def test_single_steps_are_samples(desk: Desk, opened: ReplaySide) -> None:
    """One sample on, one back."""
    actions = desk.window.action_set
    actions["replay step"].trigger()
    actions["replay step"].trigger()
    assert opened.playhead.tick == 4
    actions["replay step back"].trigger()
    assert opened.playhead.tick == 2


def test_a_click_on_the_timeline_goes_there(desk: Desk, opened: ReplaySide) -> None:
    """Within a pixel's worth of ticks."""
    line = opened.panel.timeline
    at = QPointF(line.x_of(250), 10.0).toPoint()
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert opened.playhead.tick == pytest.approx(250, abs=3)
    assert str(opened.playhead.tick // 100) in opened.panel.time_label.text()


def test_the_console_has_what_was_printed_by_then(desk: Desk, opened: ReplaySide) -> None:
    """Lines come, and go again when it is wound back."""
    assert opened.film is not None
    console = desk.side.console
    opened.playhead.go_to(opened.film.last_tick)
    console.flush()
    assert console.text.toPlainText().splitlines() == ["off I go", "now I fail"]
    opened.playhead.go_to(100)
    console.flush()
    assert console.text.toPlainText().splitlines() == ["off I go"]


def test_the_panels_show_recorded_values(desk: Desk, opened: ReplaySide) -> None:
    """Time and way are those of the moment."""
    opened.playhead.go_to(300)
    assert desk.side.mission.time.text().startswith("3.00")
    assert desk.side.mission.way.text() != "–"


def test_events_are_gone_to_one_by_one(desk: Desk, opened: ReplaySide) -> None:
    """Next and previous lead to marks."""
    assert opened.film is not None
    actions = desk.window.action_set
    opened.playhead.go_to(10)
    actions["replay next mark"].trigger()
    first, *others = [mark for mark in opened.film.marks if mark.tick > 10]
    assert opened.playhead.tick == first.tick
    assert mark_text(first)
    second = next(mark for mark in others if mark.tick > first.tick)
    actions["replay next mark"].trigger()
    assert opened.playhead.tick == second.tick
    actions["replay previous mark"].trigger()
    assert opened.playhead.tick == first.tick


def test_reset_shows_the_maze_again(desk: Desk, opened: ReplaySide) -> None:
    """The edited maze was never touched."""
    document = desk.window.document
    desk.window.reset()
    assert opened.film is None
    assert document.mode is Mode.EDIT
    assert document.shown is document.world
    assert not desk.window.action_set["replay play"].isEnabled()


def test_a_run_puts_the_recording_away(desk: Desk, opened: ReplaySide) -> None:
    """F5 runs the maze that is being edited."""
    desk.side.start_by_hand()
    assert opened.film is None
    assert desk.window.document.mode is Mode.RUN
    desk.until_tick(3)


def test_a_run_begun_while_it_plays_shows_nothing_more_of_it(
    desk: Desk, opened: ReplaySide
) -> None:
    """Else the trail of the run would begin where the recording was."""
    opened.playhead.play()
    opened.playhead.advance(1.0)
    shown: list[object] = []
    desk.window.watched.pictured.connect(shown.append)
    desk.window.document.set_mode(Mode.RUN)
    desk.window.watched.pictured.disconnect(shown.append)
    assert shown == []


def test_no_recording_is_refused_with_a_remedy(
    desk: Desk, replay: ReplaySide, tmp_path: Path
) -> None:
    """A file that only has the name."""
    file = tmp_path / "fake.mcap"
    file.write_bytes(b"no recording at all")
    desk.window.openers.open_all([str(file)])
    desk.until(lambda: "not a recording" in desk.window.messages.text)
    assert replay.film is None
    assert not desk.window.messages.buttons


def test_a_torn_recording_is_repaired_on_request(
    desk: Desk, replay: ReplaySide, recording: Path, tmp_path: Path
) -> None:
    """One message, one button; then it is shown."""
    file = tmp_path / "torn.mcap"
    shutil.copyfile(recording, file)
    data = file.read_bytes()
    file.write_bytes(data[: len(data) * 3 // 4])
    replay.open(file)
    desk.until(lambda: "repair" in desk.window.messages.text)
    desk.window.messages.buttons[0].click()
    desk.until(lambda: replay.film is not None)
    assert replay.film is not None
    assert replay.film.last_tick > 0


def test_f1_on_the_timeline_opens_its_page(opened: ReplaySide) -> None:
    """The page about recordings in the window."""
    page = page_for(opened.panel.timeline, Mode.REPLAY)
    assert page == ("how-to/replay-in-the-window", "")


def test_a_click_on_a_mark_goes_to_it(opened: ReplaySide) -> None:
    """To its first tick, wherever within the mark was clicked."""
    assert opened.film is not None
    line = opened.panel.timeline
    mark = next(mark for mark in opened.film.marks if mark.kind is MarkKind.CONTACT)
    at = QPointF(line.x_of(mark.last_tick), line.bar_px + line.row_px / 2).toPoint()
    assert mark in line.marks_near(QPointF(at))
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert opened.playhead.tick == mark.tick


def test_panels_keep_their_values_while_it_plays_backwards(desk: Desk, opened: ReplaySide) -> None:
    """They are never emptied in between."""
    emptied: list[bool] = []
    desk.watched.cleared.connect(lambda: emptied.append(True))
    opened.playhead.go_to(400)
    opened.playhead.play(-1)
    opened.playhead.advance(0.5)
    opened.playhead.advance(0.5)
    assert not emptied
    assert opened.playhead.tick < 320


@pytest.fixture
def after_failure(desk: Desk, replay: ReplaySide, recording: Path) -> ReplaySide:
    """Return the replay side with the recording open, after a run that failed as well."""
    desk.side.errors.add(Failure(0, INNER))
    desk.window.openers.open_all([str(recording)])
    desk.until(lambda: replay.film is not None)
    return replay


def test_the_panel_shows_the_failures_of_the_recording(
    desk: Desk, after_failure: ReplaySide
) -> None:
    """With its message and line; after the recording those of the runs are there again."""
    panel = desk.side.errors
    text = panel.browser.toPlainText()
    assert "set_sped" in text
    assert "line 12, in run" in text
    assert "KeyError" not in text
    desk.window.reset()
    assert "KeyError" in panel.browser.toPlainText()


def test_its_line_opens_the_program(desk: Desk, after_failure: ReplaySide, recording: Path) -> None:
    """A click on the line goes where it goes for a live run."""
    frame = desk.side.errors.entries[0].failure.report.frames[-1]
    url = QUrl.fromLocalFile(frame.file)
    url.setQuery(f"line={frame.line}")
    desk.side.errors.browser.anchorClicked.emit(url)
    assert desk.opened == [(recording.with_name("bumper.py"), 12)]


def test_a_program_that_is_gone_is_taken_from_the_recording(
    desk: Desk, after_failure: ReplaySide
) -> None:
    """What opens then is what ran."""
    url = QUrl.fromLocalFile("/nowhere/bumper.py")
    url.setQuery("line=3")
    desk.side.errors.browser.anchorClicked.emit(url)
    (path, line), *_ = desk.opened
    assert line == 3
    assert "class Bumper" in path.read_text()


def test_its_time_leads_to_the_moment(desk: Desk, after_failure: ReplaySide) -> None:
    """A click on the time moves the playhead there."""
    tick = desk.side.errors.entries[0].failure.tick
    assert tick is not None
    desk.side.errors.browser.anchorClicked.emit(QUrl(f"moment:{tick}"))
    assert after_failure.playhead.tick == tick
