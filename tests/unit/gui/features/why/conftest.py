"""A desk with the panel that explains readings; all tests of a file share its window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.unit.analysis.conftest import recording  # noqa: F401 - a fixture
from tests.unit.gui.conftest import new_window, small_world
from tests.unit.gui.features.run.conftest import Desk, _engine, clear, furnish  # noqa: F401 - a fixture
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.controllers import Controllers
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.features.run.sensor_picture import Shown
from wsusim.gui.features.why.why_side import WhySide
from wsusim.gui.shell.window import MainWindow


@dataclass(frozen=True)
class Hall:
    """The window with its sides."""

    window: MainWindow
    run: RunSide
    replay: ReplaySide
    why: WhySide

    def tidy(self) -> None:
        """Have everything as at first."""
        self.window.reset()
        self.window.document.load(small_world(), None)
        self.window.messages.hide()
        self.run.sensors.sensors.set_shown(Shown.PROXIMITY)
        self.why.dock.setFloating(False)
        self.why.dock.hide()
        self.why.panel.choose(0, is_light=False)
        self.why.panel.table.clearSelection()


@pytest.fixture(scope="module")
def hall(
    qapp: QApplication,
    tmp_path_factory: pytest.TempPathFactory,
    _engine: None,  # noqa: F811 - the fixture
) -> Iterator[Hall]:
    """Return a window with runs, recordings and explanations."""
    folder = tmp_path_factory.mktemp("settings")
    window = new_window(folder)
    run = RunSide(window, Controllers(window, lambda *_where: True))
    replay = ReplaySide(window)
    why = WhySide(window)
    furnish(window)
    yield Hall(window, run, replay, why)
    clear(window, why, replay, run)


@pytest.fixture
def desk(hall: Hall, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """Return the desk; it is tidy again after the test."""
    yield Desk(hall.window, hall.run, tmp_path, qtbot, [])
    hall.tidy()


@pytest.fixture
def replay(hall: Hall) -> ReplaySide:
    """Return the replay side of the desk's window."""
    return hall.replay


@pytest.fixture
def why(desk: Desk, hall: Hall) -> WhySide:
    """Return the side that explains readings, in the desk's window."""
    return hall.why
