"""Made-up pictures of a run, and a window with its curves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import new_window, small_world
from wsusim.gui.features.curves.channels import CHANNELS, COLUMN
from wsusim.gui.features.curves.choice import Choice
from wsusim.gui.features.curves.curves_panel import CurvesPanel
from wsusim.gui.features.curves.curves_side import CurvesSide
from wsusim.gui.features.curves.history import History
from wsusim.gui.features.replay.playhead import Playhead
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.window import MainWindow
from wsusim.gui.widgets.theme import LIGHT
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import MissionSnapshot, RobotSnapshot, Snapshot
from wsusim.runs.live_events import Picture
from wsusim.runs.live_request import LiveRequest
from wsusim.runs.live_run import LiveRun

FRONT_LEFT = COLUMN["front_left_proximity"]

PATIENCE_S = 60.0
"""How long a test waits for what must come; only a failing one waits that long."""


def robot_snapshot(**changes: Any) -> RobotSnapshot:
    """Return a robot whose numbers all differ."""
    fields: dict[str, Any] = {
        "id": 3,
        "kind": "khepera1",
        "pose": Pose(111.0, 222.0, 1.0),
        "left_speed": 5.5,
        "right_speed": -3.5,
        "left_position": 700,
        "right_position": -800,
        "proximity": tuple(range(100, 108)),
        "ambient": tuple(range(400, 408)),
        "arm_position": 180.0,
        "jaw_gap_mm": 42.0,
        "held_object_id": None,
        "object_present": False,
        "resistivity": 255,
        "contact_front": False,
        "contact_back": False,
        "contact_bearings_rad": (),
        "leds": (False, False),
    }
    return RobotSnapshot(**{**fields, **changes})


@dataclass(frozen=True)
class Way:
    """What the window needs of a robot's statistics."""

    distance_mm: float


def picture(tick: int, front_left: int = 0) -> Picture:
    """Return the picture of one robot at a tick."""
    proximity = (0, 0, front_left, 0, 0, 0, 0, 0)
    snapshot = Snapshot(
        tick, (robot_snapshot(proximity=proximity),), (), MissionSnapshot(False, None, 0, ())
    )
    return Picture(snapshot, (Way(float(tick)),), ("",), ((),))  # type: ignore[arg-type]


def history(ticks: range, robots: int = 1) -> History:
    """Return a history in which the value of every channel is the tick."""
    made = History(robots)
    for tick in ticks:
        made.add(tick, np.full((robots, len(CHANNELS)), tick, dtype=np.float32))
    return made


def film(ticks: range) -> Any:
    """Return what the curves need of a film."""
    return SimpleNamespace(history=history(ticks))


@pytest.fixture
def panel(qtbot: QtBot, tmp_path: Path) -> CurvesPanel:
    """Return a panel for one robot that is seen, with the usual curves."""
    made = CurvesPanel(Choice(tmp_path), LIGHT)
    qtbot.addWidget(made)
    made.set_robots((QColor("#0072b2"),))
    made.resize(800, 400)
    made.show()
    made.set_seen(True)
    return made


class FakeReplay(QObject):
    """What the curves need of the ``ReplaySide``: a film, and where it is looked at."""

    film_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.film: Any = None
        self.playhead = Playhead(self)

    def show(self, ticks: range) -> None:
        """Open a film of these ticks."""
        self.playhead.set_range(ticks[0], ticks[-1], 2)
        self._change(film(ticks))

    def close(self) -> None:
        """Close the film."""
        self._change(None)

    def _change(self, film: Any) -> None:
        self.film = film
        self.film_changed.emit(film)


@dataclass
class Room:
    """The window with its sides."""

    window: MainWindow
    run: RunSide
    replay: FakeReplay
    curves: CurvesSide

    def open(self) -> CurvesPanel:
        """Open the panel and return it."""
        self.curves.toggle()
        until_s = time.monotonic() + PATIENCE_S
        while self.curves.panel is None and time.monotonic() < until_s:
            QTest.qWait(5)
        assert self.curves.panel is not None
        return self.curves.panel


def new_room(folder: Path) -> Room:
    """Return a window with one robot, its curves closed; ``folder`` keeps its settings."""
    window = new_window(folder)
    run = RunSide(window)
    replay = FakeReplay()
    curves = CurvesSide(window, run, replay, folder)  # type: ignore[arg-type]
    window.document.load(small_world(), None)
    window.show()
    return Room(window, run, replay, curves)


@pytest.fixture
def fresh_room(qtbot: QtBot, tmp_path: Path) -> Room:
    """Return a window whose curves were never open."""
    room = new_room(tmp_path)
    qtbot.addWidget(room.window, before_close_func=lambda w: w.document.undo_stack.setClean())
    return room


@pytest.fixture(scope="module")
def _room(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Return a window that all tests of a file share."""
    room = new_room(tmp_path_factory.mktemp("settings"))
    yield room
    room.window.document.undo_stack.setClean()
    room.window.close()
    room.window.deleteLater()


@pytest.fixture
def room(_room: Room) -> Room:
    """Return a window with one robot, its curves closed and empty."""
    _room.replay.close()
    _room.run.bridge.begun.emit(LiveRun(LiveRequest(small_world(), ())))
    _room.curves.dock.close()
    _room.window.messages.hide()
    return _room
