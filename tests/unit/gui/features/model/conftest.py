"""Settings over a small maze, and the desk of the running side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.unit.editor.robot_model.measured import measured_profile
from tests.unit.gui.conftest import new_window, small_world
from tests.unit.gui.features.run.conftest import Desk, _engine, clear, furnish  # noqa: F401 - a fixture
from wsusim.formats.profile import save_profile
from wsusim.gui.document import Document
from wsusim.gui.features.model.model_side import ModelSide
from wsusim.gui.features.model.settings import ModelSettings
from wsusim.gui.features.robots.real_robots import RealRobots
from wsusim.gui.features.robots.robot_selector import Way
from wsusim.gui.features.run.controllers import Controllers
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.window import MainWindow


@pytest.fixture
def settings(qapp: QApplication) -> Iterator[ModelSettings]:
    """Return the settings over the small maze, which has one Khepera I."""
    document = Document(small_world())
    made = ModelSettings(document)
    document.setParent(made)
    yield made
    made.undo_stack.clear()  # the garbage collector must not find it with commands: it crashes


@pytest.fixture
def profile_file(tmp_path: Path) -> Path:
    """Return the file of a measured robot."""
    path = tmp_path / "robot3.json"
    save_profile(measured_profile(), path)
    return path


@pytest.fixture(scope="module")
def hall(
    qapp: QApplication,
    tmp_path_factory: pytest.TempPathFactory,
    _engine: None,  # noqa: F811 - the fixture
) -> Iterator[RunSide]:
    """Return the running side of a window that all tests of a file share."""
    folder = tmp_path_factory.mktemp("settings")
    window = new_window(folder)
    RealRobots(window)
    side = RunSide(window, Controllers(window, lambda *_where: True))
    ModelSide(window)
    furnish(window)
    yield side
    clear(window, side)


@pytest.fixture
def desk(hall: RunSide, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """Return the desk; it is tidy again after the test."""
    window = hall.parent()
    assert isinstance(window, MainWindow)
    made = Desk(window, hall, tmp_path, qtbot, [])
    model = made.model
    yield made
    window.reset()
    hall.bridge.set_speed(1.0)
    window.document.load(small_world(), None)
    made.robots.selector.choose(Way.SIMULATED)
    model.settings.undo_stack.setIndex(0)
    model.settings.undo_stack.clear()
    for messages in (model.model_window.messages, window.messages):
        messages.hide()
    model.model_window.close()
