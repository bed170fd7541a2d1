"""A desk with its replay side, and one recorded run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.unit.analysis.conftest import brief_recording, recording  # noqa: F401 - fixtures
from tests.unit.gui.features.run.conftest import Desk, RunHall, hall_of
from tests.unit.gui.studio import part_of
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.runs.request import RunRequest

QUICK = 20.0
"""Speed of runs: what is done with recordings does not depend on it."""


def write_here(window: MainWindow) -> None:
    """Have runs recorded in the test's process: another one takes longer to start than to write."""

    def here(request: RunRequest) -> RunRequest:
        options = request.record
        return (
            request
            if options is None
            else replace(request, record=replace(options, is_beside=False))
        )

    window.setup.add_part(here)


hall = hall_of(ReplaySide, write_here)


@pytest.fixture
def desk(hall: RunHall, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """Return a desk with runs and recordings; everything has ended after the test."""
    hall.run.bridge.set_speed(QUICK)
    yield Desk(hall, tmp_path, qtbot)
    hall.tidy()
    replay = part_of(hall.window, ReplaySide)
    replay.record.last = None
    replay.record.kept.forget()
    for action in replay.record._of_last:
        action.setEnabled(False)
    replay._allow()


@pytest.fixture
def replay(desk: Desk) -> ReplaySide:
    """Return the replay side of the desk's window."""
    return part_of(desk.window, ReplaySide)
