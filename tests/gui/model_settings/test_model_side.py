"""The model settings in the window: sliders, files, runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from tests.gui import test_window as rules
from tests.gui.run.conftest import Desk
from tests.unit.session.test_live_run import Deaf
from wsusim.formats.maze_file import save_maze
from wsusim.gui.help.context import page_for
from wsusim.gui.model_settings import parameters as p
from wsusim.gui.model_settings.choice import Source
from wsusim.gui.model_settings.model_window import LIGHT, MOTORS, ModelWindow
from wsusim.gui.model_settings.number_slider import POSITIONS
from wsusim.gui.preferences import Preferences
from wsusim.gui.run.bridge import RunState
from wsusim.gui.window import MainWindow
from wsusim.session.live_events import Ended
from wsusim.session.live_run import AS_FAST_AS_IT_GOES
from wsusim.session.run import execute
from wsusim.session.run_request import RunRequest
from wsusim.session.verify import verify

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
    desk.side.model.show_window()
    made = desk.side.model.model_window
    desk.until(lambda: made.curves.is_ready)
    return made


RULES: tuple[Callable[[MainWindow], None], ...] = (
    rules.test_no_shortcut_is_used_twice,
    rules.test_every_control_has_a_name_for_screen_readers,
    rules.test_text_and_theme_change_at_once,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_rules_of_the_window(
    desk: Desk, model: ModelWindow, rule: Callable[[MainWindow], None]
) -> None:
    """Shortcuts, names, themes, with the settings open."""
    rule(desk.window)
    assert all(slider.accessibleName() for slider in model.findChildren(QSlider))


def test_it_fits_a_small_screen_with_large_text(desk: Desk, model: ModelWindow) -> None:
    """1024 x 700 at 150 %."""
    desk.window.preferences.set(replace(Preferences(), text_percent=150))
    QTest.qWait(20)
    hint = model.minimumSizeHint()
    desk.window.preferences.set(Preferences())
    assert (hint.width() <= 1024, hint.height() <= 660) == (True, True)


def test_slider_and_number_go_together(desk: Desk, model: ModelWindow) -> None:
    """By the mouse or by the keys, and the settings follow."""
    row = model.pages[MOTORS].sliders[p.LEFT_GAIN]
    row.slider.setValue(POSITIONS // 4)
    assert (row.box.value(), p.LEFT_GAIN.of(desk.side.model.settings.shown)) == (0.5, 0.5)
    row.box.setValue(1.5)
    assert row.slider.value() == 3 * POSITIONS // 4


def test_a_double_click_returns_to_the_usual_value(desk: Desk, model: ModelWindow) -> None:
    """So does Delete."""
    settings = desk.side.model.settings
    row = model.pages[MOTORS].sliders[p.LEFT_GAIN]
    row.slider.setValue(0)
    QTest.mouseDClick(row.slider, Qt.MouseButton.LeftButton)
    assert p.LEFT_GAIN.of(settings.shown) == 1.0
    row.slider.setValue(0)
    QTest.keyClick(row.slider, Qt.Key.Key_Delete)
    assert p.LEFT_GAIN.of(settings.shown) == 1.0


def test_the_sliders_sensor_is_drawn_and_its_curve_shown(desk: Desk, model: ModelWindow) -> None:
    """The curve moves with the slider."""
    model.attend_to(5)
    before = model.curve.band
    desk.side.model.settings.put(p.PROXIMITY_GAIN[5], 0.3, 1)
    after = model.curve.band
    assert model.sketch.marked == {5}
    assert before is not None
    assert after is not None
    assert after.middle.sum() < 0.6 * before.middle.sum()


def test_a_click_on_the_drawing_comes_to_the_sliders(model: ModelWindow) -> None:
    """Wheels have the page of the motors."""
    model.tabs.setCurrentIndex(LIGHT)
    place = model.sketch.place_of("right_motor").toPoint()
    QTest.mouseClick(model.sketch, Qt.MouseButton.LeftButton, pos=place)
    assert model.tabs.currentIndex() == MOTORS
    assert model.sketch.marked == {"right_motor"}


def test_undo_in_the_window(desk: Desk, model: ModelWindow) -> None:
    """Its own stack, that of the maze is left alone."""
    model.pages[MOTORS].sliders[p.LEFT_GAIN].slider.setValue(0)
    assert model.isWindowModified()
    model.head.action("undo").trigger()
    assert desk.side.model.settings.choice.source is Source.MAZE
    assert not model.isWindowModified()
    assert model.head.action("undo").shortcut() == QKeySequence("Ctrl+Z")


def test_the_presets_are_buttons(desk: Desk, model: ModelWindow) -> None:
    """One is always chosen, and the box of the controllers panel tells the same."""
    model.head.sources[Source.IDEAL].click()
    assert desk.side.model.row.ideal.isChecked()
    assert model.pages[LIGHT].sliders[p.LIGHT_NOISE[0]].box.value() == 0.0
    model.head.sources[Source.REALISTIC].click()
    assert not desk.side.model.row.ideal.isChecked()
    assert model.pages[LIGHT].sliders[p.LIGHT_NOISE[0]].box.value() == 1.0


def test_the_box_of_the_panel_is_the_same_choice(desk: Desk, model: ModelWindow) -> None:
    """There is one place of truth."""
    desk.side.model.row.ideal.click()
    assert model.head.sources[Source.IDEAL].isChecked()
    desk.side.model.row.ideal.click()
    assert model.head.sources[Source.MAZE].isChecked()


def test_a_dropped_profile_is_opened(desk: Desk, model: ModelWindow, profile_file: Path) -> None:
    """On the settings or on the main window, which opens mazes with the same suffix."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(profile_file))])
    none = Qt.KeyboardModifier.NoModifier
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    model.dropEvent(QDropEvent(QPointF(QPoint(9, 9)), action, data, button, none))
    assert desk.side.model.settings.own.name == "robot 3"
    assert "Measured response" in model.remark.text()
    maze = profile_file.with_name("maze.json")
    save_maze(replace(desk.window.document.world, name="other"), maze)
    desk.window.open_dropped([str(maze)])
    assert desk.window.document.world.name == "other"
    assert desk.side.model.settings.own.name == "robot 3"


def test_a_bad_profile_is_told_where_one_looks(desk: Desk, profile_file: Path) -> None:
    """In the main window while the settings are closed, in the settings while they are open."""
    profile_file.write_text('{"format": "wsusim-profile"}')
    desk.window.open_dropped([str(profile_file)])
    assert "robot3.json is no good profile" in desk.window.messages.text
    desk.window.messages.hide()
    desk.side.model.show_window()
    desk.window.open_dropped([str(profile_file)])
    assert "robot3.json is no good profile" in desk.side.model.model_window.messages.text
    assert desk.window.messages.text == ""


def test_f1_opens_the_page_of_the_settings(model: ModelWindow) -> None:
    """From any slider."""
    slider = model.pages[LIGHT].sliders[p.LIGHT_GAIN[2]].slider
    assert page_for(slider, is_running=False) == ("how-to/model-settings", "")


def test_the_windows_place_is_remembered(desk: Desk, model: ModelWindow) -> None:
    """In the next session."""
    model.resize(701, 533)
    model.remember()
    side = desk.side.model
    again = ModelWindow(side.settings, model.head, desk.window.theme, side._kept, desk.window)
    assert (again.width(), again.height()) == (701, 533)


def test_a_robot_of_another_kind_is_announced(desk: Desk, model: ModelWindow) -> None:
    """The maze's robot is a Khepera I."""
    desk.side.model.settings.set_kind("khepera2")
    assert "become a Khepera II" in model.effect.text()


def test_a_kind_without_room_does_not_run(desk: Desk) -> None:
    """The message names the remedy, and the maze can be edited at once."""
    world = desk.window.document.world
    robot = replace(world.robots[0], pose=replace(world.robots[0].pose, x_mm=29.0))
    desk.window.document.load(replace(world, robots=(robot,)), None)
    desk.side.model.settings.set_kind("khepera2")
    desk.side.start_by_hand()
    assert desk.bridge.state is RunState.IDLE
    assert "can't stand in this maze" in desk.window.messages.text


def test_a_changed_model_offers_a_restart(desk: Desk, model: ModelWindow) -> None:
    """Only while a run goes on that has another one; it begins with the new one."""
    settings = desk.side.model.settings
    settings.use(Source.REALISTIC)
    assert model.restart.isHidden()
    desk.side.start_by_hand()
    assert model.restart.isHidden()
    settings.put(p.LEFT_GAIN, 0.5, 1)
    assert not model.restart.isHidden()
    settings.undo_stack.undo()
    assert model.restart.isHidden()


def test_a_run_has_the_model(desk: Desk) -> None:
    """The maze itself is not changed by it."""
    settings = desk.side.model.settings
    settings.put(p.LEFT_GAIN, 0.5, 1)
    desk.side.start_by_hand()
    run = desk.bridge.run
    assert run is not None
    assert run.request.world.robots[0].tuning == settings.own.tuning()
    assert desk.window.document.world.robots[0].tuning is None
    assert not desk.window.document.is_modified


@pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")
def test_the_run_is_that_of_the_command_line_with_the_saved_profile(
    desk: Desk, tmp_path: Path
) -> None:
    """Same maze, seed, controller and profile: the same trace; its recording verifies."""
    side, profile, film = desk.side.model, tmp_path / "own.json", tmp_path / "run.mcap"
    settings = side.settings
    settings.put(p.LEFT_GAIN, 0.8, 1)
    settings.put(p.RIGHT_NOISE, 4.0, 2)
    settings.put(p.PROXIMITY_NOISE[2], 5.0, 3)
    side.files.save(profile)
    ends: list[Ended] = []
    desk.bridge.ended.connect(ends.append)
    desk.side.prepare = lambda request: replace(request, record_file=film)
    desk.bridge.set_speed(AS_FAST_AS_IT_GOES)
    file = desk.load(SHORT)
    desk.window.action_set["run"].trigger()
    desk.until_state(RunState.ENDED)

    maze = tmp_path / "maze.json"
    save_maze(desk.window.document.world, maze)
    headless = execute(RunRequest((str(file),), str(maze), profile=str(profile)), Deaf())
    plain = execute(RunRequest((str(file),), str(maze)), Deaf())
    assert ends[0].trace_sha256 == headless.trace_sha256 != plain.trace_sha256
    assert verify(film).is_identical
