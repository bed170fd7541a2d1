"""Settings over a small maze, and the desk of the running side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.unit.editor.robot_model.measured import measured_profile
from tests.unit.gui.conftest import small_world
from tests.unit.gui.features.run.conftest import Desk, RunHall, hall  # noqa: F401
from wsusim.formats.profile import save_profile
from wsusim.gui.document import Document
from wsusim.gui.features.model.model_settings import ModelSettings


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


@pytest.fixture
def desk(hall: RunHall, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:  # noqa: F811
    """Return the desk; it is tidy again after the test."""
    made = Desk(hall, tmp_path, qtbot)
    model = made.model
    yield made
    hall.tidy()
    model.settings.undo_stack.setIndex(0)
    model.settings.undo_stack.clear()
    model.model_window.messages.clear()
    model.model_window.close()
