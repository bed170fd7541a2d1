"""The model settings in the main window: files, the controllers panel, runs."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from tests.unit.gui.features.run.conftest import Desk
from tests.unit.gui.studio import part_of
from wsusim.editor.robot_model import profile_parameters as p
from wsusim.editor.robot_model.choice import Source
from wsusim.formats.maze_file import save_maze
from wsusim.gui.features.model.model_side import ModelSide
from wsusim.gui.features.model.model_window import ModelWindow
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.preferences import Preferences
from wsusim.gui.shell.watched import RunState
from wsusim.runs.events import Ended
from wsusim.runs.recorded.verify import verify
from wsusim.runs.request import AS_FAST_AS_IT_GOES, RecordingOptions, RunRequest
from wsusim.runs.run import execute

SHORT = """
    class Short(Controller):
        def run(self):
            for turn in range(10):
                self.motors.set_speeds(6, turn)
                self.sleep(0.05)
"""


@pytest.fixture
def model(desk: Desk) -> ModelWindow:
    """Return the open settings."""
    desk.model.show_window()
    return desk.model.model_window


def test_it_fits_a_small_screen_with_large_text(desk: Desk, model: ModelWindow) -> None:
    """1024 x 700 is enough at 150 %."""
    desk.window.preferences.set(replace(Preferences(), text_percent=150))
    QTest.qWait(20)
    hint = model.minimumSizeHint()
    desk.window.preferences.set(Preferences())
    assert (hint.width() <= 1024, hint.height() <= 660) == (True, True)


def test_the_programs_window_has_it(whole_window: MainWindow) -> None:
    """F1 works in the settings as well."""
    side = part_of(whole_window, ModelSide)
    whole_window.action_set["model settings"].trigger()
    assert whole_window.action_set["help"] in side.model_window.actions()


def test_the_box_of_the_panel_is_the_same_choice(desk: Desk, model: ModelWindow) -> None:
    """There is one place of truth."""
    row = desk.model.row
    row.ideal.click()
    assert model.head.sources[Source.IDEAL].isChecked()
    row.ideal.click()
    assert model.head.sources[Source.MAZE].isChecked()
    model.head.sources[Source.IDEAL].trigger()
    assert row.ideal.isChecked()


def test_the_panel_names_a_model_that_the_box_cannot_tell(desk: Desk) -> None:
    """Beginners see no more than the box."""
    row, settings = desk.model.row, desk.model.settings
    assert (row.named.isHidden(), row.gear.isChecked()) == (True, False)
    settings.put((p.LEFT_GAIN,), 0.9, 1)
    assert (row.named.isHidden(), row.gear.isChecked()) == (False, True)
    assert row.named.text() == "Robot model: My settings*"


def test_a_dropped_profile_is_opened(desk: Desk, model: ModelWindow, profile_file: Path) -> None:
    """On the settings or on the main window, which opens mazes with the same suffix."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(profile_file))])
    none = Qt.KeyboardModifier.NoModifier
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    model.dropEvent(QDropEvent(QPointF(QPoint(9, 9)), action, data, button, none))
    assert desk.model.settings.own.name == "robot 3"
    maze = profile_file.with_name("maze.json")
    save_maze(replace(desk.window.document.world, name="other"), maze)
    desk.window.openers.open_all([str(maze)])
    assert desk.window.document.world.name == "other"
    assert desk.model.settings.own.name == "robot 3"


def test_a_bad_profile_is_told_where_one_looks(desk: Desk, profile_file: Path) -> None:
    """In the main window while the settings are closed, in the settings while they are open."""
    profile_file.write_text('{"format": "wsusim-profile"}')
    desk.window.openers.open_all([str(profile_file)])
    assert "robot3.json has 2 problems" in desk.window.messages.text
    desk.window.messages.clear()
    desk.model.show_window()
    desk.window.openers.open_all([str(profile_file)])
    assert "robot3.json has 2 problems" in desk.model.model_window.messages.text
    assert desk.window.messages.text == ""


def test_a_robot_of_another_kind_is_announced(desk: Desk, model: ModelWindow) -> None:
    """The maze's robot is a Khepera I."""
    desk.model.settings.set_kind("khepera2")
    assert "become a Khepera II" in model.effect.text()


def test_a_kind_without_room_does_not_run(desk: Desk) -> None:
    """The message names the remedy, and the maze can be edited at once."""
    world = desk.window.document.world
    robot = replace(world.robots[0], pose=replace(world.robots[0].pose, x_mm=29.0))
    desk.window.document.load(replace(world, robots=(robot,)), None)
    desk.model.settings.set_kind("khepera2")
    desk.side.start_by_hand()
    assert desk.watched.state is RunState.IDLE
    assert "doesn't fit into this maze" in desk.window.messages.text


def test_a_changed_model_offers_a_restart(desk: Desk, model: ModelWindow) -> None:
    """Only while a run goes on that has another one."""
    settings = desk.model.settings
    settings.use(Source.REALISTIC)
    assert model.restart.isHidden()
    desk.side.start_by_hand()
    assert model.restart.isHidden()
    settings.put((p.LEFT_GAIN,), 0.5, 1)
    assert not model.restart.isHidden()
    settings.undo_stack.undo()
    assert model.restart.isHidden()


def test_a_run_has_the_model(desk: Desk) -> None:
    """The maze itself is not changed by it."""
    settings = desk.model.settings
    settings.put((p.LEFT_GAIN,), 0.5, 1)
    desk.side.start_by_hand()
    run = desk.bridge.run
    assert run is not None
    assert run.request.world.robots[0].tuning == settings.own.tuning()
    assert desk.window.document.world.robots[0].tuning is None
    assert not desk.window.document.is_modified


def test_a_real_robot_is_as_it_is(desk: Desk) -> None:
    """The model is that of simulated ones; only the size of its pulses is taken from it."""
    request = RunRequest((), desk.window.document.world, real_robot="socket://127.0.0.1:9")
    assert desk.model.tune(request) is request
    desk.model.settings.set_kind("khepera2")
    desk.model.settings.put((p.PULSE,), 0.09, 1)
    assert desk.model.tune(request) == replace(request, pulse_mm=0.09)


@pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")
def test_the_run_is_that_of_the_command_line_with_the_saved_profile(
    desk: Desk, tmp_path: Path
) -> None:
    """Same maze, seed, controller and profile: the same trace; its recording verifies."""
    side, profile, film = desk.model, tmp_path / "own.json", tmp_path / "run.mcap"
    settings = side.settings
    settings.put((p.LEFT_GAIN,), 0.8, 1)
    settings.put((p.RIGHT_NOISE,), 4.0, 2)
    settings.put((p.PROXIMITY_NOISE[2],), 5.0, 3)
    side.files.save(profile)
    ends: list[Ended] = []
    desk.watched.ended.connect(ends.append)
    desk.window.setup.add_part(lambda request: replace(request, record=RecordingOptions(film)))
    desk.bridge.set_speed(AS_FAST_AS_IT_GOES)
    file = desk.load(SHORT)
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.ENDED)

    maze = tmp_path / "maze.json"
    save_maze(desk.window.document.world, maze)
    headless = execute(RunRequest((str(file),), str(maze), profile=str(profile)))
    plain = execute(RunRequest((str(file),), str(maze)))
    assert ends[0].trace_sha256 == headless.trace_sha256 != plain.trace_sha256
    assert verify(film).is_identical
