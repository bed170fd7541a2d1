"""A desk with the panel that explains readings; all tests of a file share its window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.unit.analysis.conftest import recording  # noqa: F401 - a fixture
from tests.unit.gui.features.run.conftest import Desk, RunHall, hall_of
from tests.unit.gui.studio import part_of
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.sensor_picture import Shown
from wsusim.gui.features.why.why_side import WhySide

hall = hall_of(ReplaySide, WhySide)


@pytest.fixture
def desk(hall: RunHall, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """Return the desk; it is tidy again after the test."""
    yield Desk(hall, tmp_path, qtbot)
    hall.tidy()
    why = part_of(hall.window, WhySide)
    hall.run.sensors.sensors.set_shown(Shown.PROXIMITY)
    why.dock.setFloating(False)
    why.dock.hide()
    why.panel.choose(0, is_light=False)
    why.panel.table.clearSelection()


@pytest.fixture
def replay(desk: Desk) -> ReplaySide:
    """Return the replay side of the desk's window."""
    return part_of(desk.window, ReplaySide)


@pytest.fixture
def why(desk: Desk) -> WhySide:
    """Return the side that explains readings, in the desk's window."""
    return part_of(desk.window, WhySide)
