"""A panel of curves, and a window with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.unit.analysis.pictures import history, picture
from tests.unit.gui.conftest import new_window, small_world
from wsusim.analysis.curve_channels import COLUMN
from wsusim.gui.features.curves.chosen_curves import ChosenCurves
from wsusim.gui.features.curves.curves_panel import CurvesPanel
from wsusim.gui.features.curves.curves_side import CurvesSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.watched import Subject
from wsusim.recording.samples import from_snapshots
from wsusim.robots import robot_kind

FRONT_LEFT = COLUMN["front_left_proximity"]


@pytest.fixture
def panel(qtbot: QtBot, tmp_path: Path) -> CurvesPanel:
    """Return a panel for one robot that is seen, with the usual curves."""
    made = CurvesPanel(ChosenCurves(tmp_path))
    qtbot.addWidget(made)
    made.set_robots((QColor("#0072b2"),), (robot_kind("khepera1"),))
    made.resize(800, 400)
    made.show()
    made.set_seen(True)
    return made


@dataclass
class Room:
    """The window with its curves; no other feature is needed."""

    window: MainWindow
    curves: CurvesSide

    def begin_run(self) -> None:
        """Show a run of the maze."""
        self.window.watched.begin(Subject(small_world()))

    def see(self, tick: int, front_left: int) -> None:
        """Have the sensors of the run see something."""
        block = from_snapshots([picture(tick, front_left).snapshot])
        self.window.watched.refreshed.emit([block])

    def open_film(self, ticks: range) -> None:
        """Show a recording of these ticks."""
        film = Subject(small_world(), is_recording=True, history=history(ticks))
        self.window.watched.begin(film)

    def open(self) -> CurvesPanel:
        """Open the panel and return it."""
        self.curves.toggle()
        return self.curves.panel


@pytest.fixture(scope="module")
def _room(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Return a window that all tests of a file share."""
    window = new_window(tmp_path_factory.mktemp("settings"))
    curves = CurvesSide(window)
    window.restore_layout()
    window.document.load(small_world(), None)
    window.show()
    yield Room(window, curves)
    window.document.undo_stack.setClean()
    window.close()
    window.deleteLater()


@pytest.fixture
def room(_room: Room) -> Room:
    """Return a window with one robot, its curves closed and empty."""
    _room.window.watched.clear()
    _room.begin_run()
    _room.curves.dock.setFloating(False)
    _room.curves.dock.close()
    _room.window.messages.clear()
    return _room
