"""The window of the settings by itself: tables, drawing, preview, undo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.unit.editor.robot_model.measured import measured_profile
from tests.unit.gui.conftest import small_world
from wsusim.editor.robot_model import profile_parameters as p
from wsusim.editor.robot_model.choice import Source
from wsusim.gui.document import Document, Mode
from wsusim.gui.features.help.context import page_for
from wsusim.gui.features.model.model_head import ModelHead
from wsusim.gui.features.model.model_settings import ModelSettings
from wsusim.gui.features.model.model_window import ModelWindow
from wsusim.gui.features.model.profile_files import ProfileFiles
from wsusim.model.tuning import CONE_MODEL, RAYS_MODEL
from wsusim.shipped import shipped_folder

PATIENCE_MS = 60_000


@pytest.fixture
def model(settings: ModelSettings, qtbot: QtBot, tmp_path: Path) -> Iterator[ModelWindow]:
    """Return the open window of the settings."""
    owner = QWidget()
    qtbot.addWidget(owner)
    files = ProfileFiles(settings, tmp_path, owner)
    document = settings.findChild(Document)
    assert isinstance(document, Document)
    head = ModelHead(settings, files, document)
    kept = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    made = ModelWindow(settings, head, kept, owner)
    made.show()
    yield made
    made.remember()
    owner.close()


def settle(model: ModelWindow, qtbot: QtBot) -> None:
    """Let the window live until the curve is worked out and drawn."""
    qtbot.waitUntil(lambda: not model._worker.is_busy, timeout=PATIENCE_MS)
    QTest.qWait(1)


def test_both_sizes_of_a_pulse_are_one_click_away(
    settings: ModelSettings, model: ModelWindow
) -> None:
    """0.08 mm and 1/12 mm."""
    model.pulses[1].click()
    assert settings.shown.pulse_mm == 1.0 / 12.0
    model.pulses[0].click()
    assert settings.shown.pulse_mm == 0.08


def test_the_sensor_of_a_figure_is_drawn_and_its_curve_shown(
    settings: ModelSettings, model: ModelWindow, qtbot: QtBot
) -> None:
    """The curve moves with the figure."""
    model.attend_to(5)
    settle(model, qtbot)
    before = model.band
    settings.put((p.PROXIMITY_GAIN[5],), 0.3, 1)
    settle(model, qtbot)
    after = model.band
    assert model.sketch.marked == {5}
    assert before is not None
    assert after is not None
    assert after.middle.sum() < 0.6 * before.middle.sum()
    assert model.plot.drawing.band is not None


def test_a_click_on_the_drawing_comes_to_the_figures(model: ModelWindow) -> None:
    """Wheels have a table of their own; of a sensor the reading stays that of before."""
    model.sensors.come_to(p.LIGHT_NOISE[2])
    place = model.sketch.place_of("right_motor").toPoint()
    QTest.mouseClick(model.sketch, Qt.MouseButton.LeftButton, pos=place)
    wheel = model.wheels.figures.parameters(model.wheels.currentIndex())
    assert (wheel, model.sketch.marked) == ((p.RIGHT_GAIN,), {"right_motor"})
    model.sensors.come_to(p.LIGHT_NOISE[3])
    QTest.mouseClick(
        model.sketch, Qt.MouseButton.LeftButton, pos=model.sketch.place_of(6).toPoint()
    )
    sensor = model.sensors.figures.parameters(model.sensors.currentIndex())
    assert (sensor, model.sketch.marked) == ((p.LIGHT_GAIN[6],), {6})


def test_the_row_of_all_marks_all_sensors(model: ModelWindow) -> None:
    """The drawing shows what it is about."""
    model.sensors.setCurrentIndex(model.sensors.figures.index(0, 1))
    assert model.sketch.marked == set(range(8))


def test_undo_in_the_window(settings: ModelSettings, model: ModelWindow) -> None:
    """A star marks what is not saved."""
    settings.put((p.LEFT_GAIN,), 0.0, 1)
    assert model.isWindowModified()
    assert model.head.sources[Source.OWN].text() == "My settings*"
    model.head.actions_by_name["undo"].trigger()
    assert settings.choice.source is Source.MAZE
    assert not model.isWindowModified()
    assert model.head.actions_by_name["undo"].shortcut() == QKeySequence("Ctrl+Z")


def test_the_presets_are_buttons(model: ModelWindow) -> None:
    """The tables show what they mean."""
    noise = model.sensors.figures.index_of(p.LIGHT_NOISE[0])
    model.head.sources[Source.IDEAL].trigger()
    assert noise.data() == "0.00"
    model.head.sources[Source.REALISTIC].trigger()
    assert noise.data() == "1.00"


def test_what_has_no_figure_is_named(settings: ModelSettings, model: ModelWindow) -> None:
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
    """From any figure."""
    assert page_for(model.sensors, Mode.EDIT) == ("how-to/model-settings", "")
    assert (shipped_folder("manual") / "how-to/model-settings.md").is_file()


def test_the_windows_place_is_remembered(
    settings: ModelSettings, model: ModelWindow, tmp_path: Path
) -> None:
    """In the next session."""
    model.resize(701, 533)
    model.remember()
    kept = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    again = ModelWindow(settings, model.head, kept, model.parentWidget())
    assert (again.width(), again.height()) == (701, 533)


def test_the_sensor_model_can_be_chosen(settings: ModelSettings, model: ModelWindow) -> None:
    """With seven rays there are no bearings; undo brings them back."""
    box = model.head.laws
    assert box.currentData() == CONE_MODEL
    box.setCurrentIndex(box.findData(RAYS_MODEL))
    box.activated.emit(box.currentIndex())

    column = model.sensors.figures.index_of(p.BEARING[0]).column()
    assert settings.shown.sensor_model == RAYS_MODEL
    assert model.sensors.isColumnHidden(column)
    settings.undo_stack.undo()
    assert box.currentData() == CONE_MODEL
    assert not model.sensors.isColumnHidden(column)
