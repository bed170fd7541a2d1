"""The window of the settings by itself: sliders, drawing, preview, undo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSettings, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import small_world
from tests.unit.gui.features.model.conftest import measured_profile
from wsusim.editor.robot_model import parameters as p
from wsusim.editor.robot_model.choice import Source
from wsusim.gui.features.help.context import page_for
from wsusim.gui.features.model.model_head import ModelHead
from wsusim.gui.features.model.model_window import LIGHT, MOTORS, ModelWindow
from wsusim.gui.features.model.profile_files import ProfileFiles
from wsusim.gui.features.model.settings import ModelSettings
from wsusim.gui.shell.document import Document, Mode
from wsusim.gui.widgets.number_slider import POSITIONS, Scale
from wsusim.gui.widgets.theme import LIGHT as LIGHT_THEME
from wsusim.shipped import shipped_folder


@pytest.fixture
def model(settings: ModelSettings, qtbot: QtBot, tmp_path: Path) -> Iterator[ModelWindow]:
    """Return the open window of the settings; the curves are ready."""
    owner = QWidget()
    qtbot.addWidget(owner)
    files = ProfileFiles(settings, tmp_path, owner)
    document = settings.findChild(Document)
    assert isinstance(document, Document)
    head = ModelHead(settings, files, document, LIGHT_THEME)
    kept = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    made = ModelWindow(settings, head, LIGHT_THEME, kept, owner)
    made.show()
    made.curves.close()
    made.refresh()
    yield made
    owner.close()


@pytest.mark.parametrize(("position", "value"), [(0, 0.0), (316, 0.99856), (1000, 10.0)])
def test_low_noises_have_more_room_on_the_slider(position: int, value: float) -> None:
    """The usual value 1 of 10 stands at a third."""
    scale = Scale(0.0, 10.0, 2.0)
    assert scale.value(position) == pytest.approx(value)
    assert scale.position(value) == position


def test_slider_and_number_go_together(settings: ModelSettings, model: ModelWindow) -> None:
    """By the mouse or by the keys, and the settings follow."""
    row = model.pages[MOTORS].sliders[p.LEFT_GAIN]
    row.slider.setValue(POSITIONS // 4)
    assert (row.box.value(), p.LEFT_GAIN.of(settings.shown)) == (0.5, 0.5)
    row.box.setValue(1.5)
    assert row.slider.value() == 3 * POSITIONS // 4


def test_a_double_click_returns_to_the_usual_value(
    settings: ModelSettings, model: ModelWindow
) -> None:
    """So does Delete."""
    row = model.pages[MOTORS].sliders[p.LEFT_GAIN]
    row.slider.setValue(0)
    QTest.mouseDClick(row.slider, Qt.MouseButton.LeftButton)
    assert p.LEFT_GAIN.of(settings.shown) == 1.0
    row.slider.setValue(0)
    QTest.keyClick(row.slider, Qt.Key.Key_Delete)
    assert p.LEFT_GAIN.of(settings.shown) == 1.0


def test_the_slider_of_all_moves_its_column(settings: ModelSettings, model: ModelWindow) -> None:
    """And no other one; a double click makes all as the kind."""
    column = model.pages[LIGHT].of_all[p.LIGHT_NOISE]
    column.slider.setValue(0)
    assert settings.shown.tuning().light_noise == (0.0,) * 8
    assert settings.shown.tuning().light_gain == (1.0,) * 8
    QTest.mouseDClick(column.slider, Qt.MouseButton.LeftButton)
    assert settings.shown.tuning().light_noise == (1.0,) * 8


def test_both_sizes_of_a_pulse_are_one_click_away(
    settings: ModelSettings, model: ModelWindow
) -> None:
    """0.08 mm and 1/12 mm."""
    model.motors.pulses[1].click()
    assert settings.shown.pulse_mm == 1.0 / 12.0
    model.motors.pulses[0].click()
    assert settings.shown.pulse_mm == 0.08


def test_the_sliders_sensor_is_drawn_and_its_curve_shown(
    settings: ModelSettings, model: ModelWindow
) -> None:
    """The curve moves with the slider."""
    model.attend_to(5)
    before = model.curve.band
    settings.put(p.PROXIMITY_GAIN[5], 0.3, 1)
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


def test_undo_in_the_window(settings: ModelSettings, model: ModelWindow) -> None:
    """A star marks what is not saved."""
    model.pages[MOTORS].sliders[p.LEFT_GAIN].slider.setValue(0)
    assert model.isWindowModified()
    assert model.head.sources[Source.OWN].text() == "My settings*"
    model.head.action("undo").trigger()
    assert settings.choice.source is Source.MAZE
    assert not model.isWindowModified()
    assert model.head.action("undo").shortcut() == QKeySequence("Ctrl+Z")


@pytest.mark.parametrize("key", ["Ctrl+Z", "Ctrl+Shift+Z"])
def test_number_boxes_leave_undo_to_the_window(model: ModelWindow, key: str) -> None:
    """A box would take back its own letters."""
    combination = QKeySequence(key)[0]
    kind = QEvent.Type.ShortcutOverride
    event = QKeyEvent(kind, combination.key(), combination.keyboardModifiers())
    QApplication.sendEvent(model.motors.sliders[p.LEFT_GAIN].box, event)
    assert not event.isAccepted()


def test_the_presets_are_buttons(model: ModelWindow) -> None:
    """The sliders show what they mean."""
    noise = model.pages[LIGHT].sliders[p.LIGHT_NOISE[0]].box
    model.head.sources[Source.IDEAL].click()
    assert noise.value() == 0.0
    model.head.sources[Source.REALISTIC].click()
    assert noise.value() == 1.0


def test_what_has_no_slider_is_named(settings: ModelSettings, model: ModelWindow) -> None:
    """A measured response, and what the line takes."""
    profile = measured_profile().model_copy(update={"turn_round_s": 0.0023})
    settings.take(profile, Path("robot3.json"))
    assert "Measured response curve" in model.remark.text()
    assert "2.3 ms" in model.remark.text()


def test_one_robot_of_the_maze_can_be_chosen(settings: ModelSettings, model: ModelWindow) -> None:
    """By its number."""
    assert [model.head.robots.itemText(k) for k in range(2)] == ["All robots", "Robot 1"]
    model.head.robots.setCurrentIndex(1)
    model.head.robots.activated.emit(1)
    assert settings.choice.robot_id == small_world().robots[0].id


def test_f1_opens_the_page_of_the_settings(model: ModelWindow) -> None:
    """From any slider."""
    slider = model.pages[LIGHT].sliders[p.LIGHT_GAIN[2]].slider
    assert page_for(slider, Mode.EDIT) == ("how-to/model-settings", "")
    assert (shipped_folder("manual") / "how-to/model-settings.md").is_file()


def test_the_windows_place_is_remembered(
    settings: ModelSettings, model: ModelWindow, tmp_path: Path
) -> None:
    """In the next session."""
    model.resize(701, 533)
    model.remember()
    kept = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    again = ModelWindow(settings, model.head, LIGHT_THEME, kept, model.parentWidget())
    assert (again.width(), again.height()) == (701, 533)
