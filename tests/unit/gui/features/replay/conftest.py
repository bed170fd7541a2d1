"""A desk with its replay side, and one recorded run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.unit.analysis.conftest import recording  # noqa: F401 - a fixture
from tests.unit.gui.conftest import new_window
from tests.unit.gui.features.run.conftest import (
    Desk,
    _engine,  # noqa: F401 - a fixture
    furnish,
)
from tests.unit.gui.studio import part_of
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.controllers import Controllers
from wsusim.gui.features.run.run_side import RunSide

QUICK = 20.0
"""Speed of runs: what is done with recordings does not depend on it."""


@pytest.fixture
def desk(
    qtbot: QtBot,
    tmp_path: Path,
    _engine: None,  # noqa: F811 - the fixture
) -> Iterator[Desk]:
    """Return a desk with runs and recordings; everything has ended after the test."""
    window = new_window(tmp_path / "settings")
    opened: list[tuple[Path, int]] = []

    def edit(path: Path, line: int, _preferred: str) -> bool:
        opened.append((path, line))
        return True

    run = RunSide(window, Controllers(window, edit))
    ReplaySide(window)
    qtbot.addWidget(window, before_close_func=lambda w: w.document.undo_stack.setClean())
    furnish(window)
    run.bridge.set_speed(QUICK)
    yield Desk(window, run, tmp_path, qtbot, opened)
    run.close()


@pytest.fixture
def replay(desk: Desk) -> Iterator[ReplaySide]:
    """Return the replay side of the desk's window."""
    side = part_of(desk.window, ReplaySide)
    yield side
    side.close()
