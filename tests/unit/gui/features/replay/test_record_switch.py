"""The record button, and going on from a moment of a recording."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import small_world
from tests.unit.gui.features.run.conftest import Desk, furnished
from tests.unit.gui.studio import part_of
from wsusim.gui.document import Mode
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.watched import RunState
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import Mission
from wsusim.runs.recorded.verify import verify

DRIVER = """
    class Driver(Controller):
        def run(self):
            self.motors.set_speeds(5, 4)
            self.sleep(0.5)
            print("done")
"""

BRIEF = replace(small_world(), mission=Mission(time_limit_s=0.5))


@pytest.fixture(autouse=True)
def _brief(desk: Desk) -> None:
    """Have runs end soon by themselves."""
    desk.window.document.load(BRIEF, None)


def run_once(desk: Desk, *, is_driven: bool = False) -> None:
    """Run the maze to its end; driven by what is loaded, or by nothing, which is quicker."""
    (desk.side.start if is_driven else desk.side.start_by_hand)()
    desk.until_state(RunState.LOADING)
    desk.until_state(RunState.ENDED)


def test_the_button_asks_for_a_file(desk: Desk, replay: ReplaySide) -> None:
    """A name is suggested; without an answer nothing is recorded."""
    desk.window.action_set["record"].trigger()
    dialog = desk.window.findChild(QFileDialog, "record into")
    assert isinstance(dialog, QFileDialog)
    assert dialog.selectedFiles()[0].endswith("small.mcap")
    dialog.reject()
    assert not replay.record.is_on
    assert not desk.window.action_set["record"].isChecked()


def test_a_run_is_recorded_and_can_be_opened(
    desk: Desk, replay: ReplaySide, tmp_path: Path
) -> None:
    """The file is verified; the message has a button that replays it."""
    file = tmp_path / "mine.mcap"
    desk.load(DRIVER)
    replay.record.record_into(file)
    desk.side.start()
    desk.until_state(RunState.ENDED)
    assert "mine.mcap" in desk.window.messages.text
    assert verify(file).is_identical
    desk.window.messages.buttons[0].click()
    desk.until(lambda: replay.film is not None)
    assert replay.film is not None
    assert replay.film.recording.path == file


def test_what_is_said_of_a_recording_goes_with_the_next_run(
    desk: Desk, replay: ReplaySide, tmp_path: Path
) -> None:
    """Its button would replay another run."""
    replay.record.record_into(tmp_path / "mine.mcap")
    run_once(desk)
    said = desk.window.messages.text
    desk.side.start_by_hand()
    desk.until_state(RunState.LOADING)
    assert "Recorded in mine.mcap" in said
    assert desk.window.messages.text == ""


def test_the_button_in_the_middle_of_a_run_keeps_it_from_its_beginning(
    desk: Desk, replay: ReplaySide, tmp_path: Path
) -> None:
    """The file is there when the run is over, and holds all of it."""
    file = tmp_path / "mine.mcap"
    desk.load(DRIVER)
    desk.side.start()
    replay.record.record_into(file)
    assert "right from the start" in desk.window.messages.text
    desk.until_state(RunState.ENDED)
    desk.until(file.exists)
    assert verify(file).is_identical


def test_a_run_that_is_over_can_still_be_saved_and_replayed(
    desk: Desk, replay: ReplaySide, tmp_path: Path
) -> None:
    """A run can be saved without pressing a button before it."""
    file, actions = tmp_path / "late.mcap", desk.window.action_set
    assert not actions["save last run"].isEnabled()
    desk.load(DRIVER)
    run_once(desk, is_driven=True)
    assert "Recorded" not in desk.window.messages.text
    replay.record.save_last(file)
    desk.until(lambda: "Saved as" in desk.window.messages.text)
    assert verify(file).is_identical
    actions["replay last run"].trigger()
    desk.until(lambda: replay.film is not None)


def test_the_last_run_can_be_exported_without_being_opened(
    desk: Desk, replay: ReplaySide, tmp_path: Path
) -> None:
    """As a picture, say."""
    assert not desk.window.action_set["replay export picture"].isEnabled()
    run_once(desk)
    assert desk.window.action_set["replay export picture"].isEnabled()
    replay.exports.export_picture(tmp_path / "way.png")
    desk.until((tmp_path / "way.png").exists)


def test_no_run_is_kept_when_the_window_has_gone(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    """Unless it was recorded, or saved."""
    with furnished(tmp_path / "settings", ReplaySide) as hall:
        desk, record = Desk(hall, tmp_path, qtbot), part_of(hall.window, ReplaySide).record
        desk.window.document.load(BRIEF, None)
        run_once(desk)
        kept = record.last
        was_there = kept is not None and kept.exists()
    assert was_there
    assert kept is not None
    assert not kept.parent.exists()


def test_the_next_run_takes_another_name(desk: Desk, replay: ReplaySide, tmp_path: Path) -> None:
    """Nothing is ever replaced without a question."""
    file = tmp_path / "mine.mcap"
    desk.load(DRIVER)
    replay.record.record_into(file)
    run_once(desk)
    before = file.read_bytes()
    run_once(desk, is_driven=True)
    assert file.read_bytes() == before
    assert verify(tmp_path / "mine-2.mcap").is_identical


def test_a_run_goes_on_from_the_moment(desk: Desk, replay: ReplaySide, recording: Path) -> None:
    """Another program begins where the robot was, in the recording's maze."""
    desk.load(DRIVER)
    replay.open(recording)
    desk.until(lambda: replay.film is not None)
    assert replay.film is not None
    world = replay.film.header.world
    replay.playhead.go_to(240)
    pose = replay.film.picture_at(240).snapshot.robots[0].pose
    shown: list[Snapshot] = []
    desk.watched.pictured.connect(lambda picture: shown.append(picture.snapshot))
    desk.window.action_set["replay resume"].trigger()
    assert desk.window.document.mode is Mode.RUN
    assert desk.window.document.shown is world
    desk.until_state(RunState.ENDED)
    assert shown[0].tick == 240
    assert shown[0].robots[0].pose == pose
    assert desk.tick == 290

    shown.clear()
    desk.window.action_set["restart"].trigger()
    desk.until(lambda: bool(shown))
    assert shown[0].tick == 240


def test_resuming_without_a_controller_says_what_is_missing(
    desk: Desk, replay: ReplaySide, recording: Path
) -> None:
    """One message, with the way to load one."""
    replay.open(recording)
    desk.until(lambda: replay.film is not None)
    desk.window.action_set["replay resume"].trigger()
    assert "controller" in desk.window.messages.text
    assert desk.window.messages.buttons
    assert replay.film is not None
